// The chain over the audit log:
// committed rows are sealed in batches, each seal over the one before (rules: audit/seals).

import { later, MINUTE_MS } from "../base/time.ts";
import type { Database, Expression, Sql } from "../db/sql.ts";

const BATCH_ROWS = 2000;
/** Ids are taken before the commit: a row may show up behind others that are sealed, within the time that a transaction lasts. */
export const LOOK_BACK_MS = { often: MINUTE_MS, seldom: 15 * MINUTE_MS };
const MARKS_MS = LOOK_BACK_MS.seldom;
/** What the first seal follows, in hex. */
export const NOTHING_BEFORE = "00".repeat(32);

/** The SHA-256 of a row's canonical bytes: a JSON array of its columns as Postgres writes jsonb, times in microseconds. */
export function rowHash(sql: Sql): Expression {
  return sql`sha256(convert_to(jsonb_build_array(e.event_id, e.workspace_id, e.action, e.actor, e.actor_user_id, e.target_type,
    e.target_id, e.meta, e.ip, ${microseconds(sql, sql`e.created_at`)})::text, 'UTF8'))`;
}

/** Over the columns of a seal: the SHA-256 of all the others. */
export function sealHash(sql: Sql): Expression {
  return sql`sha256(convert_to(jsonb_build_array(workspace_id, seal_no, encode(previous_hash, 'hex'),
    ${microseconds(sql, sql`sealed_at`)}, event_ids)::text, 'UTF8') || row_hashes)`;
}

function microseconds(sql: Sql, column: Expression): Expression {
  return sql`(extract(epoch from ${column}) * 1000000)::bigint`;
}

/**
 * Seals what has been committed and is in no seal, whatever workspace it belongs to; answers how many rows. Every write waits
 * for none of this. Servers that do so at once wait for each other.
 */
export async function sealAudit(
  database: Database,
  { now, look_back_ms }: { now: Date; look_back_ms: number },
): Promise<number> {
  const marks = marksOf(database);
  const settled = settledByProcess(marks, look_back_ms);
  let after = settled ?? (await settledUntil(database.sql, { now, look_back_ms }));
  for (let total = 0; ; ) {
    const { count, last } = await database.withTransaction(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('audit_seals', 0))`;
      return sealBatch(sql, { after, now });
    });
    total += count;
    if (count < BATCH_ROWS || last === null) {
      await addMark(database.sql, marks);
      return total;
    }
    after = last;
  }
}

/** The last id that had been sealed at a moment of this process, by its own count of time. */
interface Mark {
  ran_ms: number;
  last_event_id: number;
}

/** By the database that they are of. */
const kept = new WeakMap<Database, Mark[]>();

function marksOf(database: Database): Mark[] {
  const marks = kept.get(database) ?? [];
  kept.set(database, marks);
  return marks;
}

/**
 * The same as `settledUntil` for a process that has run for so long; null for a younger one. Whatever its clock does meanwhile, it neither
 * passes by a row that was still under way nor reads again for days what is sealed.
 */
function settledByProcess(marks: Mark[], look_back_ms: number): number | null {
  const until = performance.now() - look_back_ms;
  return marks.findLast((mark) => mark.ran_ms <= until)?.last_event_id ?? null;
}

async function addMark(sql: Sql, marks: Mark[]): Promise<void> {
  const ran_ms = performance.now();
  const [row] = await sql<{ last: number | null }[]>`select max(last_event_id) as last from audit_seals`;
  marks.push({ ran_ms, last_event_id: row?.last ?? 0 });
  const oldest = ran_ms - MARKS_MS;
  // One that is older than any look goes as far back as is ever asked.
  while (marks[1] && marks[1].ran_ms <= oldest) marks.shift();
}

/** The id up to which no row can show up any more: all there were had been sealed that long ago. */
export async function settledUntil(
  sql: Sql,
  { now, look_back_ms }: { now: Date; look_back_ms: number },
): Promise<number> {
  const [row] = await sql<{ settled: number | null }[]>`
    select max(last_event_id) as settled from audit_seals
    where sealed_at = (select max(sealed_at) from audit_seals where sealed_at <= ${later(now, -look_back_ms)})`;
  return row?.settled ?? 0;
}

/** In one statement, so that hashes are made where the rows are and no row crosses the wire. */
async function sealBatch(
  sql: Sql,
  { after, now }: { after: number; now: Date },
): Promise<{ count: number; last: number | null }> {
  const [row] = await sql<[{ count: number; last: number | null }]>`
    with known as materialized (
      select unnest(event_ids) as event_id from audit_seals where last_event_id > ${after}
    ), unsealed as materialized (
      select e.event_id, e.workspace_id, ${rowHash(sql)} as hash from audit_events e
      where e.event_id > ${after} and not exists (select from known k where k.event_id = e.event_id)
      order by e.event_id limit ${BATCH_ROWS}
    ), gathered as (
      select workspace_id, array_agg(event_id order by event_id) as event_ids,
        string_agg(hash, ''::bytea order by event_id) as row_hashes, ${now}::timestamptz as sealed_at
      from unsealed group by workspace_id
    ), chained as (
      select g.*, coalesce(head.seal_no, 0) + 1 as seal_no, coalesce(head.hash, decode(${NOTHING_BEFORE}, 'hex')) as previous_hash
      from gathered g left join lateral (
        select seal_no, hash from audit_seals s where s.workspace_id = g.workspace_id order by seal_no desc limit 1
      ) head on true
    ), sealed as (
      insert into audit_seals (workspace_id, seal_no, first_event_id, last_event_id, event_ids, row_hashes, previous_hash,
        hash, sealed_at)
      select workspace_id, seal_no, event_ids[1], event_ids[cardinality(event_ids)], event_ids, row_hashes, previous_hash,
        ${sealHash(sql)}, sealed_at from chained
    )
    select count(*)::int as count, max(event_id) as last from unsealed`;
  return row;
}
