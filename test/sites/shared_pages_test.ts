// Pages that members who see the same of a wiki have in common: one for them all, and another at once for whoever sees more or less.
import { expect, test } from "bun:test";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { house, wiki, chapter, put, enter, must, viewerCookie } = site;
const { anna, otto } = house;
const mira = await house.person({ role: "member", workspace_id: anna.workspace_id });
const closed = await put("# Owls\n\nFor some.", { visibility: "restricted" });
await enter([chapter, closed]);
const cookies = { otto: await viewerCookie(wiki, otto), mira: await viewerCookie(wiki, mira) };

const read = async (who: keyof typeof cookies, path = chapter.doc_id) => {
  const { status, bytes } = await house.open(wiki + path, { headers: { ...AS_PAGE, cookie: cookies[who] } });
  return { status, text: new TextDecoder().decode(bytes) };
};
const sees = async (who: keyof typeof cookies) => [
  (await read(who)).text.includes("Owls"),
  (await read(who, closed.doc_id)).status,
];

test("two members who see the same have the same page, until one of them may see more, and again when they may not", async () => {
  expect((await read("otto")).text).toBe((await read("mira")).text);
  expect([await sees("otto"), await sees("mira")]).toEqual([
    [false, 404],
    [false, 404],
  ]);
  const share = { subject_type: "user", subject: otto.email, level: "view" };
  const grant = await must(`POST /api/docs/${closed.doc_id}/access`, share);
  expect([await sees("mira"), await sees("otto")]).toEqual([
    [false, 404],
    [true, 200],
  ]);
  await must(`POST /api/docs/${closed.doc_id}/access`, { ...share, subject: mira.email });
  expect(await sees("mira")).toEqual([true, 200]);
  expect((await read("otto")).text).toBe((await read("mira")).text);
  await house.call(`DELETE /api/access/${grant.id}`, { as: anna });
  expect([await sees("otto"), await sees("mira")]).toEqual([
    [false, 404],
    [true, 200],
  ]);
});

test("a change of the document or the wiki is in the page of both", async () => {
  await must(`PATCH /api/docs/${chapter.doc_id}`, { title: "Another name" });
  for (const who of ["otto", "mira"] as const) expect((await read(who)).text).toContain("Another name");
  await must("PUT /api/wiki-site", { title: "The other book" });
  for (const who of ["mira", "otto"] as const) expect((await read(who)).text).toContain("The other book");
});
