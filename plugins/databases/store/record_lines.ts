// Reads records of a table piece by piece: Postgres makes the next piece while the last is worked on.
// As lines of text for what takes them as they are.
import type { Expression, Sql } from "../../../kernel/plugin.ts";
import { yieldToLoop } from "../../../kernel/ports/base.ts";

/** What is read at once. */
const PIECE = { rows: 2000, bytes: 512 * 1024 };

/** In the order of ids. `line` is of a record as `p`; `chosen` follows the condition by which those of the table are found. */
export async function* linesOf(
  sql: Sql,
  { workspace_id, table_id }: { workspace_id: number; table_id: number },
  { line, chosen }: { line: Expression; chosen: Expression },
): AsyncGenerator<string> {
  const read = async (after: number) => {
    const [piece] = await sql<{ last: number | null; text: string | null }[]>`
      select max(p.record_id) as last, string_agg(${line} || e'\\n', '') as text
      from (
        select r.*, sum(r.size_bytes) over (order by r.record_id) - r.size_bytes as before
        from (
          select * from database_records
          where workspace_id = ${workspace_id} and table_id = ${table_id} and record_id > ${after} ${chosen}
          order by record_id limit ${PIECE.rows}
        ) r
      ) p where p.before < ${PIECE.bytes}`;
    return piece;
  };
  for await (const piece of readAhead(read, (one) => one?.last ?? null)) yield piece?.text ?? "";
}

/** Pieces in the order of ids. Each is asked for by the last id before it, as soon as that is known; `lastOf` is null for the end. */
export async function* readAhead<T>(
  read: (after: number) => PromiseLike<T>,
  lastOf: (piece: T) => number | null,
): AsyncGenerator<Awaited<T>> {
  let coming = Promise.resolve(read(0));
  for (;;) {
    const piece = await coming;
    const last = lastOf(piece);
    if (last === null) return;
    coming = Promise.resolve(read(last));
    // Whoever stops before the end does not hear of it.
    coming.catch(() => {});
    // The driver takes it in the loop's next turn and sends it in the one after, which would come once the piece is worked on.
    await yieldToLoop();
    await yieldToLoop();
    yield piece;
  }
}
