// What is counted: readings on the content host and through the API, changes from the audit log,
// and who is told of whom.
import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { AS_PART, basic, follow, openContentServer, type Published } from "../content/published.ts";
import type { Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openContentServer();
const { anna, otto } = h;
const START = h.clock.now().getTime();
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15";
const GOING = { "user-agent": FIREFOX, "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

beforeEach(() => h.clock.set(new Date(START)));

/** Everything is counted that was read and told before. */
async function settle(): Promise<void> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
}

async function countsOf(document: Published, as: Person = anna) {
  await settle();
  const { body } = await must(h.call(`GET /api/activity/summary?doc_id=${document.doc_id}`, { as }));
  const { views, unique_viewers, downloads, edits } = body.series.at(-1);
  return { views, unique_viewers, downloads, edits };
}

async function eventsOf(document: Published, as: Person = anna) {
  await settle();
  const { body } = await must(h.call(`GET /api/activity/events?doc_id=${document.doc_id}`, { as }));
  return body.events.map(({ kind, actor, count, via }: Record<string, unknown>) => ({ kind, actor, count, via }));
}

describe("a view on the content host", () => {
  test("is counted from the first reading, from memory and from a browser's cache", async () => {
    const document = await h.publish({ visibility: "unlisted" });
    const first = await h.open(document.at, { headers: GOING });
    await h.open(document.at, { headers: GOING });
    const etag = first.headers.get("etag") ?? "";
    expect((await h.open(document.at, { headers: { ...GOING, "if-none-match": etag } })).status).toBe(304);
    await h.open(document.at, { headers: { ...GOING, "user-agent": SAFARI } });
    expect(await countsOf(document)).toEqual({ views: 4, unique_viewers: 2, downloads: 0, edits: 1 });
    expect(await eventsOf(document)).toEqual([
      { kind: "view", actor: null, count: 4, via: "web" },
      { kind: "edit", actor: anna.email, count: 1, via: "api" },
    ]);
  });

  const NOT_COUNTED: [string, Record<string, string>, string?][] = [
    ["HEAD", GOING, "HEAD"],
    ["what is fetched ahead", { ...GOING, "sec-purpose": "prefetch;prerender" }],
    ["a part of a page", { ...AS_PART, "user-agent": FIREFOX }],
    ["a crawler", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
    ["a program", { "user-agent": "curl/8.5.0" }],
    ["whoever says no name", {}],
  ];
  test.each(NOT_COUNTED)("is not %s", async (_what, headers, method = "GET") => {
    const document = await h.publish({ visibility: "unlisted" });
    for (let times = 0; times < 2; times++) await h.open(document.at, { headers, method });
    expect(await countsOf(document)).toMatchObject({ views: 0, unique_viewers: 0, downloads: 0 });
  });

  test("names a signed-in reader, and leaves the owner's own out of the numbers", async () => {
    const document = await h.publish({ visibility: "workspace" });
    for (const reader of [otto, anna]) {
      const { response } = await follow(h.visitor(reader), document.url);
      expect(response.status).toBe(200);
    }
    expect(await countsOf(document)).toMatchObject({ views: 1, unique_viewers: 1 });
    const found = await eventsOf(document);
    expect(found.filter((one: { kind: string }) => one.kind === "view")).toEqual(
      expect.arrayContaining([
        { kind: "view", actor: otto.email, count: 1, via: "web" },
        { kind: "view", actor: anna.email, count: 1, via: "web" },
      ]),
    );
  });

  test("of an unlisted document names who is signed in, once and not twice", async () => {
    const closed = await h.publish({ visibility: "workspace" });
    const visitor = h.visitor(otto);
    await follow(visitor, closed.url);
    const document = await h.publish({ visibility: "unlisted" });
    for (let times = 0; times < 3; times++) await follow(visitor, document.url);
    expect(await countsOf(document)).toMatchObject({ views: 3, unique_viewers: 1 });
    expect((await eventsOf(document))[0]).toEqual({ kind: "view", actor: otto.email, count: 3, via: "web" });
  });

  test("with a password counts a program too, since nothing but a person told it", async () => {
    const document = await h.publish({ visibility: "password", password: "correct horse" });
    await h.open(document.at, { headers: { ...basic("correct horse"), "user-agent": "curl/8.5.0" } });
    expect((await h.open(document.at, { headers: GOING })).status).toBe(401);
    expect(await countsOf(document)).toMatchObject({ views: 1, unique_viewers: 1 });
  });
});

describe("a download", () => {
  test("is a file that somebody goes to, and once however many ranges it comes in", async () => {
    const document = await h.publish({ visibility: "unlisted" }, { "data.csv": "a,b\n1,2\n" });
    const at = `${document.at}data.csv`;
    for (const range of ["bytes=0-3", "bytes=4-7"]) await h.open(at, { headers: { ...GOING, range } });
    await h.open(at, { headers: { ...AS_PART, "user-agent": FIREFOX } });
    expect(await countsOf(document)).toMatchObject({ views: 0, downloads: 1 });
  });

  test("and a view through the API are told of by name, with the way they came", async () => {
    const document = await h.publish({ visibility: "workspace", listing: "team" });
    const { doc_id } = document;
    await must(h.call(`GET /api/docs/${doc_id}/files/index.html`, { as: otto }));
    await must(h.call(`GET /api/docs/${doc_id}/rendered`, { as: otto, with_cookie: true }));
    expect(await countsOf(document)).toMatchObject({ views: 1, unique_viewers: 1, downloads: 1 });
    const found = await eventsOf(document);
    expect(found).toContainEqual({ kind: "download", actor: otto.email, count: 1, via: "api" });
    expect(found).toContainEqual({ kind: "view", actor: otto.email, count: 1, via: "web" });
  });
});

test("changes, comments and shares are counted once, however often they are told", async () => {
  const document = await h.publish({});
  const at = `/api/docs/${document.doc_id}`;
  await must(h.call(`PUT ${at}/files/index.html`, { as: anna, json: { content: "<p>new</p>" } }));
  await must(h.call(`POST ${at}/comments`, { as: anna, json: { body: "look" } }));
  await must(
    h.call(`POST ${at}/access`, { as: anna, json: { subject_type: "user", subject: otto.email, level: "view" } }),
  );
  await must(h.call(`PATCH ${at}`, { as: anna, json: { visibility: "unlisted" } }));
  await must(h.call(`PATCH ${at}`, { as: anna, json: { visibility: "restricted" } }));
  await settle();
  await h.runtime.database
    .sql`insert into audit_outbox select event_id from audit_events where target_id = ${document.doc_id}`;
  await settle();
  const { body } = await must(h.call(`GET /api/activity/summary?doc_id=${document.doc_id}`, { as: anna }));
  expect(body.top).toMatchObject([{ doc_id: document.doc_id, edits: 2, comments: 1, shares: 2 }]);
});

test("readers see numbers and themselves, editors see who read", async () => {
  const document = await h.publish({ visibility: "workspace", listing: "team" });
  const third = await h.person({ role: "member", workspace_id: anna.workspace_id });
  for (const reader of [otto, third]) await follow(h.visitor(reader), document.url);
  const views = async (as: Person) =>
    (await eventsOf(document, as)).filter((one: { kind: string }) => one.kind === "view");
  expect((await views(anna)).map((one: { actor: string }) => one.actor).sort()).toEqual(
    [otto.email, third.email].sort(),
  );
  expect((await views(otto)).map((one: { actor: string }) => one.actor)).toEqual(
    expect.arrayContaining([otto.email, null]),
  );
  expect(await countsOf(document, otto)).toMatchObject({ views: 2, unique_viewers: 2 });
  const { body } = await must(h.call(`GET /api/activity/summary?doc_id=${document.doc_id}&by=actor`, { as: third }));
  expect(body.top.map((one: { actor: string }) => one.actor).sort()).toEqual([third.email, null].sort());
});

test("what a reader lost is in none of their answers, and what lists hide is in none without its id", async () => {
  const document = await h.publish({ visibility: "workspace", listing: "team", title: "Lost soon" });
  const unlisted = await h.publish({ visibility: "workspace", title: "Not listed" });
  for (const one of [document, unlisted]) await follow(h.visitor(otto), one.url);
  await settle();
  const seen = async () => {
    const summary = await must(h.call("GET /api/activity/summary?limit=100", { as: otto }));
    const events = await must(h.call("GET /api/activity/events?limit=100", { as: otto }));
    return JSON.stringify([summary.body.top, events.body.events]);
  };
  expect(await seen()).toContain("Lost soon");
  expect(await seen()).not.toContain("Not listed");
  expect((await h.call(`GET /api/activity/summary?doc_id=${unlisted.doc_id}`, { as: otto })).status).toBe(200);
  await h.patch(document, { visibility: "restricted" });
  expect(await seen()).not.toContain("Lost soon");
  for (const what of ["summary", "events"]) {
    const lost = await h.call(`GET /api/activity/${what}?doc_id=${document.doc_id}`, { as: otto });
    const unknown = await h.call(`GET /api/activity/${what}?doc_id=nothing`, { as: otto });
    expect([lost.status, lost.body.error]).toEqual([404, unknown.body.error]);
  }
});

test("the cursor tells of what is listed to the caller and of nothing else", async () => {
  const as = await h.person();
  const other = await h.person({ role: "member", workspace_id: as.workspace_id });
  const status = async (cursor: string) => {
    await settle();
    return (await must(h.call(`GET /api/activity/status?cursor=${cursor}`, { as: other }))).body;
  };
  const first = await status("");
  expect(first).toEqual({ changed: false, cursor: expect.any(String), poll_after: 15 });
  await must(h.call("POST /api/docs", { as, json: { html: "<p>hidden</p>" } }));
  const second = await status(first.cursor);
  expect(second.changed).toBe(false);
  await must(h.call("POST /api/docs", { as, json: { html: "<p>open</p>", visibility: "workspace", listing: "team" } }));
  const third = await status(second.cursor);
  expect(third.changed).toBe(true);
  expect((await status(third.cursor)).changed).toBe(false);
  // An old cursor goes on telling, and another workspace's is none.
  expect((await status(second.cursor)).changed).toBe(true);
  const strange = await h.call(`GET /api/activity/status?cursor=${third.cursor}`, { as: h.eve });
  expect([strange.status, strange.body.code]).toEqual([400, "invalid_cursor"]);
});

test("no address is kept, a reader is another one on another day, and the salt of a day is destroyed after it", async () => {
  const document = await h.publish({ visibility: "unlisted" });
  await h.open(document.at, { headers: GOING });
  await settle();
  h.clock.advance(DAY_MS);
  await h.open(document.at, { headers: GOING });
  await settle();
  const { sql } = h.runtime.database;
  const readers = await sql`
    select encode(reader, 'hex') as reader from activity_readers r join documents d using (document_id) where d.slug = ${document.slug}`;
  expect(new Set(readers.map((one) => one["reader"])).size).toBe(2);
  const days = await sql`select distinct day::text from activity_salts`;
  expect(days).toHaveLength(1);
});
