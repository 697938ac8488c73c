// Answers a query of a table: checked, planned along a kept order where there is one, and read as one page.
import type { House, Sql } from "../../../kernel/mod.ts";
import { capOf } from "../../operation.ts";
import { findIndexes, INDEXED_FROM } from "../store/indexes.ts";
import type { LoadedTable } from "../store/rows.ts";
import { checkQuery, type Query, type SentQuery } from "./asking.ts";
import { type Place, readCursor } from "./cursor.ts";
import { keeperPort, orderOf } from "./keeper.ts";
import { type RecordPage, readPage } from "./pages.ts";
import { choosePlan, wantedOrder } from "./plan.ts";

/** Of a table, what its records are read by. */
export type TableRead = Pick<LoadedTable, "workspace_id" | "document_id" | "database" | "table">;

/** A page with the query that it answers. */
export interface AnsweredQuery extends RecordPage {
  query: Query;
}

/** Throws 400 for what no query of the table can be, and for a cursor of another query. */
export async function answerQuery(
  { sql, house }: { sql: Sql; house: Pick<House, "use" | "config"> & Parameters<typeof capOf>[0] },
  subject: TableRead,
  sent: SentQuery,
): Promise<AnsweredQuery> {
  const { table: of } = subject;
  const query = checkQuery(of.fields, sent);
  const after = sent.cursor ? readCursor(of.table_id, query, sent.cursor) : null;
  const order = of.records >= INDEXED_FROM ? wantedOrder(of, query) : null;
  const plan = order ? choosePlan(of, query, await findIndexes(sql, { ...subject, table_id: of.table_id })) : null;
  const keeper = house.use(keeperPort);
  if (plan) keeper.used("order", plan.index.index_id);
  else if (order) keeper.want(orderOf(subject, order));
  const asked = { query, offset: sent.offset ?? 0, after, bytes_max: capOf(house, "record_page_bytes") };
  const page =
    (await readPage(sql, subject, { ...asked, plan })) ?? (await readPage(sql, subject, { ...asked, plan: null }));
  if (!page) throw new Error("a page without a plan is always there");
  return { ...page, query };
}

/** Where a record of a page stands in its order. */
export function placeOf(row: RecordPage["rows"][number]): Place {
  return { key: Buffer.from(row.sort_key ?? "", "base64"), record_id: row.record_id };
}
