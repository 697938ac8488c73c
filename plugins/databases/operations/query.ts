// Asking a table for records: filters, search, order and a page of them.
import { refuse, t } from "../../../kernel/mod.ts";
import { capOf, operation } from "../../operation.ts";
import { table } from "../permits.ts";
import { asking, checkQuery } from "../query/asking.ts";
import { readCursor, writeCursor } from "../query/cursor.ts";
import { orderKeeperPort, wantedOf } from "../query/keeper.ts";
import { readPage } from "../query/pages.ts";
import { choosePlan, wantedOrder } from "../query/plan.ts";
import { Record as RecordShape, tableParams } from "../schemas.ts";
import { showRecord } from "../showing.ts";
import { findIndexes, INDEXED_FROM } from "../store/indexes.ts";

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
  reach: "places",
  run: async (call, { body }) => {
    const { sql, subject, house } = call;
    const { table: of } = subject;
    const query = checkQuery(of.fields, body);
    const after = body.cursor ? readCursor(of.table_id, query, body.cursor) : null;
    const isLarge = of.records >= INDEXED_FROM;
    const order = isLarge ? wantedOrder(of, query) : null;
    const plan = order ? choosePlan(of, query, await findIndexes(sql, { ...subject, table_id: of.table_id })) : null;
    const keeper = call.use(orderKeeperPort);
    if (plan) keeper.used(plan.index.index_id);
    else if (order) keeper.want(wantedOf(subject, order));
    const offset = body.offset ?? 0;
    const asked = { query, offset, after, bytes_max: capOf(house, "record_page_bytes") };
    const page =
      (await readPage(sql, subject, { ...asked, plan })) ?? (await readPage(sql, subject, { ...asked, plan: null }));
    if (!page) throw new Error("a page without a plan is always there");
    const { rows, total, has_more, revision } = page;
    const last = rows.at(-1);
    const next =
      has_more && last
        ? {
            ...(after ? {} : { next_offset: offset + rows.length }),
            next_cursor: writeCursor(of.table_id, query, {
              key: Buffer.from(last.sort_key ?? "", "base64"),
              record_id: last.record_id,
            }),
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
