// Groups that follow a company's directory: consent, taking them, refreshes that fail or come whole, and who may join.
import { describe, expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { MINUTE_MS, openFollowed } from "./followed.ts";

const { company, h, connect, take, read, wait, workspace } = await openFollowed();

describe.each(["google", "microsoft"] as const)("%s", (provider) => {
  test("a group taken from it has its active direct members who have an account, and opens what it is granted", async () => {
    const { owner, ann, ben, id, taken, opens } = await workspace(provider);
    expect(taken).toMatchObject({ name: "Design", mode: "sync", group_id: id, members: 1, unmatched: 1 });
    await until(async () => (await opens(ann)) === 200 && (await opens(ben)) === 404);
    const { groups } = (await h.call("GET /api/groups", { as: owner })).body;
    expect(groups.find((one: { id: number }) => one.id === taken.id).source).toBe(`directory:${provider}`);
    const local = await h.call(`POST /api/groups/${taken.id}/members`, { as: owner, json: { email: ben.email } });
    expect(local.status).toBe(409);
    expect((await take(owner, provider, id)).status).toBe(409);
  });

  test("its groups are listed page by page", async () => {
    const owner = await h.person({ role: "owner" });
    for (let i = 0; i < 3; i++) company.groups.set(`list-${provider}-${i}`, { name: `List ${i}`, members: [] });
    await connect(owner, provider);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { body } = await h.call(`GET /api/directory/${provider}/groups${cursor}`, { as: owner });
      seen.push(...body.groups.map((one: { group_id: string }) => one.group_id));
      cursor = body.next_cursor ? `?cursor=${encodeURIComponent(body.next_cursor)}` : "";
    } while (cursor);
    expect(seen).toEqual([...company.groups.keys()]);
    const forged = await h.call(`GET /api/directory/${provider}/groups?cursor=http://127.0.0.1:1/`, { as: owner });
    expect(forged.status).toBe(400);
  });

  test("a name keeps nothing that would turn or break the text beside it", async () => {
    const { owner } = await workspace(provider);
    const names = { [`bad-${provider}`]: "De\u202e\r\nsign\u2066", [`void-${provider}`]: "\u202e\u200b" };
    for (const [id, name] of Object.entries(names)) company.groups.set(id, { name, members: [] });
    const taken = [];
    for (const group_id of Object.keys(names)) {
      const json = { group_id, mode: "import" };
      taken.push((await h.call(`POST /api/directory/${provider}/groups`, { as: owner, json })).body.name);
    }
    expect(taken).toEqual(["De sign", expect.stringContaining(`void-${provider}`)]);
  });

  test("a refresh follows it, and one that breaks off changes nothing", async () => {
    const { owner, ann, ben, group, opens } = await workspace(provider);
    group.members = [{ email: ben.email }, { email: "x@corp.test" }, { email: "y@corp.test" }];
    company.state.fails = [429, 503];
    await wait(31);
    await until(async () => (await opens(ann)) === 404 && (await opens(ben)) === 200);
    group.members = [{ email: ann.email }, { email: "x@corp.test" }, { email: "y@corp.test" }];
    expect((await h.call(`POST /api/directory/${provider}/sync`, { as: owner })).status).toBe(202);
    // The page behind the first one fails for good.
    company.state.page = 1;
    company.state.fails = [];
    const whole = company.groups;
    const { asked } = company.state;
    company.state.fails = Array.from({ length: 200 }, () => 500);
    await wait(1);
    company.state.page = 2;
    company.state.fails = [];
    expect(company.state.asked).toBeGreaterThan(asked);
    expect(whole.size).toBeGreaterThan(0);
    await until(async () => (await opens(ann)) === 404 && (await opens(ben)) === 200);
    expect(await read(owner, provider)).toMatchObject({ health: "failing", error: expect.stringContaining("busy") });
    await wait(31);
    await until(async () => (await opens(ann)) === 200 && (await opens(ben)) === 404);
    expect((await read(owner, provider)).health).toBe("healthy");
  });
});

test("what was read more than an hour ago opens nothing, until it is read again", async () => {
  const { owner, ann, opens } = await workspace("google");
  company.state.consent = false;
  await wait(31);
  await until(async () => (await opens(ann)) === 200);
  await wait(31);
  await until(async () => (await opens(ann)) === 404);
  const shown = await read(owner, "google");
  expect(shown).toMatchObject({ health: "failing", error: expect.stringContaining("connect it again") });
  expect(shown.groups[0]).toMatchObject({ paused: true, members: 0 });
  company.state.consent = true;
  await wait(31);
  await until(async () => (await opens(ann)) === 200);
  expect((await read(owner, "google")).groups[0].paused).toBe(false);
  const actions = (await h.audit()).map((row) => row.action);
  expect(actions).toContain("directory.pause");
  expect(actions).toContain("directory.refresh");
});

test("disconnecting ends access at once, and connecting again brings it back", async () => {
  const { owner, ann, opens } = await workspace("microsoft");
  expect((await h.call("DELETE /api/directory/microsoft", { as: owner })).body).toEqual({
    provider: "microsoft",
    disconnected: true,
  });
  await until(async () => (await opens(ann)) === 404);
  expect((await h.call("DELETE /api/directory/microsoft", { as: owner })).status).toBe(404);
  expect((await h.call("POST /api/directory/microsoft/sync", { as: owner })).status).toBe(409);
  await connect(owner, "microsoft");
  await wait(1);
  await until(async () => (await opens(ann)) === 200);
});

test("a followed group that is deleted here is followed no more, and comes back only by being taken again", async () => {
  const { owner, ann, id, taken, opens } = await workspace("google");
  const member = { as: ann, json: { name: "Mine" } };
  expect((await h.call(`DELETE /api/groups/${taken.id}`, { as: ann })).status).toBe(403);
  expect((await h.call(`PATCH /api/groups/${taken.id}`, { ...member, as: owner })).status).toBe(409);
  const gone = await h.call(`DELETE /api/groups/${taken.id}`, { as: owner });
  expect([gone.status, gone.body]).toEqual([200, { id: taken.id, deleted: true }]);
  await until(async () => (await opens(ann)) === 404);
  await h.call("POST /api/directory/google/sync", { as: owner });
  for (const minutes of [1, 31, 61]) await wait(minutes);
  expect(await opens(ann)).toBe(404);
  expect((await read(owner, "google")).groups).toEqual([]);
  expect((await h.call("GET /api/groups", { as: owner })).body.groups).toEqual([]);
  const listed = (await h.call("GET /api/directory/google/groups", { as: owner })).body.groups;
  expect(listed.some((one: { selected: boolean }) => one.selected)).toBe(false);
  const again = await take(owner, "google", id);
  expect([again.status, again.body.id === taken.id]).toEqual([201, false]);
});

test("an import is the workspace's own group, with who is there now", async () => {
  const { owner, ann, id } = await workspace("google");
  const { status, body } = await take(owner, "google", "none-such", "import");
  expect([status, body.error]).toEqual([404, expect.stringContaining("none-such")]);
  company.groups.set("once", { name: "Once", members: [{ email: ann.email }] });
  const imported = await take(owner, "google", "once", "import");
  expect(imported.body).toMatchObject({ mode: "import", members: 1, unmatched: 0 });
  const removed = await h.call(`DELETE /api/groups/${imported.body.id}/members?email=${ann.email}`, { as: owner });
  expect(removed.status).toBe(200);
  expect((await read(owner, "google")).groups.map((one: { group_id: string }) => one.group_id)).toEqual([id]);
});

test("who joins later is in their groups without a refresh", async () => {
  const { owner, group, opens, taken } = await workspace("google");
  const later = await h.person({ role: "owner" });
  group.members.push({ email: later.email });
  await wait(31);
  const invited = await h.call("POST /api/invites", { as: owner, json: { email: later.email } });
  const joined = await h.call(`POST /auth/invite/${new URL(invited.body.url).pathname.split("/").at(-1)}`, {
    as: later,
    with_cookie: true,
  });
  expect(joined.status).toBeLessThan(400);
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  await until(async () => (await opens(later)) === 200);
  expect(taken.id).toBeGreaterThan(0);
});

test("only people of the directory may join, where the workspace says so", async () => {
  const { owner } = await workspace("google");
  const put = (directory_only: boolean) =>
    h.call("PUT /api/directory/google/policy", { as: owner, with_cookie: true, json: { directory_only } });
  expect((await put(true)).body.directory_only).toBe(true);
  const stranger = await h.call("POST /api/invites", { as: owner, json: { email: "stranger@other.test" } });
  expect([stranger.status, stranger.body.code]).toEqual([403, "not_in_directory"]);
  expect((await h.call("POST /api/invites", { as: owner, json: { email: "Someone.Else@corp.test" } })).status).toBe(
    201,
  );
  await put(false);
  expect((await h.call("POST /api/invites", { as: owner, json: { email: "stranger@other.test" } })).status).toBe(201);
});

test("a consent is for who began it, once, and within ten minutes", async () => {
  const owner = await h.person({ role: "owner" });
  const other = await h.person({ role: "owner" });
  const begin = async () =>
    company.consent((await h.call("POST /api/directory/google/connect", { as: owner })).body.url);
  const back = (query: string, as: Person) =>
    h.call(`GET /auth/directory/callback?${query}`, { as, with_cookie: true });
  expect((await back(await begin(), other)).status).toBe(403);
  const late = await begin();
  h.clock.advance(11 * MINUTE_MS);
  expect((await back(late, owner)).status).toBe(403);
  const swapped = new URLSearchParams(await begin());
  swapped.set("code", "code-1");
  expect((await back(swapped.toString(), owner)).status).toBe(403);
  expect(
    (await back(`error=access_denied&state=${new URLSearchParams(await begin()).get("state")}`, owner)).status,
  ).toBe(403);
  expect((await read(owner, "google")).connected).toBe(false);
  expect(JSON.stringify(await h.runtime.database.sql`select refresh_token from directory_connections`)).not.toContain(
    "refresh-",
  );
});

test("plans, roles and a server without a client", async () => {
  const free = await h.person({ role: "owner", plan: "free" });
  expect((await h.call("POST /api/directory/google/connect", { as: free })).status).toBe(402);
  const team = await h.person({ role: "owner", plan: "team" });
  expect((await h.call("PUT /api/directory/google/policy", { as: team, json: { directory_only: true } })).status).toBe(
    402,
  );
  const member = await h.person({ role: "member", workspace_id: team.workspace_id });
  expect((await h.call("GET /api/directory/google", { as: member })).status).toBe(403);
  expect((await h.call("GET /api/directory/okta", { as: team })).status).toBe(400);
  const bare = await h.twin({ DIRECTORY_GOOGLE_CLIENT_ID: "", DIRECTORY_GOOGLE_CLIENT_SECRET: "" });
  const refused = await bare.call("POST /api/directory/google/connect", { as: team });
  expect([refused.status, refused.body.error]).toEqual([503, expect.stringContaining("DIRECTORY_GOOGLE_CLIENT_ID")]);
});
