// What comes before and behind a document in its folder:
// in the order that the folder shows, and of what its reader may open alone.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

async function publish(as: Person, json: Record<string, unknown>): Promise<string> {
  const { status, body } = await h.call("POST /api/docs", { as, json: { markdown: "# x", ...json } });
  if (status !== 201) throw new Error(`publishing answered ${status}`);
  return body.doc_id;
}

/** A person with pages 1, 2, 10 and 3 in a folder, in the order in which they were made. */
async function book() {
  const as = await h.person({ role: "owner" });
  const ids: Record<string, string> = {};
  for (const title of ["1", "2", "10", "3"]) ids[title] = await publish(as, { title, folder: "Book" });
  return { as, ids };
}

async function around(as: Person, doc_id: string | undefined): Promise<(string | null)[]> {
  const { status, body } = await h.call(`GET /api/docs/${doc_id}/neighbours`, { as });
  expect(status).toBe(200);
  return [body.previous?.title ?? null, body.next?.title ?? null];
}

test("titles are counted as people count, and the first and the last have one neighbour", async () => {
  const { as, ids } = await book();
  const found = await Promise.all(["1", "2", "3", "10"].map((title) => around(as, ids[title])));
  expect(found).toEqual([
    [null, "2"],
    ["1", "3"],
    ["2", "10"],
    ["3", null],
  ]);
});

test("what the folder's own order names comes first and as it says", async () => {
  const { as, ids } = await book();
  const child_order = [`d:${ids["10"]}`, `d:${ids["2"]}`];
  await h.call("PUT /api/folder-meta?path=Book", { as, json: { child_order } });
  const found = await Promise.all(["10", "2", "1", "3"].map((title) => around(as, ids[title])));
  expect(found).toEqual([
    [null, "2"],
    ["10", "1"],
    ["2", "3"],
    ["1", null],
  ]);
});

test("between pages a picture and what lies in the trash are passed over", async () => {
  const { as, ids } = await book();
  await h.call(`DELETE /api/docs/${ids["2"]}`, { as });
  const form = new FormData();
  form.set("file", new File(["\x89PNG\r\n"], "1a.png", { type: "image/png" }));
  form.set("title", "1a");
  form.set("folder", "Book");
  const picture = await h.call("POST /api/files", { as, form });
  expect(picture.status).toBe(201);
  expect(await around(as, ids["1"])).toEqual([null, "3"]);
  expect(await around(as, picture.body.doc_id)).toEqual(["1", "3"]);
});

test("whoever may open a document and not its folder is told of no other in it", async () => {
  const { as, ids } = await book();
  const reader = await h.person({ role: "member", workspace_id: as.workspace_id });
  const give = (doc_id: string | undefined) =>
    h.call(`POST /api/docs/${doc_id}/access`, { as, json: { subject_type: "user", subject: reader.email } });
  await give(ids["1"]);
  await give(ids["2"]);
  expect(await around(reader, ids["1"])).toEqual([null, null]);
  expect((await h.call(`GET /api/docs/${ids["3"]}/neighbours`, { as: reader })).status).toBe(404);
  const page = await h.call(`GET /app/d/${ids["1"]}`, {
    as: reader,
    with_cookie: true,
    headers: { accept: "text/html" },
  });
  expect(page.body).not.toContain("In the same folder");
});

test("the page leads on to both, with titles that are no markup", async () => {
  const { as, ids } = await book();
  const next = await publish(as, { title: `2 <img src=x onerror=alert(1)> ${"y".repeat(300)}`, folder: "Book" });
  const { body } = await h.call(`GET /app/d/${ids["2"]}`, { as, with_cookie: true, headers: { accept: "text/html" } });
  expect(body).toContain(`rel="prev" href="/app/d/${ids["1"]}"`);
  expect(body).toContain(`rel="next" href="/app/d/${next}"`);
  expect(body).toContain("2 &lt;img src=x onerror=alert(1)&gt;");
  expect(body).not.toContain("<img src=x");
});
