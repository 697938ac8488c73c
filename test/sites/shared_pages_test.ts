// Pages that members who see the same of a wiki or a folder site have in common:
// one for them all, and another at once for whoever sees more or less.
import { expect, test } from "bun:test";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { runtime, wiki, tree, chapter, put, enter, must, viewerCookie } = site;
const { anna, otto } = runtime;
const mira = await runtime.person({ role: "member", workspace_id: anna.workspace_id });
const closed = await put("# Owls\n\nFor some.", { visibility: "restricted" });
await enter([chapter, closed]);
const cookies = { otto: await viewerCookie(wiki, otto), mira: await viewerCookie(wiki, mira) };

const SITES = [
  { what: "a wiki", home: wiki, at: wiki },
  { what: "a folder site", home: `${tree}Guide/`, at: `${tree}Guide/` },
];

const read = async (who: keyof typeof cookies, path: string) => {
  const { status, bytes } = await runtime.open(path, { headers: { ...AS_PAGE, cookie: cookies[who] } });
  return { status, text: new TextDecoder().decode(bytes) };
};

for (const { what, home, at } of SITES) {
  const sees = async (who: keyof typeof cookies) => [
    (await read(who, at + chapter.doc_id)).text.includes("Owls"),
    (await read(who, home)).text.includes("Owls"),
    (await read(who, at + closed.doc_id)).status,
  ];
  const [nothing, all] = [
    [false, false, 404],
    [true, true, 200],
  ];

  test(`two members who see the same of ${what} have the same pages, until one of them may see more, and again when they may not`, async () => {
    const areEqual = async () => {
      for (const path of [home, at + chapter.doc_id]) {
        expect([path, (await read("otto", path)).text]).toEqual([path, (await read("mira", path)).text]);
      }
    };
    await areEqual();
    expect([await sees("otto"), await sees("mira")]).toEqual([nothing, nothing]);
    const share = { subject_type: "user", subject: otto.email, level: "view" };
    const grant = await must(`POST /api/docs/${closed.doc_id}/access`, share);
    expect([await sees("mira"), await sees("otto")]).toEqual([nothing, all]);
    const second = await must(`POST /api/docs/${closed.doc_id}/access`, { ...share, subject: mira.email });
    expect(await sees("mira")).toEqual(all);
    await areEqual();
    await runtime.call(`DELETE /api/access/${grant.id}`, { as: anna });
    expect([await sees("otto"), await sees("mira")]).toEqual([nothing, all]);
    await runtime.call(`DELETE /api/access/${second.id}`, { as: anna });
    expect(await sees("mira")).toEqual(nothing);
  });
}

test("a folder for a group is on the folder site of its members alone, whoever looked at it before", async () => {
  const group = await must("POST /api/groups", { name: "Editors" });
  await must(`POST /api/groups/${group.id}/members`, { email: mira.email });
  const page = await put("# Penguins", { folder: "Guide/Team" });
  const settings = { published: true, publish_visibility: "group", publish_group_id: group.id };
  await must("PUT /api/folder-meta?root=handbook&path=Guide%2FTeam", settings);
  for (const who of ["mira", "otto", "mira"] as const) {
    const isOne = who === "mira";
    const shown = await read(who, `${tree}Guide/`);
    expect([who, shown.status, shown.text.includes("Team")]).toEqual([who, 200, isOne]);
    expect([who, (await read(who, `${tree}Guide/Team/${page.doc_id}`)).status]).toEqual([who, isOne ? 200 : 404]);
  }
  await must("PUT /api/folder-meta?root=handbook&path=Guide%2FTeam", { published: false });
});

test("a change of the document, the wiki or the folder is in the pages of both", async () => {
  await must(`PATCH /api/docs/${chapter.doc_id}`, { title: "Another name" });
  const shown = async (words: string, at: string) => {
    for (const who of ["otto", "mira"] as const) {
      expect([who, at, (await read(who, at)).text.includes(words)]).toEqual([who, at, true]);
    }
  };
  for (const { home, at } of SITES) {
    await shown("Another name", home);
    await shown("Another name", at + chapter.doc_id);
  }
  await must("PUT /api/wiki-site", { title: "The other book" });
  await shown("The other book", wiki + chapter.doc_id);
  await must("PUT /api/folder-meta?root=handbook&path=Guide", { description: "What we know." });
  await shown("What we know.", `${tree}Guide/`);
});
