// Filling a table from a file: a new table with guessed fields, or one that is there.
import { refuse, showsNothing, t, type WriteCall } from "../../../kernel/plugin.ts";
import {
  CONTENT_REFUSALS,
  checkContent,
  contentMembers,
  idempotencyKey,
  readContent,
  usingUploads,
} from "../../documents/port/create.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { askAboutImport } from "../exchange/import_texts.ts";
import {
  bodySource,
  closeImport,
  contentSource,
  fittingRows,
  type ImportRead,
  type RowsRead,
  readImport,
  refuseChanged,
  writeImport,
} from "../exchange/importing.ts";
import { IMPORT_FORMATS, type ImportFormat } from "../exchange/reading/source.ts";
import { keptName } from "../fields/mod.ts";
import { database } from "../permits.ts";
import { databaseParams, ShownField } from "../schemas.ts";
import { readDatabase } from "../store/databases.ts";
import { countGrowth, noteChange } from "../store/noting.ts";
import type { LoadedDatabase, TableRow } from "../store/rows.ts";
import { insertTable, readTable } from "../store/tables.ts";
import { demandFiles, keepFiles } from "../writing/media.ts";
import { asTrial } from "../writing/publishing.ts";
import { refuseTaken, refuseTooMany, takeTurn } from "./tables.ts";

const NAME_CHARS_MAX = 100;

export const reportMembers = {
  table_id: t.Nullable(t.Integer(), { description: "Null with dry_run where the table would be new." }),
  name: t.String(),
  fields: t.Array(ShownField, { description: "Those of a new table are guessed." }),
  dry_run: t.Boolean(),
  read: t.Integer({ description: "Rows: the sum of created, updated, skipped and failed." }),
  created: t.Integer(),
  updated: t.Integer(),
  skipped: t.Integer({ description: "Empty rows, and matched rows with nothing new." }),
  failed: t.Integer({ description: "Rows that were not taken; the others were." }),
  failures: t.Array(
    t.Object({
      row: t.Integer({ description: "As a spreadsheet counts, or the line in JSON Lines." }),
      key: t.Nullable(t.String()),
      code: t.String(),
      message: t.String(),
    }),
    { description: "The first of what was wrong." },
  ),
  empty_formulas: t.Array(t.Object({ row: t.Integer(), key: t.String(), message: t.String() }), {
    description: "The first of what was left empty: formulas whose value the file does not hold.",
  }),
  ignored_columns: t.Array(t.String()),
  replayed: t.Boolean({
    description: "True for the answer to a repeated idempotency_key: nothing was written again.",
  }),
};

const ImportReport = t.Object(reportMembers, { $id: "DatabaseImport" });

/** What is asked of a file, whichever way it comes and whatever it fills. */
export const fileMembers = {
  filename: t.Optional(
    t.Name({
      minLength: 1,
      maxLength: 255,
      description: "Its ending tells the format: .csv, .jsonl, .xlsx.",
      examples: ["people.csv"],
    }),
  ),
  format: t.Optional(t.OneOf(IMPORT_FORMATS, { description: "Where no filename tells it." })),
  name: t.Optional(
    t.Name({
      minLength: 1,
      maxLength: NAME_CHARS_MAX,
      pattern: "\\S",
      description: "Of the new table; the filename's when absent.",
    }),
  ),
  sheet: t.Optional(t.String({ maxLength: 255, description: "Of an Excel file; the first when absent." })),
  dry_run: t.Optional(t.Boolean({ default: false, description: "Only say what would be, refusals included." })),
  idempotency_key: idempotencyKey,
};

/** The same for a database that is there. */
const wantedMembers = {
  ...fileMembers,
  table_id: t.Optional(t.Id({ description: "The table to fill; without it, a new one is made." })),
  match: t.Optional(t.String({ maxLength: 100, description: "The key of a field by which rows find their records." })),
  skip_unknown: t.Optional(t.Boolean({ default: false, description: "Leave out columns that no field has." })),
};

const importing = {
  params: databaseParams,
  output: ImportReport,
  permit: database("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  once: "idempotency_key",
  marks_repeat: "replayed",
  audit: "record.imported" as const,
} as const;

export const importTable = operation({
  ...importing,
  id: "database.import",
  route: "POST /api/databases/{database_id}/tables/import",
  summary: "Fill a table from a CSV, JSON Lines or Excel file",
  description:
    "The body is the file, up to 64 MiB, and all of it is one transaction. Its first row names the columns: keys or labels of the table's fields, or of a new table, whose types are guessed. With match a row changes the record that has the same value there, and its empty cells change nothing.",
  query: t.Object(wantedMembers),
  raw: "upload",
  rules: ({ query }) => void wantedOf(query),
  refuses: [409, 413],
  prepare: async (call, { query }) => {
    const made = await readImport(call, wantedOf(query), bodySource(call));
    return { ...made, fingerprint: made.sha256 };
  },
  run: (call, { query }, made) => writeRows(call, wantedOf(query), made),
});

export const importContent = operation({
  ...importing,
  id: "database.import_content",
  route: "POST /api/databases/{database_id}/import",
  tool: {
    name: "import_records",
    wording:
      "Fill a table, or a new one, from a CSV, JSON Lines or Excel file: its text, or upload_id of a file sent by create_upload with stage: true.",
  },
  summary: "Fill a table from a file's content, or from a file that was sent ahead",
  description:
    "As the import of a file that is the body. With dry_run a file that was sent ahead stays for the next call.",
  body: t.Object({ ...wantedMembers, ...contentMembers }),
  rules: async ({ body }) => {
    wantedOf(body);
    await checkContent(body, { filled: true });
  },
  refuses: [413, ...CONTENT_REFUSALS],
  prepare: async (call, { body }) =>
    readImport(call, wantedOf(body), await contentSource(call, await readContent(call, body))),
  run: async (call, { body }, made) => {
    const { upload_id, dry_run } = body;
    const { doc_id, version } = call.subject;
    const used = upload_id === undefined || dry_run ? [] : [{ upload_id }];
    const { report } = await usingUploads(call, used, async () => {
      return { document: { doc_id, version }, report: await writeRows(call, wantedOf(body), made) };
    });
    return report;
  },
});

type Wanted = ReturnType<typeof wantedOf>;

/** Writes what was read, and answers the report. */
export async function writeRows(call: WriteCall<LoadedDatabase>, wanted: Wanted, made: ImportRead) {
  const { table: before } = made;
  const name = before?.name ?? nameOf(wanted);
  call.afterCommit(() => closeImport(made));
  if (wanted.dry_run) await fittingRows(call, made);
  await askAboutImport(wanted.dry_run ? asTrial(call) : call, made, name);
  await takeTurn(call);
  if (!before) {
    await refuseTooMany(call);
    await refuseTaken(call, name, null);
  }
  if (wanted.dry_run) {
    const rows = await made.rows;
    if (before) await demandFiles(call, before, rows.files);
    return { ...reportOf(rows, name), table_id: before?.table_id ?? null, dry_run: true };
  }
  const table = before ?? (await makeTable(call, made, name));
  await refuseOthers(call, made);
  const rows = await writeImport(call, made, table);
  // A table that is made of what was found has no fields for files.
  if (before) await demandFiles(call, before, rows.files);
  await keepFiles(call, rows.files);
  countGrowth(call, call.subject, rows.grown);
  const { created, updated, skipped, failed } = rows;
  call.note("record.imported", {
    target_type: "doc",
    target_id: call.subject.doc_id,
    meta: {
      ...{ database_id: call.subject.doc_id, table_id: table.table_id, name, format: wanted.format },
      ...{ created, updated, skipped, failed },
    },
  });
  return { ...reportOf(rows, name), table_id: table.table_id, dry_run: false };
}

/** What came of the rows, as the report says it. */
export function reportOf(rows: RowsRead, name: string) {
  const { fields, slots: _slots, grown: _grown, created_at: _at, files: _files, ...counts } = rows;
  return { ...counts, fields: fields.map((field) => ({ ...field })), name, replayed: false };
}

async function makeTable(call: WriteCall<LoadedDatabase>, { fields }: ImportRead, name: string): Promise<TableRow> {
  const table = await insertTable(call, { ...call.subject, name, fields });
  await noteChange(call, call.subject, { op: "schema", table_id: table.table_id, version: table.schema_version });
  return table;
}

/** Throws 409 where the table is another by now, or where anything changed in the database of which rows matched the records. */
async function refuseOthers({ sql, subject }: WriteCall<LoadedDatabase>, made: ImportRead): Promise<void> {
  if (!made.table) return;
  const current = await readTable(sql, { ...subject, table_id: made.table.table_id });
  if (!current || current.deleted_at || current.schema_version !== made.table.schema_version) throw refuseChanged();
  if (made.seq === null) return;
  const row = await readDatabase(sql, subject.document_id);
  if (row?.seq !== made.seq) throw refuseChanged();
}

interface Query {
  filename?: string;
  format?: ImportFormat;
  table_id?: number;
  name?: string;
  sheet?: string;
  match?: string;
  skip_unknown?: boolean;
  dry_run?: boolean;
}

const ENDINGS: Readonly<Record<string, ImportFormat>> = {
  csv: "csv",
  tsv: "csv",
  txt: "csv",
  jsonl: "jsonl",
  ndjson: "jsonl",
  xlsx: "xlsx",
};

export function wantedOf(query: Query) {
  const { filename = "", table_id, name, sheet, match, skip_unknown = false, dry_run = false } = query;
  const ending = filename.slice(filename.lastIndexOf(".") + 1).toLowerCase();
  const format =
    query.format ?? (filename.includes(".") && Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined);
  if (!format) {
    throw refuse.invalid(
      `say what the file is: send filename with .csv, .jsonl or .xlsx, or format as one of ${IMPORT_FORMATS.join(", ")}`,
    );
  }
  if (sheet !== undefined && format !== "xlsx") throw refuse.invalid(`sheet goes with xlsx; the file is ${format}`);
  if (table_id === undefined && match !== undefined)
    throw refuse.invalid("match goes with table_id: a new table has no records");
  if (table_id !== undefined && name !== undefined)
    throw refuse.invalid("name is that of a new table; leave it out with table_id");
  if (table_id === undefined) nameOf(query);
  return { format, filename, name, table_id, sheet, match, skip_unknown, dry_run };
}

/** What the new table is called. Throws 400 where nothing says it. */
export function nameOf({ name, filename = "" }: { name?: string | undefined; filename?: string }): string {
  const stem = filename.replace(/\.[^.]*$/, "").slice(filename.lastIndexOf("/") + 1);
  const found = keptName(name ?? [...stem].slice(0, NAME_CHARS_MAX).join(""));
  if (showsNothing(found)) throw refuse.invalid("send the name of the new table, or table_id for one that is there");
  return found;
}
