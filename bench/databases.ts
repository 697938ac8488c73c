// Databases: a record made, pages, groups and searches of 50,000 records, import, export and growth,
// each beside its floor.
// `bun bench/databases.ts [rounds] [sections, as in create,page,groups]` runs all or the named ones; BENCH_ROWS and BENCH_FULL say how many.
import { withCpu } from "./cpu.ts";
import { compareChanges } from "./databases_changes.ts";
import { askingAs, makePeople, RARE } from "./databases_data.ts";
import { compareGrowth } from "./databases_growth.ts";
import { loadingAs } from "./databases_load.ts";
import { comparingReads } from "./databases_reads.ts";
import { runPaced } from "./load.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace, readRss, type Server } from "./servers.ts";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 50_000);
/** Full databases, the one that is asked among them. */
const FULL = Number(process.env["BENCH_FULL"] ?? 20);
const SECONDS = 3;
/** What is kept for a first search is there by then. */
const KEPT_MS_MAX = 60_000;
const SAMPLE_MS = 20;
const OTHERS_PER_SECOND = 50;
const MIB = 2 ** 20;
const NOTES_BYTES = 400;
/** With these, 50,000 records come to 64 MiB. */
const LONG_NOTES_BYTES = 1250;

const rounds = readRounds();
const place = await openPlace();
try {
  const [token = ""] = await place.makeTokens(1);
  const load = loadingAs(place, token);
  const { sql } = place.database;
  await sql.unsafe("create database floor");
  const floor = await place.startFloor("databases", "floor");
  const { send, call, emptyTable, importInto } = askingAs(place, token);
  const people = makePeople(ROWS, NOTES_BYTES);
  const { comparePages, comparePaced, compareAfterWrites } = comparingReads({
    ...{ ours: place.ours, floor, token, send, call, post, rounds, seconds: SECONDS },
  });
  const record = {
    name: "Person %N%",
    email: "person@example.com",
    age: 41,
    joined: "2026-01-31",
    seen: "2026-01-31T12:00:00Z",
    active: true,
    level: "mid",
    city: "Malmö",
    score: 12.5,
    notes: "Said yes, and went on about it for a while. ".repeat(6),
  };
  const full = lazily(async () => {
    const table = await emptyTable();
    await importInto(table, people);
    await send(`${floor.base_url}/fill`, { method: "POST", body: people.csv });
    await sql`vacuum analyze database_records`;
    print({ rows: ROWS, file_mib: people.csv.byteLength / MIB });
    return table;
  });

  const sections: Record<string, () => Promise<void>> = {
    create: async () => {
      const asked = {
        floor: () => post(floor, "/create", record, 16),
        // One for each round: a database would be full after a few.
        ours: async () => post(place.ours, `${(await emptyTable()).path}/records`, { data: record }, 16),
      };
      await compare({
        workload: "a record made, 16 connections",
        rounds,
        ...asked,
        score: ({ rps }) => rps,
        reach: 0.5,
      });
    },
    change: () => compareChanges({ place, floor, send, emptyTable, record, rounds, seconds: SECONDS }),
    page: async () => {
      const table = await full();
      const query = { filters: [{ field: "level", op: "eq", value: "mid" }], sort: "score" };
      await call(`POST ${table.path}/views`, { name: "Mid", config: query });
      const asked = { table, query, path: "/page", reach: 0.3 };
      const workload = "first page of a saved view: a filter and a sort";
      await comparePages(workload, asked);
      await comparePaced(`${workload}, at a fixed rate`, asked);
      await compareAfterWrites(`${workload}, after a write each`, { ...asked, reach: 1 / asked.reach });
    },
    ordered: async () => {
      const query = { sort: "score" };
      const asked = { table: await full(), query, path: "/ordered", reach: 0.3 };
      await comparePages("first page in an order alone", asked);
    },
    adhoc: async () => {
      const query = { filters: [{ field: "age", op: "gt", value: 80 }], sort: "seen", descending: true };
      const asked = { table: await full(), query, path: "/adhoc", reach: 0.7 };
      const workload = "a filter and a sort that begin no order, asked for again";
      await comparePages(workload, asked);
      await compareAfterWrites(`${workload}, after a write each`, { ...asked, reach: 1 / asked.reach });
      // Another choice each time, of which nobody knows how many records match.
      const first = { ...query, filters: [...query.filters, { field: "name", op: "ne", value: "Nobody %N%" }] };
      await compare({
        workload: "a filter and a sort that nothing is kept for, JSONB without an index",
        rounds,
        floor: () => post(floor, asked.path, {}, 8),
        ours: () => post(place.ours, `${asked.table.path}/query`, first, 8),
        score: ({ rps }) => rps,
        reach: asked.reach,
      });
    },
    groups: async () => {
      const { path } = await full();
      const query = { op: "sum", field: "score", group_by: "level" };
      await compareTimes("sum by group", { path: `${path}/aggregate`, query, floor: "/groups", reach: 3 });
    },
    search: async () => {
      const { path } = await full();
      const ask = () => timed(async () => (await call(`POST ${path}/query`, { search: RARE })).total);
      const { ms: first_ms } = await ask();
      const began = performance.now();
      while ((await ask()).ms * 4 > first_ms && performance.now() - began < KEPT_MS_MAX) await Bun.sleep(500);
      print({ workload: "a first search", first_ms, until_fast_ms: performance.now() - began });
      for (const [name, search] of Object.entries({ rare: RARE, common: people.common, name: "person 4242" })) {
        const asked = { path: `${path}/query`, query: { search }, floor: `/search?q=${encodeURIComponent(search)}` };
        await compareTimes(`search in all texts, ${name}`, { ...asked, reach: 2 });
        const once = { table: await full(), query: { search }, path: asked.floor, reach: 2 };
        await compareAfterWrites(`search in all texts, ${name}, after a write each`, once);
      }
    },
    import: async () => {
      const last = await emptyTable();
      const requests = [{ method: "GET", path: `${last.database}/status`, token }];
      await compare({
        workload: `import of ${ROWS} rows of CSV`,
        rounds,
        floor: () => timed(() => sendPeople(floor)),
        ours: async () => {
          const table = await emptyTable();
          const made = withMemory(() => timed(() => importInto(table, people)));
          const others = await runPaced({
            ...{ base_url: place.ours.base_url, requests, per_second: OTHERS_PER_SECOND, until: made },
          });
          await call(`DELETE /api/docs/${table.doc_id}`);
          return { ...(await made), others_p50_ms: others.p50_ms, others_p99_ms: others.p99_ms };
        },
        score: ({ ms }) => ROWS / ms,
        reach: 0.2,
      });
    },
    export: async () => {
      const long = makePeople(ROWS, LONG_NOTES_BYTES);
      const table = await emptyTable();
      await importInto(table, long);
      await send(`${floor.base_url}/fill`, { method: "POST", body: long.csv });
      for (const query of ["format=json", `format=csv&table_id=${table.table_id}`, "format=sqlite"]) {
        await compare({
          workload: `export of ${ROWS} records, ${query.split("&")[0]}`,
          rounds,
          floor: () => drained(floor, "/export"),
          ours: () => withMemory(() => drained(place.ours, `${table.database}/export?${query}`)),
          score: ({ ms }) => ms,
          reach: 2,
        });
      }
      await send(`${floor.base_url}/fill`, { method: "POST", body: people.csv });
    },
    growth: () => compareGrowth({ alone: place, token, people, databases: FULL, rounds }),
  };
  const chosen = process.argv[3]?.split(",") ?? Object.keys(sections);
  for (const name of chosen) {
    const section = sections[name];
    if (!section) throw new Error(`"${name}" is none of ${Object.keys(sections).join(", ")}`);
    await section();
  }

  function post(server: Server, path: string, body: object, connections: number) {
    return load(server, `POST ${path}`, body, connections);
  }

  /** By the time of one request, and how many there are in a second. */
  async function compareTimes(
    workload: string,
    asked: { path: string; query: object; floor: string; reach: number },
  ): Promise<void> {
    const both = {
      floor: () => post(floor, asked.floor, {}, 2),
      ours: () => post(place.ours, asked.path, asked.query, 2),
    };
    await compare({ workload, rounds, ...both, score: ({ p50_ms }) => p50_ms, reach: asked.reach });
  }

  async function sendPeople(server: Server): Promise<number> {
    const answer = await send(`${server.base_url}/import`, { method: "POST", body: people.csv });
    return (await answer.json()).created;
  }

  /** Read as it comes and thrown away, so that the bench does not measure itself. */
  async function drain(address: string): Promise<number> {
    let bytes = 0;
    for await (const piece of (await send(address)).body ?? []) bytes += piece.byteLength;
    if (bytes < ROWS * 50) throw new Error(`${address} sent ${bytes} bytes`);
    return bytes;
  }

  /** With the processor time that it takes. */
  function drained(server: Server, path: string) {
    const pids = { server: server.pid, postgres: place.postgres_pid };
    return withCpu(pids, () => timed(() => drain(server.base_url + path)));
  }

  async function timed(work: () => Promise<number>): Promise<{ ms: number; count: number }> {
    const started = performance.now();
    const count = await work();
    return { ms: performance.now() - started, count };
  }

  async function withMemory<T>(work: () => Promise<T>): Promise<T & { added_mib: number }> {
    const before = readRss(place.ours.pid);
    let most = before;
    const sample = setInterval(() => (most = Math.max(most, readRss(place.ours.pid))), SAMPLE_MS);
    try {
      return { ...(await work()), added_mib: (most - before) / MIB };
    } finally {
      clearInterval(sample);
    }
  }
} finally {
  await place.close();
}

/** Made when it is first asked for. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}
