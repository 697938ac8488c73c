// Another provider in the place of one:
// it signs in nobody whom the former had let in until they, or the owners for all, have said so.
import { afterAll, expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { readMail } from "../signin/mailbox.ts";
import type { Visitor } from "../signin/visitor.ts";
import { startForgingProvider } from "./forging_provider.ts";
import { openSsoServer, whoIs } from "./sso_server.ts";

const h = await openSsoServer();
const { sql } = h;
const former = await startForgingProvider(h.tls);
const next = await startForgingProvider(h.tls);
afterAll(() => Promise.all([former.close(), next.close()]));

let companies = 0;

/** A company whose provider has let Mia in, and is another one since. */
async function moved(options: { removed?: boolean } = {}) {
  const domain = `former${++companies}.example`;
  const owner = await h.company(domain);
  const mia = await h.person({ role: "member", workspace_id: owner.workspace_id, email: `mia@${domain}` });
  await h.byHand("PUT /api/sso", owner, h.configOf(former, [domain]));
  expect(await whoIs((await comeIn(owner, former, mia.email)).visitor)).toBe(mia.email);
  if (options.removed) expect((await h.call("DELETE /api/sso", { as: owner })).status).toBe(200);
  const { body } = await h.byHand("PUT /api/sso", owner, h.configOf(next, [domain]));
  expect(body.sso).toMatchObject({ issuer: next.issuer, status: "confirmed" });
  return { owner, mia };
}

async function comeIn(as: Person, provider: typeof next, email: string, visitor: Visitor = h.visitor()) {
  provider.forge({ claims: { sub: `sub of ${email}`, email } });
  const start = await visitor.open(`/auth/sso/${as.workspace}`);
  const back = await visitor.open(provider.redirect(start.headers.get("location") ?? ""));
  const page = back.status === 200 ? await back.text() : "";
  return { visitor, page, ticket: /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "" };
}

const press = (visitor: Visitor, ticket: string, decision: string) =>
  visitor.submit("/auth/sso/join", { ticket, decision });

test("a provider that has taken another's place links nobody by the address alone, be the former changed or removed before", async () => {
  for (const removed of [false, true]) {
    const { owner, mia } = await moved({ removed });
    const { visitor, page, ticket } = await comeIn(owner, next, mia.email);
    expect(page).toContain("A new provider");
    for (const decision of ["enter", "link", "join", "mailed"]) await press(visitor, ticket, decision);
    expect(await whoIs(visitor)).toBeNull();
    const linked = await sql`select from sso_identities where user_id = ${mia.user_id} and issuer = ${next.issuer}`;
    expect(linked.count).toBe(0);
  }
});

test("a session of theirs says so by a button, and the next sign-in needs none", async () => {
  const { owner, mia } = await moved();
  const { visitor, page, ticket } = await comeIn(owner, next, mia.email, h.browserOf(mia));
  expect(page).toContain("Yes, it signs me in");
  expect((await press(visitor, ticket, "link")).status).toBe(303);
  expect(await whoIs((await comeIn(owner, next, mia.email)).visitor)).toBe(mia.email);
});

test("a link that is mailed to the address says so once, in the browser that asked for it", async () => {
  const { owner, mia } = await moved();
  const { visitor, ticket } = await comeIn(owner, next, mia.email);
  expect(await (await press(visitor, ticket, "mail")).text()).toContain("on its way");
  const mail = (await readMail(h.runtime)).findLast(({ to }) => to === mia.email);
  const link = /https?:\S+\/auth\/sso\/links\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const mailed = new URL(link).pathname.split("/").at(-1) ?? "";
  expect(await (await visitor.open(link)).text()).toContain("Sign in through the new provider?");
  const stranger = h.visitor();
  expect((await press(stranger, mailed, "mailed")).status).toBe(403);
  // The ticket of the page is not the one of the mail.
  expect((await press(visitor, ticket, "mailed")).status).toBe(403);
  expect((await press(visitor, mailed, "mailed")).status).toBe(303);
  expect(await whoIs(visitor)).toBe(mia.email);
  expect((await press(visitor, mailed, "mailed")).status).toBe(403);
});

test("owners say so for all at once, after a test, until yet another provider comes", async () => {
  const { owner, mia } = await moved();
  const page = async () => (await h.browserOf(owner).open("/auth/confirmations")).text();
  expect(await page()).toContain("Nothing waits");
  const { body } = await h.byHand("POST /api/sso/test", owner);
  next.forge({ claims: { sub: `sub of ${owner.email}`, email: owner.email } });
  const browser = h.browserOf(owner);
  const start = await browser.open(body.url);
  const tried = await (await browser.open(next.redirect(start.headers.get("location") ?? ""))).text();
  expect(tried).toContain("Look at what waits");
  const [, id] = /aria-labelledby="setting-(\d+)"/.exec(await page()) ?? [];
  expect((await comeIn(owner, next, mia.email)).page).toContain("A new provider");
  expect((await browser.submit(`/auth/confirmations/${id}`, { decision: "confirm" })).status).toBe(303);
  expect(await whoIs((await comeIn(owner, next, mia.email)).visitor)).toBe(mia.email);
  const [row] = await sql<{ trusts_former: boolean }[]>`
    select trusts_former from sso_configs where workspace_id = ${owner.workspace_id}`;
  expect(row?.trusts_former).toBe(true);
  await h.byHand("PUT /api/sso", owner, h.configOf(former, [owner.email.split("@")[1] ?? ""]));
  expect((await sql`select from sso_configs where trusts_former`).count).toBe(0);
});
