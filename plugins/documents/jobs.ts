// Documents' own recurring work: the purge of what has been in the trash for its days.
import { HOUR_MS, type House, type JobDefinition, MINUTE_MS, writeAudit } from "../../kernel/mod.ts";
import { purgeDue } from "./store/lifecycle.ts";

const BATCH = 200;

/** Runs every hour, so that nothing stays much longer than the seven days that were promised. */
export function purgeJob(house: House): JobDefinition {
  return {
    kind: "documents.purge",
    attempts_max: 3,
    backoff_ms: () => MINUTE_MS,
    every_ms: HOUR_MS,
    run: async (_job, { signal }) => {
      while (!signal.aborted && (await purgeBatch(house)) === BATCH);
    },
  };
}

function purgeBatch(house: House): Promise<number> {
  const now = house.clock.now();
  return house.database.withTransaction(async (sql) => {
    const gone = await purgeDue(sql, { now, limit: BATCH });
    const notes = gone.map((row) => ({
      action: "doc.purge",
      target_type: "doc",
      target_id: row.doc_id,
      meta: { title: row.title },
      by: { user_id: null, email: "system", workspace_id: row.workspace_id },
    }));
    await writeAudit(sql, notes, { actor: null, via: "system", request: null, now, isHeard: house.isHeard });
    return gone.length;
  });
}
