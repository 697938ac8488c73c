// Looking for members of a workspace of 5,000, beside the bare select of the same rows.
import { withCpu } from "./cpu.ts";
import { compare, medianOf, readRounds } from "./rounds.ts";
import { openPlace, type Server } from "./servers.ts";

const MEMBERS = Number(process.env["BENCH_MEMBERS"] ?? 5000);
/** Of other workspaces, in the same table. */
const OTHERS = 20_000;
const PAGE = 50;
const READS_A_ROUND = 200;

const place = await openPlace();
try {
  const { sql } = place.database;
  const [token = ""] = await place.makeTokens(1);
  const [person] = await sql<{ workspace_id: number }[]>`select workspace_id from users`;
  const workspace = person?.workspace_id ?? 0;
  const now = new Date();
  const [other] = await sql<{ workspace_id: number }[]>`
    insert into workspaces (slug, name, plan, created_at) values ('others', 'Others', 'enterprise', ${now}) returning workspace_id`;
  for (const [of, count] of [
    [workspace, MEMBERS],
    [other?.workspace_id ?? 0, OTHERS],
  ] as const) {
    await sql`
      insert into users (workspace_id, email, name, role, created_at)
      select ${of}, 'worker' || n || '.' || ${of} || '@bench.example', 'Worker ' || md5(n::text), 'member',
        ${now}::timestamptz + n * interval '1 second'
      from generate_series(1, ${count}) as n`;
  }
  await sql`analyze users`;
  const floor = await place.startFloor("members");

  const asked: Record<string, Record<string, string>> = {
    "that many have, a page": { q: "worker", limit: String(PAGE) },
    "that ten have, a page": { q: "worker499", limit: String(PAGE) },
    "that nobody has, a page": { q: "nobody", limit: String(PAGE) },
    "none, a page": { limit: String(PAGE) },
  };
  for (const [name, query] of Object.entries(asked)) {
    await compare({
      workload: `GET /api/members with q ${name}, of ${MEMBERS}`,
      rounds: readRounds(),
      floor: () => readPages(floor, new URLSearchParams({ ...query, workspace: String(workspace) })),
      ours: () => readPages(place.ours, new URLSearchParams(query)),
      score: (seen) => seen.median_ms,
      reach: 4,
    });
  }

  async function readPages(server: Server, query: URLSearchParams) {
    const address = `${server.base_url}/api/members?${query}`;
    // The floor compresses nothing.
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
    return withCpu({ server: server.pid, postgres: place.postgres_pid }, async () => {
      const times: number[] = [];
      let rows = 0;
      for (let count = 0; count < READS_A_ROUND; count++) {
        const started = performance.now();
        const response = await fetch(address, { headers });
        if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
        rows = ((await response.json()) as { members: unknown[] }).members.length;
        times.push(performance.now() - started);
      }
      return { rows, median_ms: medianOf(times) };
    });
  }
} finally {
  await place.close();
}
