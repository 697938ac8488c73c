// What many calls of one caller read of the same table at the same time is read once.
import type { Actor, Database } from "../../../kernel/plugin.ts";
import { gathering } from "../../../kernel/ports/db.ts";
import { findTable } from "./databases.ts";

type Asked = Parameters<typeof findTable>[1];
type Found = Awaited<ReturnType<typeof findTable>>;

const CALLS_MAX = 1000;

const gatherReads = gathering<Asked, Found>({
  most: CALLS_MAX,
  size_max: CALLS_MAX,
  sizeOf: () => 1,
  running_max: 1,
  has_batching_window: true,
  is_read: true,
  send: async ({ pipelinedSql }, calls) => {
    const found = calls[0] ? await findTable(pipelinedSql, calls[0]) : null;
    return calls.map(() => found && freeze(found));
  },
});

/** One object is answered to many: whoever changed it would change it for all of them. */
function freeze(found: Exclude<Found, null>): Found {
  Object.freeze(found.table);
  return Object.freeze(found);
}

/** Answers as `findTable` does, frozen where others are answered the same; each read begins after all whom it answers have asked. */
export function readTableFor(database: Database, asked: Asked): Promise<Found> {
  const alone = () => findTable(database.pipelinedSql, asked);
  return gatherReads(database, { key: keyOf(asked), part: asked, alone, finish: (found) => found });
}

/** Alike for calls of which the same is found: everything of the caller by which levels are read is in it. */
function keyOf({ actor, doc_id, table_id }: Asked): string {
  const { clock: _, ...caller }: Actor = actor;
  return JSON.stringify([caller, doc_id, table_id]);
}
