// The first page of a wiki of 500 entries, half of them a group's, and of a folder site of 5,000 documents,
// for a member of whom the server remembers nothing: one after the other for many members.

import { createSigner } from "../kernel/base/tickets.ts";
import { issueViewerCookie } from "../kernel/ports/auth.ts";
import { withCpu } from "./cpu.ts";
import { medianOf, print, readRounds } from "./rounds.ts";
import { openPlace, senderAt } from "./servers.ts";

const ENTRIES = 500;
const CHAPTERS = 100;
const MEMBERS = 100;
const TEXT_BYTES = 24 * 1024;
const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 5000);
const FOLDER_DOCUMENTS = 50;
const AT_ONCE = 8;
const SECRET = "a secret for the bench, long enough to pass";

const place = await openPlace({ SECRET });
try {
  const { sql } = place.database;
  const [token = "", other = ""] = await place.makeTokens(MEMBERS + 1);
  const people = await sql<{ user_id: number; email: string }[]>`select user_id, email from users order by user_id`;
  const [owner, ...members] = people;
  if (!owner) throw new Error("nobody is there");
  await sql`update users set role = 'owner' where user_id = ${owner.user_id}`;
  const send = senderAt(place.ours, token);
  const group = await send("POST", "/api/groups", { name: "Readers" });
  const emails = members.map(({ email }) => email);
  await send("PUT", `/api/groups/${group.id}/members`, { emails, present: true });
  const text = `# Chapter\n\n${"Words of a chapter, one after the other. ".repeat(TEXT_BYTES / 41)}\n`;
  const chapters: { doc_id: string }[] = [];
  for (let n = 0; n < CHAPTERS; n++) {
    const title = `Chapter ${n}`;
    chapters.push(await send("POST", "/api/docs", { markdown: `${text}${n}\n`, title, visibility: "workspace" }));
  }
  const navigation = await send("POST", "/api/navigations", { name: "The book" });
  const entries = Array.from({ length: ENTRIES }, (_, n) => ({
    target: `doc:${chapters[n % CHAPTERS]?.doc_id}`,
    label: `Chapter ${n}`,
    ...(n % 2 === 1 && { visibility: "group", group: group.slug }),
  }));
  await send("PUT", `/api/navigations/${navigation.id}`, { entries, version: navigation.version });
  const wiki = await send("PUT", "/api/wiki-site", { enabled: true, navigation: navigation.slug });
  const signer = createSigner(SECRET);
  const now = new Date();
  const cookies = members.map(({ user_id }) => {
    const viewer = { user_id, epoch: 0, session: "bench", since: now.getTime(), host_key: "" };
    return issueViewerCookie(signer, viewer, now).split(";")[0] ?? "";
  });
  const pids = { server: place.ours.pid, postgres: place.postgres_pid };
  const look = (workload: string, { address, holds }: { address: string; holds: string }) =>
    lookFirst({
      workload,
      address,
      holds,
      cookies,
      pids,
      forget: (tagline) => send("PUT", "/api/wiki-site", { tagline }),
    });
  await look("the first page of a wiki", { address: `${wiki.url}${chapters[0]?.doc_id}`, holds: "Chapter 499" });

  await send("POST", "/api/roots", { name: "Shelf" });
  await send("POST", "/api/roots/shelf/access", { subject_type: "group", subject: group.slug, level: "edit" });
  // One person may have no more than that.
  const write = senderAt(place.ours, other);
  const numbers = Array.from({ length: DOCUMENTS }, (_, n) => n).values();
  const ids: string[] = [];
  const publish = async () => {
    for (const n of numbers) {
      const at = { root: "shelf", folder: `Part ${Math.floor(n / FOLDER_DOCUMENTS)}`, visibility: "workspace" };
      ids[n] = (await write("POST", "/api/docs", { markdown: `# Page ${n}\n\nWords of a page.\n`, ...at })).doc_id;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, publish));
  await send("PUT", "/api/folder-meta?root=shelf&path=", { published: true });
  await sql`vacuum analyze`;
  const shelf = `${wiki.url}r/shelf/`;
  await look(`the first page of a folder site of ${DOCUMENTS}`, {
    address: `${shelf}Part%200/${ids[7]}`,
    holds: "Page 49",
  });
  await look(`the first listing of a folder site of ${DOCUMENTS}`, { address: `${shelf}Part%201/`, holds: "Page 99" });
} finally {
  await place.close();
}

interface Look {
  workload: string;
  address: string;
  /** A member's page has that. */
  holds: string;
  cookies: readonly string[];
  pids: { server: number; postgres: number };
  /** Whatever is remembered of the workspace is made anew from then on. */
  forget: (round: string) => Promise<unknown>;
}

/** The page once for each member after a change, round after round. */
async function lookFirst({ workload, address, holds, cookies, pids, forget }: Look): Promise<void> {
  const seen: { ms: number; server: number; postgres: number }[] = [];
  for (let round = 0; round <= readRounds(); round++) {
    await forget(`Round ${round}`);
    const began = performance.now();
    const { cpu_ms } = await withCpu(pids, async () => {
      for (const cookie of cookies) {
        const answer = await fetch(address, { headers: { cookie } });
        const page = await answer.text();
        if (answer.status !== 200 || !page.includes(holds)) throw new Error("it is not the page of a member");
      }
      return {};
    });
    const each = (ms: number) => ms / cookies.length;
    const line = { ms: each(performance.now() - began), server: each(cpu_ms.server), postgres: each(cpu_ms.postgres) };
    if (round > 0) seen.push(line);
    print({ workload, round, ...line });
  }
  const [ms, server, postgres] = (["ms", "server", "postgres"] as const).map((name) =>
    medianOf(seen.map((line) => line[name])),
  );
  print({ workload, ms, server_cpu_ms: server, postgres_cpu_ms: postgres });
}
