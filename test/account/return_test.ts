// Taking the deletion of an account back:
// whoever signs in during its days of grace is asked, and one button brings everything back.
import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";
import { readMail } from "../signin/mailbox.ts";
import { createVisitor, type Visitor } from "../signin/visitor.ts";

const h = await openHarness({
  env: { QUOTA_LOGIN: "1000", QUOTA_LOGIN_MAIL: "1000", QUOTA_LOGIN_MAIL_TOTAL: "1000", QUOTA_LOGIN_MAIL_DAY: "1000" },
});
const { sql } = h.runtime.database;
const PATH = "/auth/return";

/** Jobs that recur are due by the clock, so it never goes back. */
beforeEach(() => h.clock.advance(20 * DAY_MS));

async function leave(as: Person): Promise<void> {
  h.clock.advance(1000);
  await must(h.call("DELETE /api/account", { as, json: { confirm: as.email } }));
  h.clock.advance(1000);
}

/** A browser in which the person has asked for a link, followed it and pressed its button. */
async function signIn(person: Person): Promise<{ visitor: Visitor; location: string | null }> {
  const visitor = createVisitor(h.fetch, h.base_url);
  await visitor.submit("/auth/login", { email: person.email });
  const mail = (await readMail(h.runtime)).findLast((one) => one.to === person.email);
  const link = /https?:\/\/\S+\/auth\/link\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const done = await visitor.submit(new URL(link).pathname);
  return { visitor, location: done.headers.get("location") };
}

const isSignedIn = async (visitor: Visitor) => (await visitor.open("/api/me")).status === 200;
const isOpen = async (url: string) => (await h.open(new URL(url).pathname)).status === 200;
const actions = async (from: number) => (await h.audit()).slice(from).map((row) => row.action);

describe("signing in during the days of grace", () => {
  test("leads to a page that says what comes back, and signs nobody in by itself", async () => {
    const { as } = await publish(h, { html: "one", title: "One" });
    await publish(h, { html: "two", title: "Two" }, { as });
    await leave(as);
    const before = (await h.audit()).length;
    const { visitor, location } = await signIn(as);
    expect(location).toBe(PATH);
    expect(await isSignedIn(visitor)).toBe(false);
    const page = await visitor.open(PATH);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain(as.email);
    expect(text).toContain("2 documents");
    expect(text).toContain("Keep my account");
    const own = (await h.audit()).slice(before).filter((row) => row.target_id === `${as.user_id}`);
    expect(own.map((row) => row.action)).toEqual(["login.link"]);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  test("and pressing the button brings the account and its documents back as they were", async () => {
    const { as, doc } = await publish(h, { html: "mine", title: "Mine", visibility: "unlisted", folder: "a/b" });
    await publish(h, { html: "short", title: "Short", retention_days: 30 }, { as });
    const gone = (await publish(h, { html: "gone", title: "Gone before" }, { as })).doc;
    await must(h.call(`DELETE /api/docs/${gone.doc_id}`, { as }));
    await publish(h, { html: "general", title: "General", root: "general", folder: "" }, { as });
    const before = await must(h.call("GET /api/members", { as }));
    const { tokens } = (await must(h.call("GET /api/tokens", { as }))).body;
    await leave(as);
    expect(await isOpen(doc.url)).toBe(false);
    const from = (await h.audit()).length;
    const { visitor } = await signIn(as);
    const done = await visitor.submit(PATH);
    expect([done.status, done.headers.get("location")]).toEqual([303, "/app"]);
    expect(await isSignedIn(visitor)).toBe(true);
    expect(await isOpen(doc.url)).toBe(true);
    const read = async (path: string) => (await visitor.open(path, { accept: "application/json" })).json();
    const { docs } = await read("/api/docs");
    expect(docs.map((one: { title: string; folder: string }) => [one.title, one.folder]).sort()).toEqual([
      ["Mine", "a/b"],
      ["Short", ""],
    ]);
    const short = docs.find((one: { title: string }) => one.title === "Short");
    expect(new Date(short.expires_at).getTime()).toBe(h.clock.now().getTime() + 30 * DAY_MS);
    expect((await read("/api/docs?root=general")).docs).toHaveLength(1);
    expect((await read("/api/trash")).docs.map((one: { title: string }) => one.title)).toEqual(["Gone before"]);
    expect((await read("/api/members")).members).toMatchObject([{ email: as.email, role: "owner", disabled: false }]);
    expect(before.body.members).toHaveLength(1);
    const own = (await h.audit()).slice(from).filter((row) => row.target_id === `${as.user_id}`);
    expect(own.map((row) => row.action)).toEqual(["login.link", "account.restore", "login.ok"]);
    // What ended stays ended.
    expect((await h.call("GET /api/me", { as })).status).toBe(401);
    expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(401);
    const listed = (await read("/api/tokens")).tokens;
    expect(listed.map((token: { id: number; revoked: boolean }) => [token.id, token.revoked])).toEqual(
      tokens.map((token: { id: number }) => [token.id, true]),
    );
    h.clock.advance(8 * DAY_MS);
    for (let round = 0; round < 3; round++) await h.runtime.jobs.runDue();
    expect((await h.audit()).some((row) => row.action === "account.purge" && row.target_id === `${as.user_id}`)).toBe(
      false,
    );
    expect(await isOpen(doc.url)).toBe(true);
  });

  test("counts again what came back, and the feed tells of it", async () => {
    const { as } = await publish(h, { html: "x".repeat(1000) });
    const countOwn = async () => {
      const [row] = await sql`
        select bytes, (select live from document_owners o where o.owner_id = ${as.user_id}) as live
        from document_counters where workspace_id = ${as.workspace_id}`;
      return { bytes: row?.["bytes"], live: row?.["live"] };
    };
    const before = await countOwn();
    await leave(as);
    expect(await countOwn()).toEqual({ bytes: 0, live: 0 });
    const { visitor } = await signIn(as);
    await visitor.submit(PATH);
    expect(await countOwn()).toEqual(before);
    const feed = await (await visitor.open("/api/changes", { accept: "application/json" })).json();
    expect(JSON.stringify(feed)).toContain("doc");
  });

  test("a name that somebody else took meanwhile stays theirs", async () => {
    const owner = await h.person();
    const as = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const [kept, lost] = await Promise.all(["kept", "lost"].map((title) => publish(h, { html: "x", title }, { as })));
    for (const one of [kept, lost]) {
      await must(h.call(`PUT /api/docs/${one?.doc.doc_id}/alias`, { as, json: { alias: one?.doc.title } }));
    }
    await leave(as);
    const other = (await publish(h, { html: "y" }, { as: owner })).doc;
    await must(h.call(`PUT /api/docs/${other.doc_id}/alias`, { as: owner, json: { alias: "lost" } }));
    const { visitor } = await signIn(as);
    await visitor.submit(PATH);
    const aliases = await sql`select title, alias from documents where owner_id = ${as.user_id} order by title`;
    expect(aliases.map((row) => ({ ...row }))).toEqual([
      { title: "kept", alias: "kept" },
      { title: "lost", alias: null },
    ]);
  });

  test("documents that the plan's storage holds no more stay in the trash for another seven days", async () => {
    const owner = await h.person({ plan: "free" });
    const as = await h.person({ role: "member", workspace_id: owner.workspace_id });
    await publish(h, { html: "mine", title: "Mine" }, { as });
    await leave(as);
    await publish(h, { html: "theirs" }, { as: owner });
    await sql`update document_counters set bytes = ${1024 ** 3} where workspace_id = ${owner.workspace_id}`;
    const { visitor } = await signIn(as);
    const page = await (await visitor.open(PATH)).text();
    expect(page).toContain("no room for your document");
    expect(page).not.toContain("back at the same links");
    expect((await visitor.submit(PATH)).status).toBe(303);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await h.audit()).findLast((row) => row.action === "account.restore")).toMatchObject({ meta: { docs: 0 } });
    const { docs } = await (await visitor.open("/api/trash", { accept: "application/json" })).json();
    expect(docs).toMatchObject([
      { title: "Mine", purge_at: new Date(h.clock.now().getTime() + 7 * DAY_MS).toISOString() },
    ]);
    const undelete = () => visitor.submit(`/api/docs/${docs[0].doc_id}/undelete`);
    expect((await undelete()).status).toBe(413);
    await sql`update document_counters set bytes = 0 where workspace_id = ${owner.workspace_id}`;
    expect((await undelete()).status).toBe(200);
  });
});

describe("the way back is closed", () => {
  test("without the sign-in, with a forged or old cookie, and for other people", async () => {
    const { as } = await publish(h, { html: "x" });
    await leave(as);
    const stranger = createVisitor(h.fetch, h.base_url);
    expect((await stranger.open(PATH)).status).toBe(410);
    expect((await stranger.submit(PATH)).status).toBe(410);
    const { visitor } = await signIn(as);
    const host = new URL(h.base_url).host;
    const jar = visitor.cookies.get(host) ?? new Map<string, string>();
    const kept = new Map(jar);
    for (const [name, value] of jar) jar.set(name, `${value.slice(0, -2)}xx`);
    expect((await visitor.submit(PATH)).status).toBe(410);
    for (const [name, value] of kept) jar.set(name, value);
    expect((await visitor.submit(PATH, {}, { origin: "https://evil.example" })).status).toBe(403);
    h.clock.advance(16 * 60_000);
    expect((await visitor.submit(PATH)).status).toBe(410);
    const [row] = await sql`select disabled_at is not null as disabled from users where user_id = ${as.user_id}`;
    expect(row?.["disabled"]).toBe(true);
  });

  test("once the days are over, and to somebody who was switched off by others", async () => {
    const { as } = await publish(h, { html: "x" });
    await leave(as);
    h.clock.advance(7 * DAY_MS - 60_000);
    const { visitor } = await signIn(as);
    h.clock.advance(60_000);
    expect((await visitor.submit(PATH)).status).toBe(410);
    const other = await h.person();
    await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${other.user_id}`;
    const mails = (await readMail(h.runtime)).length;
    await createVisitor(h.fetch, h.base_url).submit("/auth/login", { email: other.email });
    expect((await readMail(h.runtime)).length).toBe(mails);
  });

  test("after it was used, and to a twin of the button the account comes back once", async () => {
    const { as } = await publish(h, { html: "x" });
    await leave(as);
    const from = (await h.audit()).length;
    const { visitor } = await signIn(as);
    const kept = new Map(visitor.cookies.get(new URL(h.base_url).host));
    const answers = await Promise.all([visitor.submit(PATH), visitor.submit(PATH)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 410]);
    visitor.cookies.set(new URL(h.base_url).host, kept);
    expect((await visitor.submit(PATH)).status).toBe(410);
    expect((await actions(from)).filter((action) => action === "account.restore")).toHaveLength(1);
    await leaveBySession(as);
    visitor.cookies.set(new URL(h.base_url).host, kept);
    expect((await visitor.submit(PATH)).status).toBe(410);
  });

  test("while the workspace has no seat left, which the page says", async () => {
    const owner = await h.person({ plan: "free" });
    const as = await h.person({ role: "member", workspace_id: owner.workspace_id });
    await leave(as);
    const third = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const { visitor } = await signIn(as);
    expect(await (await visitor.open(PATH)).text()).toContain("no seat left");
    const from = (await h.audit()).length;
    const full = await visitor.submit(PATH);
    expect(full.status).toBe(402);
    expect(await full.text()).toContain("seat");
    expect(await isSignedIn(visitor)).toBe(false);
    expect(await actions(from)).toEqual([]);
    const [kept] = await sql`select purge_at from account_deletions where user_id = ${as.user_id}`;
    expect(kept?.["purge_at"]).toBeInstanceOf(Date);
    await must(h.call(`DELETE /api/members/${third.user_id}`, { as: owner }));
    expect((await visitor.submit(PATH)).status).toBe(303);
  });
});

test("connected programs stay disconnected", async () => {
  const as = await h.person();
  const now = h.clock.now();
  await sql`
    insert into oauth_grants (workspace_id, user_id, client_id, client_name, name, limits, approved_at, deadline)
    values (${as.workspace_id}, ${as.user_id}, 'ahc_x', 'Bot', 'Bot', '{}', ${now}, ${new Date(now.getTime() + 90 * DAY_MS)})`;
  await leave(as);
  const { visitor } = await signIn(as);
  await visitor.submit(PATH);
  const { connections } = await (await visitor.open("/api/connections", { accept: "application/json" })).json();
  expect(connections).toEqual([]);
});

test("a link from the command line leads there too", async () => {
  const as = await h.person();
  await leave(as);
  const link = await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() });
  const visitor = createVisitor(h.fetch, h.base_url);
  expect((await visitor.submit(new URL(link).pathname)).headers.get("location")).toBe(PATH);
});

/** Deletes the account again, by whatever credential holds now. */
async function leaveBySession(as: Person): Promise<void> {
  const [row] = await sql<{ epoch: number }[]>`select epoch from users where user_id = ${as.user_id}`;
  const { issueSession } = await import("../../kernel/ports/auth.ts");
  const cookie = issueSession(h.runtime.signer, { user_id: as.user_id, epoch: row?.epoch ?? 0 }, h.clock.now());
  h.clock.advance(1000);
  const headers = { cookie: cookie.slice(0, cookie.indexOf(";")) };
  await must(h.call("DELETE /api/account", { headers, json: { confirm: as.email } }));
}
