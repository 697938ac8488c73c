// Documents for bench/search.ts and bench/ranked.ts:
// random markdown with words as frequent as in a language, in files and in tables.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../kernel/db/sql.ts";

/** Sounds that begin, carry and end syllables: enough that words differ in their letters as much as those of a language. */
const ONSETS =
  " b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str sw t th tr tw v w wh z".split(
    " ",
  );
const NUCLEI = "a e i o u y ai au ea ee ei ie io oa oo ou ue".split(" ");
const CODAS = " b ck ct d ft g k l ld ll m mp n nd ng nk nt p pt r rd rk rm rn rt s sh sk ss st t th x".split(" ");
const WORDS = 30_000;
const SEED = 42;
const BATCH = 500;

export interface Corpus {
  /** The most frequent first. */
  words: readonly string[];
  /** One document after another; the same in every run. */
  next(bytes: { min: number; max: number }): string;
}

export function createCorpus(): Corpus {
  const random = createRandom();
  const seen = new Set<string>();
  while (seen.size < WORDS) {
    const pick = (sounds: readonly string[]) => sounds[Math.floor(random() * sounds.length)] ?? "";
    const length = 1 + Math.floor(random() * 3);
    seen.add(Array.from({ length }, () => pick(ONSETS) + pick(NUCLEI) + pick(CODAS)).join(""));
  }
  const words = [...seen];
  const sums: number[] = [];
  words.reduce((sum, _word, index) => {
    const next = sum + 1 / (index + 1.7);
    sums.push(next);
    return next;
  }, 0);
  let made = 0;
  function word(): string {
    const wanted = random() * (sums.at(-1) ?? 0);
    let low = 0;
    for (let high = WORDS - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? "";
  }
  return {
    words,
    next({ min, max }) {
      // As many small ones as large ones, each on its own scale.
      const wanted = min * (max / min) ** random();
      let text = `# ${word()} ${word()} ${word()}\n\n`;
      while (text.length < wanted) {
        const sentence = Array.from({ length: 8 + Math.floor(random() * 12) }, word).join(" ");
        text += random() < 0.2 ? `- **${word()}** ${sentence}\n` : `${sentence}.\n${random() < 0.3 ? "\n" : ""}`;
      }
      made += 1;
      if (made % 4000 === 77) text += `needle_zq${made} call 555-${1000 + (made % 9000)}\n`;
      return text;
    },
  };
}

function createRandom(): () => number {
  let state = SEED;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Writes texts as files, a thousand in a folder. */
export function writeFiles(folder: string, texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) {
    const inside = join(folder, String(Math.floor(index / 1000)));
    if (index % 1000 === 0) mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `${index}.md`), text);
  }
}

/** Writes texts as markdown documents of one person straight into the tables, as if they had been published. */
export async function fillDocuments(
  database: Database,
  { user_id, texts }: { user_id: number; texts: Iterable<string> },
): Promise<void> {
  const { sql } = database;
  const now = new Date();
  const [person] = await sql<{ workspace_id: number }[]>`select workspace_id from users where user_id = ${user_id}`;
  const workspaceId = person?.workspace_id ?? 0;
  const [place] = await sql<{ place_id: number }[]>`
    insert into places (workspace_id, owner_id, path) values (${workspaceId}, ${user_id}, '')
    on conflict (root_id, owner_id, path) do update set path = '' returning place_id`;
  await sql`update places set guard_ids = array[place_id] where place_id = ${place?.place_id ?? 0}`;
  let batch: string[] = [];
  let done = 0;
  async function flush(): Promise<void> {
    await insertBatch(database, {
      workspace_id: workspaceId,
      user_id,
      place_id: place?.place_id ?? 0,
      from: done,
      now,
      texts: batch,
    });
    done += batch.length;
    batch = [];
  }
  for (const text of texts) if (batch.push(text) === BATCH) await flush();
  if (batch.length > 0) await flush();
  await sql`analyze`;
}

async function insertBatch(
  { sql }: Database,
  given: { workspace_id: number; user_id: number; place_id: number; from: number; now: Date; texts: readonly string[] },
): Promise<void> {
  const { workspace_id, user_id, place_id, from, now, texts } = given;
  const rows = texts.map((text, index) => ({
    number: from + index,
    title: text.slice(2, text.indexOf("\n")),
    sha256: createHash("sha256").update(text).digest("hex"),
    size: Buffer.byteLength(text),
  }));
  const digits = texts.map((text) => Buffer.from(text).toString("hex"));
  await sql`
    with given as (
      select number, title, decode(sha256, 'hex') as sha256, size, decode(digits, 'hex') as bytes
      from unnest(${rows.map((row) => row.number)}::integer[], ${rows.map((row) => row.title)}::text[],
        ${rows.map((row) => row.sha256)}::text[], ${rows.map((row) => row.size)}::integer[], ${digits}::text[])
        as one (number, title, sha256, size, digits)
    ), b as (
      insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
      select ${workspace_id}, sha256, size, 'row_' || md5(number::text || ${user_id}), bytes, ${now} from given returning blob_id, sha256
    ), d as (
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
        visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
      select ${workspace_id}, 'doc_bench' || ${user_id}::text || '_' || number, 'bench' || ${user_id}::text || 'x' || number, ${user_id}, ${user_id}, title, 'markdown', 'document',
        ${place_id}, 'source.md', '{}', 'restricted', 'private', 0, '', '{}', 1, size, ${now},
        ${now}::timestamptz - number * interval '1 second'
      from given returning document_id, doc_id
    ), named as (
      select d.document_id, given.number, given.size, b.blob_id, b.sha256
      from given join d on d.doc_id = 'doc_bench' || ${user_id}::text || '_' || given.number join b using (sha256)
    ), v as (
      insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, total_bytes)
      select document_id, 1, ${workspace_id}, ${now}, ${user_id}, 'api', size from named
    ), f as (
      insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type)
      select document_id, 1, 'source.md', ${workspace_id}, blob_id, sha256, size, 'text/markdown; charset=utf-8' from named
    ), counted as (
      insert into document_counters as c (workspace_id, change_seq, bytes) values (${workspace_id}, ${texts.length}, 0)
      on conflict (workspace_id) do update set change_seq = c.change_seq + ${texts.length} returning change_seq
    )
    insert into document_changes (document_id, workspace_id, change_seq)
    select document_id, ${workspace_id}, change_seq - ${texts.length} + row_number() over (order by number) from named, counted`;
}

/** Waits until the server has indexed every change; answers for how long, in seconds. */
export async function awaitIndex({ sql }: Database): Promise<number> {
  const started = performance.now();
  for (;;) {
    const behind = await sql`
      select 1 from document_counters c left join search_cursors s using (workspace_id)
      where c.change_seq > coalesce(s.change_seq, 0)`;
    if (behind.length === 0) return (performance.now() - started) / 1000;
    await Bun.sleep(200);
  }
}
