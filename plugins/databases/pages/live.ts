// Makes the page of a database for one reader: what the address asks for, answered by the same queries as the API's.
import { type Html, html, Refusal, type Runtime, refuse, sha256Hex, writeHtml } from "../../../kernel/plugin.ts";
import { matchesEtag } from "../../../kernel/ports/input.ts";
import type { LivePage, LivePageAsked } from "../../content/port.ts";
import { LIVE_STYLESHEET, PAGE_STYLESHEET } from "../../rendering/port.ts";
import { downloadAddress } from "../../uploads/port.ts";
import { filesIn, own } from "../fields/mod.ts";
import { findRecord } from "../store/records.ts";
import type { TableRow } from "../store/rows.ts";
import { findShown, findShownFiles, isKept } from "../store/shown.ts";
import { addressOf, cutWritten, type PageAsked, readAddress } from "./address.ts";
import type { PageCall } from "./call.ts";
import { renderFault } from "./faults.ts";
import { cellsOf, filesOf } from "./files.ts";
import { renderTabs } from "./grid.ts";
import { renderRecord, timeOf, titleOf } from "./record.ts";
import { showTable } from "./table.ts";

/** Rises whenever the same database makes another page: browsers ask for theirs again. */
const RENDERER = 4;

/**
 * Null for a document of another type, and for one of this type that another plugin keeps. Throws the neutral 404 for a database that
 * is not open to the reader any more.
 */
export async function makePage(runtime: Runtime, asked: LivePageAsked): Promise<LivePage | null> {
  if (asked.document.doc_type !== "database") return null;
  const shown = await findShown(runtime.database.sql, { ...asked, ...asked.document });
  if (!shown) {
    if (!(await isKept(runtime.database.sql, { ...asked, ...asked.document }))) return null;
    throw refuse.notFound("not found");
  }
  const call = { ...asked, runtime, shown };
  try {
    return await answer(call, readAddress(asked.request.url.searchParams));
  } catch (error) {
    if (!(error instanceof Refusal) || !OF_THE_ADDRESS.includes(error.kind)) throw error;
    return { kind: "page", status: 404, title: shown.title, main: faultPage(call, error), etag: null };
  }
}

/** What is wrong with an address is said on a page, which is there under no such address: this host has one status for all of that. */
const OF_THE_ADDRESS: readonly Refusal["kind"][] = ["invalid", "unprocessable", "notFound", "gone"];

async function answer(call: PageCall, address: PageAsked): Promise<LivePage> {
  if (address.file !== undefined) return { kind: "file", location: await fileAddress(call, address.file) };
  const early = address.record === undefined && !holdsFiles(call, address) ? tagOf(call) : null;
  if (early !== null && matchesEtag(call.known ?? "", early)) return { kind: "same", etag: early };
  const { title, main } =
    address.record === undefined ? await showTables(call, address) : await showRecordPage(call, address.record);
  // Which files are open to the reader is told by no revision.
  const etag = early ?? `"${sha256Hex(writeHtml(main)).slice(0, 32)}"`;
  return matchesEtag(call.known ?? "", etag)
    ? { kind: "same", etag }
    : { kind: "page", status: 200, title, main, etag };
}

/** Stands for all that a page is made from. */
function tagOf({ shown, href, request }: PageCall): string {
  const { title, database } = shown;
  const made = [
    RENDERER,
    PAGE_STYLESHEET,
    LIVE_STYLESHEET,
    database.document_id,
    database.seq,
    title,
    href,
    request.url.search,
  ];
  return `"${database.seq}-${sha256Hex(JSON.stringify(made)).slice(0, 24)}"`;
}

function holdsFiles({ shown }: PageCall, { table, view }: PageAsked): boolean {
  const table_id = table ?? shown.views.find(({ view_id }) => view_id === view)?.table_id;
  const of = shown.tables.find((one) => one.table_id === table_id) ?? shown.tables[0];
  return of?.fields.some(({ type }) => type === "attachment") ?? false;
}

interface Shown {
  title: string;
  main: Html;
}

async function showTables(call: PageCall, address: PageAsked): Promise<Shown> {
  const { shown } = call;
  if (shown.tables.length > 0) return { title: shown.title, main: frame(call, await showTable(call, address)) };
  const empty = html`<div class="card"><p>This database has no tables yet.</p></div>`;
  return { title: shown.title, main: frame(call, empty) };
}

async function showRecordPage(call: PageCall, record_id: number): Promise<Shown> {
  const { shown, href } = call;
  const { record, table } = await demandRecord(call, record_id);
  const files = await filesOf(call, table, [record]);
  const back = addressOf(href, { table: table.table_id });
  const cells = cellsOf({ href, asked: { table: table.table_id }, files, is_whole: true }, record);
  const page = html`${renderTabs({ href, tables: shown.tables, table })}${renderRecord({ table, record, cells, back })}`;
  return { title: `${titleOf(table.fields, record)} · ${shown.title}`, main: frame(call, page) };
}

async function demandRecord({ runtime, shown }: PageCall, record_id: number) {
  const record = await findRecord(runtime.database.sql, { ...shown, record_id, table_id: null });
  const table = shown.tables.find(({ table_id }) => table_id === record?.table_id);
  if (!record || !table) throw refuse.notFound(`record ${record_id} is not in this database, or not any more`);
  return { record, table };
}

/** Leads to a file of a record, as the reader may open it at this moment; `named` is the record, the field and the file's place. */
async function fileAddress(call: PageCall, named: string): Promise<string> {
  const [, record = "", key = "", index = ""] = /^(\d{1,15}):([^:]{1,100}):(\d{1,3})$/.exec(named) ?? [];
  if (record === "") {
    throw refuse.invalid(
      `the address says file=${cutWritten(named)}; a file is written as its record, its column and its place, such as file=12:photo:0`,
    );
  }
  const { record: found, table } = await demandRecord(call, Number(record));
  const ref = isAttachment(table, key) ? filesIn(own(found.data, key))[Number(index)] : undefined;
  const [file] = ref ? await findShownFiles(call.runtime.database.sql, { ...call, ...call.shown, refs: [ref] }) : [];
  if (!ref || !file) throw refuse.notFound("this file is not there any more, or not open to you");
  const { opened, runtime, now, request } = call;
  if (!file.is_held || opened.by !== "person") {
    return `/d/${file.slug}/${ref.path.split("/").map(encodeURIComponent).join("/")}`;
  }
  // On the host that was asked, which reads its pages' pictures from itself alone.
  return new URL(downloadAddress({ runtime, actor: opened.reader, now, request }, ref).url).pathname;
}

function isAttachment({ fields }: TableRow, key: string): boolean {
  return fields.some((field) => field.key === key && field.type === "attachment");
}

function frame({ shown }: PageCall, content: Html): Html {
  const { title, database, tables } = shown;
  const records = `${database.records.toLocaleString("en")} record${database.records === 1 ? "" : "s"}`;
  const many = `${tables.length} table${tables.length === 1 ? "" : "s"}`;
  return html`<header><h1 dir="auto">${title}</h1></header>
<p class="facts"><span>${many} · ${records} · changed ${timeOf(database.changed_at)}</span></p>
${content}`;
}

function faultPage(call: PageCall, { message }: Refusal): Html {
  const tabs = call.shown.tables.length > 0 && renderTabs({ ...call, tables: call.shown.tables, table: null });
  return frame(call, html`${tabs}${renderFault({ ...call, search: call.request.url.searchParams }, message)}`);
}
