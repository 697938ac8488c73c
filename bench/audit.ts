// The audit log of a million rows:
// filtered pages beside the bare indexed select, and the export beside what COPY writes of the same rows.
import { withCpu } from "./cpu.ts";
import { compare, medianOf, print, readRounds } from "./rounds.ts";
import { openPlace, readRss, type Server } from "./servers.ts";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 1_000_000);
const EXPORTED = 100_000;
const EVERY_SECONDS = 30;
const A_DAY = (24 * 3600) / EVERY_SECONDS;
const FILLED_AT_ONCE = 100_000;
const PAGE = 100;
const READS_A_ROUND = 100;
const SAMPLE_MS = 20;

/** The floor is told the ids between which the times lie. */
interface Filter {
  action?: string;
  actor?: string;
  target_id?: string;
  times?: { from?: string | undefined; to?: string | undefined };
  ids?: { first_id?: number; last_id?: number };
}

const place = await openPlace();
try {
  const { sql } = place.database;
  const [token = ""] = await place.makeTokens(1);
  const [person] = await sql<{ user_id: number; workspace_id: number }[]>`
    update users set role = 'owner' returning user_id, workspace_id`;
  const workspaceId = person?.workspace_id ?? 0;
  await fillLog(workspaceId);
  const floor = await place.startFloor("audit");

  const [last] = await sql<{ id: number }[]>`select max(event_id) as id from audit_events`;
  const old = (last?.id ?? 0) - Math.round(ROWS * 0.9);
  const at = await readTimes([old, old + A_DAY]);
  const filters: Record<string, Filter> = {
    "by a frequent action": { action: "doc.publish" },
    "by a rare action": { action: "group.create" },
    "by actor": { actor: "writer7@bench.example" },
    "by target": { target_id: "doc_77" },
    "by a day of long ago": { times: { from: at[0], to: at[1] }, ids: { first_id: old, last_id: old + A_DAY } },
    "until long ago": { times: { to: at[0] }, ids: { last_id: old } },
    "since long ago": { times: { from: at[0] }, ids: { first_id: old } },
  };
  for (const [name, { times, ids, ...filter }] of Object.entries(filters)) {
    const query = (own: object) => new URLSearchParams({ ...filter, ...own, limit: String(PAGE) });
    await compare({
      workload: `GET /api/audit ${name}, of ${ROWS} rows`,
      rounds: readRounds(),
      floor: () => readPages(floor, query({ ...ids, workspace: workspaceId })),
      ours: () => readPages(place.ours, query({ ...times })),
      score: (seen) => seen.median_ms,
      reach: 2,
    });
  }

  const before = readRss(place.ours.pid);
  let most = 0;
  await compare({
    workload: `GET /api/audit/export.csv of ${EXPORTED} rows`,
    rounds: readRounds(),
    floor: () => readExport(`${floor.base_url}/api/audit/export.csv?workspace=${workspaceId}`),
    ours: async () => {
      const sample = setInterval(() => (most = Math.max(most, readRss(place.ours.pid))), SAMPLE_MS);
      try {
        return await readExport(`${place.ours.base_url}/api/audit/export.csv`);
      } finally {
        clearInterval(sample);
      }
    },
    score: (seen) => seen.ms,
    reach: 4,
  });
  print({
    workload: "memory that exports add, MiB",
    before: before / 2 ** 20,
    added: (most - before) / 2 ** 20,
    reach: 64,
  });

  async function readPages(server: Server, query: URLSearchParams) {
    const address = `${server.base_url}/api/audit?${query}`;
    const pids = { server: server.pid, postgres: place.postgres_pid };
    return withCpu(pids, async () => {
      const times: number[] = [];
      let rows = 0;
      for (let count = 0; count < READS_A_ROUND; count++) {
        const started = performance.now();
        rows = (await (await get(address)).json()).events.length;
        times.push(performance.now() - started);
      }
      if (rows === 0) throw new Error(`${address} shows no row`);
      return { rows, median_ms: medianOf(times) };
    });
  }

  async function readTimes(ids: readonly number[]): Promise<string[]> {
    const rows = await sql<{ created_at: Date }[]>`
      select created_at from audit_events where event_id = any(${[...ids]}::bigint[]) order by event_id`;
    return rows.map((row) => row.created_at.toISOString());
  }

  /** Read as it comes and thrown away, so that the bench does not measure itself. */
  async function readExport(address: string): Promise<{ bytes: number; ms: number }> {
    const started = performance.now();
    let bytes = 0;
    for await (const piece of (await get(address)).body ?? []) bytes += piece.byteLength;
    if (bytes < EXPORTED * 50) throw new Error(`${address} sent ${bytes} bytes`);
    return { bytes, ms: performance.now() - started };
  }

  async function get(address: string): Promise<Response> {
    // The floor compresses nothing.
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
    const response = await fetch(address, { headers });
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  /** Half a minute between rows, 200 actors, 10,000 targets, four frequent actions and a rare one; the last row is of now. */
  async function fillLog(workspace: number): Promise<void> {
    const now = new Date();
    for (let first = 1; first <= ROWS; first += FILLED_AT_ONCE)
      await sql`
        insert into audit_events (workspace_id, action, actor, target_type, target_id, meta, ip, created_at)
        select ${workspace},
          case when n % 5000 = 0 then 'group.create' else (array['doc.publish', 'doc.edit', 'doc.delete', 'comment.create'])[(1 + n % 4)::int] end,
          'writer' || n * 7 % 200 || '@bench.example', 'doc', 'doc_' || n * 7919 % 10000,
          '{"via": "api", "token": "bench", "request_id": "req_0123456789abcdef"}', '127.0.0.1',
          ${now}::timestamptz - (${ROWS} - n) * make_interval(secs => ${EVERY_SECONDS})
        from generate_series(${first}::bigint, ${Math.min(ROWS, first + FILLED_AT_ONCE - 1)}::bigint) as n`;
    await sql`vacuum analyze audit_events`;
  }
} finally {
  await place.close();
}
