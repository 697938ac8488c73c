// Asks for the pages to be made again that refer to documents which came or went.
import { enqueueAll, type Sql } from "../../../../kernel/plugin.ts";

export const RELINK_KIND = "documents.relink";
/** Documents in one job. */
const BATCH = 500;

/** In the transaction in which they come or go; the pages are marked after it, since they are other documents' rows. */
export async function relinkLater(
  sql: Sql,
  changed: { workspace_id: number; documents: readonly { doc_id: string; alias: string | null }[]; now: Date },
): Promise<void> {
  const { workspace_id, documents, now } = changed;
  const jobs = [];
  for (let from = 0; from < documents.length; from += BATCH) {
    const some = documents.slice(from, from + BATCH);
    const aliases = some.flatMap(({ alias }) => alias ?? []);
    const payload = { workspace_id, aliases, doc_ids: some.map(({ doc_id }) => doc_id) };
    jobs.push({ kind: RELINK_KIND, payload, due_at: now, workspace_id });
  }
  await enqueueAll(sql, jobs);
}
