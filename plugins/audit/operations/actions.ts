// Which actions there are, for filters and for whoever listens.
import { signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { actionsPort, detailOf } from "../actions.ts";
import { findOtherActions } from "../store.ts";

const AuditAction = t.Object(
  {
    action: t.String(),
    family: t.String({ description: "What stands before the first dot; `<family>.*` means all of it." }),
    target_types: t.Array(t.String(), { description: "What it is done to." }),
    meta: t.Json({ description: "JSON Schema of meta in a row of this action; no member is certain to be there." }),
    since: t.Nullable(
      t.String({ description: "The day from which on it is written; null for one that no plugin here writes." }),
    ),
    says: t.Nullable(t.Object({ en: t.String(), de: t.String() }), {
      description: "What goes behind the name of who did it: `{on}` is the target, `{name}` a member of meta.",
    }),
  },
  { $id: "AuditAction" },
);

export const readActions = operation({
  id: "audit.actions",
  route: "GET /api/audit/actions",
  summary: "The actions of the audit log",
  description:
    "Every action that this server may write, and those that are in the log beside them; with detail=1, what each says.",
  query: t.Object({ detail: t.Optional(t.OneOf(["0", "1"], { description: "1 answers objects instead of names." })) }),
  output: t.Object({ actions: t.Array(t.Union([t.String(), AuditAction])) }),
  permit: signedIn(),
  gate: "audit_log",
  run: async ({ actor, sql, use }, { query }) => {
    const actions = use(actionsPort);
    const others = await findOtherActions(sql, actor, actions.names);
    const all = [...actions.names, ...others].sort();
    return { actions: query.detail === "1" ? all.map((one) => detailOf(one, actions)) : all };
  },
});
