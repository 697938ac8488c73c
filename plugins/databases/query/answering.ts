// Answers a query of a table:
// checked, read as one page by what is kept of the table where that serves, and from all of its records else.
import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import { capOf } from "../../operation.ts";
import { COLUMNS_BEHIND_MAX, isKeepable, isOverdue } from "../store/columns.ts";
import { INDEXED_FROM } from "../store/indexes.ts";
import type { LoadedTable } from "../store/rows.ts";
import { isSearchKeepable, TEXTS_BEHIND_MAX } from "../store/texts.ts";
import { piecesOf } from "../texts/gram_lists.ts";
import { checkQuery, type Query, type SentQuery } from "./asking.ts";
import { type Place, readCursor } from "./cursor.ts";
import { columnsOf, keeperPort, orderOf, textsOf } from "./keeper.ts";
import { ordersPort } from "./orders.ts";
import { columnsOfPage, isChosen, type PageAsked, type RecordPage, readPage } from "./pages.ts";
import { choosePlan, findOrder, type Walk, wantedOrder, wantedWalk } from "./plan.ts";
import { totalsPort } from "./totals.ts";

/** Of a table, what its records are read by. */
export type TableRead = Pick<LoadedTable, "workspace_id" | "document_id" | "database" | "table">;

type Asked = Omit<PageAsked, "way">;

/** A page with the query that it answers. */
export interface AnsweredQuery extends RecordPage {
  query: Query;
}

/** Throws 400 for what no query of the table can be, and for a cursor of another query. */
export async function answerQuery(
  { sql, runtime }: { sql: Sql; runtime: Pick<Runtime, "use" | "config" | "database"> & Parameters<typeof capOf>[0] },
  subject: TableRead,
  sent: SentQuery,
): Promise<AnsweredQuery> {
  const { table: of } = subject;
  const query = checkQuery(of.fields, sent);
  const after = sent.cursor ? readCursor(of.table_id, query, sent.cursor) : null;
  const totals = runtime.use(totalsPort);
  const known = isChosen(query) ? totals.find(subject, query) : null;
  const asked = { query, known, offset: sent.offset ?? 0, after, bytes_max: capOf(runtime, "record_page_bytes") };
  const page =
    (await readSearched({ sql, runtime }, subject, asked)) ??
    (await readOrdered({ sql, runtime }, subject, asked)) ??
    (await readWalked({ sql, runtime }, subject, asked)) ??
    (await readWhole({ sql, runtime }, subject, asked));
  if (isChosen(query)) totals.keep(subject, query, page);
  return { ...page, query };
}

type Reading = { sql: Sql; runtime: Pick<Runtime, "use" | "database"> };

/** So far into an order a page is found by its key. */
const STEPS_MAX = 1000;

/** Along a kept order; null where none would help, or it is not kept. */
async function readOrdered({ sql, runtime }: Reading, subject: TableRead, asked: Asked): Promise<RecordPage | null> {
  const { table } = subject;
  const { query, known, offset } = asked;
  const order = table.records >= INDEXED_FROM ? wantedOrder(table, query) : null;
  if (!order) return null;
  const keeper = runtime.use(keeperPort);
  const orders = runtime.use(ordersPort);
  const plan = await orders.choose(subject, (kept) => choosePlan(table, query, kept));
  if (!plan) {
    keeper.want(orderOf(subject, order));
    return null;
  }
  keeper.used("order", plan.index.index_id);
  // Nothing is looked at and nobody counts: what is left are the records of the page, by their keys.
  const isCounted = known === null && isChosen(query);
  const isFound = plan.rest.length === 0 && query.search === null && offset <= STEPS_MAX;
  const isQuick = !isCounted && isFound && isLight(table, query);
  const page = await readPage(isQuick ? runtime.database.pipelinedSql : sql, subject, { ...asked, way: { plan } });
  if (!page) orders.forget(subject);
  return page;
}

/** Whether the records of a page are soon read: to show some of their fields, all of each is, however many bytes the page shows. */
function isLight({ records, record_bytes }: TableRead["table"], { limit, fields }: Query): boolean {
  return fields === null || limit * record_bytes <= FEW.bytes * records;
}

/** Along the order of the sort field until the page is full; null where nobody knows the total, or it would take long, or took too long. */
async function readWalked({ sql, runtime }: Reading, subject: TableRead, asked: Asked): Promise<RecordPage | null> {
  const { known } = asked;
  const walk = known && walkFor(subject, asked, known.total);
  if (!known || !walk) return null;
  const orders = runtime.use(ordersPort);
  const index = await orders.choose(subject, (kept) => findOrder(walk.order, kept));
  if (!index) return null;
  runtime.use(keeperPort).used("order", index.index_id);
  const page = await readPage(sql, subject, { ...asked, way: { walk: { index, most: walk.most, known } } });
  if (!page) orders.forget(subject);
  return page;
}

function walkFor({ table }: TableRead, { query, offset }: Asked, total: number): Walk | null {
  return table.records >= INDEXED_FROM ? wantedWalk(table, query, { total, offset }) : null;
}

/** By looking at all records, in kept columns where there are such; says which order would have been walked, had it been kept. */
async function readWhole({ sql, runtime }: Reading, subject: TableRead, asked: Asked): Promise<RecordPage> {
  const page =
    (await readColumns({ sql, runtime }, subject, asked)) ?? (await readPage(sql, subject, { ...asked, way: null }));
  if (!page) throw new Error("a page that reads all records is always there");
  const walk = walkFor(subject, asked, page.total);
  if (walk && !(await runtime.use(ordersPort).choose(subject, (kept) => findOrder(walk.order, kept)))) {
    runtime.use(keeperPort).want(orderOf(subject, walk.order));
  }
  return page;
}

/** From kept columns; null where they would not do, are not kept, or an order begins with a filter. */
async function readColumns({ sql, runtime }: Reading, subject: TableRead, asked: Asked): Promise<RecordPage | null> {
  const { table } = subject;
  const columns = columnsOfPage(asked, table.slots);
  if (!columns || !isKeepable(table, columns) || wantedOrder(table, asked.query)) return null;
  const keeper = runtime.use(keeperPort);
  const page = await readPage(sql, subject, { ...asked, way: { columns } });
  if (page) keeper.used("columns", table.table_id);
  if (!page || isOverdue(page, COLUMNS_BEHIND_MAX))
    keeper.want(columnsOf(subject, columns), { at_once: page !== null });
  return page;
}

/** Few enough to be looked at beside what permits read, where statements are planned once and nobody is to wait long. */
const FEW = { records: 500, bytes: 4 * 1024 * 1024 };
/** With more than one in so many to look at, all records are read as quickly. */
const MOST_OF_RECORDS = 4;

/** By the lists of the searched text's pieces; null where they are not kept or say too little. */
async function readSearched({ sql, runtime }: Reading, subject: TableRead, asked: Asked): Promise<RecordPage | null> {
  const { table } = subject;
  const pieces = asked.query.search === null ? [] : piecesOf(asked.query.search);
  if (pieces.length === 0 || !isSearchKeepable(table)) return null;
  const keeper = runtime.use(keeperPort);
  const most = Math.ceil(table.records / MOST_OF_RECORDS);
  const few = Math.min(FEW.records, Math.floor((FEW.bytes * table.records) / table.record_bytes));
  const through = (on: Sql, at: number) => readPage(on, subject, { ...asked, way: { sought: { pieces, most: at } } });
  const isMany = asked.known !== null && asked.known.total > few;
  const page = (isMany ? null : await through(runtime.database.pipelinedSql, few)) ?? (await through(sql, most));
  if (page) keeper.used("texts", table.table_id);
  if (!page || isOverdue(page, TEXTS_BEHIND_MAX)) keeper.want(textsOf(subject), { at_once: page !== null });
  return page;
}

/** Where a record of a page stands in its order. */
export function placeOf(row: RecordPage["rows"][number]): Place {
  return { key: Buffer.from(row.sort_key ?? "", "base64"), record_id: row.record_id };
}
