// Storms of new records and of changes that are cut off by a power cut:
// what was answered is there, and nothing is there by half.
import { afterAll, expect, test } from "bun:test";
import { makeReadyPlace } from "../faults/server_process.ts";
import { pickByDepth } from "../harness/depth.ts";
import { until } from "../harness/until.ts";

const ROUNDS = pickByDepth({ small: 2, deep: 3 });
const WRITERS = 24;

const place = await makeReadyPlace({});
await place.runHere("user", "add", "writer@example.org", "--workspace", "faults");
const token = await place.runHere("token", "create", "writer@example.org", "--name", "faults");
afterAll(() => place.remove());

async function call<T>(route: string, json?: object): Promise<T> {
  const [method = "GET", path = ""] = route.split(" ");
  const headers = { authorization: `Bearer ${token}`, ...(json && { "content-type": "application/json" }) };
  const answer = await fetch(place.base_url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Kept {
  id: number;
  version: number;
  data: { name: string };
}

async function makeTable(): Promise<{ doc_id: string; at: string; records: string }> {
  const { doc } = await call<{ doc: { doc_id: string } }>("POST /api/databases", { title: "Storm" });
  const at = `/api/databases/${doc.doc_id}`;
  const table = await call<{ id: number }>(`POST ${at}/tables`, {
    name: "Storm",
    fields: [{ key: "name", label: "Name", type: "text" }],
  });
  return { doc_id: doc.doc_id, at, records: `${at}/tables/${table.id}/records` };
}

async function readAudit(doc_id: string, action: string): Promise<{ meta: { record_id: number } }[]> {
  const rows: { meta: { record_id: number } }[] = [];
  for (let before = ""; ; ) {
    const query = `target_id=${doc_id}&action=${action}&limit=500${before}`;
    const page = await call<{ events: typeof rows; next_before_id: number | null }>(`GET /api/audit?${query}`);
    rows.push(...page.events);
    if (page.next_before_id === null) return rows;
    before = `&before_id=${page.next_before_id}`;
  }
}

test("kill -9 while many add records loses none that was answered, and each that is there is there whole", async () => {
  let server = await place.start();
  const { doc_id, at, records: path } = await makeTable();
  const kept: Kept[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = kept.length;
    let isCut = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; !isCut; number++) {
        const name = `${round} ${writer} ${number}`;
        const made = await call<Kept>(`POST ${path}`, { data: { name } }).catch(() => null);
        if (made) kept.push(made);
      }
    });
    await until(() => kept.length >= before + 100);
    await server.kill();
    isCut = true;
    await Promise.all(writers);
    server = await place.start();

    const { tables } = await call<{ tables: { records: Kept[] }[] }>(`GET ${at}/export`);
    const records = tables[0]?.records ?? [];
    const names = new Map(records.map(({ id, data }) => [id, data.name]));
    expect(kept.filter(({ id, data }) => names.get(id) !== data.name)).toEqual([]);
    expect(new Set(names.values()).size).toBe(records.length);
    // Numbers are given in the order of commits, and a call that came to nothing gives none.
    const ids = records.map((_, index) => index + 1);
    expect(records.map(({ id }) => id)).toEqual(ids);
    const noted = (await readAudit(doc_id, "record.created")).map(({ meta }) => meta.record_id);
    expect(noted.toSorted((a, b) => a - b)).toEqual(ids);
    const { revision, usage } = await call<{ revision: number; usage: object }>(`GET ${at}`);
    const record_bytes = records.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    expect([revision, usage]).toEqual([records.length + 1, { tables: 1, records: records.length, record_bytes }]);
  }
  expect(await server.stop()).toBe(0);
});

test("kill -9 while many change records loses no change that was answered, and versions, feed and audit log agree", async () => {
  let server = await place.start();
  const { doc_id, at, records: path } = await makeTable();
  const made = await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => call<Kept>(`POST ${path}`, { data: { name: `${writer}` } })),
  );
  const latest = new Map(made.map((record) => [record.id, record]));
  let answered = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const due = answered + 100;
    let isCut = false;
    const writers = [...latest.keys()].map(async (id) => {
      for (let number = 0; !isCut; number++) {
        const base_version = latest.get(id)?.version;
        const data = { name: `${round} ${id} ${number}` };
        const changed = await call<Kept>(`PATCH ${path}/${id}`, { data, base_version }).catch(() => null);
        if (!changed) return;
        latest.set(id, changed);
        answered++;
      }
    });
    await until(() => answered >= due);
    await server.kill();
    isCut = true;
    await Promise.all(writers);
    server = await place.start();

    const { tables } = await call<{ tables: { records: Kept[] }[] }>(`GET ${at}/export`);
    const records = tables[0]?.records ?? [];
    expect(records).toHaveLength(WRITERS);
    for (const record of records) {
      const told = latest.get(record.id);
      // One that was under way may have been written and not answered.
      if (record.version !== told?.version) expect(record.version).toBe((told?.version ?? 0) + 1);
      else expect(record.data).toEqual(told.data);
      latest.set(record.id, record);
    }
    const changes = records.reduce((sum, { version }) => sum + version - 1, 0);
    const { revision } = await call<{ revision: number }>(`GET ${at}`);
    expect(revision).toBe(1 + WRITERS + changes);
    expect(await readAudit(doc_id, "record.updated")).toHaveLength(changes);
  }
  expect(await server.stop()).toBe(0);
});
