// Files of attachment fields:
// sent to become documents that wait for a record, named by records, and resolved into previews.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";
import { databasesOf, type Made } from "./made.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must } = databasesOf(h);

const FIELDS = [
  { key: "name", type: "text" },
  { key: "files", type: "attachment", max_files: 2, max_file_bytes: 1000, accept: [".pdf", ".txt"] },
  { key: "any", type: "attachment", folder: "elsewhere" },
];

let ids = 0;
const newId = () => `upload-${Date.now()}-${ids++}`;

interface Upload {
  as?: Person;
  field?: string;
  name?: string;
  id?: string;
  body?: string;
}

const send = (
  db: Made,
  { as = db.as, field = "files", name = "plan b.pdf", id = newId(), body = "bytes" }: Upload = {},
) => ({
  as,
  call: `PUT ${db.in}/media/${field}`,
  headers: {
    "x-service-filename": encodeURIComponent(name),
    "x-service-upload-id": id,
    "content-length": `${body.length}`,
  },
  body,
});

const upload = async (db: Made, sent: Upload = {}) => {
  const { call, ...rest } = send(db, sent);
  return (await must(h.call(call, rest), 200)).file;
};

const documentOf = (as: Person, doc_id: string) => must(h.call(`GET /api/docs/${doc_id}`, { as }));
const resolve = (db: Made, files: object[], as = db.as) => must(h.call(`POST ${db.at}/media`, { as, json: { files } }));

test("an uploaded file is a document in the database's folder that expires in 7 days, and counts as a publish", async () => {
  const answer = await scenario(h, {
    given: () => makeDatabase({ fields: FIELDS }),
    act: (db) => send(db),
    expect: { status: 200, audit: [{ action: "doc.publish" }], quota: 1 },
    tools: false,
  });
  expect(answer.body.file).toEqual({ doc_id: expect.any(String), version: 1, path: "plan b.pdf" });
  const db = await makeDatabase({ fields: FIELDS });
  const [file, other] = [await upload(db), await upload(db, { field: "any", name: "a.png" })];
  const doc = await documentOf(db.as, file.doc_id);
  expect(doc).toMatchObject({ folder: "data", visibility: "restricted", retention_days: 7 });
  expect(Date.parse(doc.expires_at) - Date.parse(doc.created_at)).toBe(7 * 86_400_000);
  expect((await documentOf(db.as, other.doc_id)).folder).toBe("elsewhere");
});

test("a repeated upload id answers the first file and makes nothing, two at once make one document, another file is a 409", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const id = newId();
  const { call, ...rest } = send(db, { id });
  const answers = await Promise.all(Array.from({ length: 4 }, () => h.call(call, rest)));
  answers.push(await h.call(call, rest));
  for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]!.body]);
  await scenario(h, { act: () => send(db, { id }), expect: { status: 200 }, tools: false });
  for (const other of [{ name: "c.pdf" }, { body: "longer bytes" }, { body: "other" }]) {
    await scenario(h, { act: () => send(db, { id, ...other }), expect: { status: 409 }, tools: false });
  }
  await must(h.call(`DELETE /api/docs/${answers[0]!.body.file.doc_id}`, { as: db.as }));
  await scenario(h, { act: () => send(db, { id }), expect: { status: 409 }, tools: false });
});

test.each([
  [415, { name: "a.png" }],
  [413, { body: "x".repeat(1001) }],
  [404, { field: "name" }],
  [404, { field: "nope" }],
  [400, { body: "" }],
  [400, { id: "short" }],
  [400, { id: "not an id!" }],
  [400, { name: "" }],
] as const)(
  "an upload that the field or its headers rule out is a %d and leaves nothing, case %#",
  async (status, sent) => {
    const db = await makeDatabase({ fields: FIELDS });
    await scenario(h, { act: () => send(db, sent), expect: { status }, tools: false });
  },
);

const ways: [string, (db: Made, file: object) => Promise<unknown>][] = [
  ["a new record", (db, file) => addRecord(db, { files: [file] })],
  [
    "a changed record",
    async (db, file) => {
      const { id } = await addRecord(db, { name: "One" });
      const json = { data: { files: [file] }, base_version: 1 };
      return must(h.call(`PATCH ${db.in}/records/${id}`, { as: db.as, json }));
    },
  ],
  [
    "a batch",
    (db, file) =>
      must(
        h.call(`POST ${db.in}/records/batch`, {
          as: db.as,
          json: { ops: [{ op: "create", data: { files: [file] } }] },
        }),
      ),
  ],
  [
    "an upsert",
    async (db, file) => {
      const name = crypto.randomUUID();
      await addRecord(db, { name });
      const ops = [{ op: "upsert", match: ["name"], data: { name, files: [file] } }];
      return must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json: { ops } }));
    },
  ],
  [
    "an import",
    (db, file) =>
      must(
        h.call(`POST ${db.at}/tables/import?filename=a.jsonl&table_id=${db.table.id}`, {
          as: db.as,
          body: JSON.stringify({ name: "One", files: [file] }),
        }),
      ),
  ],
];

test.each(ways)("%s that names an uploaded file keeps it for ever, and says so in the log", async (_way, name) => {
  const db = await makeDatabase({ fields: FIELDS });
  const file = await upload(db);
  await name(db, file);
  expect(await documentOf(db.as, file.doc_id)).toMatchObject({ retention_days: 0, expires_at: null });
  const rows = (await h.audit()).filter((row) => row.target_id === file.doc_id && row.action === "doc.retention");
  expect(rows.map(({ meta }) => meta)).toEqual([expect.objectContaining({ from: 7, to: 0 })]);
});

test.each(ways)(
  "%s may not name what its writer cannot open, nor a version or path that is not there",
  async (_way, name) => {
    const db = await makeDatabase({ fields: FIELDS });
    const stranger = await makeDatabase({ fields: FIELDS });
    const [file, closed] = [await upload(db), await upload(stranger)];
    for (const bad of [
      closed,
      { ...closed, doc_id: "doesnotexist" },
      { ...file, version: 2 },
      { ...file, path: "b.pdf" },
    ]) {
      const said = await name(db, bad).then(
        () => "nothing",
        (error: Error) => error.message,
      );
      expect(said).toMatch(/^answered 400.*files names .*no file that you may open/);
    }
    expect((await documentOf(db.as, file.doc_id)).retention_days).toBe(7);
    expect((await documentOf(stranger.as, closed.doc_id)).retention_days).toBe(7);
  },
);

test("a batch that is not atomic refuses the record with a closed file alone", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const [kept, waiting] = [await upload(db), await upload(db)];
  const ops = [
    { op: "create", data: { files: [kept] } },
    { op: "create", data: { files: [waiting, { ...waiting, version: 9 }] } },
  ];
  const json = { ops, atomic: false };
  const { results } = await must(h.call(`POST ${db.in}/records/batch`, { as: db.as, json }));
  expect(results.map((one: { status: number }) => one.status)).toEqual([201, 400]);
  expect((await documentOf(db.as, kept.doc_id)).retention_days).toBe(0);
  expect((await documentOf(db.as, waiting.doc_id)).retention_days).toBe(7);
});

test("a file above the field's bytes is refused by name, and one that a record has stays when it is gone", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const large = await upload(db, { field: "any", body: "x".repeat(2000) });
  const refused = await h.call(`POST ${db.in}/records`, { as: db.as, json: { data: { files: [large] } } });
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    [{ key: "files", code: "range", message: expect.stringContaining("at most 1000") }],
  ]);
  const file = await upload(db);
  const { id } = await addRecord(db, { files: [file] });
  await must(h.call(`DELETE /api/docs/${file.doc_id}`, { as: db.as }));
  const at = `${db.in}/records/${id}`;
  const json = { data: { name: "Two", files: [file] }, base_version: 1 };
  expect((await must(h.call(`PATCH ${at}`, { as: db.as, json }))).data.files).toEqual([file]);
  await must(h.call(`DELETE ${at}?base_version=2`, { as: db.as }));
  expect((await must(h.call(`POST ${at}/restore`, { as: db.as, json: {} }))).data.files).toEqual([file]);
});

test("a document whose end was changed keeps it when a record names it", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const file = await upload(db);
  await must(h.call(`PATCH /api/docs/${file.doc_id}`, { as: db.as, json: { retention_days: 30 } }));
  await addRecord(db, { files: [file] });
  expect((await documentOf(db.as, file.doc_id)).retention_days).toBe(30);
});

test("references resolve into names, types, sizes and addresses, and what is closed is as what is not there", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const stranger = await makeDatabase({ fields: FIELDS });
  const [file, closed] = [await upload(db), await upload(stranger)];
  const none = { ...closed, doc_id: "doesnotexist" };
  const { files } = await resolve(db, [file, closed, none]);
  expect(files[0]).toMatchObject({ ...file, available: true, name: "plan b.pdf", type: "application/pdf", size: 5 });
  const hidden = { available: false, name: null, type: null, size: null, url: null, expires_at: null };
  expect(files.slice(1)).toEqual([
    { ...closed, ...hidden },
    { ...none, ...hidden },
  ]);
  const { pathname } = new URL(files[0].url);
  const fetched = await h.open(pathname);
  expect([fetched.status, new TextDecoder().decode(fetched.bytes)]).toEqual([200, "bytes"]);
  await must(h.call(`DELETE /api/docs/${file.doc_id}`, { as: db.as }));
  expect((await h.open(pathname)).status).toBe(404);
  expect((await h.call(`POST ${db.at}/media`, { as: stranger.as, json: { files: [file] } })).status).toBe(404);
});

test("who edits a database in another's My documents is told why they cannot send files there", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const colleague = await h.person({ workspace_id: db.as.workspace_id });
  const json = { subject_type: "user", subject: colleague.email, level: "edit" };
  await must(h.call(`POST /api/docs/${db.doc_id}/access`, { as: db.as, json }));
  const mine = send(db, { as: colleague });
  await until(async () => (await h.call(mine.call, mine)).status === 403);
  await scenario(h, { act: () => mine, expect: { status: 403, error: /its owner alone puts files/ }, tools: false });
});

test("of a database in a root the members who edit there send files, and others see what they may open", async () => {
  const as = await h.person({ role: "owner" });
  const colleague = await h.person({ workspace_id: as.workspace_id });
  const db = await makeDatabase({ as, fields: FIELDS, root: "general" });
  const file = await upload(db, { as: colleague });
  expect((await documentOf(as, file.doc_id)).root).toMatchObject({ slug: "general" });
  await addRecord(db, { files: [file] });
  expect((await documentOf(as, file.doc_id)).expires_at).toBeNull();
  const { files } = await resolve(db, [file]);
  expect(files[0].available).toBe(true);
});

test("an upload that no record names is gone after 7 days", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const [file, kept] = [await upload(db), await upload(db)];
  await addRecord(db, { files: [kept] });
  h.clock.advance(7 * 86_400_000 + 1000);
  const refused = await h.call(`POST ${db.in}/records`, { as: db.as, json: { data: { files: [file] } } });
  expect(refused.status).toBe(400);
  const { files } = await resolve(db, [file, kept]);
  expect(files.map((one: { available: boolean }) => one.available)).toEqual([false, true]);
});

test("a trial import says what an import would refuse, and keeps nothing", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const file = await upload(db);
  const route = `POST ${db.at}/tables/import?filename=a.jsonl&table_id=${db.table.id}&dry_run=true`;
  const body = (...files: object[]) => files.map((one) => JSON.stringify({ files: [one] })).join("\n");
  const refused = await h.call(route, { as: db.as, body: body(file, { ...file, version: 2 }) });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringMatching(/^row 2: files names "plan b.pdf"/),
  ]);
  await must(h.call(route, { as: db.as, body: body(file) }));
  expect((await documentOf(db.as, file.doc_id)).retention_days).toBe(7);
});

test("a review is bound to files that whoever binds it may open, and stays so for others who change the table", async () => {
  const db = await makeDatabase({ fields: FIELDS });
  const stranger = await makeDatabase();
  const source = await upload(db);
  const fields = [{ key: "remarks", type: "review", sources: [source] }];
  const refused = await h.call(`POST ${stranger.at}/tables`, { as: stranger.as, json: { name: "Other", fields } });
  expect([refused.status, refused.body.rule]).toEqual([400, "sources"]);
  const made = await must(h.call(`POST ${db.at}/tables`, { as: db.as, json: { name: "Other", fields } }), 201);
  await must(h.call(`DELETE /api/docs/${source.doc_id}`, { as: db.as }));
  const json = { base_version: 1, update_fields: [{ key: "remarks", label: "Said" }] };
  await must(h.call(`PATCH ${db.at}/tables/${made.id}`, { as: db.as, json }), 200);
});
