// Counts uses of rate buckets in Postgres: those that come at the same moment by one statement.
import type { QuotaEntry } from "./manifest.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Database, Sql } from "./storage/sql.ts";
import { gathering } from "./together.ts";

/** Its pool that commits without waiting for the disk is counted on: a crash may forget the last moment's counts. */
export type CountingDatabase = Pick<Database, "lazySql" | "isConnectionLoss">;

/** One subject's bucket of an entry, with the limit that holds for it. */
export interface Bucket extends QuotaEntry {
  name: string;
  subject: string;
}

/** What came of several uses at once. */
export interface QuotaGrant {
  granted: number;
  /** Of those that did not fit; null where all did. */
  refusal: Refusal | null;
}

interface Use {
  bucket: Bucket;
  now: Date;
}

/** So many go at once. */
const TOGETHER_MAX = 100;

/** Makes what counts one use and throws 429 when it was one too many; those of one bucket that come at once are counted together. */
export function createTaking(database: CountingDatabase): (bucket: Bucket, now: Date) => Promise<void> {
  const take = gathering<Use, Refusal | null, CountingDatabase>({
    most: TOGETHER_MAX,
    size_max: TOGETHER_MAX,
    has_batching_window: true,
    sizeOf: () => 1,
    send: ({ lazySql }, uses) => takeAll(lazySql, uses),
  });
  return async (bucket, now) => {
    const alone = () => takeOne(database.lazySql, bucket, now);
    const key = `${bucket.name} ${bucket.limit} ${bucket.window_seconds}`;
    const refusal = await take(database, { key, part: { bucket, now }, alone, finish: (done) => done });
    if (refusal) throw refusal;
  };
}

async function takeOne(sql: Sql, bucket: Bucket, now: Date): Promise<Refusal | null> {
  const { name, subject, limit, window_seconds } = bucket;
  const ends = new Date(now.getTime() + window_seconds * 1000);
  const [row] = await sql<{ used: number; window_ends_at: Date }[]>`
    insert into quota_counters as c (bucket, subject, window_ends_at, used)
    values (${name}, ${subject}, ${ends}, 1)
    on conflict (bucket, subject) do update set
      used = case when c.window_ends_at <= ${now} then 1 else least(c.used, ${limit}) + 1 end,
      window_ends_at = case when c.window_ends_at <= ${now} then excluded.window_ends_at else c.window_ends_at end
    returning used, window_ends_at`;
  return row && row.used > limit ? refuseFull(bucket, row.window_ends_at, now) : null;
}

/** Uses of one entry: of each subject the first ones are those that fit. */
async function takeAll(sql: Sql, uses: readonly Use[]): Promise<(Refusal | null)[]> {
  const [{ bucket }] = uses as [Use, ...Use[]];
  const now = new Date(Math.max(...uses.map((use) => use.now.getTime())));
  const counts = new Map<string, number>();
  const turns = uses.map(({ bucket: { subject } }) => {
    const turn = counts.get(subject) ?? 0;
    counts.set(subject, turn + 1);
    return turn;
  });
  const grants = await takeSome(sql, bucket, { uses: counts, now });
  return uses.map(({ bucket: { subject } }, index) => {
    const { granted, refusal } = grants.get(subject) ?? { granted: 0, refusal: null };
    return (turns[index] ?? 0) < granted ? null : refusal;
  });
}

/** Counts several uses of each subject at once, and answers for each how many of them fit, with the 429 for the rest. */
export async function takeSome(
  sql: Sql,
  entry: QuotaEntry & { name: string },
  { uses, now }: { uses: ReadonlyMap<string, number>; now: Date },
): Promise<Map<string, QuotaGrant>> {
  const { name, limit, window_seconds } = entry;
  const ends = new Date(now.getTime() + window_seconds * 1000);
  // In one order, so that two who count the same subjects do not block each other.
  const subjects = [...uses.keys()].sort();
  const rows = await sql<{ subject: string; used: number; window_ends_at: Date }[]>`
    insert into quota_counters as c (bucket, subject, window_ends_at, used)
    select ${name}, wanted.subject, ${ends}, wanted.uses
    from unnest(${subjects}::text[], ${subjects.map((subject) => uses.get(subject) ?? 0)}::int[]) as wanted(subject, uses)
    on conflict (bucket, subject) do update set
      used = case when c.window_ends_at <= ${now} then excluded.used else least(c.used, ${limit}) + excluded.used end,
      window_ends_at = case when c.window_ends_at <= ${now} then excluded.window_ends_at else c.window_ends_at end
    returning subject, used, window_ends_at`;
  return new Map(
    rows.map(({ subject, used, window_ends_at }) => {
      const over = Math.max(0, used - limit);
      const granted = Math.max(0, (uses.get(subject) ?? 0) - over);
      return [subject, { granted, refusal: over > 0 ? refuseFull(entry, window_ends_at, now) : null }];
    }),
  );
}

export function refuseFull(
  bucket: Pick<QuotaEntry, "limit" | "message" | "per">,
  windowEndsAt: Date,
  now: Date,
): Refusal {
  const detail = { retry_after: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)) };
  const message = bucket.message.replaceAll("{limit}", String(bucket.limit));
  return bucket.per === "address" || bucket.per === "caller"
    ? refuse.throttled(message, detail)
    : refuse.limited(message, detail);
}
