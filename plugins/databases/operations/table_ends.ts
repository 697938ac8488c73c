// Deleting a table, and restoring it within some days.
import { DAY_MS, later, refuse, t } from "../../../kernel/plugin.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { capOf, operation } from "../../operation.ts";
import { database, refuseMissingTable, table } from "../permits.ts";
import { refuseLimit } from "../refusals.ts";
import { Table, tableParams } from "../schemas.ts";
import { showTable } from "../showing.ts";
import { readDatabase } from "../store/databases.ts";
import { demandDeletable, isKept } from "../store/hold.ts";
import { countGrowth, noteChange } from "../store/noting.ts";
import { readTable, setTableDeleted } from "../store/tables.ts";
import { askAboutReturn } from "../writing/publishing.ts";
import { demandTable, refuseStaleSchema, refuseTaken, refuseTooMany, takeTurn } from "./tables.ts";

const SINCE = "2026-11-23";

export const deleteTable = operation({
  id: "database.delete_table",
  route: "DELETE /api/databases/{database_id}/tables/{table_id}",
  summary: "Delete a table with its records and views",
  description: "It can be restored for 7 days.",
  params: tableParams,
  query: t.Object({
    base_version: t.Version({ description: "The table's schema_version; 409 when it is another by now." }),
    confirm: t.Name({ maxLength: 200, description: "The table's name." }),
  }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true), restorable_until: t.Instant() }),
  permit: table("edit"),
  connection_limit: "places",
  opens: null,
  audit: {
    "database.table_delete": {
      says: { en: "deleted the table {name} in {on}", de: "hat die Tabelle {name} in {on} gelöscht" },
      since: SINCE,
      on: ["doc"],
      meta: { table_id: "integer", name: "string", records: "integer" },
    },
  },
  refuses: [409, 423],
  run: async (call, { query }) => {
    const { sql, subject, now, runtime } = call;
    await takeTurn(call);
    const current = await demandTable(call);
    await demandDeletable(sql, subject.document_id, `the table "${current.name}"`);
    if (current.schema_version !== query.base_version) throw refuseStaleSchema(current, query.base_version);
    if (query.confirm !== current.name)
      throw refuse.invalid(
        `confirm is "${query.confirm}", and the table is called "${current.name}"; send its name to delete it`,
      );
    await setTableDeleted(call, { document_id: subject.document_id, table: current, deleted: true });
    await noteChange(call, subject, { op: "schema", table_id: current.table_id, version: null });
    countGrowth(call, subject, -current.record_bytes);
    call.note("database.table_delete", {
      target_type: "doc",
      target_id: subject.doc_id,
      meta: { table_id: current.table_id, name: current.name, records: current.records },
    });
    const until = later(now, capOf(runtime, "table_restore_days") * DAY_MS);
    return { id: current.table_id, deleted: true as const, restorable_until: until.toISOString() };
  },
});

export const restoreTable = operation({
  id: "database.restore_table",
  route: "POST /api/databases/{database_id}/tables/{table_id}/restore",
  summary: "Bring a deleted table back, within 7 days",
  params: tableParams,
  output: Table,
  permit: database("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: {
    "database.table_restore": {
      says: { en: "restored the table {name} in {on}", de: "hat die Tabelle {name} in {on} wiederhergestellt" },
      since: SINCE,
      on: ["doc"],
      meta: { table_id: "integer", name: "string", records: "integer" },
    },
  },
  refuses: [409, 413],
  run: async (call, { params }) => {
    const { sql, subject, now, runtime } = call;
    await takeTurn(call);
    const row = await readTable(sql, { ...subject, table_id: params.table_id });
    const oldest = later(now, -capOf(runtime, "table_restore_days") * DAY_MS);
    const isOver = row?.deleted_at && row.deleted_at <= oldest;
    if (!row || (isOver && !(await isKept(sql, { ...subject, since: oldest }))))
      throw refuseMissingTable(params.table_id);
    if (!row.deleted_at) throw refuse.conflict(`table "${row.name}" is not deleted; there is nothing to bring back`);
    await refuseTooMany(call);
    await refuseTaken(call, row.name, row.table_id, "rename that one, and bring this back then");
    const records = (await readDatabase(sql, subject.document_id))?.records ?? 0;
    const max = capOf(runtime, "records_per_database");
    if (records + row.records > max) {
      throw refuseLimit(
        `with the ${row.records} records of "${row.name}" the database would hold ${records + row.records}; at most ${max} are allowed`,
        max,
      );
    }
    await askAboutReturn(call, row);
    await setTableDeleted(call, { document_id: subject.document_id, table: row, deleted: false });
    await noteChange(call, subject, { op: "schema", table_id: row.table_id, version: row.schema_version });
    countGrowth(call, subject, row.record_bytes);
    call.note("database.table_restore", {
      target_type: "doc",
      target_id: subject.doc_id,
      meta: { table_id: row.table_id, name: row.name, records: row.records },
    });
    return showTable({ ...row, updated_at: now });
  },
});
