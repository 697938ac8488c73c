// The search and the trash of the app as pages: what they list to whom, and where they lead.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const runtime = await openHarness();

const show = (as: Person, path: string) => runtime.call(`GET ${path}`, { as, with_cookie: true });
const publish = (as: Person, json: object) => runtime.call("POST /api/docs", { as, json: { html: "x", ...json } });
const join = ({ workspace_id }: Person) => runtime.person({ role: "member", workspace_id });

test("the search lists what is listed to the person and has all of the words, with where it lies, and nothing else", async () => {
  const as = await runtime.person();
  const colleague = await join(as);
  const markdown = "# Anchors\n\nA grapnel holds <b>badly</b> in mud.";
  await publish(as, { html: undefined, markdown, folder: "Boats/Gear" });
  await publish(colleague, { html: undefined, markdown, title: "For all of us", root: "general" });
  await publish(colleague, { html: undefined, markdown, title: "Kept back" });
  const { body } = await show(as, "/app/search?q=Grapnel%20mud");
  for (const shown of ["Anchors", "My documents / Boats / Gear", "For all of us", "General"])
    expect(body).toContain(shown);
  expect(body).toContain("<mark>grapnel</mark>");
  expect(body).not.toContain("Kept back");
  expect((await show(as, "/app/search?q=grapnel%20galaxy")).body).toContain("has all of these words");
  expect((await show(as, "/app")).body).toContain('action="/app/search"');
});

test("words to find stand in the page as text, none at all find nothing, and too many are refused", async () => {
  const as = await runtime.person();
  const { body } = await show(as, `/app/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
  expect(body).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;");
  expect(body).not.toContain("<img src=x");
  expect((await show(as, "/app/search")).body).toContain("<h1");
  expect((await show(as, "/app/search?q=%20")).body).not.toContain("has all of these words");
  expect((await show(as, `/app/search?q=${"x".repeat(201)}`)).status).toBe(400);
  expect((await show(as, "/app/search?q=x&older=none")).status).toBe(400);
  const out = await runtime.call("GET /app/search?q=a%26b");
  expect(out.headers.get("location")).toBe("/auth/login?next=%2Fapp%2Fsearch%3Fq%3Da%2526b");
});

test("a search as a page counts as one, an empty one as none", async () => {
  const strict = await openHarness({ env: { QUOTA_SEARCH: "1" } });
  const as = await strict.person();
  const status = async (path: string) => (await strict.call(`GET ${path}`, { as, with_cookie: true })).status;
  expect(await status("/app/search?q=%20")).toBe(200);
  expect(await status("/app/search?q=word")).toBe(200);
  expect(await status("/app/search?q=word")).toBe(429);
  expect(await status("/app/search")).toBe(200);
  expect((await strict.call("GET /api/search/ranked?q=word", { as })).status).toBe(429);
});

test("the trash lists what the person may bring back, from where and until when, and a root's to who edits there", async () => {
  const as = await runtime.person();
  const [colleague, reader] = [await join(as), await join(as)];
  const own = await publish(as, { title: "<i>Mine</i>", folder: "Old" });
  const shared = await publish(colleague, { title: "Ours", root: "general" });
  for (const { body } of [own, shared]) await runtime.call(`DELETE /api/docs/${body.doc_id}`, { as: colleague });
  expect((await show(as, "/app/trash")).body).toContain("Nothing here");
  await runtime.call(`DELETE /api/docs/${own.body.doc_id}`, { as });
  const mine = (await show(as, "/app/trash")).body;
  for (const shown of [
    "&lt;i&gt;Mine&lt;/i&gt;",
    "Old",
    `by <bdi>${as.email}</bdi>`,
    "Delete for good",
    "root=general",
  ])
    expect(mine).toContain(shown);
  expect(mine).not.toContain("Ours");
  const general = (await show(reader, "/app/trash?root=general")).body;
  expect(general).toContain("Ours");
  expect(general).not.toContain("Delete for good");
  expect((await show(reader, "/app/trash")).body).not.toContain("Mine");
  expect((await show(as, "/app/trash?root=nowhere")).status).toBe(404);
  expect((await runtime.call("GET /app/trash")).headers.get("location")).toBe("/auth/login?next=%2Fapp%2Ftrash");
});
