// Asking a table for records: filters, search, order and a page of them.
import { refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { table } from "../permits.ts";
import { answerQuery, placeOf } from "../query/answering.ts";
import { asking } from "../query/asking.ts";
import { writeCursor } from "../query/cursor.ts";
import { Record as RecordShape, tableParams } from "../schemas.ts";
import { showRecord } from "../showing.ts";

export const queryRecords = operation({
  id: "database.query_records",
  route: "POST /api/databases/{database_id}/tables/{table_id}/query",
  tool: {
    name: "query_records",
    wording: "List records of a table that pass all filters, sorted, with the count of all that do.",
    idempotent: true,
  },
  effect: "read",
  summary: "List records that pass filters",
  description:
    "A page ends at its limit or at 4 MiB of values; go on with `next_offset`, or with `next_cursor`, which skips and repeats nothing while records are written. Records that tie in the order stand by age.",
  params: tableParams,
  body: t.Object(asking),
  output: t.Object({
    records: t.Array(RecordShape),
    total: t.Integer({ description: "All that match, on whatever page." }),
    has_more: t.Boolean(),
    revision: t.Integer({ description: "The database's, of the moment of this answer." }),
    next_offset: t.Optional(t.Integer({ description: "Present when there are more and no cursor was sent." })),
    next_cursor: t.Optional(t.String({ description: "Present when there are more." })),
  }),
  rules: ({ body }) => {
    if (body.cursor && body.offset)
      throw refuse.invalid("cursor and offset both say where the page begins; send one of them");
  },
  permit: table("view"),
  connection_limit: "places",
  run: async (call, { body }) => {
    const { table: of } = call.subject;
    const { rows, total, has_more, revision, query } = await answerQuery(call, call.subject, body);
    const last = rows.at(-1);
    const next =
      has_more && last
        ? {
            ...(body.cursor ? {} : { next_offset: (body.offset ?? 0) + rows.length }),
            next_cursor: writeCursor(of.table_id, query, placeOf(last)),
          }
        : {};
    return {
      records: rows.map((row) => showRecord(row, query.fields ?? of.fields)),
      total,
      has_more,
      revision,
      ...next,
    };
  },
});
