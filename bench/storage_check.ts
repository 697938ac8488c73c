// What the check of a workspace's storage takes of a publish:
// the statement that counts a change with it and without it, beside a whole publish, by processor time.
import { runCounted } from "./counted.ts";
import { withCpu } from "./cpu.ts";
import { writePage } from "./published.ts";
import { medianOf, print, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const WRITERS = 40;
/** Counted changes of a round, each in a transaction of its own. */
const CALLS = 20_000;

/** What is taken out of the procedure that counts, and what stands there instead: bytes, the room for them, and the meter. */
const CHECK: readonly (readonly [string, string])[] = [
  [", bytes = c.bytes + excluded.bytes", ""],
  [
    "returning c.change_seq, c.bytes, bytes_max + c.bytes_extra into numbered, held, room;",
    "returning c.change_seq into numbered;",
  ],
  [
    "  if grown > 0 and held > room then\n    raise exception 'workspace % holds % bytes, more than %', workspace, held, room using errcode = 'ZD001', detail = room::text;\n  end if;\n",
    "",
  ],
  [
    "      metered_byte_seconds = case when c.bytes_included is null then c.metered_byte_seconds else read_storage_meter(c, at) end,\n",
    "",
  ],
  [
    "      metered_at = case when c.bytes_included is null then c.metered_at else greatest(c.metered_at, at) end,\n",
    "",
  ],
];

const place = await openPlace();
try {
  const { sql } = place.database;
  const [row] = await sql<{ source: string }[]>`
    select pg_get_functiondef('count_document_change'::regproc) as source`;
  let bare = (row?.source ?? "").replace("count_document_change", "count_unchecked");
  for (const [part, instead] of CHECK) {
    if (!bare.includes(part)) throw new Error(`count_document_change does not say "${part}" any more`);
    bare = bare.replace(part, instead);
  }
  await sql.unsafe(bare);
  for (const name of ["count_document_change", "count_unchecked"]) {
    await sql.unsafe(`create procedure repeat_${name}(workspace bigint, calls integer) language plpgsql as $$
      declare
        done text;
      begin
        for i in 1 .. calls loop
          done := set_config('synchronous_commit', 'off', true);
          done := ${name}(workspace, workspace, null, 2048, 1099511627776, 1, 2147483647, '2026-01-01')::text;
          commit;
        end loop;
      end $$`);
  }
  // Those of this program alone, told from what else Postgres does after so many publishes.
  const asked = Array.from({ length: 2 }, () => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.2)`);
  const backends = Object.fromEntries((await Promise.all(asked)).flatMap(([one]) => (one ? [[one.pid, one.pid]] : [])));
  const count = async (name: string, workspace: number) => {
    const { cpu_ms } = await withCpu(backends, async () => {
      await sql.unsafe(`call repeat_${name}(${workspace}, ${CALLS})`);
      return {};
    });
    return Object.values(cpu_ms).reduce((sum, ms) => sum + ms, 0) / CALLS;
  };
  const tokens = await place.makeTokens(WRITERS);
  const requests = tokens.map((token) => ({ method: "POST", path: "/api/docs", token }));
  const load = { requests, body: JSON.stringify({ html: writePage(2048) }), connections: 16, seconds: 4 };
  const publish = async () => {
    const { server_cpu_ms_each: server, postgres_cpu_ms_each: postgres } = await runCounted(place, place.ours, load);
    return server + postgres;
  };
  const checked = () => count("count_document_change", 900_001);
  const unchecked = () => count("count_unchecked", 900_002);
  const metered = () => count("count_document_change", 900_003);
  // The first of each warms up, and makes the counters.
  await publish();
  for (const warmUp of [checked, unchecked, metered]) await warmUp();
  await sql`update document_counters set bytes_included = 0, metered_at = '2026-01-01' where workspace_id = 900003`;
  const workload = "the storage check in POST /api/docs";
  const parts: { checked: number; metered: number }[] = [];
  for (let round = 1; round <= readRounds(); round++) {
    const ms = {
      unchecked: await unchecked(),
      checked: await checked(),
      metered: await metered(),
      publish: await publish(),
    };
    const part = {
      checked: (ms.checked - ms.unchecked) / ms.publish,
      metered: (ms.metered - ms.unchecked) / ms.publish,
    };
    parts.push(part);
    print({ workload, round, cpu_ms_each: ms, part });
  }
  for (const what of ["checked", "metered"] as const) {
    const all = parts.map((part) => part[what]).sort((a, b) => a - b);
    print({ workload, what, part: medianOf(all), spread: [all[0], all.at(-1)], most: 0.03 });
  }
} finally {
  await place.close();
}
