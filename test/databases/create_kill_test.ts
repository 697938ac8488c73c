// A storm of new records that is cut off by a power cut: what was answered is there, and nothing is there by half.
import { afterAll, expect, test } from "bun:test";
import { pickByDepth } from "../depth.ts";
import { makeReadyPlace } from "../faults/server_process.ts";
import { until } from "../until.ts";

const ROUNDS = pickByDepth({ small: 2, deep: 8 });
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
  data: { name: string };
}

async function readAudit(doc_id: string): Promise<{ meta: { record_id: number } }[]> {
  const rows: { meta: { record_id: number } }[] = [];
  for (let before = ""; ; ) {
    const query = `target_id=${doc_id}&action=database.record_create&limit=500${before}`;
    const page = await call<{ events: typeof rows; next_before_id: number | null }>(`GET /api/audit?${query}`);
    rows.push(...page.events);
    if (page.next_before_id === null) return rows;
    before = `&before_id=${page.next_before_id}`;
  }
}

test("kill -9 while many add records loses none that was answered, and each that is there is there whole", async () => {
  let server = await place.start();
  const { doc } = await call<{ doc: { doc_id: string } }>("POST /api/databases", { title: "Storm" });
  const at = `/api/databases/${doc.doc_id}`;
  const table = await call<{ id: number }>(`POST ${at}/tables`, {
    name: "Storm",
    fields: [{ key: "name", label: "Name", type: "text" }],
  });
  const kept: Kept[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = kept.length;
    let isCut = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; !isCut; number++) {
        const name = `${round} ${writer} ${number}`;
        const made = await call<Kept>(`POST ${at}/tables/${table.id}/records`, { data: { name } }).catch(() => null);
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
    const noted = (await readAudit(doc.doc_id)).map(({ meta }) => meta.record_id);
    expect(noted.toSorted((a, b) => a - b)).toEqual(ids);
    const { revision, usage } = await call<{ revision: number; usage: object }>(`GET ${at}`);
    const record_bytes = records.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
    expect([revision, usage]).toEqual([records.length + 1, { tables: 1, records: records.length, record_bytes }]);
  }
  expect(await server.stop()).toBe(0);
}, 300_000);
