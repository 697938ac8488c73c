// How passkeys look on the wire.
import { t } from "../../kernel/plugin.ts";
import type { Passkey } from "./store.ts";

export const PasskeyName = t.Called({
  maxLength: 60,
  description: "What its person calls it: 1 to 60 characters, not only spaces.",
});

export const PasskeyShape = t.Object(
  {
    id: t.Integer({ description: "The passkey's id." }),
    name: t.String({ description: "What its person calls it." }),
    created_at: t.Instant({ description: "When it was added." }),
    last_used_at: t.Nullable(t.Instant(), { description: "When it last signed its person in; null for never." }),
    backed_up: t.Boolean({ description: "Its maker keeps it beside the device too, so that it outlives that." }),
  },
  { $id: "Passkey" },
);

export function showPasskey({ passkey_id, name, created_at, last_used_at, backed_up }: Passkey) {
  return {
    id: passkey_id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    backed_up,
  };
}
