// The texts that a site has for programs, word for word:
// its index and its whole text, in reading order, as far as their reader sees.
import { expect, test } from "bun:test";
import { openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { runtime: server, wiki, tree, put, enter, must, viewerCookie } = site;
const { otto, content_url } = server;
const guide = await put("# Guide\n\nFirst *this*.\n", { title: "The [guide]" });
const closed = await put("# Owls\n\nFor some.", { visibility: "restricted" });
const code = await must("POST /api/snippets", {
  content: "print('```')\n",
  filename: "a.py",
  ...{ folder: "Guide", root: "handbook", visibility: "unlisted" },
});
const { body: picture } = await server.call(
  "PUT /api/upload?filename=report.bin&title=Report&root=handbook&folder=Guide&visibility=unlisted",
  { as: server.anna, body: "bytes" },
);
await must(`PATCH /api/docs/${picture.doc_id}`, { description: "How it\nbegan." });
await enter([guide, closed, code, picture]);
await must("PUT /api/wiki-site", { title: "The Book", tagline: "All that\nis known" });
const cookies = { anna: await viewerCookie(wiki), otto: await viewerCookie(wiki, otto) };

async function read(path: string, cookie = "") {
  const { status, headers, bytes } = await server.open(path, { headers: { cookie } });
  return { status, type: headers.get("content-type"), text: new TextDecoder().decode(bytes) };
}
const at = ({ doc_id }: { doc_id: string }) => `${content_url}${wiki}${doc_id}`;

test("the index names each page once, in reading order, with where it is and what it is about", async () => {
  const index = await read(`${wiki}llms.txt`, cookies.otto);
  expect([index.status, index.type]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect(index.text).toBe(`# The Book

> All that is known

## Pages

- [The \\[guide\\]](${at(guide)})
- [${code.title}](${at(code)})
- [Report](${at(picture)}): How it began.
`);
});

test("the whole text has each page as it was written, code in a fence that holds it, and no more than an address of what is no text", async () => {
  const whole = await read(`${wiki}llms-full.txt`, cookies.otto);
  expect(whole.text).toBe(`# The Book

> All that is known

---

Source: ${at(guide)}

# Guide

First *this*.

---

# ${code.title}

Source: ${at(code)}

\`\`\`\`
print('\`\`\`')
\`\`\`\`

---

# Report

Source: ${at(picture)}

`);
});

test("each reader gets their own, and where crawlers are kept out a stranger none", async () => {
  for (const name of ["llms.txt", "llms-full.txt"]) {
    expect((await read(wiki + name, cookies.anna)).text).toContain("Owls");
    expect((await read(wiki + name, cookies.otto)).text).not.toContain("Owls");
    for (const base of [wiki, tree]) expect([base, (await read(base + name)).status]).toEqual([base, 404]);
  }
});

test("more than one answer holds ends with where the rest is", async () => {
  const long = `# Long\n\n${"words ".repeat(100_000)}\n`;
  const chapters = await Promise.all(Array.from({ length: 5 }, (_, n) => put(`${long}${n}`, { title: `Long ${n}` })));
  await enter(chapters);
  const { text } = await read(`${wiki}llms-full.txt`, cookies.otto);
  expect(text.length).toBeLessThan(2.1 * 1024 * 1024);
  expect(text).toEndWith("\n---\n\nThere is more: see [the index](llms.txt).\n");
  expect(text.match(/^# Long$/gm)).toHaveLength(3);
});

test("a tag with more documents than a site takes of one says so beside its pages and in both texts", async () => {
  const few = await read(`${wiki}llms.txt`, cookies.otto);
  expect(few.text).not.toContain("There are more pages");
  const one = await put("Text", { root: "handbook", folder: "Guide", visibility: "unlisted", tags: ["many"] });
  const { sql } = server.runtime.database;
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'documents' and is_generated = 'NEVER'
      and identity_generation is null and column_name not in ('doc_id', 'slug')`;
  const same = sql.unsafe(columns.map(({ name }) => `"${name}"`).join());
  // Written as rows: publishing five hundred documents takes longer than all else of this file.
  await sql`
    insert into documents (doc_id, slug, ${same}) select concat('doc_many', n), concat('many', n), ${same}
    from documents, generate_series(1, 500) as n where doc_id = ${one.doc_id}`;
  const { version } = await must(`GET /api/navigations/${site.navigation.id}`);
  await must(`PUT /api/navigations/${site.navigation.id}`, { version, entries: [{ target: "tag:many" }] });
  expect((await read(`${wiki}llms.txt`, cookies.otto)).text).toEndWith("\n\nThere are more pages than a site holds.\n");
  expect((await read(`${wiki}llms-full.txt`, cookies.otto)).text).toEndWith(
    "There are more pages than a site holds.\n",
  );
  expect((await read(wiki)).text).toContain('<p class="hint">There are more pages than a site shows.</p>');
});
