// Making, reading and changing tables.

import { Refusal, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { checkAs } from "../../../kernel/ports/input.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { capOf, operation } from "../../operation.ts";
import { parseFolder } from "../../places/port.ts";
import { changeFields, checkFields, FIELD_CHANGE, type Field, type FieldChange, keptName } from "../fields/mod.ts";
import { database, refuseMissingTable, table } from "../permits.ts";
import { refuseLimit, refuseSchema } from "../refusals.ts";
import { databaseParams, Field as FieldInput, Table, tableParams } from "../schemas.ts";
import { showTable } from "../showing.ts";
import { lockDatabase, readDatabase } from "../store/databases.ts";
import { countGrowth, noteChange } from "../store/noting.ts";
import type { LoadedDatabase, LoadedTable, TableRow } from "../store/rows.ts";
import { countWithout, findTableByName, insertTable, readTable, updateTable } from "../store/tables.ts";
import { demandSources } from "../writing/media.ts";
import { askAboutTable, asTrial } from "../writing/publishing.ts";

const SINCE = "2026-11-23";
const FIELDS_SENT_MAX = 1000;
const name = t.Name({ minLength: 1, maxLength: 100, pattern: "\\S", description: "Unique in the database." });

export const createTable = operation({
  id: "database.create_table",
  route: "POST /api/databases/{database_id}/tables",
  tool: {
    name: "create_table",
    wording: "Make a table with its fields, such as {key: status, label: Status, type: select, options: [open, done]}.",
  },
  summary: "Make a table",
  params: databaseParams,
  body: t.Object({
    name,
    fields: t.Array(FieldInput, { maxItems: FIELDS_SENT_MAX, description: "Its fields, in order." }),
  }),
  output: Table,
  status: 201,
  rules: ({ body }) => void checkedFields(body.fields),
  permit: database("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: {
    "database.table_create": {
      says: { en: "made the table {name} in {on}", de: "hat die Tabelle {name} in {on} erstellt" },
      since: SINCE,
      on: ["doc"],
      meta: { table_id: "integer", name: "string", fields: "integer" },
    },
  },
  refuses: [409],
  run: async (call, { body }) => {
    const { subject, note } = call;
    const fields = checkedFields(body.fields);
    const called = keptName(body.name);
    await takeTurn(call);
    await refuseTooMany(call);
    await refuseTaken(call, called, null);
    await demandSources(call, fields, []);
    await askAboutTable(call, { name: called, fields }, null);
    const made = await insertTable(call, { ...subject, name: called, fields });
    await noteChange(call, subject, { op: "schema", table_id: made.table_id, version: 1 });
    countGrowth(call, subject, 0);
    note("database.table_create", {
      target_type: "doc",
      target_id: subject.doc_id,
      meta: { table_id: made.table_id, name: called, fields: fields.length },
    });
    return showTable(made);
  },
});

export const readTableShape = operation({
  id: "database.table",
  route: "GET /api/databases/{database_id}/tables/{table_id}",
  summary: "Show a table with its fields",
  params: tableParams,
  output: Table,
  permit: table("view"),
  connection_limit: "places",
  run: ({ subject }) => showTable(subject.table),
});

const ChangedTable = t.Object(
  {
    ...Table.properties,
    dry_run: t.Optional(t.Boolean({ description: "True: nothing was changed, and this is what would be." })),
    failing: t.Optional(
      t.Array(t.Object({ field: t.String(), records: t.Integer() }), {
        description: "With dry_run: how many records would break the new rule of a field.",
      }),
    ),
  },
  { $id: "ChangedDatabaseTable" },
);

export const changeTable = operation({
  id: "database.update_table",
  route: "PATCH /api/databases/{database_id}/tables/{table_id}",
  tool: {
    name: "update_table",
    wording: "Rename a table, or add, change and order its fields; with dry_run only say what would be.",
    requires_one: ["name", "add_fields", "update_fields", "order"],
    like: { add_fields: "create_table.fields" },
  },
  summary: "Change a table's name and fields",
  description:
    "Keys and options stay, text may become long_text, limits of attachments only widen. A field can be required at once only in an empty table; in another, records without it are counted and the change is refused.",
  params: tableParams,
  body: t.Object({
    base_version: t.Version({
      description: "The table's schema_version that you began from; 409 when it is another by now.",
    }),
    name: t.Optional(name),
    add_fields: t.Optional(t.Array(FieldInput, { maxItems: FIELDS_SENT_MAX, description: "Fields to add." })),
    update_fields: t.Optional(
      t.Array(
        t.Json({
          description: "The field's key, and what changes: label, required, default, options and the like.",
          examples: [{ key: "status", options: ["open", "done", "late"] }],
        }),
        { maxItems: FIELDS_SENT_MAX, description: "Fields to change." },
      ),
    ),
    order: t.Optional(
      t.Array(t.String({ maxLength: 200 }), {
        maxItems: FIELDS_SENT_MAX,
        description: "Field keys in their new order.",
      }),
    ),
    dry_run: t.Optional(
      t.Boolean({ default: false, description: "Change nothing, and count the records that would fail." }),
    ),
  }),
  output: ChangedTable,
  rules: ({ body: { name: renamed, add_fields, update_fields, order } }) => {
    checkFolders([...(add_fields ?? []), ...(checkedChanges(update_fields) ?? [])]);
    if (renamed === undefined && !add_fields && !update_fields && !order)
      throw refuse.invalid('say what changes: send "name", "add_fields", "update_fields" or "order"');
  },
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: {
    "database.table_update": {
      says: { en: "changed the table {name} in {on}", de: "hat die Tabelle {name} in {on} geändert" },
      since: SINCE,
      on: ["doc"],
      meta: { table_id: "integer", name: "string", schema_version: "integer" },
    },
  },
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, subject } = call;
    await takeTurn(call);
    const current = await demandTable(call);
    if (current.schema_version !== body.base_version) throw refuseStaleSchema(current, body.base_version);
    const changes = { ...body, update_fields: checkedChanges(body.update_fields) };
    const changed = changeFields(current.fields, changes, { records: current.records });
    if ("faults" in changed) throw refuseSchema(changed.faults);
    const renamed = body.name === undefined ? current.name : keptName(body.name);
    if (renamed !== current.name) await refuseTaken(call, renamed, current.table_id);
    await demandSources(call, changed.fields, current.fields);
    const failing = await countWithout(sql, { ...subject, table_id: current.table_id, keys: changed.rechecks });
    const next = { name: renamed, fields: changed.fields };
    if (body.dry_run) {
      await askAboutTable(asTrial(call), next, current);
      const schema_version = current.schema_version + 1;
      return { ...showTable({ ...current, ...next, schema_version }), dry_run: true, failing };
    }
    refuseFailing(failing);
    if (isSame(current, next)) return showTable(current);
    await askAboutTable(call, next, current);
    const row = await updateTable(call, current, { ...next, document_id: subject.document_id });
    await noteChange(call, subject, { op: "schema", table_id: row.table_id, version: row.schema_version });
    countGrowth(call, subject, 0);
    call.note("database.table_update", {
      target_type: "doc",
      target_id: subject.doc_id,
      meta: { table_id: row.table_id, name: row.name, schema_version: row.schema_version },
    });
    return showTable(row);
  },
});

/** Throws 400 that names the first field that no table can have. */
function checkedFields(sent: Parameters<typeof checkFields>[0]): Field[] {
  const checked = checkFields(sent);
  if ("faults" in checked) throw refuseSchema(checked.faults);
  checkFolders(sent);
  return checked.fields;
}

/** Throws 400 for a folder that no file could be put in. */
function checkFolders(sent: readonly Pick<FieldChange, "key" | "folder">[]): void {
  for (const { key: field, folder } of sent) {
    try {
      parseFolder(folder ?? "");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw refuseSchema([{ field, rule: "folder", message: `${field}: ${error.message}` }]);
    }
  }
}

/** Throws 422 and 400 as for a member that is declared: the whole of its schema twice would be long for the readers of tools. */
function checkedChanges(sent: readonly Record<string, unknown>[] | undefined): FieldChange[] | undefined {
  return sent?.map((one, index) => checkAs(FIELD_CHANGE, one, ["body", "update_fields", index]));
}

/** From here on nobody else writes into the database. Throws 404 for one that is gone. */
export async function takeTurn(call: WriteCall<LoadedDatabase>): Promise<void> {
  await lockDatabase(call.sql, call.subject);
}

/** The table as it is now; 404 once it is gone. */
export async function demandTable({ sql, subject }: WriteCall<LoadedTable>): Promise<TableRow> {
  const current = await readTable(sql, { ...subject, table_id: subject.table.table_id });
  if (!current || current.deleted_at) throw refuseMissingTable(subject.table.table_id);
  return current;
}

/** Throws 409 for a table that is another by now. */
export function refuseStaleSchema(current: TableRow, base: number): Error {
  return refuse.conflict(
    `the table's schema_version is ${current.schema_version} by now, not ${base}; read the table, and send your change with that`,
    { code: "version_conflict", current_version: current.schema_version, table: showTable(current) },
  );
}

/** Throws 409 for a database that has as many tables as one may. */
export async function refuseTooMany(call: WriteCall<LoadedDatabase>): Promise<void> {
  const row = await readDatabase(call.sql, call.subject.document_id);
  const max = capOf(call.runtime, "tables_per_database");
  if (row && row.tables >= max)
    throw refuseLimit(`a database has at most ${max} tables; delete one, or make another database`, max);
}

/** Throws 409 where another live table of the database has the name. */
export async function refuseTaken(
  call: WriteCall<LoadedDatabase>,
  wanted: string,
  tableId: number | null,
  instead = "choose another name",
): Promise<void> {
  const holder = await findTableByName(call.sql, { ...call.subject, name: wanted });
  if (!holder || holder.table_id === tableId) return;
  throw refuse.conflict(`the database has a table "${holder.name}" already (${holder.table_id}); ${instead}`, {
    code: "already_exists",
  });
}

function refuseFailing(failing: readonly { field: string; records: number }[]): void {
  const [first] = failing;
  if (!first) return;
  throw refuse.invalid(
    `${first.field} cannot be required: ${first.records} records have no value in it; fill them in first, or look with dry_run`,
    {
      code: "validation_failed",
      field: first.field,
      rule: "required",
      fields: failing.map(({ field, records }) => ({
        key: field,
        code: "required",
        message: `${field} has no value in ${records} records`,
      })),
      failing,
    },
  );
}

function isSame(current: TableRow, next: { name: string; fields: readonly Field[] }): boolean {
  return current.name === next.name && Bun.deepEquals(current.fields, next.fields);
}
