// Statements that would do more than read one database:
// each is refused, and the database, the service and other callers stay as they are.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { askingSql } from "./asking.ts";

const h = await openHarness();
const { makeDatabase, must, made, send, intact } = await askingSql(h);

test("what is no query is refused by the grammar, however it is wrapped", async () => {
  const before = await h.rows("audit_events", "database_changes", "database_records");
  for (const sql of [
    "insert into orders (name) values ('x')",
    "update orders set name = 'x'",
    "delete from orders",
    "truncate orders",
    "merge into orders using orders o on true when matched then delete",
    "with gone as (delete from orders returning *) select * from gone",
    "with made as (insert into orders (name) values ('x') returning *) table made",
    "select * into taken from orders",
    "create table taken as select 1",
    "create temp table taken (n int)",
    "create view taken as select 1",
    "create function f() returns int language sql as 'select 1'",
    "create extension dblink",
    "drop table orders",
    "alter table orders add column n int",
    "alter role current_user superuser",
    "grant all on orders to public",
    "copy orders to stdout",
    "copy orders to '/tmp/orders'",
    "copy orders to program 'id'",
    "copy (select 1) to stdout",
    "do $$ begin null; end $$",
    "call f()",
    "listen docsvc",
    "notify docsvc",
    "set role postgres",
    "set session authorization docsvc",
    "reset role",
    "reset all",
    "set statement_timeout = 0",
    "show data_directory",
    "begin",
    "commit",
    "rollback",
    "savepoint s",
    "prepare p as select 1",
    "execute p",
    "deallocate all",
    "discard all",
    "declare d cursor for select 1",
    "fetch all from c",
    "close c",
    "move c",
    "lock table orders",
    "vacuum",
    "analyze orders",
    "explain analyze select 1",
    "cluster",
    "reindex table orders",
    "checkpoint",
    "load 'auto_explain'",
    "security label on table orders is 'x'",
    "comment on table orders is 'x'",
    "select 1; select 2",
    "select 1; drop table orders",
    "select 1; commit; drop table orders",
    "select 1 \\; select 2",
    "/* a */ commit -- b",
    "select 1 /* never closed",
    "select 'never closed",
    'select "never closed',
    "select $$never closed",
    "select 1 \\gexec",
    "\\copy orders to '/tmp/x'",
    "select * from orders for update",
    "select * from orders for share",
    ";",
    "-- nothing",
  ]) {
    const { status, code } = await send(sql);
    expect({ sql, status, code }).toEqual({ sql, status: 400, code: "sql_refused" });
  }
  expect(await h.rows("audit_events", "database_changes", "database_records")).toEqual(before);
  await intact();
});

test("what was meant otherwise is refused in words of what there is", async () => {
  const said = async (sql: string, params: unknown[] = []) =>
    (await h.call(`POST ${made.at}/sql`, { as: made.as, json: { sql, params } })).body.error;
  expect(await said("insert into orders (name) values ('x')")).toStartWith(
    "statements here read alone, and no insert is run. Send one SELECT over orders",
  );
  expect(await said("with gone as (delete from orders returning *) select * from gone")).toStartWith(
    "statements here read alone, and this one writes below its with",
  );
  expect(await said("select name from orders where name = any($1)", [["One"]])).toContain(
    'a list among params is one text, such as "{a,b}"',
  );
  expect(await said("select 1", [1])).toContain("leave out of params what has no place");
});

test("functions that reach beyond the tables are closed, and catalogs are", async () => {
  for (const call of [
    "pg_read_file('/etc/passwd')",
    "pg_ls_dir('/')",
    "pg_stat_file('/')",
    "lo_import('/etc/passwd')",
    "lo_get(1)",
    "set_config('role', 'docsvc', false)",
    "set_config('statement_timeout', '0', false)",
    "current_setting('data_directory')",
    "pg_sleep(1)",
    "pg_notify('audit', '{}')",
    "pg_advisory_lock(1)",
    "pg_try_advisory_xact_lock(1)",
    "pg_terminate_backend(1)",
    "pg_cancel_backend(pg_backend_pid())",
    "pg_reload_conf()",
    "pg_export_snapshot()",
    "pg_current_xact_id()",
    "pg_logical_emit_message(true, 'docsvc', '')",
    "query_to_xml('select 1', true, true, '')",
    "table_to_xml('orders', true, true, '')",
    "cursor_to_xml('c', 1, true, true, '')",
    "database_to_xml(true, true, '')",
    "ts_stat('select 1')",
    "ts_rewrite('a'::tsquery, 'select 1')",
    "nextval(16384::regclass)",
    "has_table_privilege('orders', 'select')",
    "inet_server_addr()",
    "version()",
    "pg_relation_size('orders')",
    "pg_get_viewdef('orders'::regclass)",
    "to_regclass('orders')",
    "convert_from(pg_read_binary_file('/etc/passwd'), 'utf8')",
    "xpath('/a', '<a/>')",
  ]) {
    const { status, error } = await send(`select ${call}`);
    expect({ call, status, error }).toMatchObject({ status: 400, error: expect.stringContaining("permission denied") });
  }
  for (const from of [
    "pg_class",
    "pg_attribute",
    "pg_proc",
    "pg_authid",
    "pg_roles",
    "pg_user",
    "pg_shadow",
    "pg_database",
    "pg_settings",
    "pg_stat_activity",
    "pg_stats",
    "pg_locks",
    "pg_stat_all_tables",
    "pg_stat_statements_info",
    "pg_largeobject",
    "pg_config",
    "pg_hba_file_rules",
    "pg_file_settings",
    "information_schema.tables",
    "information_schema.columns",
    "documents",
    "public.users",
    "docsvc.public.documents",
    "postgres.pg_catalog.pg_class",
  ]) {
    expect({ from, ...(await send(`select * from ${from}`)) }).toMatchObject({ from, status: 400 });
  }
  await intact();
});

test("another database, of the same person or of others, is not there", async () => {
  const other = await makeDatabase({ as: made.as, fields: [{ key: "secret", type: "text" }] });
  await must(h.call(`POST ${other.at}/tables`, { as: made.as, json: { name: "Layoffs", fields: [] } }));
  expect((await send("select 1 from layoffs", other)).status).toBe(200);
  for (const sql of ["select * from layoffs", "select secret from orders", "select '\"Layoffs\"'::regclass"]) {
    expect(await send(sql)).toMatchObject({ status: 400, code: "sql_refused" });
  }
  const named = await send("select string_agg(i::regclass::text, ' ') from generate_series(16384, 26384) i");
  expect(JSON.stringify(named)).not.toMatch(/layoffs/i);
});

test("what would take too much ends with a refusal, and the next statement runs", async () => {
  for (const [sql, error] of [
    ["select repeat('x', 1000000000)", /more memory/],
    ["select format('%1000000000s', 'x')", /more memory/],
    ["select string_agg(i::text, ',') from generate_series(1, 100000000) i", /more to the disk|takes longer/],
    [`select ${"(".repeat(40_000)}1${")".repeat(40_000)}`, /stack depth|memory/],
    [`select 1${"+1".repeat(49_000)}`, /stack depth|memory/],
    ["select repeat('[', 100000)::jsonb", /stack depth/],
    ["select 1e131073", /overflow/],
    [`select ${"9".repeat(99_000)}::numeric ^ 99999`, /overflow|range/],
    ["select 2147483647 + 1", /out of range/],
    ["select 1 / 0", /division by zero/],
    ["select 'NaN'::numeric::int", /NaN/],
    ["select '2026-02-30'::date", /out of range/],
    ["select 'x' ~ '(('", /regular expression/],
    ["select chr(0)", /null character/],
    ["select U&'\\D800'", /surrogate/],
    ["select '\\u0000'::text || e'\\u0000'", /Unicode|invalid/],
  ] as const) {
    const answer = await send(sql);
    expect({ sql: sql.slice(0, 80), ...answer }).toMatchObject({ status: 400, error: expect.stringMatching(error) });
    expect(answer.error.length).toBeLessThan(700);
    expect(JSON.stringify(answer)).not.toMatch(/configuration parameter|docsvc-sql|temp_file_limit/);
  }
  expect((await send("select repeat('a', 1000000) ~ '(a*)*(a|aa)+b'")).rows).toEqual([[false]]);
  expect(
    (await h.call(`POST ${made.at}/sql`, { as: made.as, json: { sql: `select '${"x".repeat(1024 ** 2)}'` } })).status,
  ).toBe(400);
  await intact();
});
