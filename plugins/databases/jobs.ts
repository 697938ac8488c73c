// What is cleared away with time:
// old changes and versions, deleted tables, orders, columns and lists that nobody asks for.
import { DAY_MS, HOUR_MS, type JobDefinition, later, MINUTE_MS, type Runtime } from "../../kernel/plugin.ts";
import { capOf } from "../operation.ts";
import { forgetChanges } from "./store/changes.ts";
import { forgetColumns } from "./store/columns.ts";
import { forgetHistory } from "./store/history.ts";
import { forgetOrders } from "./store/indexes.ts";
import { forgetUploads } from "./store/media.ts";
import { purgeTables } from "./store/tables.ts";
import { forgetTexts } from "./store/texts.ts";

const BATCH = 5000;
const UNUSED_MS = 30 * DAY_MS;

export function databaseJobs(runtime: Runtime): readonly JobDefinition[] {
  const { database, clock } = runtime;
  return [
    {
      kind: "databases.forget",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: async (_job, { signal }) => {
        const now = clock.now();
        const { sql } = database;
        const changes = { before: later(now, -capOf(runtime, "database_changes_kept_days") * DAY_MS), batch: BATCH };
        const versions = { before: later(now, -capOf(runtime, "record_restore_days") * DAY_MS), batch: BATCH };
        const tables = { before: later(now, -capOf(runtime, "table_restore_days") * DAY_MS), batch: 1 };
        while (!signal.aborted && (await forgetChanges(sql, changes)) === BATCH);
        while (!signal.aborted && (await forgetHistory(sql, versions)) === BATCH);
        while (!signal.aborted && (await purgeTables(sql, tables)) > 0);
        const uploads = { before: later(now, -capOf(runtime, "pending_media_days") * DAY_MS), batch: BATCH };
        while (!signal.aborted && (await forgetUploads(sql, uploads)) === BATCH);
        await forgetOrders(sql, { now, unused_ms: UNUSED_MS });
        await forgetColumns(sql, { now, unused_ms: UNUSED_MS });
        await forgetTexts(sql, { now, unused_ms: UNUSED_MS });
      },
    },
  ];
}
