// A toy above databases: answers that nobody in particular writes into a table, unfinished at first, and completes.
import { operationFor, type Plugin, t, type WriteCall } from "../../../kernel/plugin.ts";
import {
  boundsFor,
  completeEntry,
  createEntry,
  findRecord,
  type LoadedTable,
  mergeEntry,
  type RecordOp,
  readTable,
  recordRefusal,
  refuseMissingRecord,
  refuseMissingTable,
  refuseStale,
  showRecord,
  type TableRow,
  table,
  writeRecords,
} from "../../../plugins/databases/port.ts";

const operation = operationFor<never, never>();
const params = t.Object({ database_id: t.String(), table_id: t.Id() });
const Answered = t.Object({
  id: t.Integer(),
  data: t.Json(),
  version: t.Integer(),
  form_status: t.Nullable(t.String()),
});

/** Written by nobody: a table that changes meanwhile is read again. */
async function write(call: WriteCall<LoadedTable>, make: (fields: TableRow) => Promise<RecordOp>) {
  const { subject, runtime, actor } = call;
  for (let fields: TableRow = subject.table; ; ) {
    const op = await make(fields);
    const work = { database: subject, table: fields, ops: [op], is_atomic: true };
    const bounds = boundsFor(runtime, actor.workspace.plan);
    const results = await writeRecords({ ...call, actor: null }, work, bounds).catch((error: unknown) => {
      throw recordRefusal(call, error);
    });
    if (results) {
      const row =
        results[0] && (await findRecord(call.sql, { ...subject, table_id: fields.table_id, record_id: results[0].id }));
      if (!row) throw refuseMissingRecord(0);
      call.note("answer.write", { target_type: "doc", target_id: subject.doc_id });
      return showRecord(row, fields.fields);
    }
    const fresh = await readTable(call.sql, { ...subject, table_id: fields.table_id });
    if (!fresh || fresh.deleted_at) throw refuseMissingTable(fields.table_id);
    fields = fresh;
  }
}

const begin = operation({
  id: "answer.begin",
  route: "POST /api/toy/answers/{database_id}/{table_id}",
  summary: "Begin an answer",
  params,
  body: t.Object({ data: t.Json() }),
  output: Answered,
  permit: table("edit"),
  connection_limit: "places",
  opens: null,
  audit: "answer.write",
  refuses: [409, 413],
  run: (call, { body }) =>
    write(call, async (fields) => ({ op: "create", entry: createEntry(fields, body.data, "draft") })),
});

const go = operation({
  id: "answer.save",
  route: "PUT /api/toy/answers/{database_id}/{table_id}/{record_id}",
  summary: "Go on with an answer, or complete it",
  params: t.Object({ ...params.properties, record_id: t.Id() }),
  body: t.Object({ data: t.Optional(t.Json()), base_version: t.Version() }),
  output: Answered,
  permit: table("edit"),
  connection_limit: "places",
  opens: null,
  audit: "answer.write",
  refuses: [409, 413],
  run: (call, { params: { record_id }, body }) =>
    write(call, async (fields) => {
      const before = await findRecord(call.sql, { ...call.subject, table_id: fields.table_id, record_id });
      if (!before) throw refuseMissingRecord(record_id);
      if (before.version !== body.base_version) throw refuseStale(before, fields, body.base_version);
      const entry = body.data ? mergeEntry(fields, before, body.data) : completeEntry(fields, before);
      return { op: "update", id: record_id, base: before.version, entry };
    }),
});

export const answers: Plugin = { name: "answers", operations: [begin, go] };
