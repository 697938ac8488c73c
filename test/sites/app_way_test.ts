// The way from a site's page into the app: one link, the same for every reader, which answers each by their right.
import { expect, test } from "bun:test";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const { runtime, anna, eve, wiki, tree, chapter, viewerCookie } = await openReadySite();
const made = await runtime.call(`PUT /api/docs/${chapter.doc_id}/alias`, { as: anna, json: { alias: "chapter" } });
const inApp = `/app/d/${chapter.doc_id}`;

async function waysInto(path: string, cookie?: string): Promise<string[]> {
  const { status, bytes } = await runtime.open(path, { headers: { ...AS_PAGE, ...(cookie && { cookie }) } });
  expect([path, status]).toEqual([path, 200]);
  const text = new TextDecoder().decode(bytes);
  return [...text.matchAll(/<a href="([^"]*)"([^>]*)>Open in the app<\/a>/g)].map(
    ([, href = "", rel = ""]) => href + rel,
  );
}

test.each([
  ["a wiki", `${wiki}chapter`],
  ["a folder site", `${tree}Guide/chapter`],
])("in %s a stranger and a member see the same link into the app", async (_where, path) => {
  expect(made.status).toBeLessThan(300);
  const link = [`${runtime.base_url}${inApp} rel="nofollow"`];
  expect(await waysInto(path)).toEqual(link);
  expect(await waysInto(path, await viewerCookie(path))).toEqual(link);
});

test("the link lets a stranger sign in, shows a member the document, and somebody from elsewhere nothing", async () => {
  const ask = async (as?: typeof anna) => {
    const answer = await runtime.call(`GET ${inApp}`, { ...(as && { as, with_cookie: true }), headers: AS_PAGE });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await ask()).toEqual([302, `/auth/login?next=${encodeURIComponent(inApp)}`]);
  expect(await ask(anna)).toEqual([200, null]);
  expect((await ask(eve))[0]).toBe(404);
});
