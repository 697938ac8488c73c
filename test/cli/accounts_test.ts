// The operator's commands beside a running server:
// what they make, what they print, what they note, and what they refuse.
import { afterAll, expect, test } from "bun:test";
import { createLog, openSql } from "../../kernel/host.ts";
import { makeServerPlace } from "../faults/server_process.ts";
import { cloneServerDatabase } from "../harness/server_database.ts";
import { until } from "../harness/until.ts";
import { createVisitor } from "../signin/visitor.ts";

const copy = await cloneServerDatabase();
const place = await makeServerPlace({ DATABASE_URL: copy.url });
const database = await openSql(copy.target, { log: createLog("silent"), pool_size_max: 2 });
const server = await place.start();
afterAll(async () => {
  await server.stop();
  await database.close();
  await copy.drop();
  place.remove();
});

interface Noted {
  action: string;
  actor: string;
  target_type: string;
  meta: Record<string, unknown>;
}

/** The audit rows that `work` wrote. */
async function notedBy(work: () => Promise<unknown>): Promise<Noted[]> {
  const [last] = await database.sql<{ id: number }[]>`select coalesce(max(event_id), 0) as id from audit_events`;
  await work();
  return database.sql<Noted[]>`
    select action, actor, target_type, meta from audit_events where event_id > ${last?.id ?? 0} order by event_id`;
}

async function countAll(): Promise<unknown> {
  const [row] = await database.sql`select
    (select count(*) from users) as users, (select count(*) from workspaces) as workspaces,
    (select count(*) from tokens) as tokens, (select count(*) from login_links) as links,
    (select count(*) from audit_events) as events, (select string_agg(plan || name, ',') from workspaces) as plans,
    (select string_agg(role || coalesce(name, ''), ',') from users) as people`;
  return row;
}

async function askMe(token: string) {
  const response = await fetch(`${place.base_url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

test("user add makes the account and its workspace, prints one line of JSON, and changes nothing when told again", async () => {
  const words = ["user", "add", "anna@example.org", "--name", "Anna", "--workspace", "acme", "--plan", "team"];
  let printed = "";
  const noted = await notedBy(async () => {
    printed = await place.run(...words);
  });
  expect(JSON.parse(printed)).toEqual({
    user_id: expect.any(Number),
    email: "anna@example.org",
    workspace: "acme",
    role: "owner",
  });
  expect(noted).toEqual([
    { action: "workspace.create", actor: "system", target_type: "workspace", meta: { plan: "team", via: "system" } },
    {
      action: "member.join",
      actor: "system",
      target_type: "user",
      meta: { email: "anna@example.org", role: "owner", via: "system" },
    },
  ]);
  const before = await countAll();
  expect(await place.runHere(...words)).toBe(printed);
  expect(await countAll()).toEqual(before);
});

test("user add changes the role and the name of an account that is there, and the plan of its workspace", async () => {
  expect(JSON.parse(await place.runHere("user", "add", "bob@example.org", "--workspace", "acme"))).toMatchObject({
    role: "member",
  });
  const words = ["user", "add", "BOB@example.org", "--role", "admin", "--name", "Bob", "--plan", "business"];
  const noted = await notedBy(async () => {
    expect(JSON.parse(await place.runHere(...words))).toMatchObject({ email: "bob@example.org", role: "admin" });
  });
  // As the operations that do the same say it.
  expect(noted.map(({ action, meta }) => [action, meta])).toEqual([
    ["member.role", { email: "bob@example.org", role: "admin", previous_role: "member", via: "system" }],
    ["member.name", { from: null, to: "Bob", via: "system" }],
    ["workspace.plan", { from: "team", to: "business", via: "system" }],
  ]);
});

test("token create prints the token alone, and the running server takes it", async () => {
  let token = "";
  const noted = await notedBy(async () => {
    token = await place.runHere("token", "create", "anna@example.org", "--name", "script", "--ttl-days", "7");
  });
  expect(token).toMatch(/^dsk_[0-9a-f]{8}_\S+$/);
  expect(await askMe(token)).toMatchObject({ status: 200, body: { email: "anna@example.org" } });
  expect(noted.map(({ action, actor }) => [action, actor])).toEqual([["token.create", "system"]]);
});

test("workspace plan is what the running server sees as soon as the database has told it", async () => {
  const token = await place.runHere("token", "create", "anna@example.org", "--name", "plan");
  expect((await askMe(token)).body.workspace.plan).toBe("business");
  const noted = await notedBy(() => place.runHere("workspace", "plan", "acme", "enterprise"));
  await until(async () => (await askMe(token)).body.workspace.plan === "enterprise");
  expect(noted.map(({ action }) => action)).toEqual(["workspace.plan"]);
});

test("policy allow-all lets a workspace in again that has locked itself out, and says what was", async () => {
  const token = await place.runHere("token", "create", "anna@example.org", "--name", "policy");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ ip_allowlist: ["198.51.100.0/24"], force: true });
  expect((await fetch(`${place.base_url}/api/policy`, { method: "PUT", headers, body })).status).toBe(200);
  await until(async () => (await askMe(token)).status === 403);
  let said = "";
  const noted = await notedBy(async () => {
    said = await place.runHere("policy", "allow-all", "acme");
  });
  expect(JSON.parse(said)).toEqual({ workspace: "acme", ip_allowlist: null, former: ["198.51.100.0/24"] });
  await until(async () => (await askMe(token)).status === 200);
  expect(noted).toMatchObject([
    { action: "policy.updated", actor: "system", meta: { from: { ip_allowlist: ["198.51.100.0/24"] } } },
  ]);
  expect(await notedBy(() => place.runHere("policy", "allow-all", "acme"))).toEqual([]);
});

test("login-link prints an address that the running server opens", async () => {
  let link = "";
  const noted = await notedBy(async () => {
    link = await place.runHere("login-link", "anna@example.org");
  });
  expect(link).toStartWith(`${place.base_url}/auth/link/`);
  expect((await fetch(link)).status).toBe(200);
  expect(noted.map(({ action, actor }) => [action, actor])).toEqual([["login.link", "system"]]);
});

test("user reset ends what signs an account in and what acts for it, and prints an address that signs it in", async () => {
  const email = "lost@example.org";
  await place.runHere("user", "add", email);
  const token = await place.runHere("token", "create", email, "--name", "old");
  await database.sql`
    insert into passkeys (workspace_id, user_id, credential_id, public_key, user_handle, counter, transports, backed_up, name, created_at)
    select workspace_id, user_id, 'lost', 'lost', 'lost', 0, '{}', false, 'Lost phone', now() from users where email = ${email}`;
  const me = () => fetch(`${place.base_url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await me()).status).toBe(200);
  let link = "";
  const noted = await notedBy(async () => {
    link = await place.runHere("user", "reset", email);
  });
  expect(noted.map(({ action, actor }) => [action, actor])).toEqual([["login.reset", "system"]]);
  await until(async () => (await me()).status === 401);
  expect((await database.sql`select from passkeys where credential_id = 'lost'`).count).toBe(0);
  const visitor = createVisitor(fetch, place.base_url);
  const done = await visitor.submit(new URL(link).pathname);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app"]);
});

test("login-link lets somebody in who is invited and has no account, and nobody else without one", async () => {
  const token = await place.runHere("token", "create", "anna@example.org", "--name", "invites");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: "invited@example.org", role: "member" });
  const invited = await fetch(`${place.base_url}/api/invites`, { method: "POST", headers, body });
  expect(invited.status).toBe(201);
  const link = await place.runHere("login-link", "invited@example.org");
  const done = await createVisitor(fetch, place.base_url).submit(new URL(link).pathname);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app"]);
  const second = await place.runHere("login-link", "invited@example.org");
  expect((await createVisitor(fetch, place.base_url).submit(new URL(second).pathname)).status).toBe(303);
});

test("login-link leads back whoever deleted their account within the days of grace, and nobody else who is switched off", async () => {
  const email = "leaving@example.org";
  await place.runHere("user", "add", email, "--workspace", "leaving");
  const token = await place.runHere("token", "create", email, "--name", "t");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ confirm: email });
  const left = await fetch(`${place.base_url}/api/account`, { method: "DELETE", headers, body });
  expect(left.status).toBeLessThan(300);
  const link = await place.runHere("login-link", email);
  const done = await createVisitor(fetch, place.base_url).submit(new URL(link).pathname);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/auth/return"]);
  await expect(place.runHere("token", "create", email, "--name", "u")).rejects.toThrow(/switched off/);
  await place.runHere("user", "add", "off@example.org", "--workspace", "leaving");
  await database.sql`update users set disabled_at = now() where email = 'off@example.org'`;
  const before = await countAll();
  await expect(place.runHere("login-link", "off@example.org")).rejects.toThrow(/off@example.org is switched off/);
  expect(await countAll()).toEqual(before);
});

test("several accounts that are added at once for a new workspace are in one", async () => {
  const people = ["one", "two", "three", "four"];
  await Promise.all(
    people.map((name) => place.runHere("user", "add", `${name}@crowd.example`, "--workspace", "crowd")),
  );
  const found = await database.sql`
    select slug, count(*)::int as people from users join workspaces using (workspace_id) where slug like 'crowd%' group by slug`;
  expect([...found]).toEqual([{ slug: "crowd", people: 4 }]);
});

test.each<[string, string[], RegExp]>([
  ["an address that is none", ["user", "add", "anna"], /"anna" is not an e-mail address/],
  ["an unknown role", ["user", "add", "x@example.org", "--role", "boss"], /--role is "boss": use one of owner/],
  ["an unknown plan", ["user", "add", "x@example.org", "--plan", "gold"], /--plan is "gold": use one of free/],
  ["a slug that is none", ["user", "add", "x@example.org", "--workspace", "A b"], /such as "a-b"/],
  ["a slug of the sign-in", ["user", "add", "x@example.org", "--workspace", "lookup"], /such as "lookup-team"/],
  ["a second workspace", ["user", "add", "anna@example.org", "--workspace", "other"], /is in workspace "acme" already/],
  ["the last owner's demotion", ["user", "add", "anna@example.org", "--role", "member"], /only owner of "acme"/],
  ["a token for nobody", ["token", "create", "x@example.org", "--name", "t"], /no account has the address/],
  ["a token for too long", ["token", "create", "anna@example.org", "--name", "t", "--ttl-days", "9999"], /0 to 3650/],
  ["an unknown workspace", ["workspace", "plan", "nowhere", "free"], /no workspace is called "nowhere"; there is acme/],
  ["a link for nobody", ["login-link", "x@example.org"], /no account has the address/],
  ["a setup link once there is an account", ["setup-link"], /has an account already/],
])("%s is refused with 1 and one line, and nothing is written", async (_what, words, line) => {
  const before = await countAll();
  const { code, stdout, stderr } = await place.callHere(words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.split("\n")).toHaveLength(1);
  expect(stderr).toMatch(line);
  expect(await countAll()).toEqual(before);
});

test.each<[string, string[]]>([
  ["a missing argument", ["user", "add"]],
  ["an unknown option", ["user", "add", "x@example.org", "--colour", "red"]],
  ["one argument too many", ["workspace", "plan", "acme", "free", "now"]],
  ["an unknown command", ["user", "love"]],
  ["a head of no workspace", ["audit", "verify", "--head", `1:${"0".repeat(64)}`]],
])("%s is a mistake of usage: 2, and what is right", async (_what, words) => {
  const { code, stdout, stderr } = await place.callHere(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/usage: docsvc|use one of/);
});

test("audit verify prints each workspace's head, and ends with 1 where the chain or a noted head does not fit", async () => {
  const { code, stdout } = await place.callHere(["audit", "verify", "--workspace", "acme"]);
  const report = JSON.parse(stdout);
  expect({ code, ...report }).toMatchObject({ code: 0, workspace: "acme", ok: true, faults: [] });
  const wrong = ["audit", "verify", "--workspace", "acme", "--head", `99:${"0".repeat(64)}`];
  const refused = await place.callHere(wrong);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ ok: false, faults: [{ kind: "head_missing", seal_no: 99 }] });
});

test("every command explains itself with --help and does nothing", async () => {
  const overview = (await place.callHere(["help"])).stdout;
  const names = [...overview.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?) {2,}/gm)].map((match) => match[1] ?? "");
  expect(names).toContain("serve");
  for (const name of names) {
    const { code, stdout } = await place.callHere([...name.split(" "), "--help"]);
    expect({ name, code }).toEqual({ name, code: 0 });
    expect(stdout).toContain(`Usage: docsvc ${name}`);
  }
});
