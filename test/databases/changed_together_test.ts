// Records of one table that many people change and delete at the same time:
// each is answered as it would be alone, and one commit serves many.
import { expect, test } from "bun:test";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { databasesOf, type Made } from "./made.ts";
import { turnsOf } from "./turns.ts";

const h = await openHarness();
const { must, readDatabase } = databasesOf(h);
const { makeShared, holdTurn, untilWaiting, untilStill } = turnsOf(h);
const { sql } = h.runtime.database;

interface Kept {
  id: number;
  version: number;
  data: { name: string; amount?: number };
}

async function addRecords(db: Made, many: number): Promise<number[]> {
  const ops = Array.from({ length: many }, (_, n) => ({ op: "create", data: { name: `${n}`, amount: n } }));
  const { results } = await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops } }));
  return results.map(({ record }: { record: Kept }) => record.id);
}

async function recordsOf(db: Made): Promise<Kept[]> {
  const { tables } = await must(h.call(`GET ${db.at}/export`, { as: db.as }));
  return tables[0].records;
}

const change = (db: Made, as: Person, id: number, data: object, base_version = 1): Promise<Answer> =>
  h.call(`PATCH ${db.in}/records/${id}`, { as, json: { data, base_version } });
const remove = (db: Made, as: Person, id: number, base_version = 1): Promise<Answer> =>
  h.call(`DELETE ${db.in}/records/${id}?base_version=${base_version}`, { as });

test("changes and deletions that wait go in a few commits, each answered, told and noted as its author's own", async () => {
  const { db, writer, reader, stranger } = await makeShared();
  const ids = await addRecords(db, 24);
  const { revision } = await readDatabase(db);
  const letGo = await holdTurn(db);
  const first = change(db, db.as, ids[0]!, { name: "first" });
  await untilWaiting(1);
  const sent = ids.slice(1).map((id, n) => {
    const as = [db.as, writer][n % 2]!;
    if (n % 6 === 2) return { id, as, status: 200, op: "record.delete", answer: remove(db, as, id) };
    if (n % 6 === 4) return { id, as: reader, status: 403, op: null, answer: change(db, reader, id, { name: "no" }) };
    if (n % 6 === 5) return { id, as, status: 400, op: null, answer: change(db, as, id, { amount: "many" }) };
    if (n === 12) return { id, as: stranger, status: 404, op: null, answer: remove(db, stranger, id) };
    return { id, as, status: 200, op: "record.update", answer: change(db, as, id, { name: `changed ${n}` }) };
  });
  await untilStill();
  await letGo();
  expect((await first).body).toMatchObject({ id: ids[0], version: 2, data: { name: "first", amount: 0 } });

  const gone: number[] = [];
  for (const [n, { id, status, op, answer }] of sent.entries()) {
    const { status: seen, body } = await answer;
    expect([id, seen]).toEqual([id, status]);
    if (op === "record.delete") expect(body).toEqual({ id, deleted: true, version: 2 });
    if (op === "record.delete") gone.push(id);
    if (op === "record.update")
      expect(body).toMatchObject({ id, version: 2, data: { name: `changed ${n}`, amount: n + 1 } });
  }
  const made = sent.filter(({ op }) => op !== null);
  const stand = await recordsOf(db);
  expect(stand.map(({ id }) => id)).toEqual(ids.filter((id) => !gone.includes(id)));
  expect(stand.filter(({ version }) => version === 2)).toHaveLength(made.length - gone.length + 1);
  const record_bytes = stand.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
  expect((await readDatabase(db)).usage).toMatchObject({ records: stand.length, record_bytes });

  const told = (await must(h.call(`GET ${db.at}/changes?after=${revision}&limit=100`, { as: db.as }))).changes;
  const row = ({ id, as, op }: { id: number; as: Person; op: string | null }) => [op, id, as.email].join(" ");
  expect(
    told.map((one: Record<string, unknown>) => [one["op"], one["record_id"], one["actor"]].join(" ")).toSorted(),
  ).toEqual([{ id: ids[0]!, as: db.as, op: "record.update" }, ...made].map(row).toSorted());
  const noted = (await h.audit()).filter(
    ({ action, target_id }) => target_id === db.doc_id && /^record\.(updated|deleted)$/.test(action),
  );
  expect(
    noted.map(({ action, meta, actor }) => `${action.replace(/d$/, "")} ${meta["record_id"]} ${actor}`).toSorted(),
  ).toEqual([{ id: ids[0]!, as: db.as, op: "record.update" }, ...made].map(row).toSorted());
  expect(new Set(noted.map(({ meta }) => meta["request_id"])).size).toBe(noted.length);
  const commits =
    await sql`select distinct r.xmin::text from database_records r where r.table_id = ${db.table.id} and r.version = 2`;
  expect(commits.length).toBeLessThan(5);
});

test("of those who wait with one version of a record the first changes it, and the others are told the record as it is", async () => {
  const { db, writer } = await makeShared();
  const [id = 0, other = 0] = await addRecords(db, 2);
  const letGo = await holdTurn(db);
  const first = change(db, db.as, other, { name: "other" });
  await untilWaiting(1);
  const waiting = [
    ...["a", "b", "c"].map((name, n) => change(db, [db.as, writer][n % 2]!, id, { name })),
    remove(db, writer, id),
  ];
  await untilStill();
  await letGo();
  expect((await first).status).toBe(200);
  const answers = await Promise.all(waiting);
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const stands = (await recordsOf(db)).find((record) => record.id === id);
  for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
    if (stands)
      expect([status, body.code, body.current_version, body.record]).toMatchObject([
        409,
        "version_conflict",
        2,
        stands,
      ]);
    else expect(status).toBe(404);
  }
  const { versions } = await must(h.call(`GET ${db.in}/records/${id}/history`, { as: db.as }));
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
});

test("fields that change meanwhile are those that a change is checked by, and who is gone meanwhile changes nothing", async () => {
  const { db, leaver } = await makeShared();
  const [one = 0, two = 0, three = 0] = await addRecords(db, 3);
  const letGo = await holdTurn(db);
  const first = change(db, db.as, one, { name: "one" });
  await untilWaiting(1);
  const late = [change(db, db.as, two, { name: "two" }), change(db, leaver, three, { name: "three" })];
  await untilStill();
  await sql`update database_tables set schema_version = 2 where table_id = ${db.table.id}`;
  await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${leaver.user_id}`;
  await letGo();
  expect((await first).body).toMatchObject({ version: 2, schema_version: 2 });
  const [kept, refused] = await Promise.all(late);
  expect([kept?.status, kept?.body.schema_version, refused?.status]).toEqual([200, 2, 401]);
  expect((await recordsOf(db)).map(({ version }) => version)).toEqual([2, 2, 1]);
});
