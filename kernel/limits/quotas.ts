// Rate buckets, shared by every server through Postgres; a count costs a round trip and never an fsync.

import type { Plan } from "../base/plan.ts";
import type { Manifest, QuotaEntry } from "../config/manifest.ts";
import type { Sql } from "../db/sql.ts";
import {
  type Bucket,
  type CountingDatabase,
  createTaking,
  isOpen,
  isWithin,
  type QuotaGrant,
  refuseFull,
  takeSome,
} from "./quota_taking.ts";

/** Counts against the manifest's buckets. A subject is an account's id, an address, or a key of the counting code. */
export interface Quotas {
  /** Counts one use and throws 429 when it was one too many. */
  take(name: string, subject: string, now: Date): Promise<void>;
  /** Throws 429 when the bucket is full already, and counts nothing. */
  peek(name: string, subject: string, now: Date): Promise<void>;
  /** As `take`, in the bucket of who calls. The entry is counted by account or by address. */
  takeFor(name: string, caller: QuotaCaller): Promise<void>;
  /** Whether `takeFor` is nearly sure to count without a 429, so that what costs little may begin meanwhile. */
  hasRoomFor(name: string, caller: QuotaCaller): boolean;
  /** As `peek`, in the bucket of who calls. */
  peekFor(name: string, caller: QuotaCaller): Promise<void>;
  /**
   * Counts several uses of each subject at once, and answers for each how many of them fit, with the 429 for the rest. What does
   * not fit is refused as it would be one by one.
   */
  takeSome(name: string, uses: ReadonlyMap<string, number>, now: Date): Promise<ReadonlyMap<string, QuotaGrant>>;
  /** As `takeSome`, in the bucket of who calls. */
  takeSomeFor(name: string, uses: number, caller: QuotaCaller): Promise<QuotaGrant>;
  /** Takes back one use that turned out to be fine, in the window that is open. */
  giveBack(name: string, subject: string, now: Date): Promise<void>;
  /** Takes back uses that turned out to be fine, in the window that is open; where none is, nothing happens. */
  giveBackFor(name: string, uses: number, caller: QuotaCaller): Promise<void>;
  /** Where every bucket stands for who calls, by one query that counts nothing. */
  standingOf(caller: QuotaCaller): Promise<Record<string, QuotaStanding>>;
  /** The effective entry, after edition and environment. */
  entry(name: string): QuotaEntry;
}

/** Whose uses are counted; any call of an operation is one. */
export interface QuotaCaller {
  actor?: { user_id: number; workspace?: { plan: Plan } } | null;
  request: { network: string };
  now: Date;
}

/** A bucket as it stands. Null where it depends on more than who calls. */
export interface QuotaStanding {
  entry: QuotaEntry;
  used: number | null;
  left: number | null;
  /** When the window ends; null before its first use. */
  resets_at: Date | null;
}

/** Settles each quota's limit: the environment's `QUOTA_<NAME>`, which holds on every plan, else the edition's, else the manifest's. */
export function settleQuotas(
  quotas: Manifest["quotas"],
  choice: { edition: string; overrides: Readonly<Record<string, number>> },
): Record<string, QuotaEntry> {
  const settled: Record<string, QuotaEntry> = {};
  for (const [name, entry] of Object.entries(quotas)) {
    const override = choice.overrides[name];
    const limit = override ?? entry.editions?.[choice.edition] ?? entry.limit;
    settled[name] = { ...entry, limit, ...(override === undefined ? {} : { plans: {} }) };
  }
  return settled;
}

export function createQuotas(database: CountingDatabase, entries: Readonly<Record<string, QuotaEntry>>): Quotas {
  const sql = database.asyncCommitSql;
  const { take, hasRoom } = createTaking(database);
  function entry(name: string): QuotaEntry {
    const found = entries[name];
    if (!found) throw new Error(`quota "${name}" is not in the manifest`);
    return found;
  }
  function bucketFor(name: string, caller: QuotaCaller): Bucket {
    const held = heldBy(entry(name), caller);
    const subject = subjectFor(held, caller);
    if (subject === null) throw new Error(`quota "${name}" is counted by more than who calls`);
    return { ...held, name, subject };
  }
  async function peek(bucket: Bucket, now: Date): Promise<void> {
    const [row] = await sql<{ used: number; window_ends_at: Date }[]>`
      select used, window_ends_at from quota_counters c
      where bucket = ${bucket.name} and subject = ${bucket.subject} and ${isOpen(sql, bucket, now)} and used >= ${bucket.limit}`;
    if (row) throw refuseFull(bucket, row.window_ends_at, now);
  }
  async function giveBack(bucket: Bucket, { uses, now }: { uses: number; now: Date }): Promise<void> {
    await sql`
      update quota_counters c set used = greatest(0, least(used, ${bucket.limit}) - ${uses}::int)
      where bucket = ${bucket.name} and subject = ${bucket.subject} and ${isOpen(sql, bucket, now)}`;
  }
  const quotas: Quotas = {
    entry,
    take: (name, subject, now) => take({ ...entry(name), name, subject }, now),
    peek: (name, subject, now) => peek({ ...entry(name), name, subject }, now),
    takeFor: (name, caller) => take(bucketFor(name, caller), caller.now),
    hasRoomFor: (name, caller) => hasRoom(bucketFor(name, caller), caller.now),
    peekFor: (name, caller) => peek(bucketFor(name, caller), caller.now),
    takeSome: (name, uses, now) => takeSome(sql, { ...entry(name), name }, { uses, now }),
    takeSomeFor: async (name, uses, caller) => {
      const bucket = bucketFor(name, caller);
      const grants = await takeSome(sql, bucket, { uses: new Map([[bucket.subject, uses]]), now: caller.now });
      return grants.get(bucket.subject) ?? { granted: 0, refusal: null };
    },
    giveBack: (name, subject, now) => giveBack({ ...entry(name), name, subject }, { uses: 1, now }),
    giveBackFor: (name, uses, caller) => giveBack(bucketFor(name, caller), { uses, now: caller.now }),
    standingOf: async (caller) => {
      const names = Object.keys(entries);
      const subjects = names.flatMap((name) => subjectFor(entry(name), caller) ?? []);
      const rows = await sql<CounterRow[]>`
        select bucket, subject, used, window_ends_at from quota_counters
        where bucket in ${sql(names)} and subject in ${sql([...new Set(subjects)])} and window_ends_at > ${caller.now}`;
      return Object.fromEntries(
        names.map((name) => [name, standingOf(heldBy(entry(name), caller), { name, caller, rows })]),
      );
    },
  };
  return quotas;
}

/** The entry with the limit that its workspace's plan gives an account. */
function heldBy(entry: QuotaEntry, { actor }: QuotaCaller): QuotaEntry {
  const plan = actor?.workspace?.plan;
  const given = plan && entry.plans?.[plan];
  return given === undefined ? entry : { ...entry, limit: Math.max(given, entry.limit) };
}

interface CounterRow {
  bucket: string;
  subject: string;
  used: number;
  window_ends_at: Date;
}

/** Whose bucket a caller counts in; null for one that is named by the code that counts. */
function subjectFor({ per }: QuotaEntry, { actor, request }: QuotaCaller): string | null {
  if (per === "key") return null;
  if (per === "account" || (per === "caller" && actor)) return `user:${actor?.user_id}`;
  return `ip:${request.network}`;
}

function standingOf(
  entry: QuotaEntry,
  { name, caller, rows }: { name: string; caller: QuotaCaller; rows: readonly CounterRow[] },
): QuotaStanding {
  const subject = subjectFor(entry, caller);
  if (subject === null) return { entry, used: null, left: null, resets_at: null };
  const row = rows.find(
    (one) => one.bucket === name && one.subject === subject && isWithin(one.window_ends_at, entry, caller.now),
  );
  // What is refused is counted once beyond the limit.
  const used = Math.min(row?.used ?? 0, entry.limit);
  return { entry, used, left: entry.limit - used, resets_at: row?.window_ends_at ?? null };
}

/** Forgets counters whose window is over; part of the daily sweep. */
export async function sweepQuotas(sql: Sql, now: Date): Promise<number> {
  const gone = await sql`delete from quota_counters where window_ends_at < ${now}`;
  return gone.count;
}
