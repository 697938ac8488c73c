// Relative links between markdown documents lead where they led between the files that they were made from.
import { expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { AS_BROWSER, openContentServer } from "./published.ts";

const h = await openContentServer();
const { anna, otto } = h;
const AS_PICTURE = { ...AS_BROWSER, "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" };

async function upload(
  filename: string,
  body: string,
  options: { folder?: string; as?: Person; visibility?: string } = {},
) {
  const { folder = "", as = anna, visibility = "unlisted" } = options;
  const query = new URLSearchParams({ filename, folder, visibility });
  const made = await h.call(`PUT /api/upload?${query}`, { as, body });
  expect(made.status).toBe(201);
  return made.body as { doc_id: string; slug: string; filename: string };
}

/** Where a path of a document leads. */
async function lead(slug: string, path: string, headers: Record<string, string> = AS_BROWSER) {
  const { status, headers: sent } = await h.open(`/d/${slug}/${path}`, { headers });
  return status === 302 ? sent.get("location") : status;
}

test("a page's relative links lead to the documents made from those files, wherever they lie in the same root", async () => {
  const folder = "Guide";
  const source = [
    "[two](ch02.md#part) [page](ch03.html) [folder](sub/) [up](../README.md) [space](<a b.md>) [self](./ch02.md)",
    "![p](img/p.png) <img src='../top.png'> [gone](gone.md) [web](https://example.org/x.md)",
  ].join("\n");
  const page = await upload("ch01.md", source, { folder });
  const two = await upload("ch02.md", "# Two", { folder });
  const three = await upload("ch03.md", "# Three", { folder });
  const index = await upload("README.md", "# Sub", { folder: "Guide/sub" });
  const top = await upload("README.md", "# Top");
  const space = await upload("a b.md", "# A b", { folder });
  const picture = await upload("p.png", "png", { folder: "Guide/img" });
  const above = await upload("top.png", "png");
  const { body } = await h.open(`/d/${page.slug}/`);
  expect(body).toContain('href="ch02.md#part"');
  expect(body).toContain('href="_up/README.md"');
  expect(body).toContain('src="_up/top.png"');
  expect(await lead(page.slug, "ch02.md")).toBe(`/d/${two.slug}/`);
  expect(await lead(page.slug, "ch03.html")).toBe(`/d/${three.slug}/`);
  expect(await lead(page.slug, "sub/")).toBe(`/d/${index.slug}/`);
  expect(await lead(page.slug, "_up/README.md")).toBe(`/d/${top.slug}/`);
  expect(await lead(page.slug, "a%20b.md")).toBe(`/d/${space.slug}/`);
  expect(await lead(page.slug, "img/p.png", AS_PICTURE)).toBe(`/d/${picture.slug}/p.png`);
  expect(await lead(page.slug, "img/p.png")).toBe(`/d/${picture.slug}/`);
  expect(await lead(page.slug, "_up/top.png", AS_PICTURE)).toBe(`/d/${above.slug}/top.png`);
  expect(await lead(page.slug, "gone.md")).toBe(404);
});

test("a link without an ending leads to the page that is written in MDX, behind one in markdown", async () => {
  const page = await upload("page.md", "[one](api/one) [two](api/two) [three](api/three.html)", { folder: "Mdx" });
  const one = await upload("one.mdx", "# One", { folder: "Mdx/api" });
  await upload("two.mdx", "# Two", { folder: "Mdx/api" });
  const two = await upload("two.md", "# Two", { folder: "Mdx/api" });
  const three = await upload("three.mdx", "# Three", { folder: "Mdx/api" });
  expect(await lead(page.slug, "api/one")).toBe(`/d/${one.slug}/`);
  expect(await lead(page.slug, "api/two")).toBe(`/d/${two.slug}/`);
  expect(await lead(page.slug, "api/three.html")).toBe(`/d/${three.slug}/`);
});

test("a link that is one by a syntax chosen later leads where it says", async () => {
  const page = await upload("note.md", "!!! note\n\n    [two](later.md)\n", { folder: "Chosen" });
  const two = await upload("later.md", "# Two", { folder: "Chosen" });
  expect(await lead(page.slug, "later.md")).toBe(404);
  const chosen = await h.call(`PATCH /api/docs/${page.doc_id}`, {
    as: anna,
    json: { attrs: { markdown: "admonitions" } },
  });
  expect(chosen.status).toBe(200);
  expect((await h.open(`/d/${page.slug}/`)).body).toContain('href="later.md"');
  expect(await lead(page.slug, "later.md")).toBe(`/d/${two.slug}/`);
});

test("what the source does not name leads nowhere, also where a document of that name lies beside it", async () => {
  const page = await upload("quiet.md", "nothing", { folder: "Quiet" });
  await upload("secret.md", "# Secret", { folder: "Quiet" });
  expect(await lead(page.slug, "secret.md")).toBe(404);
});

test("a link tells no address that its author could not tell", async () => {
  const root = "general";
  const send = (as: Person, filename: string, body: string, folder: string) =>
    h.call(`PUT /api/upload?${new URLSearchParams({ filename, folder, root, visibility: "unlisted" })}`, { as, body });
  const closed = await send(anna, "plan.md", "# Plan", "Board");
  const access = await h.call(`POST /api/roots/${root}/access`, {
    as: anna,
    json: { folder: "Board", subject_type: "user", subject: anna.email, level: "edit" },
  });
  expect(access.status).toBe(201);
  const link = "[plan](Board/plan.md)";
  const theirs = await send(otto, "guess.md", link, "");
  expect(theirs.status).toBe(201);
  expect(await lead(theirs.body.slug, "Board/plan.md")).toBe(404);
  const ours = await send(anna, "known.md", link, "");
  expect(await lead(ours.body.slug, "Board/plan.md")).toBe(`/d/${closed.body.slug}/`);
});

test("a document's own file comes before the one beside it, and a renamed one is found by its new name", async () => {
  const page = await upload("own.md", "[x](x.txt) [y](y.md)", { folder: "Own" });
  const beside = await upload("x.txt", "beside", { folder: "Own" });
  expect(await lead(page.slug, "x.txt")).toBe(`/d/${beside.slug}/`);
  await h.call(`PUT /api/docs/${page.doc_id}/files/x.txt`, { as: anna, json: { content: "own" } });
  expect(await lead(page.slug, "x.txt")).toBe(200);
  const renamed = await upload("z.md", "# Z", { folder: "Own" });
  expect(await lead(page.slug, "y.md")).toBe(404);
  const patched = await h.call(`PATCH /api/docs/${renamed.doc_id}`, { as: anna, json: { filename: "y.md" } });
  expect(patched.body.filename).toBe("y.md");
  expect(await lead(page.slug, "y.md")).toBe(`/d/${renamed.slug}/`);
  const bad = await h.call(`PATCH /api/docs/${renamed.doc_id}`, { as: anna, json: { filename: "a/b.md" } });
  expect(bad.status).toBe(400);
});
