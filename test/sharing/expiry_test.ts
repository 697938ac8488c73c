// Access with an end: it gives nothing from that moment on, wherever it is read, and opens nothing to others by ending.
import { describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { follow } from "../changes/follower.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { listening } from "../notifications/listening.ts";
import { group, type Shared, share, team, withDocument, withPerson } from "./team.ts";

const h = await openHarness();
const { hear, told } = listening(h);

const inHours = (hours: number) => new Date(h.clock.now().getTime() + hours * HOUR_MS).toISOString();

function until(person: Person, hours: number, level = "view") {
  return { ...withPerson(person, level), expires_at: inHours(hours) };
}

/** Every way by which somebody may come upon a document, each with what they find there. */
async function waysTo({ doc, at }: Pick<Shared, "doc" | "at">, as: Person): Promise<Record<string, unknown>> {
  const ask = async (route: string) => {
    const { status, body } = await h.call(route, { as });
    return { status, found: JSON.stringify(body).includes(doc.doc_id) };
  };
  const manifest = await h.call(`GET ${at}/access`, { as });
  return {
    itself: manifest.status,
    list: (await ask("GET /api/docs?view=all")).found,
    team: (await ask("GET /api/docs?view=team")).found,
    search: (await ask("GET /api/search?q=Plan")).found,
    changes: (await ask("GET /api/changes?include_team=true")).found,
  };
}

const OPEN = { itself: 200, list: true, team: true, search: true, changes: true };
const CLOSED = { itself: 404, list: false, team: false, search: false, changes: false };

describe("a grant with an end", () => {
  test("on a document opens it everywhere until that moment, and nowhere from then on, without a job's help", async () => {
    const document = await withDocument(h);
    const { otto, anna, at } = document;
    const { body } = await share(h, document, until(otto, 2));
    expect(body).toMatchObject({ level: "view", expires_at: inHours(2) });
    expect(await waysTo(document, otto)).toEqual(OPEN);
    h.clock.advance(2 * HOUR_MS - 1);
    expect(await waysTo(document, otto)).toEqual(OPEN);
    h.clock.advance(1);
    expect(await waysTo(document, otto)).toEqual(CLOSED);
    expect(await waysTo(document, anna)).toMatchObject({ itself: 200 });
    // The entry stays, so that it can be seen and given anew.
    const list = await h.call(`GET ${at}/access`, { as: anna });
    expect(list.body.grants).toMatchObject([{ subject_label: otto.email, expires_at: h.clock.now().toISOString() }]);
  });

  test("on a folder, to a group, on a root and on a folder of it ends with its time too", async () => {
    const { anna, otto, owner } = await team(h);
    await group(h, "design", [otto]);
    const own = await publish(h, { html: "<h1>Plan</h1>", folder: "Plans" }, { as: anna });
    const folder = { subject_type: "group", subject: "design", expires_at: inHours(1) };
    expect((await h.call("POST /api/folders/access?path=Plans", { as: anna, json: folder })).status).toBe(201);
    await h.call("POST /api/roots", { as: owner, json: { name: "Board", slug: "board" } });
    const top = { ...until(otto, 2, "edit"), folder: "" };
    const inner = { ...until(otto, 1, "edit"), folder: "a" };
    for (const json of [top, inner]) {
      const answer = await h.call("POST /api/roots/board/access", { as: owner, json });
      expect(answer.body.grants).toMatchObject([{ expires_at: json.expires_at }]);
    }
    const shut = await publish(h, { html: "<h1>Plan</h1>", root: "board", folder: "a" }, { as: owner });
    const wide = await publish(h, { html: "<h1>Plan</h1>", root: "board" }, { as: owner });
    const seen = async () => {
      const statuses = [own, shut, wide].map(async ({ at }) => (await h.call(`GET ${at}/access`, { as: otto })).status);
      const roots = (await h.call("GET /api/roots", { as: otto })).body.roots.length;
      return [...(await Promise.all(statuses)), roots];
    };
    expect(await seen()).toEqual([200, 200, 200, 2]);
    h.clock.advance(HOUR_MS);
    // The folder's list still stands in for the root's, and lets nobody in now.
    expect(await seen()).toEqual([404, 404, 200, 2]);
    h.clock.advance(HOUR_MS);
    expect(await seen()).toEqual([404, 404, 404, 1]);
  });

  test("narrows a workspace document as before when it is over: nobody else is let in by that", async () => {
    const document = await withDocument(h, { visibility: "workspace", listing: "team" });
    const { otto, anna, at, owner } = document;
    const bert = await h.person({ role: "member", workspace_id: owner.workspace_id });
    await share(h, document, until(otto, 1));
    const follower = follow(h, bert, { include_team: "true" });
    await follower.catchUp();
    h.clock.advance(HOUR_MS);
    for (const noted of [false, true]) {
      if (noted) await h.runtime.jobs.runDue();
      for (const person of [otto, bert]) expect(await waysTo(document, person)).toEqual(CLOSED);
      expect((await h.call(`GET ${at}/access`, { as: anna })).body).toMatchObject({ narrowed: true });
    }
    // What others do afterwards tells nobody of a document that they never saw.
    await h.call("POST /api/roots", { as: owner, json: { name: "Later" } });
    await h.call("POST /api/roots/later/access", { as: owner, json: withPerson(bert) });
    await follower.catchUp();
    expect(follower.told).toEqual([]);
  });

  test("is noted once when it is over, by the system, and leaves the feed of whom it named", async () => {
    const document = await withDocument(h);
    const { otto, doc } = document;
    const { body } = await share(h, document, until(otto, 1));
    const theirs = follow(h, otto, { include_team: "true" });
    await theirs.catchUp();
    expect([...theirs.state.keys()]).toEqual([doc.doc_id]);
    h.clock.advance(HOUR_MS);
    const before = (await h.audit()).length;
    await h.runtime.jobs.runDue();
    h.clock.advance(HOUR_MS);
    await h.runtime.jobs.runDue();
    const rows = (await h.audit())
      .slice(before)
      .filter((row) => row.action === "access.expire" && row.target_id === doc.doc_id);
    expect(rows).toMatchObject([
      {
        ...{ action: "access.expire", actor: "system", target_type: "doc", target_id: doc.doc_id },
        meta: { grant_id: body.id, subject: otto.email, level: "view", expires_at: body.expires_at },
      },
    ]);
    await theirs.catchUp();
    expect(theirs.told.at(-1)).toMatchObject({ doc_id: doc.doc_id, left: true, title: "" });
    expect(theirs.state.size).toBe(0);
  });

  test("is another grant once it is over: given anew it opens and is followed again", async () => {
    const document = await withDocument(h);
    const { otto, at } = document;
    const first = await share(h, document, until(otto, 1));
    const theirs = follow(h, otto, { include_team: "true" });
    await theirs.catchUp();
    h.clock.advance(HOUR_MS);
    await h.runtime.jobs.runDue();
    await theirs.catchUp();
    const again = await share(h, document, withPerson(otto, "comment"));
    expect(again.body).toMatchObject({ level: "comment", expires_at: null });
    expect(again.body.id).not.toBe(first.body.id);
    await theirs.catchUp();
    expect(theirs.told.map((change) => change.left)).toEqual([false, true, false]);
    expect((await h.call(`GET ${at}/access`, { as: otto })).status).toBe(200);
    const { grants } = (await h.call(`GET ${at}/access`, { as: document.anna })).body;
    expect(grants).toHaveLength(1);
  });
});

describe("sharing again", () => {
  test("keeps an end that is not named, sets another, and null takes it away; each change is in the log", async () => {
    const document = await withDocument(h);
    const { otto } = document;
    await share(h, document, until(otto, 1));
    const ends = async (json: object) => (await share(h, document, { ...withPerson(otto), ...json })).body.expires_at;
    const before = (await h.audit()).length;
    expect(await ends({ level: "edit" })).toBe(inHours(1));
    expect(await ends({ level: "edit", expires_at: inHours(3) })).toBe(inHours(3));
    expect(await ends({ level: "edit", expires_at: inHours(3) })).toBe(inHours(3));
    expect(await ends({ level: "edit", expires_at: null })).toBe(null);
    const metas = (await h.audit()).slice(before).map(({ action, meta }) => [action, meta["was"], meta["expires_at"]]);
    expect(metas).toEqual([
      ["access.grant", "view", inHours(1)],
      ["access.grant", "edit", inHours(3)],
      ["access.grant", "edit", undefined],
    ]);
  });

  test("takes a day as its last moment", async () => {
    const document = await withDocument(h);
    const { body } = await share(h, document, { ...withPerson(document.otto), expires_at: "2030-12-31" });
    expect(body.expires_at).toBe("2030-12-31T23:59:59.999Z");
  });

  test.each([
    ["2001-01-01", /expires_at "2001-01-01" is over; name a time to come/],
    ["soon", /expires_at "soon" is no time; write it as 2026-03-01/],
    ["2030-02-30", /is no time/],
  ])("with the end %p is a 400 that says what to do, on documents, folders and roots", async (expires_at, error) => {
    await scenario(h, {
      given: () => withDocument(h),
      act: ({ anna, otto, at }) => ({ as: anna, call: `POST ${at}/access`, json: { ...withPerson(otto), expires_at } }),
      expect: { status: 400, error },
    });
    const { anna, otto, owner } = await withDocument(h, { folder: "Plans" });
    await h.call("POST /api/roots", { as: owner, json: { name: "Board", slug: "board" } });
    const json = { ...withPerson(otto), expires_at };
    const before = (await h.audit()).length;
    for (const [as, route] of [
      [anna, "POST /api/folders/access?path=Plans"],
      [owner, "POST /api/roots/board/access"],
    ] as const) {
      const { status, body } = await h.call(route, { as, json });
      expect([status, body.error]).toEqual([400, expect.stringMatching(error)]);
    }
    expect((await h.audit()).length).toBe(before);
  });
});

test("people are told of an end three days before, by name and who gave it, and once", async () => {
  const document = await withDocument(h);
  const { otto, anna, doc } = document;
  await share(h, document, until(otto, 24 * 10));
  h.clock.advance(6.9 * DAY_MS);
  expect([await told(otto), await told(anna)].flat().filter((one) => one.kind === "access.expiring")).toEqual([]);
  h.clock.advance(0.2 * DAY_MS);
  // What a job notes is heard after it.
  await hear();
  const kept = (as: Person) => told(as).then((all) => all.filter((one) => one.kind === "access.expiring"));
  const [theirs, givers] = [await kept(otto), await kept(anna)];
  expect(theirs).toMatchObject([
    { doc_id: doc.doc_id, title: expect.stringContaining('Your access to "Plan" ends on ') },
  ]);
  expect(givers).toMatchObject([{ title: expect.stringContaining(`The access of ${otto.email} to "Plan" ends on `) }]);
  h.clock.advance(DAY_MS);
  expect(await kept(otto)).toHaveLength(1);
  const rows = (await h.audit()).filter((one) => one.action === "access.expiring" && one.target_id === doc.doc_id);
  expect(rows).toMatchObject([{ actor: "system", meta: { giver_id: anna.user_id } }]);
});

test("an end that was moved or taken away is not told of", async () => {
  const document = await withDocument(h);
  const { otto } = document;
  await share(h, document, until(otto, 2));
  await share(h, document, { ...withPerson(otto), expires_at: null });
  h.clock.advance(1.5 * HOUR_MS);
  await hear();
  expect((await told(otto)).filter((one) => one.kind === "access.expiring")).toEqual([]);
});

test("an explanation says of a grant that it is over, and a request may be made and approved then", async () => {
  const document = await withDocument(h);
  const { otto, anna, at, doc } = document;
  await share(h, document, until(otto, 1));
  const ask = async () => (await h.call(`GET ${at}/access/explain?user=${otto.email}`, { as: anna })).body;
  expect(await ask()).toMatchObject({ level: "view" });
  h.clock.advance(HOUR_MS);
  const { level, rules } = await ask();
  expect(level).toBe("none");
  expect(rules[2]).toMatchObject({
    rule: "document_grant",
    gives: "none",
    why: expect.stringMatching(/which is over$/),
  });
  await h.call("POST /api/access-requests", { as: otto, json: { slug: doc.slug } });
  const { requests } = (await h.call(`GET ${at}/access-requests`, { as: anna })).body;
  const decided = { as: anna, json: { decision: "approve" } };
  expect((await h.call(`POST /api/access-requests/${requests[0].id}/decision`, decided)).status).toBe(200);
  expect((await h.call(`GET ${at}/access`, { as: otto })).status).toBe(200);
});

test("what is removed for good after a grant has ended is not told to whom it named", async () => {
  const document = await withDocument(h);
  const { otto, anna, at } = document;
  await share(h, document, until(otto, 1));
  const theirs = follow(h, otto, { include_team: "true" });
  await theirs.catchUp();
  h.clock.advance(HOUR_MS);
  await h.runtime.jobs.runDue();
  await theirs.catchUp();
  expect((await h.call(`DELETE ${at}?purge=true`, { as: anna })).status).toBe(200);
  const known = theirs.told.length;
  await theirs.catchUp();
  expect(theirs.told.length).toBe(known);
});
