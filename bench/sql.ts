// SQL over 50,000 records:
// a group-by, the first statement of all, and one after each write, beside the bare driver on real columns.
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 49_000);
/** So many statements, one after the other, are one round. */
const STATEMENTS = 20;

const place = await openPlace({ QUOTA_SQL: "1000000" });
try {
  const [token = ""] = await place.makeTokens(1);
  const { sql } = place.database;
  const GROUPS = "select level, count(*), sum(score) from people group by level order by level";
  const { doc } = await call("POST /api/databases", { title: "People" });
  const at = `/api/databases/${doc.doc_id}`;
  const file = makeFile();
  const imported = await call(`POST ${at}/tables/import?filename=people.csv&name=People`, file);
  if (imported.created !== ROWS) throw new Error(`took ${imported.created} rows`);
  await sql`create unlogged table people (id bigint primary key, name text, level text, score numeric, joined date, notes text)`;
  const insert = () => sql`
    insert into people select r.record_id, r.data ->> 'name', r.data ->> 'level', (r.data -> 'score')::numeric,
      (r.data ->> 'joined')::date, r.data ->> 'notes' from database_records r`;
  await insert();
  await sql`analyze people`;
  print({ rows: ROWS, file_mib: file.length / 2 ** 20 });

  await compare({
    workload: "group-by sum by SQL",
    rounds: readRounds(),
    floor: () => timed(STATEMENTS, () => sql.unsafe(GROUPS)),
    ours: () => timed(STATEMENTS, ask),
    score: ({ ms }) => ms,
    reach: 3,
  });
  await compare({
    workload: "the same after a write each",
    rounds: readRounds(),
    floor: () => timed(STATEMENTS, () => sql.unsafe(GROUPS)),
    ours: async () => {
      let ms = 0;
      for (let n = 0; n < STATEMENTS; n++) {
        await call(`PATCH ${at}/tables/${imported.table_id}/records/1`, {
          data: { score: n },
          base_version: await version(),
        });
        ms += (await timed(1, ask)).ms;
      }
      return { ms };
    },
    score: ({ ms }) => ms,
    reach: 5,
  });
  await compare({
    workload: "a copy anew, beside the same rows made into columns",
    rounds: readRounds(),
    floor: async () => {
      await sql`truncate people`;
      return timed(1, insert);
    },
    ours: async () => {
      // Other fields make the copy anew.
      const { schema_version } = await call(`GET ${at}/tables/${imported.table_id}`);
      const key = `more_${schema_version}`;
      await call(`PATCH ${at}/tables/${imported.table_id}`, {
        base_version: schema_version,
        add_fields: [{ key, type: "text" }],
      });
      return timed(1, ask);
    },
    score: ({ ms }) => ms,
    reach: 7,
  });

  async function version(): Promise<number> {
    return (await call(`GET ${at}/records/1`)).version;
  }

  async function ask(): Promise<void> {
    const { rows } = await call(`POST ${at}/sql`, { sql: GROUPS });
    if (rows.length !== 3) throw new Error(`answered ${rows.length} groups`);
  }

  async function timed(times: number, work: () => PromiseLike<unknown>): Promise<{ ms: number }> {
    const started = performance.now();
    for (let n = 0; n < times; n++) await work();
    return { ms: performance.now() - started };
  }

  function makeFile(): string {
    const lines = Array.from({ length: ROWS }, (_, index) => {
      const day = new Date(1.7e12 + index * 3_600_000).toISOString().slice(0, 10);
      const level = ["low", "mid", "high"][index % 3];
      return `Person ${index},${level},${(index % 9973) / 4},${day},${"went on about it for a while. ".repeat(4)}`;
    });
    return `name,level,score,joined,notes\n${lines.join("\n")}\n`;
  }

  async function call(route: string, sent?: object | string) {
    const [method = "GET", path = ""] = route.split(" ");
    const type = typeof sent === "string" ? "text/csv" : "application/json";
    const body = typeof sent === "string" ? sent : JSON.stringify(sent);
    const headers = { authorization: `Bearer ${token}`, ...(sent === undefined ? {} : { "content-type": type }) };
    const answer = await fetch(place.ours.base_url + path, {
      method,
      headers,
      ...(sent === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
} finally {
  await place.close();
}
