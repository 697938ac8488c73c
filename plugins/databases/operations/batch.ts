// Many records of a table in one request: all of them, or each for itself.
import { type Refusal, refuse, type Static, t } from "../../../kernel/plugin.ts";
import { idempotencyKey } from "../../documents/port/create.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { table } from "../permits.ts";
import { Record as RecordShape, tableParams } from "../schemas.ts";
import { showRecord } from "../showing.ts";
import { writeMany } from "../writing/many.ts";
import { noteRecord } from "../writing/one.ts";

const { ops_per_batch: OPS_MAX, batch_bytes: BYTES_MAX } = manifest.caps;

const members = {
  op: t.OneOf(["create", "update", "delete", "upsert"], {
    description: "upsert changes the record that agrees in the fields of match, or creates one.",
  }),
  id: t.Optional(t.Id({ description: "The record, for update and delete." })),
  base_version: t.Optional(t.Version({ description: "Its version, for update and delete." })),
  data: t.Optional(t.Json({ description: "Values by field key; not for delete." })),
  match: t.Optional(
    t.Array(t.String({ maxLength: 200 }), {
      minItems: 1,
      maxItems: 8,
      description: "For upsert: field keys, of which data has values.",
    }),
  ),
};

const BatchOp = t.Object(members, { examples: [{ op: "upsert", match: ["name"], data: { name: "Anna" } }] });

const BatchResult = t.Object({
  status: t.Integer({ description: "As the request for this record alone would have been answered." }),
  record: t.Optional(RecordShape),
  id: t.Optional(t.Integer({ description: "Of a record that was deleted." })),
  error: t.Optional(t.Json({ description: "What the request for this record alone would have been refused with." })),
});

export const batchRecords = operation({
  id: "database.batch_records",
  route: "POST /api/databases/{database_id}/tables/{table_id}/records/batch",
  tool: {
    name: "batch_records",
    wording:
      "Write many records of a table in one call, such as rows to import: create, upsert by key fields, update, delete.",
    destructive: true,
  },
  summary: "Create, change and delete many records of a table",
  description: `At most ${OPS_MAX} operations and 8 MiB. With \`atomic\`, the default, one that is refused leaves all undone and the refusal's \`index\` says which; without it each stands for itself. All see the table as it was before the batch.`,
  params: tableParams,
  body: t.Object({
    ops: t.Array(BatchOp, { minItems: 1, maxItems: OPS_MAX, description: `At most ${OPS_MAX}.` }),
    atomic: t.Optional(
      t.Boolean({
        default: true,
        description: "One that is refused leaves all undone; with false each stands for itself.",
      }),
    ),
    idempotency_key: idempotencyKey,
  }),
  output: t.Object({ results: t.Array(BatchResult, { description: "In the order of `ops`." }) }),
  rules: ({ body }) => {
    for (const [index, op] of body.ops.entries()) checkOp(op, index);
    const bytes = Buffer.byteLength(JSON.stringify(body.ops));
    if (bytes > BYTES_MAX) throw refuse.tooLarge(`ops have ${bytes} bytes; at most ${BYTES_MAX} are taken at once`);
  },
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  once: "idempotency_key",
  audit: ["record.created", "record.updated", "record.deleted"],
  refuses: [409, 413, 423],
  run: async (call, { body }) => {
    const { results, table: current } = await writeMany(call, body.ops, { is_atomic: body.atomic ?? true });
    for (const result of results) {
      if ("row" in result && result.is_changed) noteRecord(call, ACTIONS[result.op], result.row);
    }
    return {
      results: results.map((result) => {
        if ("refusal" in result) return showRefusal(result.refusal);
        const { row, op } = result;
        if (op === "delete") return { status: 200, id: row.record_id };
        return { status: op === "create" ? 201 : 200, record: showRecord(row, current.fields) };
      }),
    };
  },
});

const ACTIONS = { create: "record.created", update: "record.updated", delete: "record.deleted" } as const;

const STATUSES: Partial<Record<Refusal["kind"], number>> = {
  invalid: 400,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  locked: 423,
};

function showRefusal({ kind, message, code, detail }: Refusal): Static<typeof BatchResult> {
  return { status: STATUSES[kind] ?? 400, error: { ...detail, error: message, code } };
}

const NEEDS = {
  create: ["data"],
  update: ["id", "base_version", "data"],
  delete: ["id", "base_version"],
  upsert: ["data", "match"],
} as const;

const EXAMPLES = {
  create: '{"op": "create", "data": {...}}',
  update: '{"op": "update", "id": 1, "base_version": 1, "data": {...}}',
  delete: '{"op": "delete", "id": 1, "base_version": 1}',
  upsert: '{"op": "upsert", "match": ["key"], "data": {"key": "A-1", ...}}',
};

function checkOp(op: Static<typeof BatchOp>, index: number): void {
  const missing = NEEDS[op.op].find((name) => op[name] === undefined);
  if (missing) throw refuse.invalid(`ops[${index}] has no ${missing}; send it as ${EXAMPLES[op.op]}`, { index });
  const twice = op.match?.find((key, at, keys) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw refuse.invalid(`ops[${index}].match names "${twice}" twice; name it once`, { index });
}
