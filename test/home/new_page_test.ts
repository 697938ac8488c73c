// The page of what is new: what it offers to whom, where it puts things, and how a refused form comes back.
import { expect, test } from "bun:test";
import { follow, sendForm } from "../app/send_form.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

const page = (as: Person, query = "") => h.call(`GET /app/new${query}`, { as, with_cookie: true });
const optionsOf = (body: string) =>
  [...body.matchAll(/<option value="([^"]*)"( selected)?>([^<]*)/g)].map(([, value, chosen, label]) => ({
    place: Object.fromEntries(new URLSearchParams(value?.replaceAll("&amp;", "&"))),
    is_chosen: chosen !== undefined,
    label,
  }));

test("home without documents leads to the page, and its first form makes the first document", async () => {
  const as = await h.person();
  const home = await h.call("GET /app", { as, with_cookie: true });
  expect(home.body).toContain('href="/app/new">Make something');
  const { body } = await page(as);
  expect(body).toContain('action="/app/do/doc.publish"');
  const texts = { format: "markdown", content: "# My first page\r\n\r\nHello.", "~together": "root=~&folder=" };
  const sent = await sendForm(h, "doc.publish", { as, texts: { ...texts, "~then": "/app/d/{doc_id}" } });
  const { page: made } = await follow(h, as, sent);
  expect([made.status, made.body.includes("My first page")]).toEqual([200, true]);
  const [doc] = (await h.call("GET /api/docs", { as })).body.docs;
  expect(doc).toMatchObject({ title: "My first page", kind: "markdown", root: null, visibility: "restricted" });
  const source = await h.call(`GET /api/docs/${doc.doc_id}/files/source.md`, { as });
  expect(new TextDecoder().decode(source.bytes)).toBe("# My first page\n\nHello.");
});

test("a form sent twice makes one document", async () => {
  const as = await h.person();
  const texts = { format: "markdown", content: "# Once", "~key": "of-this-page", "~then": "/app/d/{doc_id}" };
  const [one, other] = [
    await sendForm(h, "doc.publish", { as, texts }),
    await sendForm(h, "doc.publish", { as, texts }),
  ];
  expect([one.status, other.headers.get("location")]).toEqual([303, one.headers.get("location")]);
  expect((await h.call("GET /api/docs", { as })).body.docs.length).toBe(1);
});

test("it stands where one came from, offers where one may write alone, and puts things there", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const name = `Plans <b>&"x`;
  const { slug } = (await must(h.call("POST /api/roots", { as: owner, json: { name } }))).body;
  await must(h.call("POST /api/folders", { as: owner, json: { path: "Deep/er", root: slug } }));
  const shown = await page(owner, `?kind=snippet&root=${slug}&folder=Deep%2Fer`);
  const places = optionsOf(shown.body);
  expect(places.find(({ is_chosen }) => is_chosen)).toMatchObject({ place: { root: slug, folder: "Deep/er" } });
  expect(places.map(({ place }) => place["root"])).toContain("~");
  expect(shown.body).not.toContain(name);
  // Who reads a space alone is offered their own place there instead.
  const access = { subject_type: "user", subject: member.email, level: "view" };
  await must(h.call(`POST /api/roots/${slug}/access`, { as: owner, json: access }));
  const seen = optionsOf((await page(member, `?kind=snippet&root=${slug}&folder=Deep%2Fer`)).body);
  expect(seen.find(({ is_chosen }) => is_chosen)).toMatchObject({ place: { root: "~" } });
  expect(seen.map(({ place }) => place["root"])).not.toContain(slug);
  // A space that is closed is as one that there is not.
  const stranger = await h.person({ role: "member", workspace_id: owner.workspace_id });
  expect([(await page(stranger, `?root=${slug}`)).status, (await page(stranger, "?root=nothing")).status]).toEqual([
    404, 404,
  ]);
  const together = new URLSearchParams({ root: slug, folder: "Deep/er" }).toString();
  const texts = { content: "print(1)", language: "python", "~together": together };
  expect((await sendForm(h, "doc.publish_snippet", { as: owner, texts })).status).toBe(303);
  const { docs } = (await h.call(`GET /api/docs?root=${slug}`, { as: owner })).body;
  expect(docs[0]).toMatchObject({ folder: "Deep/er" });
  // And the choice gives nobody a right.
  expect((await sendForm(h, "doc.publish_snippet", { as: member, texts })).status).toBe(403);
  expect((await sendForm(h, "doc.publish_snippet", { as: stranger, texts })).status).toBe(404);
});

test("a refused form comes back with all that was typed, and says what is wrong", async () => {
  const as = await h.person();
  const title = "x".repeat(10_000);
  const content = '</textarea><script>alert(1)</script> & "text"';
  const texts = { content, title, format: "html", "~together": "root=~&folder=Kept", "~back": "/app/new?kind=html" };
  const back = await sendForm(h, "doc.publish", { as, texts });
  expect(back.status).toBe(400);
  expect(back.body).toContain(title);
  expect(back.body).toContain("&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; ");
  expect(back.body).not.toContain("<script>alert(1)");
  expect(back.body).toContain('aria-invalid="true"');
  const empty = await sendForm(h, "doc.publish", { as, texts: { ...texts, title: "Kept title", content: "" } });
  expect([empty.status, empty.body.includes("Kept title")]).toEqual([400, true]);
  expect((await h.call("GET /api/docs", { as })).body.docs).toEqual([]);
});

test("a folder is made below the one that was chosen, and its page is where one lands", async () => {
  const as = await h.person();
  await must(h.call("POST /api/folders", { as, json: { path: "Plans" } }));
  const shown = await page(as, "?kind=folder&folder=Plans");
  const chosen = optionsOf(shown.body).find(({ is_chosen }) => is_chosen);
  const together = new URLSearchParams(chosen?.place).toString();
  const sent = await sendForm(h, "folder.create", { as, texts: { path: "2027 ü", "~together": together } });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/app/r/~/Plans/2027%20%C3%BC"]);
  const { page: there } = await follow(h, as, sent);
  expect([there.status, there.body.includes("2027 ü")]).toEqual([200, true]);
  const refused = await sendForm(h, "folder.create", {
    as,
    texts: { path: "..", "~together": together, "~back": "/app/new?kind=folder" },
  });
  expect([refused.status, refused.body.includes('value=".."')]).toEqual([400, true]);
});

test("a space is offered to whoever may make one, and a kind that is not offered is not there", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  expect((await page(owner, "?kind=space")).body).toContain('action="/app/do/root.create"');
  expect((await page(member)).body).not.toContain("kind=space");
  expect((await page(member, "?kind=space")).status).toBe(404);
  expect((await page(member, "?kind=__proto__")).status).toBe(404);
});

test("the rail and a folder lead to it with the place, for whoever may write there", async () => {
  const as = await h.person();
  await must(h.call("POST /api/folders", { as, json: { path: "A B" } }));
  const { body } = await h.call("GET /app/r/~/A%20B", { as, with_cookie: true });
  expect(body.match(/href="\/app\/new\?folder=A\+B"/g)?.length).toBe(3);
});
