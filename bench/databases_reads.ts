// How pages of records are read for bench/databases.ts: without a pause, at a fixed rate, and each behind a write.
import type { askingAs, Table } from "./databases_data.ts";
import { runPaced, type Seen } from "./load.ts";
import { compare, medianOf, print } from "./rounds.ts";
import type { Server } from "./servers.ts";

const READS_AFTER_WRITES = 60;
const P99_MS_MAX = 20;

export interface Asked {
  table: Table;
  query: object;
  /** That of the floor. */
  path: string;
  reach: number;
}

export interface Reading extends Pick<ReturnType<typeof askingAs>, "send" | "call"> {
  ours: Server;
  floor: Server;
  token: string;
  /** Sends it without a pause over so many connections. */
  post(server: Server, path: string, body: object, connections: number): Promise<Seen>;
  rounds: number;
  seconds: number;
}

export function comparingReads({ ours, floor, token, send, call, post, rounds, seconds }: Reading) {
  async function comparePages(workload: string, asked: Asked) {
    const { table, query, path, reach } = asked;
    const address = `${table.path}/query`;
    for (let times = 0; times < 3; times++) {
      const { ms } = await timed(async () => (await call(`POST ${address}`, query)).total);
      print({ workload, asked_before: times, ms });
      await Bun.sleep(1000);
    }
    await compare({
      workload,
      rounds,
      floor: () => post(floor, path, {}, 8),
      ours: () => post(ours, address, query, 8),
      score: ({ rps }) => rps,
      reach,
    });
  }

  /** Both at half of the rate that ours keeps up with when it is asked without a pause. */
  async function comparePaced(workload: string, { table, query, path }: Asked): Promise<void> {
    const { rps } = await post(ours, `${table.path}/query`, query, 8);
    const per_second = Math.round(rps / 2);
    const paced = (server: Server, to: string, body: object) =>
      runPaced({
        base_url: server.base_url,
        requests: [{ method: "POST", path: to, token }],
        body: JSON.stringify(body),
        ...{ per_second, until: Bun.sleep(seconds * 1000) },
      });
    for (let round = 1; round <= rounds; round++) {
      const beside = await paced(floor, path, {});
      print({
        workload,
        round,
        floor: beside,
        ours: await paced(ours, `${table.path}/query`, query),
        reach_p99_ms: P99_MS_MAX,
      });
    }
  }

  /** By the time of one request, one at a time, each behind a change of a record, whose time does not count; nothing changes at the floor. */
  async function compareAfterWrites(workload: string, { table, query, path, reach }: Asked): Promise<void> {
    const [first] = (await call(`POST ${table.path}/query`, { limit: 1 })).records;
    let { version } = first;
    const change = async () => {
      const sent = { data: { city: `City ${version}` }, base_version: version };
      ({ version } = await call(`PATCH ${table.path}/records/${first.id}`, sent));
    };
    const medianTime = async (before: () => Promise<void>, address: string, body: object) => {
      const init = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const times: number[] = [];
      for (let count = 0; count < READS_AFTER_WRITES; count++) {
        await before();
        const { ms } = await timed(async () => (await (await send(address, init)).arrayBuffer()).byteLength);
        times.push(ms);
      }
      return { p50_ms: medianOf(times) };
    };
    await compare({
      workload,
      rounds,
      floor: () => medianTime(async () => {}, floor.base_url + path, {}),
      ours: () => medianTime(change, `${ours.base_url}${table.path}/query`, query),
      score: ({ p50_ms }) => p50_ms,
      reach,
    });
  }

  return { comparePages, comparePaced, compareAfterWrites };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number }> {
  const started = performance.now();
  await work();
  return { ms: performance.now() - started };
}
