// What people see of their notifications on the page, and how they mark it as read there.
import { expect, test } from "bun:test";
import { commented, comment as write } from "../comments/commented.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { listening } from "./listening.ts";

const h = await openHarness();
const { hear, look } = listening(h);

async function page(as: Person, query = ""): Promise<string> {
  const answer = await h.call(`GET /auth/notifications${query}`, { as, with_cookie: true });
  expect(answer.status).toBe(200);
  return String(answer.body);
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}

test("the page shows what one was told, escaped and with its link, new until all of it is marked as read", async () => {
  const { as, at, doc, commenter } = await commented(h);
  await write(h, at, { as: commenter, json: { body: "<img src=x onerror=alert(1)> & more" } });
  await hear();
  const before = await page(as);
  expect(before).toContain(`href="${doc.url}"`);
  expect(before).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; more");
  expect(before).not.toContain("<img src=x");
  expect(before).toContain("2 new");
  expect(before).toContain(`<bdi>${commenter.email}</bdi>, <time`);
  const newest = /name="upto" value="([^"]+)"/.exec(before)?.[1] ?? "";
  await write(h, at, { as: commenter, json: { body: "later" } });
  await hear();
  const form = new FormData();
  form.set("upto", newest);
  const done = await h.call("POST /auth/notifications/read", { as, with_cookie: true, form });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/auth/notifications?done=read"]);
  // What came after the page was made has not been seen on it.
  expect((await look(as)).body.unread).toBe(1);
  expect(await page(as, "?done=read")).toContain("1 new");
});

test("of a document that one may not open any more the page says neither title nor words, and names no address", async () => {
  const { as, at, doc, commenter, comment: first } = await commented(h);
  await write(h, at, { as, json: { body: "words for those inside", parent_id: first.id } });
  await hear();
  expect(await page(commenter)).toContain("words for those inside");
  const { grants } = (await h.call(`GET ${at}/access`, { as })).body;
  for (const { id } of grants) await h.call(`DELETE /api/access/${id}`, { as });
  const after = await page(commenter);
  expect(after).toContain("About a document that you may not open any more");
  for (const gone of ["words for those inside", doc.url, doc.title]) expect(after).not.toContain(gone);
});

test("the page goes on to older ones, to the last", async () => {
  const { as, at, commenter } = await commented(h);
  for (let n = 0; n < 44; n += 1) await write(h, at, { as: commenter, json: { body: `more ${n}` } });
  await hear();
  const counts: number[] = [];
  let query: string | undefined = "";
  while (query !== undefined && counts.length < 9) {
    const shown: string = await page(as, query);
    counts.push(times(shown, "<blockquote"));
    query = /rel="next" href="\/auth\/notifications([^"]*)"/.exec(shown)?.[1]?.replaceAll("&amp;", "&");
  }
  expect(counts).toEqual([20, 20, 5]);
  expect((await h.call("GET /auth/notifications?older=x", { as, with_cookie: true })).status).toBe(400);
});
