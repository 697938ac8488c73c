// Checks a workspace's audit log against its chain, and names the rows and seals that do not fit
// (rules: audit/checking).
import type { Sql } from "../db/sql.ts";
import { LOOK_BACK_MS, NOTHING_BEFORE, rowHash, sealHash, settledUntil } from "./chain.ts";

/** Where a chain stood: `<seal number>:<hash in hex>`. Noted elsewhere, it proves that the chain was not made anew since. */
export type Head = string;

/** Something that does not fit. */
export interface ChainFault {
  /**
   * A row that differs from its hash, is gone, or stands behind the sealed ones without a seal; a seal that differs from its hash,
   * is gone, or does not follow the one before; a noted head that is not in the chain.
   */
  kind:
    | "row_changed"
    | "row_removed"
    | "row_inserted"
    | "seal_changed"
    | "seal_removed"
    | "seal_unlinked"
    | "head_missing";
  event_id: number | null;
  seal_no: number | null;
}

export interface ChainReport {
  seals: number;
  rows: number;
  faults: ChainFault[];
  /** All that were found; `faults` holds the first of them. */
  fault_count: number;
  head: { head: Head; seal_no: number; sealed_at: Date } | null;
  /** Rows that wait to be sealed; null until the last seal was looked at. */
  unsealed: { rows: number; oldest_at: Date | null } | null;
  /** Go on behind this seal: the time was up. */
  next_seal: number | null;
}

interface VerifyOptions {
  workspace_id: number;
  now: Date;
  after_seal?: number;
  /** A head that was noted before. */
  noted?: { seal_no: number; hash: string } | null;
  /** Looks until then at least, and answers what it has. Without it, to the end. */
  deadline_ms?: number;
}

const SEALS_A_PAGE = 100;
const FAULTS_NAMED = 100;

interface SealRow {
  seal_no: number;
  hash: string;
  previous_hash: string;
  made_hash: string;
  rows: number;
  is_whole: boolean;
  last_event_id: number;
  sealed_at: Date;
}

/** Looks at seals and rows, page by page. A few seconds for a million rows. */
export async function verifyChain(sql: Sql, options: VerifyOptions): Promise<ChainReport> {
  const { workspace_id, now, after_seal = 0, deadline_ms = Number.POSITIVE_INFINITY } = options;
  const found: ChainFault[] = await checkNoted(sql, options);
  const seen = { seals: 0, rows: 0 };
  let { seal_no, hash, reached } = await startOf(sql, { workspace_id, after_seal });
  for (;;) {
    const seals = await readSeals(sql, { workspace_id, after: seal_no });
    for (const seal of seals) {
      if (seal.seal_no !== seal_no + 1) found.push(fault("seal_removed", { seal_no: seal_no + 1 }));
      else if (seal.previous_hash !== hash) found.push(fault("seal_unlinked", { seal_no: seal.seal_no }));
      if (seal.made_hash !== seal.hash || !seal.is_whole) found.push(fault("seal_changed", { seal_no: seal.seal_no }));
      ({ seal_no, hash } = seal);
      seen.rows += seal.rows;
    }
    const last = seals.at(-1);
    seen.seals += seals.length;
    if (last) {
      const page = { workspace_id, first_seal: seals[0]?.seal_no ?? 0, last_seal: last.seal_no };
      found.push(...(await compareRows(sql, page)));
      const until = Math.max(reached, ...seals.map((seal) => seal.last_event_id));
      const settled = await settledUntil(sql, { now, look_back_ms: LOOK_BACK_MS.seldom });
      found.push(...(await findInserted(sql, { workspace_id, after: reached, until: Math.min(until, settled) })));
      reached = until;
    }
    const isLast = seals.length < SEALS_A_PAGE;
    if (!isLast && performance.now() < deadline_ms) continue;
    return {
      ...seen,
      faults: found.slice(0, FAULTS_NAMED),
      fault_count: found.length,
      head: await readHead(sql, workspace_id),
      unsealed: isLast ? await countUnsealed(sql, { workspace_id, now }) : null,
      next_seal: isLast ? null : seal_no,
    };
  }
}

/** Reads `12:abc...`; null for what is no head. */
export function parseHead(text: Head): { seal_no: number; hash: string } | null {
  const [, seal_no, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  return seal_no === undefined || hash === undefined ? null : { seal_no: Number(seal_no), hash };
}

function fault(kind: ChainFault["kind"], at: { event_id?: number; seal_no?: number }): ChainFault {
  return { kind, event_id: at.event_id ?? null, seal_no: at.seal_no ?? null };
}

async function checkNoted(sql: Sql, { workspace_id, noted }: VerifyOptions): Promise<ChainFault[]> {
  if (!noted) return [];
  const [row] = await sql`
    select 1 from audit_seals where workspace_id = ${workspace_id} and seal_no = ${noted.seal_no}
      and encode(hash, 'hex') = ${noted.hash}`;
  return row ? [] : [fault("head_missing", { seal_no: noted.seal_no })];
}

async function startOf(sql: Sql, { workspace_id, after_seal }: { workspace_id: number; after_seal: number }) {
  const [row] = await sql<{ hash: string; reached: number }[]>`
    select encode(hash, 'hex') as hash, (select max(last_event_id) from audit_seals s
      where s.workspace_id = audit_seals.workspace_id and s.seal_no <= audit_seals.seal_no) as reached
    from audit_seals where workspace_id = ${workspace_id} and seal_no = ${after_seal}`;
  return { seal_no: after_seal, hash: row?.hash ?? NOTHING_BEFORE, reached: row?.reached ?? 0 };
}

function readSeals(sql: Sql, { workspace_id, after }: { workspace_id: number; after: number }): Promise<SealRow[]> {
  return sql<SealRow[]>`
    select seal_no, encode(hash, 'hex') as hash, encode(previous_hash, 'hex') as previous_hash,
      encode(${sealHash(sql)}, 'hex') as made_hash, cardinality(event_ids) as rows, last_event_id, sealed_at,
      (length(row_hashes) = 32 * cardinality(event_ids) and first_event_id = event_ids[1]
        and last_event_id = event_ids[cardinality(event_ids)]) as is_whole
    from audit_seals where workspace_id = ${workspace_id} and seal_no > ${after}
    order by seal_no limit ${SEALS_A_PAGE}`;
}

async function compareRows(
  sql: Sql,
  { workspace_id, first_seal, last_seal }: { workspace_id: number; first_seal: number; last_seal: number },
): Promise<ChainFault[]> {
  const rows = await sql<{ seal_no: number; event_id: number; is_gone: boolean }[]>`
    with members as (
      select s.seal_no, m.event_id, substring(s.row_hashes from (32 * (m.place - 1) + 1)::int for 32) as hash
      from audit_seals s cross join unnest(s.event_ids) with ordinality as m (event_id, place)
      where s.workspace_id = ${workspace_id} and s.seal_no between ${first_seal} and ${last_seal}
    )
    select m.seal_no, m.event_id, e.event_id is null as is_gone
    from members m left join audit_events e on e.event_id = m.event_id and e.workspace_id = ${workspace_id}
    where e.event_id is null or ${rowHash(sql)} <> m.hash order by m.event_id`;
  return rows.map(({ is_gone, ...at }) => fault(is_gone ? "row_removed" : "row_changed", at));
}

interface Stretch {
  workspace_id: number;
  after: number;
  until: number;
}

/** Rows of a stretch of ids that no seal holds, although all that were committed there are sealed. */
async function findInserted(sql: Sql, { workspace_id, after, until }: Stretch): Promise<ChainFault[]> {
  const rows = await sql<{ event_id: number }[]>`
    with known as materialized (
      select unnest(event_ids) as event_id from audit_seals where workspace_id = ${workspace_id} and last_event_id > ${after}
        and first_event_id <= ${until}
    )
    select e.event_id from audit_events e
    where e.workspace_id = ${workspace_id} and e.event_id > ${after} and e.event_id <= ${until}
      and not exists (select from known k where k.event_id = e.event_id)
    order by e.event_id`;
  return rows.map((at) => fault("row_inserted", at));
}

async function readHead(sql: Sql, workspace_id: number): Promise<ChainReport["head"]> {
  const [row] = await sql<{ seal_no: number; hash: string; sealed_at: Date }[]>`
    select seal_no, encode(hash, 'hex') as hash, sealed_at from audit_seals
    where workspace_id = ${workspace_id} order by seal_no desc limit 1`;
  return row ? { head: `${row.seal_no}:${row.hash}`, seal_no: row.seal_no, sealed_at: row.sealed_at } : null;
}

async function countUnsealed(
  sql: Sql,
  { workspace_id, now }: { workspace_id: number; now: Date },
): Promise<{ rows: number; oldest_at: Date | null }> {
  const settled = await settledUntil(sql, { now, look_back_ms: LOOK_BACK_MS.seldom });
  const [row] = await sql<[{ rows: number; oldest_at: Date | null }]>`
    with known as materialized (
      select unnest(event_ids) as event_id from audit_seals where workspace_id = ${workspace_id} and last_event_id > ${settled}
    )
    select count(*)::int as rows, min(created_at) as oldest_at from audit_events e
    where e.workspace_id = ${workspace_id} and e.event_id > ${settled}
      and not exists (select from known k where k.event_id = e.event_id)`;
  return row;
}
