// Directories that answer oddly or slowly, and what ends while they are being read.
import { expect, test } from "bun:test";
import { type AuditEvent, setPlan } from "../../kernel/plugin.ts";
import { admitJoiner, TOKEN_PURPOSE } from "../../plugins/directory/refreshing.ts";
import { endConnection, lockConnection } from "../../plugins/directory/store/connections.ts";
import { holdGroupsOf, pauseGroup } from "../../plugins/directory/store/groups.ts";
import { until } from "../harness/until.ts";
import { MINUTE_MS, openFollowed } from "./followed.ts";

const { company, h, connect, take, read, wait, workspace } = await openFollowed();
const { database } = h.runtime;

const base64 = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64url");

/** Whether somebody waits for a row that another transaction holds. */
async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await database.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}

/** A workspace as `workspace` makes it, and no other is connected. */
async function onlyWorkspace() {
  await database.sql`update directory_connections set refresh_token = null`;
  return workspace("google");
}

/** Ends a connection as its operation does, and runs what the test says before it commits. */
async function endMeanwhile(workspace_id: number, meanwhile: () => Promise<void>): Promise<void> {
  await database.withTransaction(async (sql) => {
    const { connection_id } = await lockConnection(sql, { workspace_id, provider: "google" });
    await endConnection(sql, connection_id);
    for (const group of await holdGroupsOf(sql, connection_id)) await pauseGroup(sql, group);
    await meanwhile();
  });
}

test.each(["google", "microsoft"] as const)(
  "what %s says of people that nobody here can be is passed over",
  async (provider) => {
    const owner = await h.person({ role: "owner" });
    const id = `odd-${provider}`;
    const members = [
      owner.email,
      owner.email,
      "no address",
      "a\0b@corp.test",
      "\ud800@corp.test",
      `${base64(9000)}@corp.test`,
    ];
    company.groups.set(id, {
      name: `${"n".repeat(99)}😀${"n".repeat(300)}`,
      members: members.map((email) => ({ email })),
    });
    await connect(owner, provider);
    const { status, body } = await take(owner, provider, id);
    expect([status, body.members, body.unmatched]).toEqual([201, 1, 0]);
    expect([...body.name].length).toBe(100);
    expect(body.name.isWellFormed()).toBe(true);
  },
);

test.each(["no address", "http://127.0.0.1:1/v1.0/groups"])("a next page at %s is not asked for", async (next_link) => {
  const { owner, ann, opens, id } = await workspace("microsoft");
  company.state.next_link = next_link;
  const refused = await take(owner, "microsoft", id, "import");
  await wait(31);
  company.state.next_link = null;
  expect([refused.status, refused.body.error]).toEqual([503, expect.stringContaining("none of its own")]);
  expect((await read(owner, "microsoft")).error).toContain("none of its own");
  expect(await opens(ann)).toBe(200);
});

test.each([
  ["google", {}],
  ["google", []],
  ["google", { error: { code: 500 } }],
  ["google", { kind: "admin#directory#members", members: "all" }],
  ["google", { kind: "admin#directory#members", members: [], nextPageToken: 7 }],
  ["microsoft", {}],
  ["microsoft", "none"],
  ["microsoft", { value: { 0: {} } }],
  ["microsoft", { value: [], "@odata.nextLink": false }],
] as const)("%s answering %j says of nobody that they have left", async (provider, odd) => {
  const { owner, ann, opens } = await workspace(provider);
  company.state.odd = odd;
  await wait(31);
  company.state.odd = null;
  expect((await read(owner, provider)).error).toContain("what is no list");
  expect(await opens(ann)).toBe(200);
});

test.each(["google", "microsoft"] as const)("a group at %s that everybody has left is empty", async (provider) => {
  const { ann, opens, group } = await workspace(provider);
  group.members = [];
  await wait(31);
  await until(async () => (await opens(ann)) === 404);
});

test("a refresh that ends after the connection opens nothing again", async () => {
  const { owner, ann, opens } = await onlyWorkspace();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  company.state.before_answer = () => {
    reach();
    return held;
  };
  h.clock.advance(31 * MINUTE_MS);
  const running = h.runtime.jobs.runDue();
  await reached;
  await endMeanwhile(owner.workspace_id, async () => {
    company.state.before_answer = async () => {};
    release();
    await until(isSomebodyWaiting);
  });
  await running;
  await until(async () => (await opens(ann)) === 404);
  expect((await read(owner, "google")).groups[0].paused).toBe(true);
});

test("nor does somebody who joins meanwhile", async () => {
  const { owner, group, opens } = await workspace("google");
  const email = "joiner@corp.test";
  group.members.push({ email });
  await wait(31);
  const joiner = await h.person({ role: "member", workspace_id: owner.workspace_id, email });
  const event = { workspace_id: owner.workspace_id, target_id: String(joiner.user_id) } as AuditEvent;
  let admitting: Promise<void> = Promise.resolve();
  await endMeanwhile(owner.workspace_id, async () => {
    admitting = admitJoiner(event, h.runtime);
    await Promise.race([admitting, until(isSomebodyWaiting)]);
  });
  await admitting;
  expect(await opens(joiner)).toBe(404);
});

test("a consent that is renewed late does not take the place of a newer one", async () => {
  const { owner } = await onlyWorkspace();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  company.state.before_renewal = () => {
    company.state.before_renewal = async () => {};
    reach();
    return held;
  };
  h.clock.advance(31 * MINUTE_MS);
  const running = h.runtime.jobs.runDue();
  await reached;
  await connect(owner, "google");
  const kept = () => database.sql<{ refresh_token: Uint8Array }[]>`
    select refresh_token from directory_connections where workspace_id = ${owner.workspace_id}`;
  const [newer] = await kept();
  const consent = h.runtime.encrypter.open(TOKEN_PURPOSE, newer!.refresh_token);
  await database.sql`update directory_connections set wanted_at = null, tried_at = ${h.clock.now()}`;
  release();
  await running;
  const [after] = await kept();
  expect(h.runtime.encrypter.open(TOKEN_PURPOSE, after!.refresh_token)).toBe(consent);
});

test("a provider that does not answer keeps no stale group open", async () => {
  const { owner, ann, opens } = await onlyWorkspace();
  const twin = await h.twin();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  company.state.before_answer = () => held;
  h.clock.advance(61 * MINUTE_MS);
  // One of them waits for the provider.
  const running = Promise.all([h.runtime.jobs.runDue(), twin.runtime.jobs.runDue()]);
  try {
    await until(async () => (await opens(ann)) === 404);
    // Nothing has come of the reading by then.
    expect((await read(owner, "google")).error).toBeNull();
  } finally {
    company.state.before_answer = async () => {};
    release();
    await running;
  }
});

test("on a lower plan nobody is kept out by the directory, and the rule can be switched off", async () => {
  const { owner } = await workspace("google");
  const put = (directory_only: boolean) =>
    h.call("PUT /api/directory/google/policy", { as: owner, with_cookie: true, json: { directory_only } });
  const invite = async (email: string) => (await h.call("POST /api/invites", { as: owner, json: { email } })).status;
  expect((await put(true)).status).toBe(200);
  expect(await invite("one@other.test")).toBe(403);
  await setPlan(database.sql, owner.workspace_id, "business");
  await database.bus.catchUp();
  expect(await invite("one@other.test")).toBe(201);
  expect((await put(true)).status).toBe(402);
  expect((await put(false)).body.directory_only).toBe(false);
});
