// Whether the service is as quick when it is full:
// publish, read and every list and page of 1,000 documents, a million, and beside others.
// `BENCH_DOCUMENTS=100000 BENCH_WORKSPACES=1000 bun bench/growth.ts [rounds] [a part of a workload's name]` fills less and chooses.
import { issueSession } from "../kernel/auth/session.ts";
import { createSigner } from "../kernel/base/tickets.ts";
import { COUNTING, type Counted, countWork, prepareCounting } from "./blocks.ts";
import { withCpu } from "./cpu.ts";
import { type HookHandler, type ListRequest, listRequests } from "./growth_catalogue.ts";
import { fillOthers, fillRoot } from "./growth_data.ts";
import { runLoad } from "./load.ts";
import { writePage } from "./published.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace, type Place } from "./servers.ts";

const SMALL = 1000;
const LARGE = Number(process.env["BENCH_DOCUMENTS"] ?? 1_000_000);
const WORKSPACES = Number(process.env["BENCH_WORKSPACES"] ?? 10_000);
/** Documents of each of the other workspaces. */
const EACH = 20;
/** Who asks; all of them in every workspace, since the first request of a token in a second is written down. */
const ASKERS = 20;
/** An account holds 5,000 documents at most. */
const DOCUMENTS_EACH = 4500;
const READ = 200;
/** Documents of the folder that is looked at, more than a page in the small workspace too. */
const IN_FOLDER = 60;
const SECRET = "a secret for the bench, long enough to pass";
const ROUNDS_OF_COUNTS = 12;
/** Of each load. */
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 2);
type Requests = Parameters<typeof runLoad>[0]["requests"];
const chosen = process.argv[3] ?? "";

interface Grown {
  place: Place;
  tokens: string[];
  cookies: string[];
  /** Who owns the workspace, for what is shown to nobody else. */
  owner: Record<ListRequest["with"], string>;
  doc_ids: string[];
  handler: HookHandler;
}

const small = await grow(SMALL, 0);
try {
  for (const [name, documents, workspaces] of [
    [`${LARGE} documents in one workspace`, LARGE, 0],
    [`${WORKSPACES} workspaces`, SMALL, WORKSPACES],
  ] as const) {
    if (documents + workspaces <= SMALL) continue;
    const large = await grow(documents, workspaces);
    try {
      await measure(name, large);
    } finally {
      await large.place.close();
    }
  }
} finally {
  await small.place.close();
}

/** A service with so many documents in one root, and other workspaces beside it. */
async function grow(documents: number, workspaces: number): Promise<Grown> {
  const started = performance.now();
  const place = await openPlace({ SECRET }, COUNTING);
  const tokens = await place.makeTokens(1 + Math.max(ASKERS, Math.ceil(documents / DOCUMENTS_EACH)));
  const { sql } = place.database;
  await prepareCounting(sql);
  const people = await sql<{ user_id: number; workspace_id: number; email: string }[]>`
    select user_id, workspace_id, email from users order by user_id`;
  const [person, asker] = people;
  if (!person || !asker) throw new Error("the workspace has nobody");
  await sql`update users set role = 'owner' where user_id = ${person.user_id}`;
  const { workspace_id } = person;
  await fillRoot(place.database, { workspace_id, documents });
  await sql`
    update documents d set place_id = p.place_id from places p
    where p.workspace_id = ${workspace_id} and p.path = 'Folder 1' and d.workspace_id = ${workspace_id} and d.document_id in (
      select document_id from documents where workspace_id = ${workspace_id} order by document_id limit ${IN_FOLDER})`;
  if (workspaces > 0) await fillOthers(place.database, { workspaces, documents: EACH });
  await sql`vacuum analyze`;
  const rows = await sql<{ doc_id: string }[]>`
    select doc_id from documents where workspace_id = ${workspace_id} order by md5(doc_id) limit ${READ}`;
  const [size] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  print({ documents, workspaces, fill_s: (performance.now() - started) / 1000, mib: (size?.bytes ?? 0) / 1024 ** 2 });
  const now = new Date();
  const cookies = people.map(({ user_id }) => {
    const cookie = issueSession(createSigner(SECRET), { user_id, epoch: 0 }, now);
    return cookie.split(";")[0] ?? "";
  });
  const doc_ids = rows.map((row) => row.doc_id);
  const doc_id = doc_ids[0] ?? "";
  const handler = {
    doc_id,
    root: "general",
    path: "index.html",
    user: asker.email,
    user_id: String(asker.user_id),
    q: "Folder 1",
    from: "1",
  };
  return {
    ...{ place, doc_ids, handler, tokens: tokens.slice(1, ASKERS + 1), cookies: cookies.slice(1, ASKERS + 1) },
    owner: { token: tokens[0] ?? "", session: cookies[0] ?? "" },
  };
}

/** Everybody asks it, or where it is shown to nobody else its owner; null where they are refused too. */
async function requestsFor({ place, tokens, cookies, owner }: Grown, request: ListRequest): Promise<Requests | null> {
  for (const those of [request.with === "session" ? cookies : tokens, [owner[request.with]]]) {
    const asked = those.map((token) => ({ method: "GET", path: request.path, token }));
    const [first] = asked;
    if (first && (await send(place, first)) === 200) return asked;
  }
  return null;
}

/** As the load sends it: a cookie, or else a token. Answers the status. */
async function send({ ours }: Place, { path, token }: Requests[number]): Promise<number> {
  const headers = new Headers(token?.includes("=") ? { cookie: token } : { authorization: `Bearer ${token}` });
  const answer = await fetch(ours.base_url + path, { headers, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

async function measure(name: string, large: Grown): Promise<void> {
  const body = JSON.stringify({ html: writePage(2048), root: "general", folder: "bench", tags: ["bench"] });
  const requestsOf = {
    publish: ({ tokens }: Grown) => tokens.map((token) => ({ method: "POST", path: "/api/docs", token })),
    read: ({ tokens, doc_ids }: Grown) =>
      doc_ids.map((id, index) => ({
        method: "GET",
        path: `/api/docs/${id}`,
        token: tokens[index % tokens.length] ?? "",
      })),
  };
  for (const [workload, requests] of Object.entries(requestsOf)) {
    await one(workload, [requests(small), requests(large)]);
  }
  // Each workspace has documents of its own to fill in, in the same order.
  const inLarge = listRequests(large.handler);
  for (const [index, request] of listRequests(small.handler).entries()) {
    const workload = `${request.id} ${request.path}`;
    if (!workload.includes(chosen)) continue;
    const few = await requestsFor(small, request);
    const many = await requestsFor(large, inLarge[index] ?? request);
    if (!few || !many) {
      print({ workload, left_out: "refused to its owner" });
      continue;
    }
    print({ workload, counted: await workOf(small, few), counted_large: await workOf(large, many) });
    // One that is throttled or takes too long is told, and ends no other.
    await one(workload, [few, many]).catch((error: unknown) => print({ workload, failed: String(error) }));
  }

  async function one(workload: string, [few, many]: [Requests, Requests]): Promise<void> {
    if (!workload.includes(chosen)) return;
    await compare({
      workload: `${workload}: ${name}`,
      rounds: readRounds(),
      floor: () => cpuOf(small, few),
      ours: () => cpuOf(large, many),
      // Processor time for each request, which other programs on the machine disturb least.
      score: ({ cpu_ms }) => 1 / cpu_ms,
      reach: 1 / 1.5,
    });
  }

  /** The least of a few requests, since the first ones read what stays known afterwards. */
  async function workOf({ place }: Grown, [request]: Requests): Promise<Counted | undefined> {
    const counts: Counted[] = [];
    for (let round = 0; round < ROUNDS_OF_COUNTS && request; round++) {
      counts.push(await countWork(place.database.sql, () => send(place, request)));
    }
    return counts.sort((one, other) => one.blocks - other.blocks || one.plans - other.plans)[0];
  }

  async function cpuOf({ place }: Grown, requests: Requests) {
    const pids = { server: place.ours.pid, postgres: place.postgres_pid };
    const load = { base_url: place.ours.base_url, requests, connections: 8, seconds: SECONDS };
    const sent = requests[0]?.method === "POST" ? { ...load, body } : load;
    const { cpu_ms, ...seen } = await withCpu(pids, () => runLoad(sent));
    return { ...seen, cpu_ms: (cpu_ms.server + cpu_ms.postgres) / (seen.rps * load.seconds) };
  }
}
