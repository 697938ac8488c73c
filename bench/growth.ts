// Whether the service is as quick when it is full: publish, read and list in a workspace of 1,000 documents, of a million, and beside 10,000 others.
// `BENCH_DOCUMENTS=100000 BENCH_WORKSPACES=1000 bun bench/growth.ts [rounds] [a part of a workload's name]` fills less and chooses.
import { withCpu } from "./cpu.ts";
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
const chosen = process.argv[3] ?? "";

interface Grown {
  place: Place;
  tokens: string[];
  doc_ids: string[];
}

const small = await grow(SMALL, 0);
try {
  for (const [name, documents, workspaces] of [
    [`${LARGE} documents in one workspace`, LARGE, 0],
    [`${WORKSPACES} workspaces`, SMALL, WORKSPACES],
  ] as const) {
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
  const place = await openPlace();
  const tokens = await place.makeTokens(Math.max(ASKERS, Math.ceil(documents / DOCUMENTS_EACH)));
  const { sql } = place.database;
  const [person] = await sql<{ workspace_id: number }[]>`
    select workspace_id from users limit 1`;
  if (!person) throw new Error("the workspace has nobody");
  await fillRoot(place.database, { ...person, documents });
  if (workspaces > 0) await fillOthers(place.database, { workspaces, documents: EACH });
  await sql`vacuum analyze`;
  const rows = await sql<{ doc_id: string }[]>`
    select doc_id from documents where workspace_id = ${person.workspace_id} order by md5(doc_id) limit ${READ}`;
  const [size] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  print({ documents, workspaces, fill_s: (performance.now() - started) / 1000, mib: (size?.bytes ?? 0) / 1024 ** 2 });
  return { place, tokens: tokens.slice(0, ASKERS), doc_ids: rows.map((row) => row.doc_id) };
}

function askAll(tokens: readonly string[], path: string) {
  return tokens.map((token) => ({ method: "GET", path, token }));
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
    list: ({ tokens }: Grown) => tokens.map((token) => ({ method: "GET", path: "/api/docs?view=all&limit=50", token })),
    "list of a root": ({ tokens }: Grown) =>
      tokens.map((token) => ({ method: "GET", path: "/api/docs?root=general&limit=50", token })),
    "what is listed to the team": ({ tokens }: Grown) => askAll(tokens, "/api/docs?view=team&limit=50"),
    "own documents": ({ tokens }: Grown) => askAll(tokens, "/api/docs?view=mine&limit=50"),
    "list by tag": ({ tokens }: Grown) => askAll(tokens, "/api/docs?view=all&tag=tag-7&limit=50"),
    "list of a folder": ({ tokens }: Grown) => askAll(tokens, "/api/docs?root=general&folder=Folder%201&limit=50"),
    "empty trash": ({ tokens }: Grown) => askAll(tokens, "/api/trash?limit=50"),
    "view of a folder": ({ tokens }: Grown) => askAll(tokens, "/api/folder-view?root=general&path=Folder%201&limit=50"),
    folders: ({ tokens }: Grown) => askAll(tokens, "/api/folders?root=general&limit=50"),
    tree: ({ tokens }: Grown) => askAll(tokens, "/api/tree?root=general"),
    roots: ({ tokens }: Grown) => tokens.map((token) => ({ method: "GET", path: "/api/roots", token })),
    tags: ({ tokens }: Grown) => tokens.map((token) => ({ method: "GET", path: "/api/tags?include_team=1", token })),
  };
  for (const [workload, requests] of Object.entries(requestsOf)) {
    if (!workload.includes(chosen)) continue;
    await compare({
      workload: `${workload}: ${name}`,
      rounds: readRounds(),
      floor: () => cpuOf(small, requests(small)),
      ours: () => cpuOf(large, requests(large)),
      // Processor time for each request, which other programs on the machine disturb least.
      score: ({ cpu_ms }) => 1 / cpu_ms,
      reach: 1 / 1.5,
    });
  }

  async function cpuOf({ place }: Grown, requests: Parameters<typeof runLoad>[0]["requests"]) {
    const pids = { server: place.ours.pid, postgres: place.postgres_pid };
    const load = { base_url: place.ours.base_url, requests, connections: 8, seconds: 2 };
    const sent = requests[0]?.method === "POST" ? { ...load, body } : load;
    const { cpu_ms, ...seen } = await withCpu(pids, () => runLoad(sent));
    return { ...seen, cpu_ms: (cpu_ms.server + cpu_ms.postgres) / (seen.rps * load.seconds) };
  }
}
