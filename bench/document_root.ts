// What keeping the counts of roots and tags costs:
// 16 connections publish into one root with the trigger that counts, and without.
import { withCpu } from "./cpu.ts";
import { runLoad } from "./load.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const WRITERS = 40;

const place = await openPlace();
try {
  const tokens = await place.makeTokens(WRITERS);
  const requests = tokens.map((token) => ({ method: "POST", path: "/api/docs", token }));
  const body = JSON.stringify({ html: writePage(2048), root: "general", tags: ["one", "two"] });
  const load = { requests, body, connections: 16, seconds: 4, base_url: place.ours.base_url };
  const publish = async (counting: "enable" | "disable") => {
    await place.database.sql.unsafe(`alter table documents ${counting} trigger documents_counted_insert`);
    const pids = { server: place.ours.pid, postgres: place.postgres_pid };
    const { cpu_ms, ...seen } = await withCpu(pids, () => runLoad(load));
    const each = (ms: number) => ms / (seen.rps * load.seconds);
    return { ...seen, cpu_ms: { server: each(cpu_ms.server), postgres: each(cpu_ms.postgres) } };
  };
  await compare({
    workload: "POST /api/docs into one root, counted",
    rounds: readRounds(),
    floor: () => publish("disable"),
    ours: () => publish("enable"),
    // Processor time, since the rate tells two so alike apart on a quiet machine alone.
    score: ({ cpu_ms }) => 1 / (cpu_ms.server + cpu_ms.postgres),
    reach: 0.95,
  });
} finally {
  await place.close();
}
