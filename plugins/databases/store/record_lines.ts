// Records of a table as lines of text that Postgres makes, some together, for what takes them as they are.
import type { Expression, Sql } from "../../../kernel/mod.ts";

/** What is read at once. */
const PIECE = { rows: 2000, bytes: 512 * 1024 };

/** In the order of ids. `line` is of a record as `p`; `chosen` follows the condition by which those of the table are found. */
export async function* linesOf(
  sql: Sql,
  { workspace_id, table_id }: { workspace_id: number; table_id: number },
  { line, chosen }: { line: Expression; chosen: Expression },
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
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
    if (!piece?.last) return;
    yield piece.text ?? "";
    after = piece.last;
  }
}
