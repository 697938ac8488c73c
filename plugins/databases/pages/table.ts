// One table of a database on its page: the query of the address and of its saved view, answered as the API answers it.
import { type Html, refuse } from "../../../kernel/plugin.ts";
import { type Field, FORM_STATUS, fieldOf } from "../fields/mod.ts";
import { type AnsweredQuery, answerQuery, placeOf, type TableRead } from "../query/answering.ts";
import type { SentQuery } from "../query/asking.ts";
import { writeCursor } from "../query/cursor.ts";
import { answerGroups } from "../query/grouping.ts";
import { readSaved, type SavedQuery } from "../query/saved.ts";
import { foldNeedle } from "../query/texts.ts";
import type { RecordRow, TableRow, ViewRow } from "../store/rows.ts";
import type { PageAsked } from "./address.ts";
import type { PageCall } from "./call.ts";
import { BARS_MAX, renderChart } from "./chart.ts";
import { demandFilter, demandSort, wordFault } from "./faults.ts";
import { cellsOf, chosenAddress, filesOf } from "./files.ts";
import { renderGrid } from "./grid.ts";

const ROWS = 50;

/** Throws 400 for what cannot be asked, 404 for a table or a view that is not there; both in words for who reads the page. */
export async function showTable(call: PageCall, asked: PageAsked): Promise<Html> {
  const chosen = choose(call, asked);
  const own = ownOf(chosen.table, asked);
  try {
    return await showChosen(call, chosen, { asked, own });
  } catch (error) {
    throw wordFault(error, { view: chosen.view?.name ?? null });
  }
}

interface Chosen {
  table: TableRow;
  view: ViewRow | null;
}

async function showChosen(
  call: PageCall,
  { table, view }: Chosen,
  { asked, own }: { asked: PageAsked; own: Own },
): Promise<Html> {
  const { shown, runtime, href, opened } = call;
  const saved = view ? readSaved(view.config) : {};
  const { descending, sort, search, replaced, filters } = queryOf(saved, { asked, own });
  if (search && opened.by !== "person") await runtime.quotas.takeFor("site_search", call);
  const subject: TableRead = { ...shown, table };
  const sql = runtime.database.sql;
  const sent = { filters, search, sort, fields: saved.fields?.length ? saved.fields : null, limit: ROWS };
  const page = await readTablePage({ sql, runtime }, subject, { ...sent, descending, asked });
  const here = { ...asked, table: table.table_id };
  const chart = saved.aggregate
    ? renderChart({
        fields: table.fields,
        asked: saved.aggregate,
        answer: await answerGroups({ sql, runtime }, subject, {
          ...saved.aggregate,
          limit: Math.min(saved.aggregate.limit ?? BARS_MAX, BARS_MAX),
          filters,
          search,
        }),
        choose: (field, key) => chosenAddress(href, here, { field, key }),
      })
    : null;
  const fields = columnsOf(table, saved, page.rows);
  const files = await filesOf(call, { fields: [...fields] }, page.rows);
  return renderGrid({
    ...{ href, asked: here, table, view, fields, filters, search, replaced, chart, total: page.total },
    ...{ tables: shown.tables, views: shown.views, sort: { key: sort, descending } },
    ...{ rows: page.rows, before: page.before, after: page.after },
    cells: (record) => cellsOf({ href, asked: here, files, is_whole: false }, record),
  });
}

function choose({ shown }: PageCall, asked: PageAsked): Chosen {
  const view = asked.view === undefined ? null : shown.views.find(({ view_id }) => view_id === asked.view);
  if (view === undefined) throw refuse.notFound(`view ${asked.view} is not in this database, or not any more`);
  const table_id = asked.table ?? view?.table_id ?? shown.tables[0]?.table_id;
  const table = shown.tables.find((one) => one.table_id === table_id);
  if (!table) throw refuse.notFound(`table ${table_id} is not in this database, or not any more`);
  if (view && view.table_id !== table.table_id) {
    throw refuse.notFound(`view ${view.view_id} is not a view of the table "${table.name}"`);
  }
  return { table, view };
}

type Own = ReturnType<typeof ownOf>;

/** What the address itself asks of the table. */
function ownOf({ fields }: TableRow, asked: PageAsked) {
  return {
    filters: (asked.filter ?? []).map((written) => demandFilter(fields, written)),
    sort: asked.sort === undefined ? undefined : demandSort(fields, asked.sort),
  };
}

/** What the address says goes before what the view says; filters of both must pass. A query holds one search alone. */
function queryOf(saved: SavedQuery, { asked, own }: { asked: PageAsked; own: Own }) {
  const isSorted = own.sort !== undefined;
  const ofView = searchOf(saved.search);
  const ofReader = searchOf(asked.q);
  const isReplaced = ofView !== null && ofReader !== null && foldNeedle(ofView) !== foldNeedle(ofReader);
  return {
    filters: [...(saved.filters ?? []), ...own.filters],
    search: ofReader ?? ofView,
    replaced: isReplaced ? ofView : null,
    sort: (isSorted ? own.sort : saved.sort) ?? null,
    descending: (isSorted ? asked.descending : (asked.descending ?? saved.descending)) ?? false,
  };
}

/** Null for one that looks for nothing. */
function searchOf(text: string | null | undefined): string | null {
  return text && foldNeedle(text) !== "" ? text : null;
}

interface TablePage extends Pick<AnsweredQuery, "rows" | "total"> {
  before: string | null;
  after: string | null;
}

/** A page before another is the page after it in the contrary order, turned round. */
async function readTablePage(
  on: Parameters<typeof answerQuery>[0],
  subject: TableRead,
  { asked, ...sent }: SentQuery & { descending: boolean; asked: PageAsked },
): Promise<TablePage> {
  const isBack = asked.before !== undefined;
  const cursor = asked.before ?? asked.cursor;
  const descending = sent.descending !== isBack;
  const page = await answerQuery(on, subject, { ...sent, descending, ...(cursor && { cursor }) });
  const rows = isBack ? page.rows.toReversed() : page.rows;
  const [first, last] = [rows[0], rows.at(-1)];
  const hasBefore = isBack ? page.has_more : cursor !== undefined;
  const hasAfter = isBack || page.has_more;
  const cursorAt = (row: typeof first, turned: boolean) =>
    row ? writeCursor(subject.table.table_id, { ...page.query, descending: turned }, placeOf(row)) : null;
  return {
    rows,
    total: page.total,
    before: hasBefore ? cursorAt(first, !sent.descending) : null,
    after: hasAfter ? cursorAt(last, sent.descending) : null,
  };
}

/** The view's columns, or all; the status of answers where a record has one. */
function columnsOf({ fields }: TableRow, saved: SavedQuery, rows: readonly RecordRow[]): readonly Field[] {
  const named = (saved.fields ?? []).flatMap((key) => fieldOf(fields, key) ?? []);
  if (named.length > 0) return named;
  return rows.some(({ form_status }) => form_status !== null) ? [...fields, FORM_STATUS] : fields;
}
