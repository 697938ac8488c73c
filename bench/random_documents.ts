// Documents and tools among 100,000, in random order, each asked for once: first, and again.
// Compares processor time with one or two selects.
import { withCpu } from "./cpu.ts";
import { fillRoot } from "./growth_data.ts";
import { readAllOnce } from "./once.ts";
import { medianOf, print, readRounds } from "./rounds.ts";
import { openPlace, type Server } from "./servers.ts";

const DOCUMENTS = Number(process.env["BENCH_DOCUMENTS"] ?? 100_000);
/** An account holds 5,000 documents at most. */
const DOCUMENTS_EACH = 4500;
/** Of each round. */
const READ = Math.min(5000, DOCUMENTS / 10);
const AT_ONCE = 16;
/** A part of a workload's name that chooses it: the second argument of the command line, else all. */
const chosen = process.argv[3] ?? "";

const place = await openPlace();
try {
  const tokens = await place.makeTokens(1 + Math.ceil(DOCUMENTS / DOCUMENTS_EACH));
  const { sql } = place.database;
  const [first] = await sql<{ workspace_id: number }[]>`select workspace_id from users order by user_id limit 1`;
  const { workspace_id } = first ?? { workspace_id: 0 };
  await fillRoot(place.database, { workspace_id, documents: DOCUMENTS });
  await sql`vacuum analyze`;
  const rows = await sql<{ doc_id: string }[]>`
    select doc_id from documents where workspace_id = ${workspace_id} order by random()`;
  const docIds = rows.map(({ doc_id }) => doc_id).values();
  const call = (name: string, args: (docId: string) => object) => (docId: string) => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args(docId) } };
    return { method: "POST", path: "/mcp", body: JSON.stringify(body) };
  };
  for (const [workload, floor, ask] of [
    ["GET /api/docs/{doc_id}", "document_read", (id: string) => ({ method: "GET", path: `/api/docs/${id}`, body: "" })],
    ["tools/call get_link", "tool_call", call("get_link", (doc_id) => ({ doc_id }))],
    ["tools/call get_file", "get_file", call("get_file", (doc_id) => ({ doc_id, path: "index.html" }))],
  ] as const) {
    if (!workload.includes(chosen)) continue;
    const beside = await place.startFloor(floor);
    const lists = Array.from({ length: readRounds() }, () =>
      Array.from({ length: READ }, () => docIds.next().value ?? ""),
    );
    await compare(`${workload}, first`, { beside, lists, ask });
    await compare(`${workload}, asked for before`, { beside, lists: lists.map(shuffled), ask });
    await beside.stop();
  }

  async function compare(
    workload: string,
    { beside, lists, ask }: { beside: Server; lists: readonly string[][]; ask: Ask },
  ): Promise<void> {
    const ratios: number[] = [];
    for (const [round, ids] of lists.entries()) {
      const floor = await read(beside, { ids, ask });
      const ours = await read(place.ours, { ids, ask });
      const ratio = floor.cpu_us / ours.cpu_us;
      ratios.push(ratio);
      print({ workload, round, documents: ids.length, floor, ours, ratio });
    }
    ratios.sort((a, b) => a - b);
    print({ workload, ratio: medianOf(ratios), spread: [ratios[0], ratios.at(-1)], reach: 0.7 });
  }

  async function read(server: Server, { ids, ask }: { ids: readonly string[]; ask: Ask }) {
    const [token = ""] = tokens;
    const requests = ids.map(ask).map((one) => ({ ...one, token }));
    const pids = { server: server.pid, postgres: place.postgres_pid };
    const { cpu_ms, rps } = await withCpu(pids, () => readAllOnce(server.base_url, { requests, connections: AT_ONCE }));
    const each = (ms: number) => (ms * 1000) / ids.length;
    const [server_us, postgres_us] = [each(cpu_ms.server), each(cpu_ms.postgres)];
    return { rps, cpu_us: server_us + postgres_us, server_us, postgres_us };
  }
} finally {
  await place.close();
}

type Ask = (docId: string) => { method: string; path: string; body: string };

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
