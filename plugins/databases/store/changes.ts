// The feed of a database: what happened to it, in the order of commits, for 30 days.

import type { Sql } from "../../../kernel/plugin.ts";
import { readDurably } from "../../../kernel/ports/db.ts";
import { live } from "../../documents/port/sql.ts";
import { keptDatabases } from "./hold.ts";

export interface ChangeRow {
  seq: number;
  op: string;
  table_id: number | null;
  record_id: number | null;
  /** Null for what is not there any more and has no version. */
  version: number | null;
  /** Null once that account is gone. */
  actor: string | null;
  via: string;
  at: Date;
}

interface Place {
  workspace_id: number;
  document_id: number;
}

/** What one look at the feed finds; null where the database is gone. */
export interface FeedPage {
  rows: ChangeRow[];
  /** The latest number. */
  latest: number;
  /** Changes up to this number are forgotten. */
  forgotten: number;
}

/** Changes behind a number, the oldest first. Numbers and rows are of one moment, and on the disk. */
export async function readChanges(
  sql: Sql,
  { workspace_id, document_id, after, limit }: Place & { after: number; limit: number },
): Promise<FeedPage | null> {
  const [found] = await sql<{ rows: (Omit<ChangeRow, "at"> & { at: string })[]; latest: number; forgotten: number }[]>`
    select b.seq as latest, b.forgotten_seq as forgotten, ${readDurably(sql)}, (
      select coalesce(json_agg(c order by c.seq), '[]') from (
        select c.seq, c.op, c.table_id, c.record_id, c.version, u.email as actor, c.via, c.at
        from database_changes c left join database_writers w using (writer_id) left join users u on u.user_id = w.user_id
        where c.document_id = b.document_id and c.seq > ${after} order by c.seq limit ${limit}
      ) as c) as rows
    from databases b where b.document_id = ${document_id} and b.workspace_id = ${workspace_id}`;
  return found ? { ...found, rows: found.rows.map((row) => ({ ...row, at: new Date(row.at) })) } : null;
}

/** The latest changes first. */
export function listLatest(
  sql: Sql,
  { workspace_id, document_id, before, limit }: Place & { before: number | null; limit: number | null },
): Promise<ChangeRow[]> {
  return sql<ChangeRow[]>`
    select c.seq, c.op, c.table_id, c.record_id, c.version, u.email as actor, c.via, c.at
    from database_changes c left join database_writers w using (writer_id) left join users u on u.user_id = w.user_id
    where c.document_id = ${document_id} and c.workspace_id = ${workspace_id} ${before === null ? sql`` : sql`and c.seq < ${before}`}
    order by c.seq desc limit ${limit}`;
}

/** The latest number of each of the databases that live. */
export async function readLatest(
  sql: Sql,
  { document_ids, now }: { document_ids: readonly number[]; now: Date },
): Promise<Map<number, number>> {
  const rows = await sql<{ document_id: number; seq: number }[]>`
    select b.document_id, b.seq from databases b join documents d using (document_id)
    where b.document_id = any(${[...document_ids]}::bigint[]) and ${live(sql, now)}`;
  return new Map(rows.map(({ document_id, seq }) => [document_id, seq]));
}

/** Forgets changes from before a moment, and says so; answers how many went, at most `batch`. */
export async function forgetChanges(sql: Sql, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const [row] = await sql<{ gone: number }[]>`
    with gone as (
      delete from database_changes where ctid = any(array(
        select ctid from database_changes where at < ${before}
          and document_id not in (${keptDatabases(sql, before)}) limit ${batch})) returning document_id, seq
    ), told as (
      update databases b set forgotten_seq = greatest(b.forgotten_seq, g.seq)
      from (select document_id, max(seq) as seq from gone group by document_id) as g where b.document_id = g.document_id
    )
    select count(*)::int as gone from gone`;
  return row?.gone ?? 0;
}
