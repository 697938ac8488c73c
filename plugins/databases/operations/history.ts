// Earlier versions of a record, and bringing one back.
import { DAY_MS, later, nextCursor, paging, refuse, t } from "../../../kernel/plugin.ts";
import { forItsReaders } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { capOf, operation } from "../../operation.ts";
import { checkData, type DataFault } from "../fields/mod.ts";
import { table } from "../permits.ts";
import { FORM_STATUSES, Record as RecordShape, recordParams } from "../schemas.ts";
import { showRecord } from "../showing.ts";
import { HISTORY, type HistoryRow, listHistory, listVersions, readVersion, type VersionRow } from "../store/history.ts";
import { isKept } from "../store/hold.ts";
import { findRecord } from "../store/records.ts";
import type { TableRow } from "../store/rows.ts";
import { boundedEntry } from "../writing/entries.ts";
import { noteRecord, type OneOp, refuseMissingRecord, writeOne } from "../writing/one.ts";

const PAGE_MAX = 100;

const RecordVersion = t.Object(
  {
    version: t.Integer(),
    at: t.Instant({ description: "When it was written." }),
    actor: t.Nullable(t.String(), { description: "Who wrote it; null once that account is gone." }),
    deleted: t.Boolean({ description: "True for a deletion." }),
    current: t.Boolean(),
    schema_version: t.Integer(),
    form_status: t.Nullable(t.OneOf(FORM_STATUSES)),
    data: t.Nullable(t.Json(), { description: "Null for a deletion." }),
  },
  { $id: "DatabaseRecordVersion" },
);

export const readHistory = operation({
  id: "database.record_history",
  route: "GET /api/databases/{database_id}/tables/{table_id}/records/{record_id}/history",
  summary: "List a record's versions, the latest first",
  description: `A deleted record has its versions for ${manifest.caps.record_restore_days} days. Versions are kept for as long, and the latest ${manifest.caps.versions_per_record} of each record. A page of large versions ends early, with \`next_cursor\`.`,
  params: recordParams,
  query: t.Object(paging({ maximum: PAGE_MAX, default: PAGE_MAX })),
  output: t.Object({ versions: t.Array(RecordVersion), ...nextCursor }),
  permit: table("view"),
  connection_limit: "places",
  run: async ({ sql, subject, runtime }, { params, query }) => {
    const named = { ...subject, table_id: subject.table.table_id, record_id: params.record_id };
    const bytes_max = capOf(runtime, "record_page_bytes");
    const found = await listHistory(sql, { ...named, ...HISTORY.options(query), bytes_max });
    if (found.length === 0 && HISTORY.after(query.cursor) === null) throw refuseMissingRecord(params.record_id);
    const fitting = found.filter((row) => row.fits).length;
    const { rows, next } = HISTORY.page(found, { limit: Math.min(query.limit ?? PAGE_MAX, fitting) });
    return { versions: rows.map(showVersion), ...next };
  },
});

function showVersion(row: HistoryRow) {
  return {
    version: row.version,
    at: row.updated_at.toISOString(),
    actor: row.actor,
    deleted: row.data === null,
    current: row.is_current,
    schema_version: row.schema_version,
    form_status: row.form_status,
    data: row.data,
  };
}

export const restoreRecord = operation({
  id: "database.restore_record",
  route: "POST /api/databases/{database_id}/tables/{table_id}/records/{record_id}/restore",
  summary: "Bring back a deleted record, or an earlier version",
  description:
    "Within 30 days. The old values become a new version, and have to keep to the table's fields as they are now.",
  params: recordParams,
  body: t.Object({
    version: t.Optional(t.Version({ description: "The version to bring back; without it, that before the deletion." })),
  }),
  output: RecordShape,
  permit: table("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: "record.restored",
  refuses: [409, 413],
  run: async (call, { params, body }) => {
    const { sql, subject } = call;
    let restored = 0;
    const { row, table: current } = await writeOne(call, async (fresh) => {
      const named = { ...subject, table_id: fresh.table_id, record_id: params.record_id };
      const versions = await listVersions(sql, named);
      const [latest] = versions;
      const oldest = later(call.now, -capOf(call.runtime, "record_restore_days") * DAY_MS);
      const isOver = latest?.is_deletion && latest.updated_at <= oldest;
      if (!latest || (isOver && !(await isKept(sql, { ...subject, since: oldest }))))
        throw refuseMissingRecord(params.record_id);
      restored = chooseVersion(versions, body.version);
      const wanted = await readVersion(sql, { ...named, version: restored });
      if (!wanted) throw refuseVersion(restored);
      return restoreOp({ latest, wanted, table: fresh, before: await findRecord(sql, named) });
    });
    noteRecord(call, "record.restored", row, { restored });
    return showRecord(row, current.fields);
  },
});

/** Throws 404 for a version that there is not, 409 where nothing was deleted and none is named. */
function chooseVersion(versions: readonly VersionRow[], version: number | undefined): number {
  const [latest] = versions;
  if (version === undefined) {
    if (!latest?.is_deletion)
      throw refuse.conflict("the record is not deleted; name the version to bring back", {
        current_version: latest?.version,
      });
    const last = versions.find((one) => !one.is_deletion);
    if (!last) throw refuse.notFound("no version of the record is kept any more");
    return last.version;
  }
  const wanted = versions.find((one) => one.version === version);
  if (!wanted || wanted.is_deletion) throw refuseVersion(version);
  return version;
}

function refuseVersion(version: number): Error {
  return refuse.notFound(`version ${version} of the record is not kept, or is a deletion`);
}

/** 400 for values that were right once: nothing that is sent here could make them so. */
function refuseOutdated(recordId: number, faults: readonly DataFault[]): Error {
  const told = faults.map(({ key, code }) => `${key}: ${code}`).join(", ");
  return refuse.invalid(
    `record ${recordId} had values that the table's fields do not take any more (${told}); change the fields until they do, or make a new record of what its history shows`,
    { code: "validation_failed", fields: faults },
  );
}

function restoreOp(options: {
  latest: VersionRow;
  wanted: Pick<HistoryRow, "form_status"> & { data: NonNullable<HistoryRow["data"]> };
  table: TableRow;
  before: Awaited<ReturnType<typeof findRecord>>;
}): OneOp {
  const { latest, wanted, table: fresh, before } = options;
  // An answer is completed once: an earlier version brings back what it said, not that whoever answered may go on.
  const form_status = latest.form_status === "complete" ? latest.form_status : wanted.form_status;
  // What had no value then has none again, unless the fields want one by now.
  const checked = checkData(fresh.fields, wanted.data, { draft: form_status === "draft", defaults: "required" });
  if ("faults" in checked) throw refuseOutdated(latest.record_id, checked.faults);
  const entry = boundedEntry(fresh, { data: checked.data, form_status });
  const at = { id: latest.record_id, base: latest.version, entry };
  return before ? { op: "update", told: "restore", ...at, before } : { op: "restore", ...at };
}
