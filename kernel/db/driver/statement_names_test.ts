// A session keeps plans of what is asked for often, and of so many statements at most; answers are the same either way.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cloneDatabase, type TestDatabase } from "../../../test/harness/test_postgres.ts";
import { clientOptions } from "./client.ts";
import { type DisposableClient, learnTypes, openClient } from "./disposable.ts";
import { NAMES_MAX } from "./statement_names.ts";

let made: TestDatabase;
const clients: DisposableClient[] = [];

beforeAll(async () => {
  made = await cloneDatabase();
});

afterAll(async () => {
  for (const client of clients) await client.end(1);
  await made.drop();
});

/** A client of one session. */
async function openSession(): Promise<DisposableClient> {
  const options = clientOptions(made.target, { pool_size_max: 1, statement_timeout_ms: 30_000 });
  await learnTypes(options);
  const client = openClient(options, { onLoss: () => {} });
  clients.push(client);
  return client;
}

async function countNames({ sql }: DisposableClient): Promise<number> {
  const [row] = await sql.unsafe<{ count: number }[]>("select count(*)::int as count from pg_prepared_statements");
  return row?.count ?? 0;
}

test("a statement has no name until its eighth use in a session, and the same answers before and after", async () => {
  const client = await openSession();
  const { sql } = client;
  const names: number[] = [];
  for (let use = 1; use <= 10; use++) {
    const text = use % 2 === 0 ? null : `text ${use}`;
    const rows = await sql`
      select ${use}::bigint as number, ${[use, use + 1]}::bigint[] as list, ${sql.json({ use })}::jsonb as object,
        ${text}::text as text, n from generate_series(1, 2) as n where n <= ${use}`;
    const row = { number: use, list: [use, use + 1], object: { use }, text };
    expect([...rows]).toEqual([1, 2].filter((n) => n <= use).map((n) => ({ ...row, n })));
    names.push(await countNames(client));
  }
  expect(names).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
});

test(`a session names ${NAMES_MAX} statements at most, whatever is asked behind each other without waiting`, async () => {
  const client = await openSession();
  const { sql } = client;
  const kinds = Array.from({ length: NAMES_MAX + 20 }, (_, kind) => kind);
  for (let use = 0; use < 10; use++) {
    const answers = await Promise.all(
      kinds.map((kind) => sql<{ sum: number }[]>`select ${sql.unsafe(String(kind))} + ${use}::int as sum`),
    );
    expect(answers.map(([row]) => row?.sum)).toEqual(kinds.map((kind) => kind + use));
  }
  expect(await countNames(client)).toBe(NAMES_MAX);
});

test("a statement that fails and one in a transaction that failed leave the session as it was", async () => {
  const { sql } = await openSession();
  const divide = (by: number) => sql<{ part: number }[]>`select 10 / ${by}::int as part`;
  for (let use = 0; use < 12; use++) {
    await expect(divide(0)).rejects.toThrow("division by zero");
    expect((await divide(5))[0]?.part).toBe(2);
    const failing = sql.begin(async (transaction) => {
      await transaction`select 1 / ${0}::int`.catch(() => {});
      await transaction`select ${use}::int as after`;
    });
    await expect(failing).rejects.toThrow("division by zero");
  }
});
