// What others wait while one account renders a MiB of markdown or searches every file:
// reads at a fixed rate, alone and beside each.
// Most of its time fills the index; with two rounds the rest is three quarters of a minute. `BENCH_DOCUMENTS=2000 bun bench/beside.ts 5` fills less.
import { HONEST } from "../test/faults/honest_texts.ts";
import { runPaced } from "./load.ts";
import { publishPages } from "./published.ts";
import { print } from "./rounds.ts";
import { awaitIndex, createCorpus, fillDocuments } from "./search_data.ts";
import { openPlace } from "./servers.ts";

const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 20_000);
const READS_PER_SECOND = 100;
const ROUNDS = Number(process.argv[2] ?? 2);
/** Of the time alone; the work beside is repeated until it has passed. */
const ALONE_MS = 5000;
const WARM_UP_MS = 1000;

const unlimited = ["MARKDOWN_RENDER", "SEARCH", "GREP"].map((name) => [`QUOTA_${name}`, "1000000"]);
const place = await openPlace(Object.fromEntries(unlimited));
try {
  const { base_url } = place.ours;
  const other = await publishPages(place, 20);
  const [token = ""] = await place.makeTokens(1);
  const people = await place.database.sql<
    { user_id: number }[]
  >`select user_id from users order by user_id desc limit 1`;
  const corpus = createCorpus();
  const texts = Array.from({ length: DOCUMENTS }, () => corpus.next({ min: 2048, max: 50 * 1024 }));
  await fillDocuments(place.database, { user_id: people[0]?.user_id ?? 0, texts });
  print({ documents: DOCUMENTS, index_seconds: await awaitIndex(place.database) });
  const prose = HONEST.find(({ name }) => name === "prose")?.make(1024 * 1024) ?? "";
  const requests = other.doc_ids.map((id) => ({ method: "GET", path: `/api/docs/${id}`, token: other.token }));
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(base_url + path, { ...init, headers });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${said.slice(0, 200)}`);
  };
  const render = { method: "POST", body: JSON.stringify({ markdown: prose }) };
  const beside: Record<string, (() => Promise<void>) | null> = {
    alone: null,
    "a render of 1 MiB": () => send("/api/render/markdown", render),
    "a regex over every file": () =>
      send(`/api/search?${new URLSearchParams({ q: "[0-9]{3}-[0-9]{4}", regex: "true" })}`),
    "a word over every file": () => send(`/api/search?${new URLSearchParams({ q: corpus.words[2000] ?? "" })}`),
  };
  for (let round = 0; round <= ROUNDS; round++) {
    const lasting = round > 0 ? ALONE_MS : WARM_UP_MS;
    for (const [name, work] of Object.entries(beside)) {
      let times = 0;
      const until = (async () => {
        const started = performance.now();
        if (!work) await Bun.sleep(lasting);
        else for (; performance.now() - started < lasting; times++) await work();
      })();
      const { p50_ms, p99_ms } = await runPaced({ base_url, requests, per_second: READS_PER_SECOND, until });
      // The first round warms up.
      if (round > 0) print({ workload: `reads beside ${name}`, round, times, p50_ms, p99_ms });
    }
  }
} finally {
  await place.close();
}
