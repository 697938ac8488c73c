// A page of a wiki of 500 entries and a search of a wiki of 20,000 documents,
// for somebody who is signed in and may see a part of them.

import { createSigner } from "../kernel/base/tickets.ts";
import { issueViewerCookie } from "../kernel/ports/auth.ts";
import { runGets, type Seen } from "./load.ts";
import { compare, medianOf, print, readRounds } from "./rounds.ts";
import { awaitIndex, createCorpus, fillDocuments } from "./search_data.ts";
import { openPlace, senderAt } from "./servers.ts";

const ENTRIES = 500;
const CHAPTERS = 100;
const TEXT_BYTES = 24 * 1024;
const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 20_000);
const TAGS = 40;
const SHARE = 10;
const REQUESTS = 40;
const RESULTS = 30;
const SECRET = "a secret for the bench, long enough to pass";

const unlimited = ["SITE_PAGE", "SITE_SEARCH"].map((name) => [`QUOTA_${name}`, "100000000"]);
const place = await openPlace({ SECRET, ...Object.fromEntries(unlimited) });
try {
  const { sql } = place.database;
  const floor = await place.startFloor("document_read");
  const [token = "", _other = ""] = await place.makeTokens(2);
  const people = await sql<{ user_id: number; workspace_id: number; slug: string; email: string }[]>`
    select user_id, workspace_id, slug, email from users join workspaces using (workspace_id) order by user_id`;
  const [owner, reader] = people;
  if (!owner || !reader) throw new Error("nobody is there");
  await sql`update users set role = 'owner' where user_id = ${owner.user_id}`;
  const send = senderAt(place.ours, token);
  const group = await send("POST", "/api/groups", { name: "Readers" });
  await send("POST", `/api/groups/${group.id}/members`, { email: reader.email });
  const text = `# Chapter\n\n${"Words of a chapter, one after the other. ".repeat(TEXT_BYTES / 41)}\n`;
  const chapters: { doc_id: string }[] = [];
  for (let n = 0; n < CHAPTERS; n++) {
    chapters.push(
      await send("POST", "/api/docs", { markdown: `${text}${n}\n`, title: `Chapter ${n}`, visibility: "workspace" }),
    );
  }
  const navigation = await send("POST", "/api/navigations", { name: "The book" });
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    target: `doc:${chapters[n % CHAPTERS]?.doc_id}`,
    label: `Chapter ${n}`,
    ...(n % 2 === 1 && { visibility: "group", group: group.slug }),
  }));
  const tree = await send("PUT", `/api/navigations/${navigation.id}`, { entries, version: navigation.version });
  const wiki = await send("PUT", "/api/wiki-site", { enabled: true, navigation: navigation.slug });
  const now = new Date();
  const viewer = { user_id: reader.user_id, epoch: 0, session: "bench", since: now.getTime(), host_key: "" };
  const headers = { cookie: issueViewerCookie(createSigner(SECRET), viewer, now).split(";")[0] ?? "" };
  const chapter = `${wiki.url}${chapters[0]?.doc_id}`;
  const page = await fetch(chapter, { headers });
  print({ page_bytes: (await page.bytes()).length, kept: page.headers.get("cache-control") ?? "" });
  if (page.status !== 200 || !page.headers.get("cache-control")?.includes("private"))
    throw new Error("it is not the reader's page");
  const load = { connections: 16, seconds: 3 };
  await compare({
    ...{ workload: "GET a wiki page, 500 entries, signed in", reach: 0.4, rounds: readRounds() },
    score: (seen: Seen) => seen.rps,
    floor: () => runGets({ ...load, address: `${floor.base_url}/api/docs/${chapters[0]?.doc_id}` }),
    ours: () => runGets({ ...load, address: chapter, headers }),
  });

  const corpus = createCorpus();
  const texts = Array.from({ length: DOCUMENTS }, () => corpus.next({ min: 1400, max: 3000 }));
  await fillDocuments(place.database, { user_id: owner.user_id, texts });
  await sql`update documents set listing = 'team', tags = array['t' || document_id % ${TAGS}] where kind = 'markdown' and doc_id like 'doc_bench%'`;
  await sql`
    insert into grants (workspace_id, document_id, subject_type, subject_id, level, created_at)
    select workspace_id, document_id, 'user', ${reader.user_id}, 1, ${now} from documents
    where doc_id like 'doc_bench%' and (document_id / ${TAGS}) % ${SHARE} = 0`;
  print({ documents: DOCUMENTS, index_seconds: await awaitIndex(place.database) });
  const tags = Array.from({ length: TAGS }, (_, n) => ({ target: `tag:t${n}`, label: `Part ${n}` }));
  await send("PUT", `/api/navigations/${navigation.id}`, { entries: tags, version: tree.version });
  await sql`create table floor_texts (document_id bigint primary key, title text, body text, words tsvector)`;
  await sql`
    insert into floor_texts select d.document_id, d.title, t.body,
      setweight(to_tsvector('simple', d.title), 'A') || setweight(to_tsvector('simple', t.body), 'D')
    from documents d join search_files f using (document_id) join search_texts t using (blob_id)`;
  await sql`create index on floor_texts using gin (words)`;
  await sql`vacuum analyze`;
  const kinds: Record<string, (n: number) => string> = {
    "common words": (n) => corpus.words[5 + n] ?? "",
    "middling words": (n) => corpus.words[500 + 10 * n] ?? "",
    "rare words": (n) => corpus.words[20_000 + 200 * n] ?? "",
  };
  for (const [name, words] of Object.entries(kinds)) {
    const times = { floor: [] as number[], ours: [] as number[] };
    let found = 0;
    for (let round = 0; round <= readRounds(); round++) {
      for (let n = 0; n < REQUESTS; n++) {
        const q = words(n);
        const began = performance.now();
        await sql`
          select document_id, title, ts_headline('simple', body, query) as snippet from (
            select *, ts_rank(words, query) as score from floor_texts, to_tsquery('simple', ${`${q}:*`}) as query
            where words @@ query order by score desc limit ${RESULTS}) as best`;
        const between = performance.now();
        const answer = await fetch(`${wiki.url}search?format=json&q=${encodeURIComponent(q)}`, { headers });
        found = (await answer.json()).results.length;
        if (round > 0) times.floor.push(between - began);
        if (round > 0) times.ours.push(performance.now() - between);
      }
    }
    const shown = Object.entries(times).map(([who, ms]) => [
      who,
      { p50_ms: medianOf(ms), p99_ms: percentile(ms, 0.99) },
    ]);
    const ratio = medianOf(times.ours) / medianOf(times.floor);
    print({
      workload: `wiki search, ${name}`,
      ...Object.fromEntries(shown),
      ratio,
      reach: 2,
      p99_ms_reach: 100,
      found,
    });
  }
} finally {
  await place.close();
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
