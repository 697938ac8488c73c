// Counts, sums and the like of a table's records by group, over all that match.
import { t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { table } from "../permits.ts";
import { choosing } from "../query/asking.ts";
import { answerGroups, demandOperand, grouping, ShownGroup } from "../query/grouping.ts";
import { tableParams } from "../schemas.ts";

const { op, field, group_by, limit } = grouping;

export const aggregateRecords = operation({
  id: "database.aggregate",
  route: "POST /api/databases/{database_id}/tables/{table_id}/aggregate",
  tool: {
    name: "aggregate_records",
    wording: "Count records of a table by group, or add up, average or compare a field; over all that match.",
    idempotent: true,
  },
  effect: "read",
  summary: "Count, add up or compare records by group",
  description:
    "The largest groups come first: by their count for count; by their value for sum, avg, min and max, the latest days and times first, and groups without a value last. Equal groups follow by their key. Sums are exact decimals. A record with several choices counts in each of them, so that the counts may add up to more than the records.",
  params: tableParams,
  body: t.Object({ op, field, group_by, ...choosing, limit }),
  output: t.Object({
    groups: t.Array(ShownGroup),
    total_groups: t.Integer(),
    truncated: t.Boolean({
      description: "True when there are more groups than are shown, for their number or for the size of their keys.",
      "x-more-of": "groups",
    }),
    revision: t.Integer({ description: "The database's, of the moment of this answer." }),
  }),
  rules: ({ body }) => demandOperand(body),
  permit: table("view"),
  connection_limit: "places",
  run: (call, { body }) => answerGroups(call, call.subject, body),
});
