// Sixteen clients who do everything at once:
// how long pages and searches take while others publish, render and write records.
// `bun bench/mixed.ts [seconds]` needs no wrk, and takes a minute and a half. Nothing is warmed up: the first requests count as well.
import { HONEST } from "../test/faults/honest_texts.ts";
import { print } from "./rounds.ts";
import { awaitIndex, createCorpus, fillDocuments } from "./search_data.ts";
import { openPlace, senderAt } from "./servers.ts";

const SECONDS = Number(process.argv[2] ?? 40);
const CLIENTS = 16;
/** What is searched, and the pages that are read at random. */
const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 2000);
const PAGES = 200;
const RENDER_BYTES = 100 * 1024;
const SEED = 7;

/** Of a hundred requests. */
const SHARES = { page: 70, read: 15, search: 5, publish: 5, record: 3, render: 2 } as const;
/** The 99th percentile in ms, on a machine with nothing else to do. */
const REACH: Partial<Record<Kind, number>> = { page: 50, search: 200 };

type Kind = keyof typeof SHARES;
type Send = ReturnType<typeof senderAt>;

const unlimited = ["MARKDOWN_RENDER", "SEARCH"].map((name) => [`QUOTA_${name}`, "100000000"]);
const place = await openPlace(Object.fromEntries(unlimited));
try {
  // Each client is somebody: one account may have only so many renders waiting.
  const tokens = await place.makeTokens(CLIENTS);
  /** Who publishes and whose documents are read and searched; renders are each client's own. */
  const [owner = ""] = tokens;
  const send = senderAt(place.ours, owner);
  const [person] = await place.database.sql<{ user_id: number }[]>`select user_id from users limit 1`;
  const corpus = createCorpus();
  const texts = Array.from({ length: DOCUMENTS }, () => corpus.next({ min: 2048, max: 16 * 1024 }));
  await fillDocuments(place.database, { user_id: person?.user_id ?? 0, texts });
  const pages: { doc_id: string; url: string }[] = [];
  for (let count = 0; count < PAGES; count++) {
    const markdown = corpus.next({ min: 2048, max: 16 * 1024 });
    pages.push(await send("POST", "/api/docs", { markdown, visibility: "unlisted" }));
  }
  const { doc } = await send("POST", "/api/databases", { title: "Log" });
  const records = `/api/databases/${doc.doc_id}`;
  const table = await send("POST", `${records}/tables`, {
    name: "Lines",
    fields: [
      { key: "what", type: "text" },
      { key: "number", type: "number" },
    ],
  });
  print({ documents: DOCUMENTS, pages: PAGES, index_seconds: await awaitIndex(place.database) });

  const large = HONEST.find(({ name }) => name === "a book")?.make(RENDER_BYTES) ?? "";
  const random = randomOf(SEED);
  const any = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const workOf = (sendOwn: Send): Record<Kind, (number: number) => Promise<unknown>> => ({
    page: () => get(any(pages).url),
    read: () => get(`${place.ours.base_url}/api/docs/${any(pages).doc_id}`, owner),
    search: () =>
      get(
        `${place.ours.base_url}/api/search/ranked?${new URLSearchParams({ q: any(corpus.words.slice(0, 3000)) })}`,
        owner,
      ),
    publish: (number) =>
      send("POST", "/api/docs", { markdown: `${corpus.next({ min: 2048, max: 4096 })}\n\n${number}` }),
    record: (number) =>
      send("POST", `${records}/tables/${table.id}/records`, {
        data: { what: `line ${number}`, number },
      }),
    render: (number) => sendOwn("POST", "/api/render/markdown", { markdown: `# ${number}\n\n${large}` }),
  });
  const times = Object.fromEntries(Object.keys(SHARES).map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
  let sent = 0;
  const ends = performance.now() + SECONDS * 1000;
  const client = async (token: string) => {
    const work = workOf(senderAt(place.ours, token));
    while (performance.now() < ends) {
      const kind = chooseKind(random() * 100);
      const began = performance.now();
      await work[kind](sent++);
      times[kind].push(performance.now() - began);
    }
  };
  await Promise.all(tokens.map(client));
  for (const [kind, seen] of Object.entries(times) as [Kind, number[]][]) {
    seen.sort((one, other) => one - other);
    const at = (share: number) => seen[Math.floor((seen.length - 1) * share)] ?? Number.NaN;
    print({ workload: kind, requests: seen.length, p50_ms: at(0.5), p99_ms: at(0.99), p99_ms_reach: REACH[kind] });
  }
  print({ clients: CLIENTS, per_second: sent / SECONDS });
} finally {
  await place.close();
}

async function get(address: string, bearer?: string): Promise<void> {
  const answer = await fetch(address, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {});
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${body.slice(0, 200)}`);
}

function chooseKind(of100: number): Kind {
  let left = of100;
  for (const [kind, share] of Object.entries(SHARES) as [Kind, number][]) {
    left -= share;
    if (left < 0) return kind;
  }
  return "page";
}

/** The same requests in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
