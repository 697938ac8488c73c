// A connection on the wire.
import { t, VISIBILITY_LIMITS } from "../../kernel/plugin.ts";
import type { ShownGrant } from "./store/grants.ts";

export const Connection = t.Object(
  {
    id: t.Integer(),
    name: t.String({ description: "The program's own until you rename it." }),
    client: t.Object({
      id: t.String(),
      name: t.String(),
      domain: t.Nullable(t.String(), {
        description: "The host that describes it; null for one that registered itself.",
      }),
    }),
    created_at: t.Instant({ description: "When you last consented." }),
    deadline: t.Instant({ description: "When it has to ask again." }),
    last_used_at: t.Nullable(t.Instant()),
    ip_last: t.Nullable(t.String(), { description: "The address that last fetched a token." }),
    read_only: t.Boolean(),
    toolsets: t.Nullable(t.Array(t.String()), { description: "The toolsets it may use; null for all." }),
    max_visibility: t.Nullable(t.OneOf(VISIBILITY_LIMITS), {
      description: "The widest visibility it may publish at; null for any.",
    }),
    roots: t.Nullable(t.Array(t.String()), {
      description:
        "Where the documents lie that it reaches: ~ for My documents, else a root's id; null for everywhere.",
    }),
  },
  { $id: "Connection" },
);

export function showGrant(grant: ShownGrant) {
  return {
    id: grant.grant_id,
    name: grant.name,
    client: {
      id: grant.client_id,
      name: grant.client_name,
      domain: grant.client_id.startsWith("https://") ? new URL(grant.client_id).host : null,
    },
    created_at: grant.approved_at.toISOString(),
    deadline: grant.deadline.toISOString(),
    last_used_at: grant.last_used_at?.toISOString() ?? null,
    ip_last: grant.ip_last,
    ...grant.limits,
  };
}
