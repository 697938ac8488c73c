// Making, reading, changing and deleting records one by one.

import { type NotingCall, t } from "../../../kernel/plugin.ts";
import type { NotedRows } from "../../../kernel/ports/operation.ts";
import { idempotencyKey } from "../../documents/port/create.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { database, table } from "../permits.ts";
import {
  CreatedRecord,
  databaseId,
  Record as RecordShape,
  RecordWithTable,
  recordId,
  recordParams,
  tableParams,
} from "../schemas.ts";
import { showRecord } from "../showing.ts";
import { findRecord } from "../store/records.ts";
import type { LoadedTable, RecordRow } from "../store/rows.ts";
import { tellChange } from "../waiting.ts";
import { recordRefusal } from "../writing/bounds.ts";
import { createEntry, mergeEntry } from "../writing/entries.ts";
import { namedBy } from "../writing/media.ts";
import { findBase, noteRecord, refuseMissingRecord, shareChange, writeOne } from "../writing/one.ts";
import { askAboutRecords, nameOf } from "../writing/publishing.ts";
import { createTogether } from "../writing/together.ts";

const sentData = t.Json({
  description: "Values by field key, as get_database shows the fields.",
  examples: [{ name: "Anna" }],
});

export const createRecord = operation({
  id: "database.create_record",
  route: "POST /api/databases/{database_id}/tables/{table_id}/records",
  tool: { name: "create_record", wording: "Add a record to a table.", gives: ["id", "version", "replayed"] },
  summary: "Add a record",
  params: tableParams,
  body: t.Object({ data: sentData, idempotency_key: idempotencyKey }),
  output: CreatedRecord,
  status: 201,
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  once: "idempotency_key",
  marks_repeat: "replayed",
  audit: "record.created",
  refuses: [409, 413],
  single: async (call, { body }) => {
    const { subject, now } = call;
    const entry = createEntry(subject.table, body.data);
    const op = { op: "create" as const, entry };
    // Files are looked at, and kept, in a transaction.
    if (namedBy(subject.table, { op }).length > 0) return null;
    tellChange(call);
    noteRecord(call, "record.created", { table_id: subject.table.table_id, version: 1 });
    // Behind that row, which is the first and is given the record's number.
    await askAboutRecords(call, subject.table, [{ op, name: nameOf(op) }]);
    const share = async (noted: NotedRows) => {
      const record_id = await createTogether(call, { entry, noted }).catch((error: unknown) => {
        throw recordRefusal(call, error);
      });
      if (record_id === null) return null;
      const { table_id, schema_version, fields } = subject.table;
      const row = { record_id, table_id, version: 1, schema_version, form_status: null, data: entry.data };
      return { value: { ...showRecord({ ...row, created_at: now, updated_at: now }, fields), replayed: false } };
    };
    return { share };
  },
  run: async (call, { body }) => {
    const { row, table: current } = await writeOne(call, async (fresh) => ({
      op: "create",
      entry: createEntry(fresh, body.data),
    }));
    noteRecord(call, "record.created", row);
    return { ...showRecord(row, current.fields), replayed: false };
  },
});

export const readRecord = operation({
  id: "database.table_record",
  route: "GET /api/databases/{database_id}/tables/{table_id}/records/{record_id}",
  summary: "Show a record of a table",
  params: recordParams,
  output: RecordShape,
  permit: table("view"),
  connection_limit: "places",
  run: async ({ sql, subject }, { params }) => {
    const row = await findRecord(sql, { ...subject, ...params });
    if (!row) throw refuseMissingRecord(params.record_id);
    return showRecord(row, row.fields);
  },
});

export const readRecordAnywhere = operation({
  id: "database.record",
  route: "GET /api/databases/{database_id}/records/{record_id}",
  tool: { name: "get_record", wording: "Show a record by its id, whichever table it is in.", idempotent: true },
  summary: "Show a record, whichever table it is in",
  params: t.Object({ database_id: databaseId, record_id: recordId }),
  output: RecordWithTable,
  permit: database("view"),
  connection_limit: "places",
  run: async ({ sql, subject }, { params }) => {
    const row = await findRecord(sql, { ...subject, ...params, table_id: null });
    if (!row) throw refuseMissingRecord(params.record_id);
    return { ...showRecord(row, row.fields), table_id: row.table_id };
  },
});

export const changeRecord = operation({
  id: "database.update_record",
  route: "PATCH /api/databases/{database_id}/tables/{table_id}/records/{record_id}",
  tool: {
    name: "update_record",
    wording: "Change some values of a record; null clears one.",
    gives: ["id", "version", "data"],
  },
  summary: "Change some values of a record",
  description:
    "Values that are not sent stay, null clears one. A stale base_version is a 409 with the record as it is now.",
  params: recordParams,
  body: t.Object({
    data: sentData,
    base_version: t.Version({ description: "The record's version that you began from." }),
  }),
  output: RecordShape,
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: "record.updated",
  refuses: [409, 413],
  single: async (call, { params, body }) => {
    const { subject } = call;
    const before = await findBase(quick(call), { ...params, base: body.base_version });
    const entry = mergeEntry(subject.table, before, body.data);
    const op = { op: "update" as const, id: before.record_id, base: before.version, entry };
    return shareChange(call, { op, before, action: "record.updated" }, (row) => showRecord(row, subject.table.fields));
  },
  run: async (call, { params, body }) => {
    const written = await writeOne(call, async (table) => {
      const before = await findBase(call, { ...params, base: body.base_version, table });
      const entry = mergeEntry(table, before, body.data);
      return { op: "update", id: before.record_id, base: before.version, entry, before };
    });
    if (written.is_changed) noteRecord(call, "record.updated", written.row);
    return showRecord(written.row, written.table.fields);
  },
});

export const deleteRecord = operation({
  id: "database.delete_record",
  route: "DELETE /api/databases/{database_id}/tables/{table_id}/records/{record_id}",
  tool: { name: "delete_record", wording: "Delete a record; it can be restored for 30 days.", destructive: true },
  summary: "Delete a record",
  description: "The feed tells of it; it can be restored for 30 days.",
  params: recordParams,
  query: t.Object({ base_version: t.Version({ description: "The record's version; 409 when it is another by now." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true), version: t.Integer() }),
  permit: table("edit"),
  connection_limit: "places",
  opens: null,
  audit: "record.deleted",
  refuses: [409, 423],
  single: async (call, { params, query }) => {
    const before = await findBase(quick(call), { ...params, base: query.base_version });
    const op = { op: "delete" as const, id: before.record_id, base: before.version };
    return shareChange(call, { op, before, action: "record.deleted" }, showDeletion);
  },
  run: async (call, { params, query }) => {
    const { row } = await writeOne(call, async (table) => {
      const before = await findBase(call, { ...params, base: query.base_version, table });
      return { op: "delete", id: before.record_id, base: before.version, before };
    });
    noteRecord(call, "record.deleted", row);
    return showDeletion(row);
  },
});

/** For one row by its key, outside of a transaction. */
function quick({ subject, runtime }: NotingCall<LoadedTable>) {
  return { sql: runtime.database.pipelinedSql, subject };
}

function showDeletion({ record_id, version }: RecordRow) {
  return { id: record_id, deleted: true as const, version };
}
