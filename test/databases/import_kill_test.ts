// Imports and batches that are cut off by a power cut:
// nothing is half done, and sent again under its key, everything is there once.
import { afterAll, expect, test } from "bun:test";
import { makeServerPlace, type ServerProcess } from "../faults/server_process.ts";
import { sampleByDepth } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { databasesOf, type Made } from "./made.ts";
import { whileWaiting } from "./waiting.ts";

const ROWS = 100;

const h = await openHarness();
const place = await makeServerPlace({ ...h.env });
let server = await place.start();
afterAll(async () => {
  await server.kill();
  place.remove();
});
const { makeDatabase } = databasesOf(h);
const { sql } = h.runtime.database;

const names = Array.from({ length: ROWS }, (_, index) => `Name ${index}`);
const file = `name,notes\n${names.map((name) => `${name},${"x".repeat(200)}\n`).join("")}`;
const ops = names.map((name) => ({ op: "create", data: { name } }));

interface Sent {
  path: string;
  type: string;
  body: string;
}

/** What is written, and how its answer says that all of it was. */
const WRITES: Readonly<Record<string, { sent: (made: Made) => Sent; done: object }>> = {
  import: {
    sent: ({ at, table }) => ({
      path: `${at}/tables/import?format=csv&table_id=${table.id}&idempotency_key=once`,
      type: "text/csv",
      body: file,
    }),
    done: { read: ROWS, created: ROWS, failed: 0 },
  },
  batch: {
    sent: (made) => ({
      path: `${made.in}/records/batch`,
      type: "application/json",
      body: JSON.stringify({ ops, idempotency_key: "once" }),
    }),
    done: {
      results: names.map((_, index) => expect.objectContaining({ record: expect.objectContaining({ id: index + 1 }) })),
    },
  },
};

function send({ as }: Made, { path, type, body }: Sent): Promise<Response> {
  const headers = { authorization: `Bearer ${as.token}`, "content-type": type };
  return fetch(`${place.base_url}${path}`, { method: "POST", headers, body });
}

async function recordsOf({ table }: Made): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select data ->> 'name' as name from database_records where table_id = ${table.id} order by record_id`;
  return rows.map(({ name }) => name);
}

type Cut = (made: Made, sent: Sent, server: ServerProcess) => Promise<void>;

function cutAt(table: "database_records" | "database_changes"): Cut {
  return async (made, sent, server) => {
    const start = () => send(made, sent).catch(() => null);
    await whileWaiting(h, { table, mode: "exclusive" }, { start, work: () => server.kill() });
  };
}

const cutWritten: Cut = async (made, sent, server) => {
  const answer = send(made, sent).catch(() => null);
  await until(async () => (await recordsOf(made)).length > 0);
  await server.kill();
  await answer;
};

/** When the power goes, and what is there then. */
const CUTS: readonly [string, Cut, readonly string[]][] = [
  ["before its first row", cutAt("database_records"), []],
  ["before its first change is told", cutAt("database_changes"), []],
  ["when it is written", cutWritten, names],
];

const cases = Object.keys(WRITES).flatMap((kind) => CUTS.map(([when, ...cut]) => [kind, when, ...cut] as const));

test.each(sampleByDepth(cases, 2))(
  "kill -9 of the server under one %s %s, then the same again: every row is there once",
  async (kind, _when, cut, kept) => {
    const write = WRITES[kind];
    if (!write) throw new Error(`nothing is known of ${kind}`);
    const made = await makeDatabase();
    const sent = write.sent(made);
    await cut(made, sent, server);
    expect(await recordsOf(made)).toEqual([...kept]);
    server = await place.start();
    const answer = await send(made, sent);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining(write.done)]);
    expect(await recordsOf(made)).toEqual(names);
  },
);
