// Records that many people add to one table at the same time:
// each is answered as it would be alone, and nothing of one is another's.
import { expect, test } from "bun:test";
import { awaitWritesOf } from "../../kernel/auth/membership_check.ts";
import { manifest } from "../../plugins/manifest.ts";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";
import { turnsOf } from "./turns.ts";

const RECORDS_MAX = 150;
const FREE_BYTES = 4000;

const h = await openHarness({
  manifest: {
    caps: { ...manifest.caps, records_per_database: RECORDS_MAX },
    allowances: { ...manifest.allowances, storage_bytes: { ...manifest.allowances.storage_bytes, free: FREE_BYTES } },
  },
});
const { makeDatabase, must, readDatabase } = databasesOf(h);
const { makeShared, holdTurn, untilWaiting, untilStill } = turnsOf(h);
const { sql } = h.runtime.database;

const post = (db: Made, as: Person, data: object, more: object = {}): Promise<Answer> =>
  h.call(`POST ${db.in}/records`, { as, json: { data, ...more } });

async function recordsOf(db: Made): Promise<{ id: number; version: number; data: { name: string } }[]> {
  const { tables } = await must(h.call(`GET ${db.at}/export`, { as: db.as }));
  return tables[0].records;
}

interface Sent {
  as: Person;
  data: Record<string, unknown>;
  key?: string;
  status: number;
}

test("of many who add records of every kind at once each has their own answer, and what stands is what was answered 201", async () => {
  const { db, writer, reader, stranger } = await makeShared();
  const kinds: ((name: string) => Sent)[] = [
    (name) => ({ as: db.as, data: { name }, status: 201 }),
    (name) => ({ as: writer, data: { name, amount: 1.5, notes: "é".repeat(300) }, status: 201 }),
    (name) => ({ as: writer, data: { name }, key: `key ${name}`, status: 201 }),
    (name) => ({ as: reader, data: { name }, status: 403 }),
    (name) => ({ as: stranger, data: { name }, status: 404 }),
    (name) => ({ as: writer, data: { name, amount: "many" }, status: 400 }),
    (name) => ({ as: db.as, data: { name, extra: { a: "\u0000" } }, status: 400 }),
  ];
  // So few that nobody has to wait too long for their turn with a large body.
  const large = (name: string): Sent => ({ as: writer, data: { name, extra: "x".repeat(1024 * 1024) }, status: 400 });
  const sent = Array.from({ length: pickByDepth({ small: 96, deep: 320 }) }, (_, index) => {
    const kind = index % 40 === 7 ? large : kinds[(index * 5 + SEED) % kinds.length];
    return (kind ?? large)(`name ${index}`);
  });
  const answers = await Promise.all(
    sent.map(({ as, data, key }) => post(db, as, data, key === undefined ? {} : { idempotency_key: key })),
  );
  const made: { id: number; name: unknown; actor: string }[] = [];
  for (const [index, { status, body }] of answers.entries()) {
    const { as, data, status: wanted } = sent[index]!;
    expect([data["name"], status]).toEqual([data["name"], wanted]);
    if (status !== 201) continue;
    expect(body).toMatchObject({ version: 1, schema_version: 1, form_status: null, replayed: false });
    expect(body.data).toEqual({ status: "open", ...data });
    made.push({ id: body.id, name: data["name"], actor: as.email });
  }
  made.sort((a, b) => a.id - b.id);
  expect(made.map(({ id }) => id)).toEqual(made.map((_, index) => index + 1));
  expect((await recordsOf(db)).map(({ id, data }) => [id, data.name])).toEqual(
    made.map(({ id, name }) => [id, String(name)]),
  );
  expect((await readDatabase(db)).usage.records).toBe(made.length);

  const { changes } = await must(h.call(`GET ${db.at}/changes?after=1&limit=1000`, { as: db.as }));
  expect(
    changes.map((one: Record<string, unknown>) => [one["seq"], one["op"], one["record_id"], one["actor"]]),
  ).toEqual(made.map(({ id, actor }, index) => [index + 2, "record.create", id, actor]));
  const rows = (await h.audit()).filter((row) => row.action === "record.created" && row.target_id === db.doc_id);
  expect(
    rows.map(({ meta, actor }) => [Number(meta["record_id"]), actor]).sort(([a], [b]) => Number(a) - Number(b)),
  ).toEqual(made.map(({ id, actor }) => [id, actor]));
  expect(new Set(rows.map(({ meta }) => meta["request_id"])).size).toBe(made.length);

  const keyed = sent.findIndex(({ key }, index) => key !== undefined && answers[index]?.status === 201);
  const first = answers[keyed];
  const again = first && (await post(db, sent[keyed]!.as, sent[keyed]!.data, { idempotency_key: sent[keyed]!.key }));
  expect(again?.body).toEqual(first && { ...first.body, replayed: true });
});

test("those who come while a call is under way go together, and what one of them is refused for is nobody else's", async () => {
  const { db, writer, leaver } = await makeShared();
  const letGo = await holdTurn(db);
  const answers = [post(db, db.as, { name: "first" })];
  await untilWaiting(1);
  for (let number = 0; number < 20; number++)
    answers.push(post(db, [db.as, writer, leaver][number % 3]!, { name: `${number}` }));
  await untilStill();
  await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${leaver.user_id}`;
  await letGo();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual([201, ...Array.from({ length: 20 }, (_, number) => (number % 3 === 2 ? 401 : 201))]);
  expect((await recordsOf(db)).map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  const rows = await sql`
    select distinct r.xmin::text as xmin from database_records r join database_tables t using (table_id) where t.table_id = ${db.table.id}`;
  expect(rows.length).toBeLessThan(5);
});

test("who is just being moved waits for that and nobody else does", async () => {
  const { db, writer } = await makeShared();
  const [held, freed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const moving = h.runtime.database.withTransaction(async (own) => {
    await awaitWritesOf(own, writer.user_id);
    held.resolve();
    await freed.promise;
  });
  await held.promise;
  const theirs = post(db, writer, { name: "theirs" });
  expect(
    (await Promise.all([1, 2, 3].map((n) => post(db, db.as, { name: `${n}` })))).map(({ status }) => status),
  ).toEqual([201, 201, 201]);
  freed.resolve();
  await moving;
  expect((await theirs).status).toBe(201);
});

test("a full database takes as many as it has room for and refuses the others with 409", async () => {
  const db = await makeDatabase({ as: await h.person({ plan: "team" }) });
  const ops = Array.from({ length: RECORDS_MAX - 5 }, (_, n) => ({ op: "create", data: { name: `${n}` } }));
  await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops } }));
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => post(db, db.as, { name: `last ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "limit_reached",
    limit: RECORDS_MAX,
  });
  expect((await readDatabase(db)).usage.records).toBe(RECORDS_MAX);
});

test("where the storage runs out some are taken and the others refused, and the bytes are those that were taken", async () => {
  const db = await makeDatabase({ as: await h.person({ plan: "free" }) });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post(db, db.as, { name: `${n}`, notes: "x".repeat(600) })),
  );
  const taken = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(taken.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`)).size).toBe(1);
  const bytes = taken.reduce((sum, { body }) => sum + JSON.stringify(body.data).length, 0);
  expect((await readDatabase(db)).usage).toMatchObject({ records: taken.length, record_bytes: bytes });
});

test("fields that change meanwhile are those that the record is checked by", async () => {
  const db = await makeDatabase({ as: await h.person({ plan: "team" }) });
  const letGo = await holdTurn(db);
  const before = Array.from({ length: 6 }, (_, n) => post(db, db.as, { name: `${n}` }));
  await untilWaiting(1);
  await sql`
    update database_tables set schema_version = 2, fields = fields || '[{"key": "more", "label": "More", "type": "text", "required": false, "default": "yes"}]'
    where table_id = ${db.table.id}`;
  await letGo();
  const answers = await Promise.all(before);
  for (const { status, body } of answers) {
    expect([status, body.schema_version, body.data.more]).toEqual([201, 2, "yes"]);
  }
});

test("whoever hangs up while they wait leaves a whole record or nothing, and the others theirs", async () => {
  const db = await makeDatabase({ as: await h.person({ plan: "team" }) });
  const letGo = await holdTurn(db);
  const first = post(db, db.as, { name: "first" });
  await untilWaiting(1);
  const gone = new AbortController();
  const request = new Request(`${h.base_url}${db.in}/records`, {
    method: "POST",
    headers: { authorization: `Bearer ${db.as.token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { name: "gone" } }),
    signal: gone.signal,
  });
  const left = h.fetch(request).catch(() => null);
  const last = post(db, db.as, { name: "last" });
  await untilStill();
  gone.abort();
  await letGo();
  await Promise.all([first, left, last]);
  const names = (await recordsOf(db)).map(({ data }) => data.name);
  expect(names.filter((name) => name !== "gone").toSorted()).toEqual(["first", "last"]);
  const rows = await h.audit();
  const noted = rows.filter(({ target_id, action }) => target_id === db.doc_id && action === "record.created");
  expect([noted.length, (await readDatabase(db)).usage.records]).toEqual([names.length, names.length]);
});
