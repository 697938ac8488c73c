// Counts uses of rate buckets in Postgres: those that come at the same moment by one statement.
import { LRUCache } from "lru-cache";
import { type Refusal, refuse } from "../base/refusal.ts";
import { CLOCK_SKEW_MS, later, SECOND_MS } from "../base/time.ts";
import type { QuotaEntry } from "../config/manifest.ts";
import type { Database, Expression, Sql } from "../db/sql.ts";
import { gathering } from "../db/together.ts";

/** Its pool that commits without waiting for the disk is counted on: a crash may forget the last moment's counts. */
export type CountingDatabase = Pick<Database, "asyncCommitSql" | "isConnectionLoss">;

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

/** Counts one use at a time. */
export interface Taking {
  /** Throws 429 when it was one too many; those of one bucket that come at once are counted together. */
  take(bucket: Bucket, now: Date): Promise<void>;
  /** By what this server counted and is counting, at most half of the bucket is used, so that another use is refused hardly ever. */
  hasRoom(bucket: Bucket, now: Date): boolean;
}

const REMEMBERED_MAX = 10_000;

export function createTaking(database: CountingDatabase): Taking {
  const counts = new LRUCache<string, Counted>({ max: REMEMBERED_MAX });
  const underWay = tally();
  const take = gathering<Use, Counted, CountingDatabase>({
    most: TOGETHER_MAX,
    size_max: TOGETHER_MAX,
    has_batching_window: true,
    sizeOf: () => 1,
    send: ({ asyncCommitSql }, uses) => takeAll(asyncCommitSql, uses),
  });
  return {
    take: async (bucket, now) => {
      const alone = () => takeOne(database.asyncCommitSql, bucket, now);
      const key = `${bucket.name} ${bucket.limit} ${bucket.window_seconds}`;
      const own = nameOf(bucket);
      underWay.add(own);
      const counted = await take(database, { key, part: { bucket, now }, alone, finish: (done) => done }).finally(() =>
        underWay.remove(own),
      );
      if (bucket.per !== "key") counts.set(own, counted);
      if (!counted.is_granted) throw refuseFull(bucket, counted.window_ends_at, now);
    },
    hasRoom: (bucket, now) => {
      const own = nameOf(bucket);
      const counted = counts.get(own);
      // Those that are being counted are in no count yet.
      return (
        counted !== undefined &&
        isWithin(counted.window_ends_at, bucket, now) &&
        counted.used + underWay.of(own) <= bucket.limit / 2
      );
    },
  };
}

/** How many there are of each name. */
function tally() {
  const counts = new Map<string, number>();
  return {
    add: (name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    remove: (name: string) => {
      const others = (counts.get(name) ?? 1) - 1;
      if (others > 0) counts.set(name, others);
      else counts.delete(name);
    },
    of: (name: string) => counts.get(name) ?? 0,
  };
}

function nameOf({ name, subject }: Bucket): string {
  return `${name} ${subject}`;
}

/** A bucket as it stood when a use was counted. */
interface Counted {
  used: number;
  window_ends_at: Date;
  is_granted: boolean;
}

async function takeOne(sql: Sql, bucket: Bucket, now: Date): Promise<Counted> {
  const { name, subject, limit, window_seconds } = bucket;
  const ends = new Date(now.getTime() + window_seconds * 1000);
  const [row] = await sql<{ used: number; window_ends_at: Date }[]>`
    insert into quota_counters as c (bucket, subject, window_ends_at, used)
    values (${name}, ${subject}, ${ends}, 1)
    on conflict (bucket, subject) do update set
      used = case when ${isOpen(sql, bucket, now)} then least(c.used, ${limit}) + 1 else 1 end,
      window_ends_at = case when ${isOpen(sql, bucket, now)} then c.window_ends_at else excluded.window_ends_at end
    returning used, window_ends_at`;
  if (!row) throw new Error("a use that was counted has a count");
  return { ...row, is_granted: row.used <= limit };
}

/** Uses of one entry: of each subject the first ones are those that fit. */
async function takeAll(sql: Sql, uses: readonly Use[]): Promise<Counted[]> {
  const [{ bucket }] = uses as [Use, ...Use[]];
  const now = new Date(Math.max(...uses.map((use) => use.now.getTime())));
  const counts = new Map<string, number>();
  const turns = uses.map(({ bucket: { subject } }) => {
    const turn = counts.get(subject) ?? 0;
    counts.set(subject, turn + 1);
    return turn;
  });
  const counted = await countSome(sql, bucket, { uses: counts, now });
  return uses.map(({ bucket: { subject } }, index) => {
    const { used, granted, window_ends_at } = counted.get(subject) ?? { used: 0, granted: 0, window_ends_at: now };
    return { used, window_ends_at, is_granted: (turns[index] ?? 0) < granted };
  });
}

/** Counts several uses of each subject at once, and answers for each how many of them fit, with the 429 for the rest. */
export async function takeSome(
  sql: Sql,
  entry: QuotaEntry & { name: string },
  { uses, now }: { uses: ReadonlyMap<string, number>; now: Date },
): Promise<Map<string, QuotaGrant>> {
  const counted = await countSome(sql, entry, { uses, now });
  return new Map(
    [...counted].map(([subject, { granted, window_ends_at }]) => {
      const isWhole = granted === uses.get(subject);
      return [subject, { granted, refusal: isWhole ? null : refuseFull(entry, window_ends_at, now) }];
    }),
  );
}

async function countSome(
  sql: Sql,
  entry: QuotaEntry & { name: string },
  { uses, now }: { uses: ReadonlyMap<string, number>; now: Date },
): Promise<Map<string, { used: number; granted: number; window_ends_at: Date }>> {
  const { name, limit, window_seconds } = entry;
  const ends = new Date(now.getTime() + window_seconds * 1000);
  // In one order, so that two who count the same subjects do not block each other.
  const subjects = [...uses.keys()].sort();
  const rows = await sql<{ subject: string; used: number; window_ends_at: Date }[]>`
    insert into quota_counters as c (bucket, subject, window_ends_at, used)
    select ${name}, wanted.subject, ${ends}, wanted.uses
    from unnest(${subjects}::text[], ${subjects.map((subject) => uses.get(subject) ?? 0)}::int[]) as wanted(subject, uses)
    on conflict (bucket, subject) do update set
      used = case when ${isOpen(sql, entry, now)} then least(c.used, ${limit}) + excluded.used else excluded.used end,
      window_ends_at = case when ${isOpen(sql, entry, now)} then c.window_ends_at else excluded.window_ends_at end
    returning subject, used, window_ends_at`;
  return new Map(
    rows.map(({ subject, used, window_ends_at }) => {
      const granted = Math.max(0, (uses.get(subject) ?? 0) - Math.max(0, used - limit));
      return [subject, { used, granted, window_ends_at }];
    }),
  );
}

/** Over counters `c`: their window is open. One that ends later than any that begins now was begun by a clock that was ahead, and is over. */
export function isOpen(sql: Sql, { window_seconds }: Pick<QuotaEntry, "window_seconds">, now: Date): Expression {
  return sql`(c.window_ends_at > ${now} and c.window_ends_at <= ${latestEnd(window_seconds, now)})`;
}

/** The same of a window that is remembered. */
export function isWithin(endsAt: Date, { window_seconds }: Pick<QuotaEntry, "window_seconds">, now: Date): boolean {
  return endsAt > now && endsAt <= latestEnd(window_seconds, now);
}

function latestEnd(window_seconds: number, now: Date): Date {
  return later(now, window_seconds * SECOND_MS + CLOCK_SKEW_MS);
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
