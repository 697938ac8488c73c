// Reading the log, page by page.
import { signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { filterFields, readFilters } from "../filters.ts";
import { nameEvents } from "../naming.ts";
import { AuditEvent, showEvent } from "../schemas.ts";
import { findEvents, scopeOf } from "../store.ts";

const PAGE = 100;

export const readEvents = operation({
  id: "audit.list",
  route: "GET /api/audit",
  planned_each_time: true,
  tool: {
    name: "list_audit",
    wording:
      "List what happened in the workspace, newest first: who did what to what, when, and through which surface.",
    idempotent: true,
  },
  summary: "The audit log, newest first",
  description:
    "Owners and admins see the workspace, members what was done to documents in their My documents; `scope` says which. While rows arrive, no page loses or repeats one.",
  query: t.Object({
    ...filterFields,
    limit: t.Limit({ default: PAGE, maximum: 500 }),
    before_id: t.Optional(t.Id({ description: "next_before_id of the page before." })),
    names: t.Optional(t.OneOf(["0", "1"], { description: "1 adds what people and targets are called." })),
  }),
  output: t.Object(
    {
      events: t.Array(AuditEvent),
      next_before_id: t.Nullable(t.Integer(), { description: "Null on the last page." }),
      scope: t.OneOf(["workspace", "own"]),
    },
    { $id: "AuditPage" },
  ),
  rules: ({ query }) => void readFilters(query),
  permit: signedIn(),
  gate: "audit_log",
  run: async (call, { query }) => {
    const { actor, sql } = call;
    const { before_id = null, limit = PAGE } = query;
    const rows = await findEvents(sql, { actor, filters: readFilters(query), before_id, limit });
    return {
      events: query.names === "1" ? await nameEvents(call, rows) : rows.map(showEvent),
      next_before_id: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
      scope: scopeOf(actor),
    };
  },
});
