// The plugin that knows what a waiting setting is.
import type { WaitingSetting } from "../store/waiting_settings.ts";
import type { Confirmable } from "../waiting.ts";

export function kindOf(kinds: readonly Confirmable[], { kind }: WaitingSetting): Confirmable {
  const found = kinds.find((one) => one.kind === kind);
  if (!found) throw new Error(`no plugin knows the waiting setting "${kind}"`);
  return found;
}
