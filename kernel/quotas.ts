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
  /** The effective entry, after edition and environment. */
  entry(name: string): QuotaEntry;
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
  return {
    entry,
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
