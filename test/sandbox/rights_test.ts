// What the reader of a sandbox's database can reach:
// everything that Postgres has is walked, and what is open is listed here.
import { afterAll, expect, test } from "bun:test";
import { createLog } from "../../kernel/host.ts";
import { createSandbox } from "../../kernel/sandbox/sandbox.ts";
import { expectGolden } from "../harness/golden.ts";

const sandbox = createSandbox(createLog("silent"));
let reader = "";
const database = await sandbox.makeDatabase(async (sql, role) => {
  reader = role;
  await sql.unsafe("create table shown (n int); create table hidden (n int); insert into hidden values (42)");
  await sql.unsafe(`grant select on shown to ${role}`);
});
const other = await sandbox.makeDatabase(async (sql, role) => {
  await sql.unsafe(`create table foreign_secrets (n int); grant select on foreign_secrets to ${role}`);
});
afterAll(() => sandbox.close());

const list = (query: string): Promise<string[]> =>
  database.change(async (sql) => {
    const rows = await sql.unsafe<{ found: string }[]>(query.replaceAll("$reader", `'${reader}'`));
    return rows.map(({ found }) => found);
  });

test("golden: callable.golden.txt lists every function that a statement may call", async () => {
  const found = await list(`
    select distinct p.provolatile::text || ' ' || p.proname as found from pg_proc p
    where has_function_privilege($reader, p.oid, 'execute') order by 1`);
  await expectGolden(new URL("callable.golden.txt", import.meta.url), `${found.join("\n")}\n`);
  expect(found.length).toBeGreaterThan(800);
});

test("nothing that can be called knows of more than its arguments, the clock and chance", async () => {
  const names = await list(`
    select distinct p.proname as found from pg_proc p where has_function_privilege($reader, p.oid, 'execute') order by 1`);
  const reaching =
    /^pg_|^lo_|^lo(read|write)|^has_|^txid_(?!snapshot_(in|out))|^inet_(client|server)|^binary_upgrade|_to_xml|^xml|^xpath|advisory|setting|set_config|sleep|notify|currval|nextval|setval|lastval|^current_|^session_|dblink|_fdw|^ts_stat|^version$|^row_security|^to_reg|^setseed|^brin_summ|^gin_clean|^amvalidate|trigger|^copy/;
  const known = ["pg_input_is_valid", "pg_size_bytes", "pg_size_pretty", "pg_typeof"];
  expect(names.filter((name) => reaching.test(name) && !known.includes(name))).toEqual([]);
});

test("no relation is readable but what was granted, by table or by column, and none is writable", async () => {
  const all = "'insert, update, delete, truncate, references, trigger, maintain'";
  expect(
    await list(`
      select c.oid::regclass::text as found from pg_class c
      where c.relkind in ('r', 'v', 'm', 'f', 'p', 't') and (has_table_privilege($reader, c.oid, 'select')
        or has_any_column_privilege($reader, c.oid, 'select'))`),
  ).toEqual(["shown"]);
  expect(
    await list(`
      select c.oid::regclass::text as found from pg_class c
      where c.relkind in ('r', 'v', 'm', 'f', 'p', 't') and (has_table_privilege($reader, c.oid, ${all})
        or has_any_column_privilege($reader, c.oid, 'insert, update, references'))`),
  ).toEqual([]);
  expect(
    await list(
      `select c.relname as found from pg_class c where case when c.relkind = 'S' then has_sequence_privilege($reader, c.oid, 'usage, select, update') end`,
    ),
  ).toEqual([]);
});

test("no schema, database, language, space, server or large object takes anything from the reader", async () => {
  expect(
    await list("select nspname as found from pg_namespace where has_schema_privilege($reader, oid, 'create')"),
  ).toEqual([]);
  expect(
    await list(
      "select nspname as found from pg_namespace where has_schema_privilege($reader, oid, 'usage') order by 1",
    ),
  ).toEqual(["pg_catalog", "public"]);
  expect(
    await list(
      "select datname as found from pg_database where has_database_privilege($reader, oid, 'create, temporary')",
    ),
  ).toEqual([]);
  expect(
    await list(
      "select lanname as found from pg_language where lanpltrusted and has_language_privilege($reader, oid, 'usage')",
    ),
  ).toEqual([]);
  expect(
    await list("select spcname as found from pg_tablespace where has_tablespace_privilege($reader, oid, 'create')"),
  ).toEqual([]);
  expect(
    await list(`select fdwname as found from pg_foreign_data_wrapper union all select srvname from pg_foreign_server
      union all select oid::text from pg_largeobject_metadata union all select extname from pg_extension
      union all select parname from pg_parameter_acl union all select subname from pg_subscription`),
  ).toEqual([]);
});

test("the reader enters its own database alone, holds no membership and no attribute", async () => {
  expect(
    await list(
      "select datname as found from pg_database where has_database_privilege($reader, oid, 'connect') and datallowconn",
    ),
  ).toEqual([reader]);
  expect(
    await list("select roleid::regrole::text as found from pg_auth_members where member = $reader::regrole"),
  ).toEqual([]);
  expect(
    await list(`select rolname as found from pg_roles where rolname = $reader
      and (rolsuper or rolinherit or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`),
  ).toEqual([]);
});

const bounds = { rows_max: 100, bytes_max: 100_000, ms_max: 5000 };
const read = (text: string) =>
  database.read({ text, params: [] }, { bounds, signal: new AbortController().signal }).then(
    ({ rows }) => rows,
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

test("what is in the database of another is not named by its number either", async () => {
  const [theirs] = await other.change((sql) => sql`select 'foreign_secrets'::regclass::oid::int as oid`);
  expect(theirs?.["oid"]).toBeGreaterThan(16_000);
  const rows = await read(`select (${theirs?.["oid"]} + i)::regclass::text from generate_series(-50, 49) i`);
  expect(JSON.stringify(rows)).not.toContain("foreign_secrets");
  expect(await read("select * from hidden")).toBe("42501");
  expect(await read("select * from shown")).toEqual([]);
});

test("a statement that its caller leaves, or that takes too long, does not go on", async () => {
  const left = new AbortController();
  const endless = {
    text: "with recursive r(i) as (select 1 union all select 1 from r) select count(*) from r",
    params: [],
  };
  const running = database.read(endless, { bounds, signal: left.signal });
  running.catch(() => {});
  const isThere = async () =>
    (await list("select usename as found from pg_stat_activity where usename = $reader")).length;
  while ((await isThere()) === 0) await Bun.sleep(5);
  left.abort(new Error("gone"));
  await expect(running).rejects.toThrow("gone");
  expect(await isThere()).toBe(0);
  await expect(
    database.read(endless, { bounds: { ...bounds, ms_max: 200 }, signal: new AbortController().signal }),
  ).rejects.toThrow("the statement takes longer than 0.2 seconds");
  expect(await isThere()).toBe(0);
});

test("a Postgres that has ended is known to have, and the next database is in a new one", async () => {
  const make = () =>
    sandbox.makeDatabase((sql, role) =>
      sql.unsafe(`create table t as select 1 as n; grant select on t to ${role}`).then(() => {}),
    );
  const first = await make();
  const ask = (of: typeof first) =>
    of.read({ text: "select n from t", params: [] }, { bounds, signal: new AbortController().signal });
  expect((await ask(first)).rows).toEqual([["1"]]);
  const [row] = await first.change((sql) => sql`select pg_read_file('postmaster.pid', 0, 20) as pid`);
  process.kill(Number(String(row?.["pid"]).split("\n")[0]), "SIGKILL");
  while (first.isThere()) await Bun.sleep(5);
  await expect(ask(first)).rejects.toThrow();
  expect((await ask(await make())).rows).toEqual([["1"]]);
  await first.drop();
});
