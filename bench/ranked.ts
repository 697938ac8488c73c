// GET /api/search/ranked over 100,000 documents of about 2 KiB, beside the bare full-text query on the same words.
// `BENCH_DOCUMENTS=20000 BENCH_GRANTS=2000 bun bench/ranked.ts [rounds]` fills less, and shares more of it with a member.
import { medianOf, print, readRounds } from "./rounds.ts";
import { awaitIndex, createCorpus, fillDocuments } from "./search_data.ts";
import { openPlace } from "./servers.ts";

const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 100_000);
/** What a member of the same workspace may find of all these, each by a grant. */
const SHARED = Number(process.env["BENCH_GRANTS"] ?? 3);
const REQUESTS = 40;
const RESULTS = 20;

const corpus = createCorpus();
function* write(count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) yield corpus.next({ min: 1400, max: 3000 });
}

/** Words by how frequent they are; each request takes another one of its kind. */
const KINDS: { name: string; words: (request: number) => string }[] = [
  { name: "the commonest word", words: () => corpus.words[0] ?? "" },
  { name: "common words", words: (request) => corpus.words[5 + request] ?? "" },
  { name: "middling words", words: (request) => corpus.words[500 + 10 * request] ?? "" },
  { name: "rare words", words: (request) => corpus.words[20_000 + 200 * request] ?? "" },
  { name: "two words", words: (request) => `${corpus.words[40 + request]} ${corpus.words[300 + request]}` },
];

const place = await openPlace();
try {
  const { sql } = place.database;
  const [token = "", member = ""] = await place.makeTokens(2);
  const people = await sql<{ user_id: number; workspace_id: number }[]>`
    select user_id, workspace_id from users order by user_id`;
  const [owner, other] = people;
  await fillDocuments(place.database, { user_id: owner?.user_id ?? 0, texts: write(DOCUMENTS) });
  print({ documents: DOCUMENTS, index_seconds: await awaitIndex(place.database) });
  await sql`
    insert into grants (workspace_id, document_id, subject_type, subject_id, level, created_at)
    select workspace_id, document_id, 'user', ${other?.user_id ?? 0}, 1, ${new Date()} from documents
    order by document_id limit ${SHARED}`;
  await makeFloor();
  for (const { name, words } of KINDS) {
    const times = { floor: [] as number[], ours: [] as number[], member: [] as number[] };
    let counts = { ours: 0, member: 0 };
    for (let round = 0; round < readRounds(); round += 1) {
      for (let request = 0; request < REQUESTS; request += 1) {
        const q = words(request);
        const floor = await timed(() => readFloor(q));
        const ours = await timed(() => ask(token, q));
        const few = await timed(() => ask(member, q));
        counts = { ours: ours.result, member: few.result };
        times.floor.push(floor.ms);
        times.ours.push(ours.ms);
        times.member.push(few.ms);
      }
    }
    const ratio = medianOf(times.ours) / medianOf(times.floor);
    const shown = Object.entries(times).map(([who, ms]) => [
      who,
      { p50_ms: medianOf(ms), p99_ms: percentile(ms, 0.99) },
    ]);
    print({ workload: name, ...Object.fromEntries(shown), ratio, reach: 1.5, p99_ms_reach: 60, counts });
  }
} finally {
  await place.close();
}

/** The same texts in a table of nothing else, as Postgres' manual does it. */
async function makeFloor(): Promise<void> {
  const { sql } = place.database;
  await sql`create table floor_texts (document_id bigint primary key, title text, body text, words tsvector)`;
  await sql`
    insert into floor_texts select d.document_id, d.title, t.body,
      setweight(to_tsvector('simple', d.title), 'A') || setweight(to_tsvector('simple', t.body), 'D')
    from documents d join search_files f using (document_id) join search_texts t using (blob_id)`;
  await sql`create index on floor_texts using gin (words)`;
  await sql`vacuum analyze`;
}

async function readFloor(words: string): Promise<number> {
  const query = words.split(" ").join(" & ");
  const rows = await place.database.sql`
    select document_id, title, ts_headline('simple', body, query) as snippet from (
      select *, ts_rank(words, query) as score from floor_texts, to_tsquery('simple', ${`${query}:*`}) as query
      where words @@ query order by score desc limit ${RESULTS}) as best`;
  return rows.length;
}

async function ask(token: string, q: string): Promise<number> {
  const address = `${place.ours.base_url}/api/search/ranked?${new URLSearchParams({ q, limit: String(RESULTS) })}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`search answered ${response.status}`);
  return (await response.json()).count;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;
}
