// Several files in one form, as a browser without script sends them: each a document of its own, a line for each.
import { expect, test } from "bun:test";
import { formOf } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

type Sent = readonly (readonly [name: string, bytes: string])[];

function send(as: Person, files: Sent, texts: Readonly<Record<string, string>> = {}) {
  const form = formOf([
    ["~back", "/app/new?kind=file"],
    ["~each", "file"],
    ["~then", "/app/d/{doc_id}"],
    ["~together", "root=~&folder=Scans"],
    ...Object.entries(texts),
    ...files.map(([name, bytes]) => ["file", new Blob([bytes]), name] as const),
  ]);
  return h.call("POST /app/do/doc.publish_file", {
    as,
    with_cookie: true,
    form,
    headers: { accept: "text/html" },
  });
}

const docsOf = async (as: Person): Promise<{ title: string; folder: string; doc_id: string }[]> =>
  (await h.call("GET /api/docs", { as })).body.docs;

test("each file becomes a document of its own, and the page has a line for each", async () => {
  const as = await h.person();
  const name = `<img src=x onerror=alert(1)>.txt`;
  const answer = await send(as, [
    ["one.txt", "1"],
    [name, "2"],
    ["empty.txt", ""],
  ]);
  expect(answer.status).toBe(200);
  const docs = await docsOf(as);
  expect(docs.map(({ folder }) => folder)).toEqual(["Scans", "Scans"]);
  for (const { doc_id } of docs) expect(answer.body).toContain(`href="/app/d/${doc_id}"`);
  expect(answer.body).toContain("2 of 3 files are there");
  expect(answer.body).toContain("empty.txt");
  expect(answer.body).not.toContain("<img src=x");
});

test("the form sent once more makes none twice", async () => {
  const as = await h.person();
  const files = [
    ["one.txt", "1"],
    ["two.txt", "2"],
  ] as const;
  const [first, again] = [await send(as, files, { "~key": "k" }), await send(as, files, { "~key": "k" })];
  expect([first.status, again.status, (await docsOf(as)).length]).toEqual([200, 200, 2]);
});

test("one file leads to its document, and none is said to be none", async () => {
  const as = await h.person();
  const one = await send(as, [["one.txt", "1"]]);
  const [doc] = await docsOf(as);
  expect([one.status, one.headers.get("location")]).toEqual([303, `/app/d/${doc?.doc_id}`]);
  const none = await send(as, [["", ""]]);
  expect(none.status).toBe(400);
  expect(none.body).toContain("Nothing is chosen");
});

test("more files than are taken at once are refused in whole, and so are all that may not lie there", async () => {
  const as = await h.person();
  const many = Array.from({ length: 21 }, (_, index) => [`${index}.txt`, "x"] as const);
  const refused = await send(as, many);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain("21 are chosen, and at most 20 are taken at once: choose fewer");
  const other = await h.person({ role: "owner", plan: "business" });
  const { body } = await h.call("POST /api/roots", { as: other, json: { name: "Theirs" } });
  const closed = await send(as, many.slice(0, 2), { "~together": `root=${body.slug}&folder=` });
  expect(closed.status).toBe(404);
  expect(closed.body).toContain("0 of 2 files are there");
  expect(await docsOf(as)).toEqual([]);
});

test("a text in the place of a file is no file", async () => {
  const as = await h.person();
  const answer = await h.call("POST /app/do/doc.publish_file", {
    as,
    with_cookie: true,
    form: formOf([
      ["file", "text"],
      ["file.filename", "x.txt"],
      ["file.bytes", "text"],
    ]),
  });
  expect(answer.status).toBe(422);
  expect(await docsOf(as)).toEqual([]);
});

test("pages from which one may make something take what is dropped, others do not", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const { body } = await h.call("POST /api/roots", { as: owner, json: { name: "Plans" } });
  const access = { subject_type: "user", subject: member.email, level: "view" };
  await h.call(`POST /api/roots/${body.slug}/access`, { as: owner, json: access });
  const at = async (as: Person) => (await h.call(`GET /app/r/${body.slug}`, { as, with_cookie: true })).body;
  expect(await at(owner)).toContain(`data-uploads="root=${body.slug}&amp;folder="`);
  expect(await at(member)).not.toContain("data-uploads");
});
