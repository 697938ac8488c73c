// Imports of a file that is sent inside of the call, or ahead of it as an upload:
// what an agent can do, whose tools carry no body.
import { expect, spyOn, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { importing, lines } from "./importing.ts";
import { databasesOf, type Made } from "./made.ts";

const BYTES_MAX = 200_000;

const h = await openHarness({ manifest: { caps: { ...manifest.caps, database_import_bytes: BYTES_MAX } } });
const { makeDatabase, must, readDatabase } = databasesOf(h);
const { dataOf } = importing(h);

const PEOPLE = lines("Name,Age", "Anna,31", "Otto,x", "Ida,9");

/** An upload whose file is here. */
async function stage(as: Person, file: string, filename = "people.csv"): Promise<number> {
  const ticket = await must(h.call("POST /api/uploads", { as, json: { filename, stage: true } }));
  const sent = await h.call(`PUT ${new URL(ticket.upload_url).pathname}`, { body: file });
  expect(sent.status).toBeLessThan(300);
  return ticket.upload_id;
}

const send = (made: Made, json: object, as = made.as) => h.call(`POST ${made.at}/import`, { as, json });

test("a file's text makes a table, by REST and as a tool, with the audit row of an import", async () => {
  await scenario(h, {
    given: () => makeDatabase(),
    act: (made) => ({ as: made.as, call: `POST ${made.at}/import`, json: { filename: "people.csv", content: PEOPLE } }),
    expect: {
      status: 200,
      body: { name: "people", dry_run: false, read: 3, created: 3, updated: 0, skipped: 0, failed: 0, replayed: false },
      audit: [{ action: "record.imported", meta: { created: 3, failed: 0, format: "csv" } }],
    },
  });
});

test("an agent sends a file ahead, looks what would come of it, and fills a table that is there; the file is good for one import", async () => {
  const made = await makeDatabase();
  const table = await must(
    h.call(`POST ${made.at}/tables`, {
      as: made.as,
      json: {
        name: "People",
        fields: [
          { key: "name", type: "text" },
          { key: "age", type: "number" },
        ],
      },
    }),
  );
  const upload_id = await stage(made.as, PEOPLE);
  const asked = { database_id: made.doc_id, table_id: table.id, upload_id, format: "csv" };
  const call = async (more: object = {}) => {
    const { isError, structuredContent } = await callTool(h, made.as, {
      name: "import_records",
      arguments: { ...asked, ...more },
    });
    return { isError: isError === true, ...Object(structuredContent) };
  };
  const key = { idempotency_key: crypto.randomUUID() };
  const trial = await call({ ...key, dry_run: true });
  expect(trial).toMatchObject({ isError: false, table_id: table.id, created: 2, failed: 1 });
  expect(await dataOf(made, table.id)).toEqual([]);
  const done = await call(key);
  expect(done).toMatchObject({ isError: false, created: 2, failed: 1, failures: [{ row: 3, key: "age" }] });
  expect(await dataOf(made, table.id)).toEqual([
    { name: "Anna", age: 31 },
    { name: "Ida", age: 9 },
  ]);
  expect(await call(key)).toMatchObject({ isError: false, created: 2, failed: 1 });
  expect(await call()).toMatchObject({ isError: true, error: { message: expect.stringContaining("used already") } });
  expect(await dataOf(made, table.id)).toHaveLength(2);
});

test("of two imports of one upload one is taken, and one that is refused leaves the file", async () => {
  const made = await makeDatabase();
  const upload_id = await stage(made.as, PEOPLE);
  expect((await send(made, { upload_id, filename: "people.csv", name: "Orders" })).status).toBe(409);
  const both = await Promise.all(["One", "Two"].map((name) => send(made, { upload_id, filename: "people.csv", name })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  expect((await readDatabase(made)).usage).toMatchObject({ tables: 2, records: 3 });
});

test("an upload of somebody else's, without its file or too large, and a call without a file or with two are refused with what to do", async () => {
  const made = await makeDatabase();
  const before = await readDatabase(made);
  const theirs = await stage(await h.person(), PEOPLE);
  const large = await stage(made.as, `Name\n${"x\n".repeat(BYTES_MAX / 2)}`);
  const { upload_id: empty } = await must(
    h.call("POST /api/uploads", { as: made.as, json: { filename: "a.csv", stage: true } }),
  );
  const refused: [json: object, status: number, told: string][] = [
    [{ upload_id: theirs, format: "csv" }, 404, "make one by create_upload with stage: true"],
    [{ upload_id: empty, format: "csv" }, 409, "send it to its upload_url first"],
    [{ upload_id: large, format: "csv" }, 413, "split it"],
    [{ format: "csv", name: "A" }, 422, "upload_id"],
    [{ format: "csv", name: "A", content: PEOPLE, upload_id: large }, 422, "exactly one"],
    [{ format: "csv", name: "A", content: "" }, 400, "must not be empty"],
    [{ name: "A", content: PEOPLE }, 400, "format as one of csv, jsonl, xlsx"],
  ];
  for (const [json, status, told] of refused) {
    const answer = await send(made, { ...json, ...("format" in json ? { filename: "people.csv" } : {}) });
    expect([json, answer.status, JSON.stringify(answer.body)]).toEqual([json, status, expect.stringContaining(told)]);
  }
  expect(await readDatabase(made)).toEqual(before);
});

test("a store that is out of order is the server's fault, not the file's, and the file stays for another try", async () => {
  const made = await makeDatabase();
  const upload_id = await stage(made.as, `Name\n${"x\n".repeat(BYTES_MAX / 4)}`);
  const { blobs } = h.runtime;
  const whole = spyOn(blobs, "get").mockImplementation(() => Promise.reject(new Error("the store is out of order")));
  expect((await send(made, { upload_id, format: "csv", name: "A" })).status).toBe(500);
  whole.mockRestore();
  await must(send(made, { upload_id, format: "csv", name: "A" }));
});
