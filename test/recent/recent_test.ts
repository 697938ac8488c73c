// What a person opened last: kept beside the page, listed by their present right, and theirs alone.
import { beforeEach, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();
let owner: Person;
let reader: Person;

beforeEach(async () => {
  owner = await h.person({ plan: "business" });
  reader = await h.person({ role: "member", workspace_id: owner.workspace_id });
});

async function publish(title: string): Promise<string> {
  return (await must(h.call("POST /api/docs", { as: owner, json: { markdown: `# ${title}` } }))).body.doc_id;
}

async function open(as: Person, doc_id: string, headers: Record<string, string> = {}): Promise<void> {
  h.clock.advance(1000);
  await h.call(`GET /app/d/${doc_id}`, { as, with_cookie: true, headers });
  await h.runtime.jobs.runDue();
}

async function recent(as: Person, query = ""): Promise<string[]> {
  const { body } = await must(h.call(`GET /api/me/recent${query}`, { as }));
  return body.recent.map((one: { doc: { title: string } }) => one.doc.title);
}

const give = (doc_id: string, to: Person) =>
  must(
    h.call(`POST /api/docs/${doc_id}/access`, {
      as: owner,
      json: { subject_type: "user", subject: to.email, level: "view" },
    }),
  );

test("the latest comes first, one that is opened again moves up, and nobody sees another's", async () => {
  const [one, two] = [await publish("One"), await publish("Two")];
  await open(owner, one);
  await open(owner, two);
  await open(owner, one);
  expect(await recent(owner)).toEqual(["One", "Two"]);
  expect(await recent(owner, "?limit=1")).toEqual(["One"]);
  expect(await recent(reader)).toEqual([]);
});

test("what was fetched ahead, and what was closed to the person, was not opened", async () => {
  const doc_id = await publish("Ahead");
  await open(owner, doc_id, { "sec-purpose": "prefetch;prerender" });
  await open(reader, doc_id);
  expect([await recent(owner), await recent(reader)]).toEqual([[], []]);
});

test("what closed is not listed, and is again once it is open", async () => {
  const [kept, closing] = [await publish("Kept"), await publish("Closing")];
  const [, grant] = [await give(kept, reader), await give(closing, reader)];
  await open(reader, kept);
  await open(reader, closing);
  await must(h.call(`DELETE /api/access/${grant.body.id}`, { as: owner }));
  expect(await recent(reader)).toEqual(["Kept"]);
  await give(closing, reader);
  expect(await recent(reader)).toEqual(["Closing", "Kept"]);
  await must(h.call(`DELETE /api/docs/${kept}`, { as: owner }));
  expect(await recent(reader)).toEqual(["Closing"]);
});

test("no more are kept than the latest few", async () => {
  const most = manifest.caps.recent_documents;
  const first = await publish("First");
  await open(owner, first);
  for (let made = 0; made < most; made++) await open(owner, await publish(`Number ${made}`));
  const titles = await recent(owner);
  expect([titles.length, titles[0], titles.includes("First")]).toEqual([most, `Number ${most - 1}`, false]);
  const rows = await h.runtime.database.sql`select from recent_documents where user_id = ${owner.user_id}`;
  expect(rows.length).toBe(most);
});

test("the person forgets it, which is noted without saying what it was", async () => {
  await scenario(h, {
    given: async () => open(owner, await publish("Secret plan")),
    act: () => ({ call: "DELETE /api/me/recent", as: owner }),
    expect: {
      status: 200,
      body: { forgotten: 1 },
      audit: [{ action: "recent.clear", target_id: String(owner.user_id), meta: { count: 1 } }],
    },
  });
  expect(await recent(owner)).toEqual([]);
});
