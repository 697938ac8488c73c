// Rate buckets, shared by every server through Postgres; a count costs a round trip and never an fsync.
import type { Manifest, QuotaEntry } from "./manifest.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Sql } from "./storage/sql.ts";

/** Counts against the manifest's buckets. A subject is an account's id, an address, or a key of the counting code. */
export interface Quotas {
  /** Counts one use and throws 429 when it was one too many. */
  take(name: string, subject: string, now: Date): Promise<void>;
  /** Throws 429 when the bucket is full already, and counts nothing. */
  peek(name: string, subject: string, now: Date): Promise<void>;
  /** As `take`, in the bucket of who calls. The entry is counted by account or by address. */
  takeFor(name: string, caller: QuotaCaller): Promise<void>;
  /** As `peek`, in the bucket of who calls. */
  peekFor(name: string, caller: QuotaCaller): Promise<void>;
  /** Where every bucket stands for who calls, by one query that counts nothing. */
  standingOf(caller: QuotaCaller): Promise<Record<string, QuotaStanding>>;
  /** The effective entry, after edition and environment. */
  entry(name: string): QuotaEntry;
}

/** Whose uses are counted; any call of an operation is one. */
export interface QuotaCaller {
  actor?: { user_id: number } | null;
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

/** Settles each quota's limit: the environment's `QUOTA_<NAME>`, else the edition's, else the manifest's. */
export function settleQuotas(
  quotas: Manifest["quotas"],
  choice: { edition: string; overrides: Readonly<Record<string, number>> },
): Record<string, QuotaEntry> {
  const settled: Record<string, QuotaEntry> = {};
  for (const [name, entry] of Object.entries(quotas)) {
    settled[name] = { ...entry, limit: choice.overrides[name] ?? entry.editions?.[choice.edition] ?? entry.limit };
  }
  return settled;
}

/** `sql` should be a pool that commits without waiting for the disk: a crash may forget the last moment's counts. */
export function createQuotas(sql: Sql, entries: Readonly<Record<string, QuotaEntry>>): Quotas {
  function entry(name: string): QuotaEntry {
    const found = entries[name];
    if (!found) throw new Error(`quota "${name}" is not in the manifest`);
    return found;
  }
  function bucketFor(name: string, caller: QuotaCaller): string {
    const subject = subjectFor(entry(name), caller);
    if (subject === null) throw new Error(`quota "${name}" is counted by more than who calls`);
    return subject;
  }
  const quotas: Quotas = {
    entry,
    takeFor: (name, caller) => quotas.take(name, bucketFor(name, caller), caller.now),
    peekFor: (name, caller) => quotas.peek(name, bucketFor(name, caller), caller.now),
    standingOf: async (caller) => {
      const names = Object.keys(entries);
      const subjects = names.flatMap((name) => subjectFor(entry(name), caller) ?? []);
      const rows = await sql<CounterRow[]>`
        select bucket, subject, used, window_ends_at from quota_counters
        where bucket in ${sql(names)} and subject in ${sql([...new Set(subjects)])} and window_ends_at > ${caller.now}`;
      return Object.fromEntries(names.map((name) => [name, standingOf(entry(name), { name, caller, rows })]));
    },
    take: async (name, subject, now) => {
      const bucket = entry(name);
      const ends = new Date(now.getTime() + bucket.window_seconds * 1000);
      const [row] = await sql<{ used: number; window_ends_at: Date }[]>`
        insert into quota_counters as c (bucket, subject, window_ends_at, used)
        values (${name}, ${subject}, ${ends}, 1)
        on conflict (bucket, subject) do update set
          used = case when c.window_ends_at <= ${now} then 1 else least(c.used, ${bucket.limit}) + 1 end,
          window_ends_at = case when c.window_ends_at <= ${now} then excluded.window_ends_at else c.window_ends_at end
        returning used, window_ends_at`;
      if (row && row.used > bucket.limit) throw refuseFull(bucket, row.window_ends_at, now);
    },
    peek: async (name, subject, now) => {
      const bucket = entry(name);
      const [row] = await sql<{ used: number; window_ends_at: Date }[]>`
        select used, window_ends_at from quota_counters
        where bucket = ${name} and subject = ${subject} and window_ends_at > ${now} and used >= ${bucket.limit}`;
      if (row) throw refuseFull(bucket, row.window_ends_at, now);
    },
  };
  return quotas;
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
  return per === "account" ? `user:${actor?.user_id}` : `ip:${request.network}`;
}

function standingOf(
  entry: QuotaEntry,
  { name, caller, rows }: { name: string; caller: QuotaCaller; rows: readonly CounterRow[] },
): QuotaStanding {
  const subject = subjectFor(entry, caller);
  if (subject === null) return { entry, used: null, left: null, resets_at: null };
  const row = rows.find((one) => one.bucket === name && one.subject === subject);
  // What is refused is counted once beyond the limit.
  const used = Math.min(row?.used ?? 0, entry.limit);
  return { entry, used, left: entry.limit - used, resets_at: row?.window_ends_at ?? null };
}

function refuseFull(bucket: QuotaEntry, windowEndsAt: Date, now: Date): Refusal {
  const detail = { retry_after: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)) };
  const message = bucket.message.replaceAll("{limit}", String(bucket.limit));
  return bucket.per === "address" ? refuse.throttled(message, detail) : refuse.limited(message, detail);
}

/** Forgets counters whose window is over; part of the daily sweep. */
export async function sweepQuotas(sql: Sql, now: Date): Promise<number> {
  const gone = await sql`delete from quota_counters where window_ends_at < ${now}`;
  return gone.count;
}
