// Icons: pictures of the library, refused with the reason where they could do harm, and what they are shown on.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"${attributes}>${inside}</svg>`;
const DOT = svg('<circle cx="12" cy="12" r="4" fill="#f00"/>');

const upload = (as: Person, text: string, name = "Dot") => h.call("POST /api/icons", { as, json: { name, svg: text } });
const set = (as: Person, target: string, icon: string, root?: string) =>
  h.call("PUT /api/icons/target", { as, json: { target, icon, ...(root !== undefined && { root }) } });
const iconOf = async (as: Person, doc_id: string) => (await must(h.call(`GET /api/docs/${doc_id}`, { as }))).body.icon;

describe("the library", () => {
  test("takes a drawing, shows it to readers, and answers the same bytes with the same entry", async () => {
    const as = await h.person();
    const made = await must(upload(as, DOT));
    expect(made.status).toBe(201);
    const { id, url } = made.body;
    expect(made.body).toMatchObject({
      icon: `svg:${id}`,
      name: "Dot",
      uploaded_by: as.email,
      bytes: expect.any(Number),
    });
    expect((await must(upload(as, DOT, "Again"))).body).toEqual(made.body);
    expect((await must(h.call("GET /api/icons", { as }))).body).toMatchObject({
      library: [{ id }],
      library_available: true,
      colors: expect.arrayContaining(["blue"]),
      lucide: expect.arrayContaining(["rocket"]),
    });
    const sent = await h.open(new URL(url).pathname);
    expect(sent.status).toBe(200);
    expect(new TextDecoder().decode(sent.bytes)).toContain('<circle cx="12"');
    expect(sent.headers.get("content-type")).toBe("image/svg+xml");
    expect(sent.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(sent.headers.get("content-security-policy")).toStartWith("sandbox;");
    const other = await h.person();
    expect((await h.open(`/icons/${other.workspace}/${id}.svg`)).status).toBe(404);
    expect((await must(h.call("GET /api/icons", { as: other }))).body.library).toEqual([]);
  });

  test("needs the Team plan", async () => {
    const as = await h.person({ plan: "free" });
    expect((await upload(as, DOT)).status).toBe(402);
    expect((await must(h.call("GET /api/icons", { as }))).body.library_available).toBe(false);
  });

  test.each([
    ["<script>alert(1)</script>", "scripts are not allowed"],
    ["<svg:script/>", "scripts are not allowed"],
    ['<path onload="x" d="M0 0"/>', 'event handler "onload"'],
    ["<foreignObject/>", "embedding"],
    ['<image href="#a"/>', "embedding"],
    ['<animate attributeName="href" values="javascript:x"/>', "animations"],
    ['<a href="#x"/>', "links"],
    ['<use href="https://x.example/a.svg#b"/>', "outside of the file"],
    ['<use xlink:href="data:image/svg+xml,x"/>', "outside of the file"],
    ['<path fill="url(https://x.example/#a)"/>', "outside of the file"],
    ['<path style="fill: url(//x.example/a)"/>', "outside of the file"],
    ["<style>@import 'x';</style>", "styles"],
    ["<style>a { fill: \\75rl(x) }</style>", "styles"],
    ["<style>rect{fill:u<!-- -->rl(http://x.example/a)}</style>", "outside of the file"],
    ["<style>rect{fill:u<!--<!-- -->rl(http://x.example/a)}</style>", "malformed comment"],
    ["<style>rect{fill:u<g/>rl(http://x.example/a)}</style>", "style holds an element"],
    ["<style>rect{fill:u<unknown/>rl(http://x.example/a)}</style>", "style holds an element"],
    ["<style>rect{fill:u<metadata>x</metadata>rl(http://x.example/a)}</style>", "style holds an element"],
    ["<style><style>rect{}</style></style>", "style holds an element"],
    ["<style>@<!-- -->import 'x';</style>", "styles"],
    ["<style>&#64;import 'x';</style>", "styles"],
    ["<style>@im&#x70;ort 'x';</style>", "styles"],
    ["<style>rect{fill:&#117;&#x72;l(http://x.example/a)}</style>", "outside of the file"],
    ["<style>rect{fill:u&#92;72l(http://x.example/a)}</style>", "styles"],
    ["<style>rect{fill:u<![CDATA[rl(http://x.example/a)]]>}</style>", "CDATA"],
    ["<style>rect{fill:u<?x?>rl(http://x.example/a)}</style>", "processing instruction"],
    ["<style>rect{cursor:image<!-- -->-set('http://x.example/a' 1x)}</style>", "load a picture"],
    ["<style>rect{cursor:-webkit-image-set('http://x.example/a' 1x)}</style>", "load a picture"],
    ["<style>rect{fill:url(http://x.example/a", "is not closed"],
    ["<style>rect{fill:url( '#a' ), url(\n//x.example/a)}</style>", "outside of the file"],
    ["<style>rect{fill:URL('#a'http://x.example)}</style>", "outside of the file"],
    ['<rect fill="&#117;rl(//x.example/a)"/>', "outside of the file"],
    ['<rect style="fill:u&#114;l(//x.example/a)"/>', "outside of the file"],
    ['<g xml:base="https://x.example/"/>', "moves references"],
    ["<p>&nbsp;</p>", 'entity "&nbsp;"'],
    ["<![CDATA[x]]>", "CDATA"],
    ["<?php x ?>", "processing instruction"],
    ["<path", "refused"],
    ["<g><path></g>", "is not closed"],
    ['<g id="a"><use href="#a"/></g>', "refers to itself"],
    [
      Array.from({ length: 20 }, (_, i) => `<g id="n${i}"><use href="#n${i + 1}"/><use href="#n${i + 1}"/></g>`).join(
        "",
      ),
      "repeat each other",
    ],
    ["<g>".repeat(100) + "</g>".repeat(100), "nested more than"],
  ])("refuses %p with the reason", async (inside, reason) => {
    const as = await h.person();
    const answer = await upload(as, svg(inside));
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(reason);
  });

  test("refuses a DOCTYPE, another root, and more than 32 KiB", async () => {
    const as = await h.person();
    const bad = async (text: string) => (await upload(as, text)).body.error;
    expect(await bad(`<!DOCTYPE svg [<!ENTITY a "b">]>${DOT}`)).toContain("DOCTYPE");
    expect(await bad("<html/>")).toContain('its root is "html"');
    expect(await bad(svg(`<path d="${"M0 0".repeat(9000)}"/>`))).toContain("32768");
  });

  test("leaves out what a drawing does not need", async () => {
    const as = await h.person();
    const drawn = svg(
      '<metadata><x/></metadata><g data-x="1" inkscape:label="l"><path d="M0 0h9" stroke-width="2"/></g><!-- c -->',
    );
    const { body } = await must(upload(as, drawn));
    const text = new TextDecoder().decode((await h.open(new URL(body.url).pathname)).bytes);
    expect(text).toBe(
      svg('<g><path d="M0 0h9" stroke-width="2"/></g>').replace(
        'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"',
        'viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg"',
      ),
    );
  });

  test("gives a picture up to who uploaded it and to managers, and clears it everywhere", async () => {
    const space = await openSpace(h);
    const { owner, member, creator } = space;
    const { id } = (await must(upload(member, DOT))).body;
    const doc = await put(h, member, { folder: "a" });
    for (const target of [`doc:${doc.doc_id}`, "folder:a", "tag:x"]) await must(set(member, target, `svg:${id}`));
    expect(await iconOf(member, doc.doc_id)).toBe(`svg:${id}`);
    const root = await must(h.call("PATCH /api/roots/plans", { as: owner, json: { icon: `svg:${id}` } }));
    expect(root.body.icon).toBe(`svg:${id}`);
    expect((await h.call(`DELETE /api/icons/${id}`, { as: creator })).status).toBe(403);
    expect((await h.call(`DELETE /api/icons/${id}`, { as: space.stranger })).status).toBe(404);
    await must(h.call(`DELETE /api/icons/${id}`, { as: owner }));
    expect(await iconOf(member, doc.doc_id)).toBeNull();
    expect((await must(h.call("GET /api/roots/plans", { as: owner }))).body.icon).toBeNull();
    expect((await must(h.call("GET /api/folder-meta?path=a", { as: member }))).body.icon).toBeNull();
    expect((await must(h.call("GET /api/icons", { as: member }))).body.tags).toEqual([]);
  });
});

describe("targets", () => {
  test("are given an icon with an audit row, and lose it again", async () => {
    await scenario(h, {
      given: async () => {
        const as = await h.person();
        return { as, doc: await put(h, as, {}) };
      },
      act: ({ as, doc }) => ({
        as,
        call: "PUT /api/icons/target",
        json: { target: `doc:${doc.doc_id}`, icon: "lucide:rocket" },
      }),
      expect: ({ doc }) => ({
        status: 200,
        body: { target: `doc:${doc.doc_id}`, icon: "lucide:rocket" },
        audit: [{ action: "icon.set", target_id: doc.doc_id, meta: { icon: "lucide:rocket" } }],
      }),
    });
    const as = await h.person();
    const doc = await put(h, as, {});
    await must(set(as, `doc:${doc.doc_id}`, "🚀"));
    await must(h.call(`DELETE /api/icons/target?target=doc:${doc.doc_id}`, { as }));
    expect(await iconOf(as, doc.doc_id)).toBeNull();
  });

  test("follow their rights: edit on documents, folders and the tops of roots", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    await letIn(h, space, { level: "view" });
    await letIn(h, space, { level: "edit", folder: "a" });
    await put(h, owner, { root: "plans", folder: "a" });
    const doc = await put(h, owner, {});
    expect((await set(member, `doc:${doc.doc_id}`, "🚀")).status).toBe(404);
    expect((await set(member, "folder:a", "🚀", "plans")).status).toBe(200);
    expect((await set(member, "tag:x", "🚀", "plans")).status).toBe(403);
    expect((await set(owner, "tag:X y", "🚀", "plans")).status).toBe(200);
    const { body } = await must(h.call("GET /api/icons", { as: member }));
    expect(body.tags).toEqual([{ tag: "x-y", root: "plans", icon: "🚀", description: null }]);
    expect((await set(owner, "navigation:main", "🚀")).status).toBe(404);
  });

  test.each([
    ["x:1", "🚀", 400],
    ["doc:", "🚀", 400],
    ["folder:/", "🚀", 400],
    ["tag:!", "🚀", 400],
    ["tag:x", "svg:1", 400],
    ["tag:x", "lucide:none", 400],
    ["folder:nowhere", "🚀", 404],
  ])("refuse %p with %p", async (target, icon, status) => {
    const as = await h.person();
    expect((await set(as, target, icon)).status).toBe(status);
  });

  test("a folder and a tag take a description", async () => {
    const as = await h.person();
    await put(h, as, { folder: "a" });
    const say = (target: string, description: string | null) =>
      h.call("PUT /api/icons/description", { as, json: { target, description } });
    await must(say("folder:a", "Where we go"));
    expect((await must(h.call("GET /api/folder-meta?path=a", { as }))).body.description).toBe("Where we go");
    expect((await must(say("tag:x", "For x"))).body).toEqual({ target: "tag:x", description: "For x" });
    await must(say("tag:x", ""));
    expect((await must(h.call("GET /api/icons", { as }))).body.tags).toEqual([]);
    expect((await say("doc:x", "y")).status).toBe(400);
    expect((await say("tag:x", "y".repeat(513))).status).toBe(400);
  });
});
