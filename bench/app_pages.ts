// How long people wait for the app's pages and its palette,
// in a workspace of 100,000 documents and 5,000 members, each page asked for by one after the other.
// `BENCH_DOCUMENTS=20000 bun bench/app_pages.ts [rounds]` fills less.
import { issueSession } from "../kernel/auth/session.ts";
import { createSigner } from "../kernel/base/tickets.ts";
import { fillRoot } from "./growth_data.ts";
import { print, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 100_000);
const MEMBERS = 5000;
/** Who own the documents, of which an account holds 5,000 at most, and who look at pages. */
const READERS = 1 + Math.ceil(DOCUMENTS / 4500);
const SECRET = "a secret for the bench, long enough to pass";
/** Of one page in one round. */
const LOOKS = 100;
const PAGE_MS_REACH = 100;
const PALETTE_MS_REACH = 200;
const WORDS = ["folder", "page 1", "document 77", "fol", "12", "zzz"];

const place = await openPlace({ SECRET });
try {
  await place.makeTokens(READERS);
  const { sql } = place.database;
  const [first] = await sql<{ workspace_id: number }[]>`select workspace_id from users order by user_id limit 1`;
  const { workspace_id } = first ?? { workspace_id: 0 };
  await fillRoot(place.database, { workspace_id, documents: DOCUMENTS });
  await sql`
    insert into users (workspace_id, email, name, role, created_at)
    select ${workspace_id}, 'member' || n || '@bench.example', 'Member ' || n, 'member', now()
    from generate_series(${READERS + 1}::int, ${MEMBERS}::int) as n`;
  await sql`vacuum analyze`;
  const documents = await sql<{ doc_id: string }[]>`
    select doc_id from documents where workspace_id = ${workspace_id} order by md5(doc_id) limit ${LOOKS}`;
  const people = await sql<{ user_id: number }[]>`select user_id from users order by user_id limit ${READERS}`;
  const now = new Date();
  const cookies = people.map(
    ({ user_id }) => issueSession(createSigner(SECRET), { user_id, epoch: 0 }, now).split(";")[0] ?? "",
  );
  const doc = (at: number) => documents[at % documents.length]?.doc_id ?? "";
  const pages: [string, number, (at: number) => string][] = [
    ["home", PAGE_MS_REACH, () => "/app"],
    ["a space", PAGE_MS_REACH, () => "/app/r/general"],
    ["a folder", PAGE_MS_REACH, (at) => `/app/r/general/${encodeURIComponent(`Folder ${1 + (at % 50)}`)}`],
    ["a document", PAGE_MS_REACH, (at) => `/app/d/${doc(at)}`],
    ["about a document", PAGE_MS_REACH, (at) => `/app/d/${doc(at)}/info`],
    ["sharing a document", PAGE_MS_REACH, (at) => `/app/d/${doc(at)}/share`],
    ["inbox", PAGE_MS_REACH, () => "/app/inbox"],
    ["people", PAGE_MS_REACH, () => "/app/settings/people"],
    ["the palette", PALETTE_MS_REACH, (at) => `/api/find?q=${encodeURIComponent(WORDS[at % WORDS.length] ?? "")}`],
  ];
  for (let round = 0; round < readRounds(); round++) {
    for (const [workload, reach, pathOf] of pages) {
      const times: number[] = [];
      const statuses = new Set<number>();
      for (let at = 0; at < LOOKS; at++) {
        const headers = { cookie: cookies[at % cookies.length] ?? "", accept: "text/html" };
        const begun = performance.now();
        const answer = await fetch(place.ours.base_url + pathOf(at), { headers, redirect: "manual" });
        await answer.arrayBuffer();
        times.push(performance.now() - begun);
        statuses.add(answer.status);
      }
      times.sort((a, b) => a - b);
      const [p50_ms, p99_ms] = [times[Math.floor(LOOKS / 2)], times[Math.floor(LOOKS * 0.99) - 1]];
      print({ workload, round, p50_ms, p99_ms, p99_ms_reach: reach, status: [...statuses] });
    }
  }
} finally {
  await place.close();
}
