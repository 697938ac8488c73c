// Making, listing and reading databases.
import { type Call, nextCursor, type PrepareCall, paging, t, type WriteCall } from "../../../kernel/plugin.ts";
import {
  asPlaced,
  type Content,
  createDocument,
  folder,
  idempotencyKey,
  keepFile,
  keepPage,
  placement,
  publishTarget,
  setLater,
  type Target,
  titleText,
} from "../../documents/port/create.ts";
import type { manifest } from "../../manifest.ts";
import { capOf, operation } from "../../operation.ts";
import { isPersonal, parseFolder, rootNamed } from "../../places/port.ts";
import { pageOf, SOURCE, SOURCE_PATH } from "../page.ts";
import { database } from "../permits.ts";
import { databaseFormsHook } from "../port.ts";
import { Database, DatabaseDetail, databaseParams, ListedDatabase } from "../schemas.ts";
import { type Parts, showDatabase, showListed } from "../showing.ts";
import { DATABASES, insertDatabase, listDatabases, listTables, listViews } from "../store/databases.ts";
import type { LoadedDatabase } from "../store/rows.ts";

const PAGE_MAX = 200;

export const createDatabase = operation({
  id: "database.create",
  route: "POST /api/databases",
  tool: {
    name: "create_database",
    wording: "Make a database, open to nobody else at first; then make its tables with create_table.",
    gives: ["doc", "revision"],
  },
  summary: "Make a database",
  description: "It is a document of its folder: moving, sharing, trash, retention and the like are those of documents.",
  body: t.Object({
    title: titleText("What it is called."),
    folder,
    root: placement.root,
    idempotency_key: idempotencyKey,
  }),
  elsewhere: {
    ...setLater("visibility", "password", "listing", "retention_days", "expires_at", "tags", "attrs", "description"),
    ...setLater("alias", "legal_hold"),
    tables: { hint: "make each with POST /api/databases/{database_id}/tables", holds: () => [] },
    fields: {
      hint: "they are of its tables; make each with POST /api/databases/{database_id}/tables",
      holds: () => [],
    },
    records: { hint: "they are of its tables; make a table, then its records", holds: () => [] },
  },
  output: Database,
  status: 201,
  rules: ({ body }) => void parseFolder(body.folder ?? ""),
  permit: ({ body }) => publishTarget(body),
  connection_limit: "places",
  publishes: ({ body: _body }, target) => asPlaced({}, target),
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.publish",
  refuses: [413],
  prepare: (call, { body }): Promise<Content> => makeContent(call, body.title),
  run: async (call, _input, content) =>
    showDatabase(await makeDatabase(call, content), { tables: [], views: [], forms: [] }, call),
});

/** The files of a new database. */
export async function makeContent(call: PrepareCall, title: string): Promise<Content> {
  const files = await Promise.all([
    keepFile(call, { path: SOURCE_PATH, bytes: SOURCE }),
    keepPage(call, pageOf(title)),
  ]);
  return { kind: "database", doc_type: "database", title, title_set: true, source_path: SOURCE_PATH, files };
}

/** Makes a database without tables where the call's subject says, open to nobody else. */
export async function makeDatabase(call: WriteCall<Target>, content: Content): Promise<LoadedDatabase> {
  const making = { content, target: call.subject };
  const document = await createDocument(call, making, { visibility: "restricted", title: content.title });
  const database = await insertDatabase(call.sql, { ...document, now: call.now });
  return { ...document, place_level: document.level, audience: null, database };
}

export const readDatabases = operation({
  id: "database.list",
  route: "GET /api/databases",
  tool: {
    name: "list_databases",
    wording: "List the databases that you may open, the newest first.",
    idempotent: true,
  },
  summary: "List databases, the newest first",
  query: t.Object({
    root: t.Optional(
      t.String({ description: "A shared root's slug, or ~ for My documents; without it, all that is listed to you." }),
    ),
    folder: t.Optional(t.String({ maxLength: 1024, description: "Only databases in this folder." })),
    recursive: t.Optional(t.Boolean({ default: true, description: "The folder's subfolders too." })),
    ...paging({ maximum: PAGE_MAX, default: PAGE_MAX }),
  }),
  output: t.Object({ databases: t.Array(ListedDatabase), ...nextCursor }),
  rules: ({ query }) => void parseFolder(query.folder ?? ""),
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { sql, actor, now, subject: root } = call;
    const view = query.root !== undefined && isPersonal(query.root) ? "mine" : "all";
    const folder = query.folder === undefined ? null : parseFolder(query.folder);
    const scope = { actor, now, root, view, folder, recursive: query.recursive ?? true } as const;
    const found = await listDatabases(sql, { ...scope, ...DATABASES.options(query) });
    const { rows, next } = DATABASES.page(found, query);
    return { databases: rows.map(showListed), ...next };
  },
});

/** What a client can run into while it writes, asks, imports and exports, under the names that a database's detail gives it. */
const LIMITS = {
  tables: "tables_per_database",
  records: "records_per_database",
  forms: "forms_per_database",
  fields_per_table: "fields_per_table",
  views_per_table: "views_per_table",
  options_per_field: "options_per_field",
  choices_per_value: "choices_per_value",
  record_bytes: "record_bytes",
  text_chars: "text_field_chars",
  long_text_chars: "long_text_field_chars",
  json_levels: "json_field_levels",
  json_values: "json_field_values",
  files_per_attachment: "files_per_attachment",
  attachment_file_bytes: "attachment_file_bytes",
  sources_per_review: "sources_per_review",
  comments_per_review: "comments_per_review",
  replies_per_review_comment: "replies_per_review_comment",
  records_per_page: "records_per_page",
  query_bytes: "record_page_bytes",
  filters_per_query: "filters_per_query",
  aggregate_groups: "aggregate_groups",
  ops_per_batch: "ops_per_batch",
  batch_bytes: "batch_bytes",
  media_per_request: "media_per_request",
  import_bytes: "database_import_bytes",
  export_bytes: "database_export_bytes",
  form_request_bytes: "form_request_bytes",
} as const satisfies Record<string, keyof typeof manifest.caps>;

export const readDatabase = operation({
  id: "database.read",
  route: "GET /api/databases/{database_id}",
  tool: {
    name: "get_database",
    wording: "Show a database's tables with their fields, its views and forms, its limits and what it uses of them.",
    idempotent: true,
  },
  summary: "Show a database with its tables, views, forms, limits and usage",
  params: databaseParams,
  output: DatabaseDetail,
  permit: database("view"),
  connection_limit: "places",
  run: async (call) => {
    const { subject, runtime } = call;
    const { tables, records, record_bytes } = subject.database;
    return {
      ...showDatabase(subject, await readParts(call), call),
      limits: Object.fromEntries(Object.entries(LIMITS).map(([name, cap]) => [name, capOf(runtime, cap)])),
      usage: { tables, records, record_bytes },
    };
  },
});

/** What a database holds beside its records. */
async function readParts(call: Call<LoadedDatabase>): Promise<Parts> {
  const { sql, subject, actor, now } = call;
  const [tables, views, forms] = await Promise.all([
    listTables(sql, subject),
    listViews(sql, subject),
    call.callHook(databaseFormsHook, { sql, actor, now, database: subject }),
  ]);
  return { tables, views, forms: forms.flat() };
}
