// The tree of 5,000 documents, and the change feed over 50,000 from its beginning:
// each beside its bare query behind the same HTTP.
import { withCpu } from "./cpu.ts";
import { compare, medianOf, readRounds } from "./rounds.ts";
import { awaitIndex, fillDocuments } from "./search_data.ts";
import { openPlace, type Server } from "./servers.ts";

const TREE_DOCUMENTS = 5_000;
const FEED_DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 50_000);
const FOLDERS = 100;
const TREES_A_ROUND = 10;

const place = await openPlace();
try {
  const { sql } = place.database;
  const [treeToken = "", feedToken = ""] = await place.makeTokens(2);
  const [owner, follower] = await sql<{ user_id: number }[]>`select user_id from users order by user_id`;
  await fillDocuments(place.database, { user_id: owner?.user_id ?? 0, texts: shortTexts(TREE_DOCUMENTS) });
  await fillDocuments(place.database, { user_id: follower?.user_id ?? 0, texts: shortTexts(FEED_DOCUMENTS) });
  await spread(owner?.user_id ?? 0);
  await awaitIndex(place.database);
  await sql`vacuum analyze`;
  const floor = await place.startFloor("feed");

  await compare({
    workload: `GET /api/tree of ${TREE_DOCUMENTS} documents in ${FOLDERS} folders`,
    rounds: readRounds(),
    floor: () => timed(floor, () => readTrees(`${floor.base_url}/api/tree?owner=${owner?.user_id}`, "")),
    ours: () => timed(place.ours, () => readTrees(`${place.ours.base_url}/api/tree?depth=0`, treeToken)),
    // The ratio is of times, so that it is read as it is asked for: at most 2.
    score: (seen) => seen.median_ms,
    reach: 2,
  });
  await compare({
    workload: `GET /api/changes over ${FEED_DOCUMENTS} documents, all pages`,
    rounds: readRounds(),
    floor: () => timed(floor, () => follow(`${floor.base_url}/api/changes?owner=${follower?.user_id}`, "")),
    ours: () => timed(place.ours, () => follow(`${place.ours.base_url}/api/changes?limit=200`, feedToken)),
    score: (seen) => seen.median_ms,
    reach: 2,
  });
} finally {
  await place.close();
}

function* shortTexts(count: number): Generator<string> {
  for (let number = 0; number < count; number++) yield `# Page ${number}\n\nThis is page ${number} of ${count}.\n`;
}

/** Spreads somebody's documents over folders. */
async function spread(userId: number): Promise<void> {
  const { sql } = place.database;
  await sql`
    insert into places (workspace_id, owner_id, path)
    select workspace_id, user_id, 'Folder ' || n from users, generate_series(1, ${FOLDERS}) as n where user_id = ${userId}`;
  await sql`update places set guard_ids = array[place_id] where owner_id = ${userId}`;
  await sql`
    update documents d set place_id = p.place_id from places p
    where d.owner_id = ${userId} and p.owner_id = ${userId} and p.path = 'Folder ' || (1 + d.document_id % ${FOLDERS})`;
}

async function timed(server: Server, work: () => Promise<{ rows: number; median_ms: number }>) {
  const pids = { server: server.pid, postgres: place.postgres_pid };
  const { cpu_ms, ...seen } = await withCpu(pids, work);
  return { ...seen, server_cpu_ms: cpu_ms.server, postgres_cpu_ms: cpu_ms.postgres };
}

async function readTrees(address: string, token: string): Promise<{ rows: number; median_ms: number }> {
  const times: number[] = [];
  let rows = 0;
  for (let count = 0; count < TREES_A_ROUND; count++) {
    const started = performance.now();
    const tree = await get(address, token);
    times.push(performance.now() - started);
    rows = tree.folders.reduce((sum: number, folder: { docs: unknown[] }) => sum + folder.docs.length, 0);
  }
  if (rows !== TREE_DOCUMENTS) throw new Error(`${address} shows ${rows} documents`);
  return { rows, median_ms: medianOf(times) };
}

/** Every page, one after the other. */
async function follow(address: string, token: string): Promise<{ rows: number; median_ms: number }> {
  const started = performance.now();
  let rows = 0;
  let since = "";
  for (let isMore = true; isMore; ) {
    const page = await get(since === "" ? address : `${address}&since=${encodeURIComponent(since)}`, token);
    rows += page.changes.length;
    since = page.next_cursor;
    isMore = page.has_more;
  }
  if (rows !== FEED_DOCUMENTS) throw new Error(`${address} shows ${rows} changes`);
  return { rows, median_ms: performance.now() - started };
}

async function get(address: string, token: string) {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
