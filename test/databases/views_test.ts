// Saved views and aggregates.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, readDatabase, must } = databasesOf(h);

test("a view is saved, shown with its database, changed by version and deleted", async () => {
  const db = await makeDatabase();
  const save = (json: object) => h.call(`POST ${db.in}/views`, { as: db.as, json });
  const config = {
    filters: [{ field: "status", op: "eq", value: "open" }],
    sort: "amount",
    descending: true,
    display: { color: "red" },
  };
  const view = await must(save({ name: "Open", config }), 201);
  expect(view).toMatchObject({ table_id: db.table.id, name: "Open", config, version: 1 });
  expect((await readDatabase(db)).views).toEqual([view]);
  const twin = await save({ name: "open", config: {} });
  expect([twin.status, twin.body.code, twin.body.view_id]).toEqual([409, "already_exists", view.id]);
  expect(await must(save({ name: "open", config: {}, replace: true }), 200)).toMatchObject({
    id: view.id,
    name: "open",
    version: 2,
  });
  const at = `${db.in}/views/${view.id}`;
  expect((await h.call(`PATCH ${at}`, { as: db.as, json: { name: "Late", base_version: 1 } })).body.code).toBe(
    "version_conflict",
  );
  const changed = await must(h.call(`PATCH ${at}`, { as: db.as, json: { name: "Late", base_version: 2 } }));
  expect(await must(h.call(`GET ${at}`, { as: db.as }))).toEqual(changed);
  await must(h.call(`DELETE ${at}`, { as: db.as }));
  expect((await h.call(`GET ${at}`, { as: db.as })).status).toBe(404);
});

test("a view that is saved as it is stays at its version, and nothing is told of it", async () => {
  const db = await makeDatabase();
  const json = { name: "Open", config: { sort: "amount", descending: true } };
  const view = await must(h.call(`POST ${db.in}/views`, { as: db.as, json }), 201);
  const { revision } = await readDatabase(db);
  const again = { config: { descending: true, sort: "amount" }, name: "Open" };
  expect(await must(h.call(`PATCH ${db.in}/views/${view.id}`, { as: db.as, json: again }))).toEqual(view);
  const replaced = { ...again, replace: true };
  expect(await must(h.call(`POST ${db.in}/views`, { as: db.as, json: replaced }), 200)).toEqual(view);
  expect((await readDatabase(db)).revision).toBe(revision);
});

test("of tables, and of views, that are called the same but for blanks and how letters are written there is one", async () => {
  const db = await makeDatabase({ fields: [{ key: "a", type: "text" }] });
  for (const [at, more] of [
    [`${db.at}/tables`, { fields: [] }],
    [`${db.in}/views`, { config: {} }],
  ] as const) {
    const make = (name: string) => h.call(`POST ${at}`, { as: db.as, json: { name, ...more } });
    expect((await must(make("  E\u0301tude "), 201)).name).toBe("\u00c9tude");
    expect((await make("\u00c9tude\n")).body.code).toBe("already_exists");
  }
});

test("a view of what no query can be is refused, naming the operators that there are", async () => {
  const db = await makeDatabase();
  const config = { filters: [{ field: "amount", op: "contains", value: 1 }] };
  const answer = await h.call(`POST ${db.in}/views`, { as: db.as, json: { name: "Bad", config } });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain("use one of eq, ne");
  expect((await readDatabase(db)).views).toEqual([]);
});

test("a member that a view has not is refused by name, with those that there are; a view that was kept with one keeps it", async () => {
  const db = await makeDatabase();
  const save = (json: object) => h.call(`POST ${db.in}/views`, { as: db.as, json: { name: "Open", ...json } });
  const filters = [{ field: "status", op: "eq", value: "open" }];
  const aggregate = { op: "count", group_by: "status" };
  for (const [config, words] of [
    [{ filter: filters }, 'config has no member "filter"; it takes filters, search, sort,'],
    [
      { filters, color: "red" },
      'no member "color"; it takes filters, search, sort, descending, fields, aggregate, display',
    ],
    [
      { aggregate: { ...aggregate, filters } },
      'config.aggregate has no member "filters"; it takes op, field, group_by',
    ],
    [{ toString: 1 }, 'config has no member "toString"'],
  ] as const) {
    const answer = await save({ config });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(words)]);
    expect(answer.body.error).toContain('Such as: {"config": {"');
  }
  expect((await readDatabase(db)).views).toEqual([]);
  const { id } = await must(save({ config: { filters } }), 201);
  // As views were kept before.
  const old = { filters, color: "red", aggregate: { ...aggregate, kind: "pie" } };
  await h.runtime.database
    .sql`update database_views set config = ${JSON.stringify(old)}::text::jsonb where view_id = ${id}`;
  const change = (config: object) => h.call(`PATCH ${db.in}/views/${id}`, { as: db.as, json: { config } });
  expect((await must(change({ ...old, sort: "amount" }))).config).toEqual({ ...old, sort: "amount" });
  expect((await must(save({ config: old, replace: true }), 200)).config).toEqual(old);
  expect((await change({ ...old, filter: filters })).status).toBe(400);
  expect((await change({ aggregate: { ...aggregate, type: "bar" } })).status).toBe(400);
});

test("groups are counted and added up exactly over all that match, the largest first", async () => {
  const db = await makeDatabase();
  for (const [name, amount, status, tags] of [
    ["a", 0.1, "open", ["a", "b"]],
    ["b", 0.2, "open", ["b"]],
    ["c", 5, "done", []],
    ["d", null, "open", ["b", "c"]],
  ] as const) {
    await addRecord(db, { name, amount, status, tags });
  }
  const aggregate = (json: object) => h.call(`POST ${db.in}/aggregate`, { as: db.as, json });
  expect(await must(aggregate({ op: "sum", field: "amount", group_by: "status" }))).toEqual({
    groups: [
      { key: "done", label: "done", value: 5, count: 1 },
      { key: "open", label: "open", value: 0.3, count: 3 },
    ],
    total_groups: 2,
    truncated: false,
    revision: 5,
  });
  const byTag = await must(aggregate({ op: "count", group_by: "tags" }));
  expect(byTag.groups.map(({ key, value }: { key: string; value: number }) => [key, value])).toEqual([
    ["b", 3],
    ["a", 1],
    ["c", 1],
    [null, 1],
  ]);
  const avg = await must(
    aggregate({ op: "avg", field: "amount", group_by: "status", filters: [{ field: "name", op: "ne", value: "b" }] }),
  );
  expect(avg.groups[1]).toMatchObject({ key: "open", value: 0.1, count: 2 });
  const status = await must(aggregate({ op: "max", field: "amount", group_by: "$form_status", limit: 1 }));
  expect(status.groups).toEqual([{ key: null, label: "(empty)", value: 5, count: 4 }]);
  for (const json of [
    { op: "sum", group_by: "status" },
    { op: "sum", field: "name", group_by: "status" },
    { op: "count", group_by: "extra" },
    { op: "count", group_by: "nope" },
  ]) {
    expect((await aggregate(json)).status).toBe(400);
  }
});

test("the first groups are those with the largest value of every op, groups without one last, equal ones by key", async () => {
  const db = await makeDatabase({
    fields: [
      { key: "kind", type: "text" },
      { key: "size", type: "number" },
      { key: "day", type: "date" },
    ],
  });
  for (const [kind, size, day] of [
    ["many", 1, "2026-01-01"],
    ["many", 2, "2026-01-02"],
    ["many", 3, "2026-01-03"],
    ["below", -5, "2025-12-31"],
    ["none", null, null],
    ["none", null, null],
    ["large", 10, "2026-01-02"],
    ["equal", 10, "2026-01-02"],
  ] as const) {
    await addRecord(db, { kind, size, day });
  }
  const ask = async (json: object) => {
    const sent = { group_by: "kind", ...json };
    const { groups } = await must(h.call(`POST ${db.in}/aggregate`, { as: db.as, json: sent }));
    return groups.map(({ key }: { key: unknown }) => key);
  };
  const bySize = ["equal", "large", "many", "below", "none"];
  for (const op of ["sum", "avg", "min", "max"]) expect(await ask({ op, field: "size" })).toEqual(bySize);
  expect(await ask({ op: "max", field: "day" })).toEqual(["many", "equal", "large", "below", "none"]);
  expect(await ask({ op: "min", field: "day" })).toEqual(["equal", "large", "many", "below", "none"]);
  expect(await ask({ op: "count" })).toEqual(["many", "none", "below", "equal", "large"]);
  expect(await ask({ op: "sum", field: "size", limit: 1 })).toEqual(["equal"]);
});

test("sums are numbers where a number holds them exactly, and their digits as a text where none does", async () => {
  const db = await makeDatabase();
  for (const [name, amounts] of [
    ["long", [1e22, 1e-7]],
    ["half", [9007199254740991, 0.5, 1.5]],
  ] as const) {
    for (const amount of amounts) await addRecord(db, { name, amount });
  }
  await addRecord(db, { name: "small", amount: 1e-7 });
  await addRecord(db, { name: "large", amount: 1e300 });
  const valuesBy = async (op: string, group_by: string) => {
    const json = { op, field: "amount", group_by };
    const { groups } = await must(h.call(`POST ${db.in}/aggregate`, { as: db.as, json }));
    return Object.fromEntries(groups.map(({ label, value }: { label: string; value: unknown }) => [label, value]));
  };
  expect(await valuesBy("sum", "name")).toEqual({
    long: "10000000000000000000000.0000001",
    half: "9007199254740993",
    small: 1e-7,
    large: 1e300,
  });
  // No number of digits is the whole of most averages.
  expect(await valuesBy("avg", "name")).toEqual({
    long: 5e21,
    half: 3002399751580331,
    small: 1e-7,
    large: 1e300,
  });
});

test("groups of every type of field are those of the values, with the empty one", async () => {
  const db = await makeDatabase({
    fields: [
      { key: "paid", type: "checkbox" },
      { key: "at", type: "datetime" },
      { key: "mail", type: "email" },
      { key: "size", type: "number" },
      { key: "status", type: "select", options: ["z", "a"] },
    ],
  });
  const at = "2026-03-01T11:00:00.000000Z";
  await addRecord(db, { paid: true, at, mail: "a@example.com", size: 1.5, status: "a" });
  await addRecord(db, { paid: true, at, mail: "a@example.com", size: 1.5, status: "a" });
  await addRecord(db, { paid: false, size: -2, status: "z" });
  const groupsBy = async (group_by: string) =>
    (
      await must(h.call(`POST ${db.in}/aggregate`, { as: db.as, json: { op: "max", field: "size", group_by } }))
    ).groups.map(({ key, value, count }: { key: unknown; value: unknown; count: number }) => [key, value, count]);
  expect(await groupsBy("paid")).toEqual([
    [true, 1.5, 2],
    [false, -2, 1],
  ]);
  expect(await groupsBy("at")).toEqual([
    [at, 1.5, 2],
    [null, -2, 1],
  ]);
  expect(await groupsBy("mail")).toEqual([
    ["a@example.com", 1.5, 2],
    [null, -2, 1],
  ]);
  expect(await groupsBy("size")).toEqual([
    [1.5, 1.5, 2],
    [-2, -2, 1],
  ]);
  expect(await groupsBy("status")).toEqual([
    ["a", 1.5, 2],
    ["z", -2, 1],
  ]);
  const json = { op: "max", field: "at", group_by: "paid" };
  expect((await must(h.call(`POST ${db.in}/aggregate`, { as: db.as, json }))).groups[0]).toMatchObject({
    key: true,
    value: at,
  });
});
