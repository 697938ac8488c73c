// Which actions there are, for filters and for whoever listens.
import { signedIn, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { registryPort } from "../actions.ts";
import { findOtherActions } from "../store.ts";

export const readActions = operation({
  id: "audit.actions",
  route: "GET /api/audit/actions",
  summary: "The actions of the audit log",
  description: "Every action that this server may write, and those that are in the log beside them.",
  output: t.Object({ actions: t.Array(t.String()) }),
  permit: signedIn(),
  gate: "audit_log",
  run: async ({ actor, sql, use }) => {
    const { actions } = use(registryPort);
    const others = await findOtherActions(sql, actor, actions);
    return { actions: [...actions, ...others].sort() };
  },
});
