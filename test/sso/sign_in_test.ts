// Signing in through the providers of two companies at once, each a real one over https, and who gets in as whom.
import { afterAll, beforeEach, expect, test } from "bun:test";
import { domainToASCII } from "node:url";
import { whoIs } from "./sso_server.ts";
import { openTwoCompanies } from "./two_companies.ts";

const { h, sql, berg, tal, olga, rita, put, goThrough, close } = await openTwoCompanies();

beforeEach(async () => {
  await sql`truncate audit_events`;
});
afterAll(close);

const ticketOf = (page: string) => /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";

test("a person who is new signs in through their company's provider, becomes a member and is listed with sso and last_sign_in", async () => {
  berg.signInAs({ sub: "b-1", email: "mia@berg.example", email_verified: true, name: "Mia" });
  const mia = h.visitor();
  const done = await goThrough(mia, berg, olga.workspace, "?next=%2Fapp%3Fx%3D1");
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app?x=1"]);
  expect(await whoIs(mia)).toBe("mia@berg.example");
  expect(await h.actions()).toEqual(["member.join", "account.create", "login.ok"]);
  const { members } = (await h.call("GET /api/members", { as: olga })).body;
  const found = members.find((one: { email: string }) => one.email === "mia@berg.example");
  expect(found).toMatchObject({ role: "member", name: "Mia", sso: true, scim: false });
  expect(found.last_sign_in).toBe(h.clock.now().toISOString());
  expect(members.find((one: { email: string }) => one.email === olga.email).sso).toBe(false);

  const again = h.visitor();
  expect((await goThrough(again, berg, olga.workspace)).status).toBe(303);
  expect((await h.actions()).slice(3)).toEqual(["login.ok"]);
});

test("two companies sign in at once in two browsers, and neither's visit ends in the other's workspace", async () => {
  berg.signInAs({ sub: "b-2", email: "max@berg.example", email_verified: true });
  tal.signInAs({ sub: "b-2", email: "tom@tal.example", email_verified: true });
  const [max, tom] = [h.visitor(), h.visitor()];
  const [toBerg, toTal] = [
    await max.open(`/auth/sso/${olga.workspace}`),
    await tom.open(`/auth/sso/${rita.workspace}`),
  ];
  const [backMax, backTom] = await Promise.all([
    berg.visit(toBerg.headers.get("location") ?? ""),
    tal.visit(toTal.headers.get("location") ?? ""),
  ]);
  // Each other's redirects are worthless: state, issuer and key are another's.
  expect((await max.open(backTom)).status).toBe(403);
  expect(await whoIs(max)).toBeNull();
  expect((await tom.open(backTom)).status).toBe(303);
  expect(await whoIs(tom)).toBe("tom@tal.example");
  // The visit that failed is over: it is begun anew.
  expect((await max.open(backMax)).status).toBe(403);
  expect((await goThrough(max, berg, olga.workspace)).status).toBe(303);
  const rows = await sql<{ email: string; workspace_id: number }[]>`
    select u.email, i.workspace_id from sso_identities i join users u using (user_id) where i.subject = 'b-2' order by 1`;
  expect(rows.map((row) => [row.email, row.workspace_id])).toEqual([
    ["max@berg.example", olga.workspace_id],
    ["tom@tal.example", rita.workspace_id],
  ]);
});

test("a provider speaks for the proven domains of its own workspace alone", async () => {
  for (const email of ["rita@tal.example", "owner@tal.example", "mia@sub.berg.example", "mia@gmail.com"]) {
    berg.signInAs({ sub: `b-${email}`, email, email_verified: true });
    const visitor = h.visitor();
    const answer = await goThrough(visitor, berg, olga.workspace);
    expect([email, answer.status]).toEqual([email, 403]);
    expect(await answer.text()).toContain(email);
    expect(await whoIs(visitor)).toBeNull();
  }
  expect(await h.actions()).toEqual(["sso.refuse", "sso.refuse", "sso.refuse", "sso.refuse"]);
});

test("an address that the provider calls unverified is refused, and one of which it says nothing is not", async () => {
  berg.signInAs({ sub: "b-3", email: "owner@berg.example", email_verified: false });
  const mallory = h.visitor();
  const answer = await goThrough(mallory, berg, olga.workspace);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("is not verified");
  expect(await whoIs(mallory)).toBeNull();
  tal.signInAs({ sub: "t-3", email: "tim@tal.example" });
  const tim = h.visitor();
  expect((await goThrough(tim, tal, rita.workspace)).status).toBe(303);
});

test("another id of the provider with the same address is refused until somebody unlinks the former one", async () => {
  berg.signInAs({ sub: "b-4", email: "nora@berg.example", email_verified: true });
  expect((await goThrough(h.visitor(), berg, olga.workspace)).status).toBe(303);
  berg.signInAs({ sub: "b-4-made-again", email: "nora@berg.example", email_verified: true });
  const other = h.visitor();
  const refused = await goThrough(other, berg, olga.workspace);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("another account than before");
  expect(await whoIs(other)).toBeNull();

  const [{ user_id } = { user_id: 0 }] = await sql<{ user_id: number }[]>`
    select user_id from users where email = 'nora@berg.example'`;
  expect((await h.byHand(`DELETE /api/sso/links/${user_id}`, rita)).status).toBe(404);
  expect((await h.byHand(`DELETE /api/sso/links/${user_id}`, olga)).body).toEqual({ unlinked: user_id });
  expect((await goThrough(other, berg, olga.workspace)).status).toBe(303);
});

test("the account stays linked when the provider gives its person another address", async () => {
  berg.signInAs({ sub: "b-5", email: "ida@berg.example", email_verified: true });
  expect((await goThrough(h.visitor(), berg, olga.workspace)).status).toBe(303);
  berg.signInAs({ sub: "b-5", email: "ida.married@berg.example", email_verified: true });
  const ida = h.visitor();
  expect((await goThrough(ida, berg, olga.workspace)).status).toBe(303);
  expect(await whoIs(ida)).toBe("ida@berg.example");
});

test("an issuer that was given with a slash at its end is the same provider", async () => {
  const owner = await h.company("strich.example");
  await put(owner, { ...berg, issuer: `${berg.issuer}/` }, ["strich.example"]);
  berg.signInAs({ sub: "s-1", email: "sia@strich.example", email_verified: true });
  expect((await goThrough(h.visitor(), berg, owner.workspace)).status).toBe(303);
  const { members } = (await h.call("GET /api/members", { as: owner })).body;
  expect(members.find((one: { email: string }) => one.email === "sia@strich.example").sso).toBe(true);
});

test("a full workspace takes nobody new and says how many it may have, and an invite keeps its seat and its role", async () => {
  const owner = await h.company("voll.example", { plan: "business" });
  await put(owner, berg, ["voll.example"]);
  await sql`insert into users (workspace_id, email, role, created_at)
    select ${owner.workspace_id}, 'n' || n || '@voll.example', 'member', ${h.clock.now()} from generate_series(1, 48) n`;
  const invited = await h.call("POST /api/invites", { as: owner, json: { email: "ivo@voll.example", role: "admin" } });
  expect(invited.status).toBe(201);
  berg.signInAs({ sub: "v-1", email: "late@voll.example", email_verified: true });
  const late = h.visitor();
  const full = await goThrough(late, berg, owner.workspace);
  expect(full.status).toBe(402);
  expect(await full.text()).toContain("This workspace may have 50 members");
  expect(await whoIs(late)).toBeNull();
  berg.signInAs({ sub: "v-2", email: "IVO@voll.example", email_verified: true });
  const ivo = h.visitor();
  expect((await goThrough(ivo, berg, owner.workspace)).status).toBe(303);
  const { members } = (await h.call("GET /api/members?limit=500", { as: owner })).body;
  expect(members.find((one: { email: string }) => /ivo/i.test(one.email)).role).toBe("admin");
  expect((await h.call("GET /api/invites", { as: owner })).body.invites).toEqual([]);
});

test("nobody joins a workspace whose only owner ended their account, and who is new is told so", async () => {
  const { user_id } = olga;
  const led = async () => (await h.call("GET /auth/sso/lookup?email=late@berg.example")).body.sso;
  expect(await led()).toBe(true);
  await sql`update users set disabled_at = ${h.clock.now()} where user_id = ${user_id}`;
  try {
    berg.signInAs({ sub: "b-late", email: "late@berg.example", email_verified: true });
    const late = h.visitor();
    const refused = await goThrough(late, berg, olga.workspace);
    expect([refused.status, await whoIs(late)]).toEqual([409, null]);
    expect(await led()).toBe(false);
    expect(await refused.text()).toContain("has no owner any more");
    expect(await sql`select from users where email = 'late@berg.example'`).toHaveLength(0);
    expect(await h.actions()).toEqual(["sso.refuse"]);
  } finally {
    await sql`update users set disabled_at = null where user_id = ${user_id}`;
  }
});

test("an account elsewhere that leaves nothing moves in; one with documents is asked first, and may stay", async () => {
  const empty = await h.person({ role: "owner", email: "eva@berg.example" });
  berg.signInAs({ sub: "b-6", email: "eva@berg.example", email_verified: true });
  const eva = h.visitor();
  await sql`delete from tokens where user_id = ${empty.user_id}`;
  expect((await goThrough(eva, berg, olga.workspace)).status).toBe(303);
  expect((await h.actions()).filter((action) => action.startsWith("member."))).toEqual(["member.leave", "member.join"]);

  const writer = await h.person({ role: "owner", email: "udo@berg.example" });
  expect((await h.call("POST /api/docs", { as: writer, json: { html: "<p>Mine</p>" } })).status).toBe(201);
  berg.signInAs({ sub: "b-7", email: "udo@berg.example", email_verified: true });
  const udo = h.visitor();
  const asked = await goThrough(udo, berg, olga.workspace);
  const page = await asked.text();
  expect([asked.status, page]).toEqual([200, expect.stringContaining("1 document")]);
  expect(await whoIs(udo)).toBeNull();
  const ticket = ticketOf(page);
  // Somebody else's browser, with the ticket and nothing else.
  const stranger = h.visitor();
  for (const decision of ["stay", "join"]) {
    expect((await stranger.submit("/auth/sso/join", { ticket, decision })).status).toBe(403);
    expect(await whoIs(stranger)).toBeNull();
  }
  const stayed = await udo.submit("/auth/sso/join", { ticket, decision: "stay" });
  expect(stayed.status).toBe(303);
  expect(await whoIs(udo)).toBe("udo@berg.example");
  const [row] = await sql<{ workspace_id: number }[]>`select workspace_id from users where user_id = ${writer.user_id}`;
  expect(row?.workspace_id).toBe(writer.workspace_id);
  // It was good for one decision.
  expect((await udo.submit("/auth/sso/join", { ticket, decision: "join" })).status).toBe(403);
  const again = ticketOf(await (await goThrough(udo, berg, olga.workspace)).text());
  expect((await udo.submit("/auth/sso/join", { ticket: again, decision: "join" })).status).toBe(303);
  const [moved] = await sql<
    { workspace_id: number }[]
  >`select workspace_id from users where user_id = ${writer.user_id}`;
  expect(moved?.workspace_id).toBe(olga.workspace_id);
  expect((await udo.submit("/auth/sso/join", { ticket: `${ticket}x`, decision: "join" })).status).toBe(403);
});

test("a move that is refused in its middle leaves nothing of itself, and the refusal is noted", async () => {
  const writer = await h.person({ role: "owner", email: "lea@berg.example" });
  const doc = (await h.call("POST /api/docs", { as: writer, json: { html: "<p>Held</p>" } })).body;
  await h.call(`POST /api/docs/${doc.doc_id}/legal-hold`, { as: writer, json: { on: true } });
  const lies = () => sql`
    select d.workspace_id as doc, u.workspace_id as person, d.visibility from documents d join users u on u.user_id = d.owner_id
    where d.doc_id = ${doc.doc_id}`;
  const [before] = await lies();
  berg.signInAs({ sub: "b-9", email: "lea@berg.example", email_verified: true });
  const lea = h.visitor();
  const page = await (await goThrough(lea, berg, olga.workspace)).text();
  await sql`truncate audit_events`;
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const refused = await lea.submit("/auth/sso/join", { ticket, decision: "join" });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("under legal hold")]);
  expect({ ...(await lies())[0] }).toEqual({ ...before });
  expect(await whoIs(lea)).toBeNull();
  expect(await h.actions()).toEqual(["sso.refuse"]);
});

test("a domain that only reads like another's to the database speaks for no account there", async () => {
  const victim = await h.person({ role: "owner", email: "vic@istanbul.example" });
  expect((await h.call("POST /api/docs", { as: victim, json: { html: "<p>Mine</p>" } })).status).toBe(201);
  // A capital I with a dot is one letter for a domain, and a plain i for Postgres.
  const dotted = "\u0130stanbul.example";
  const domain = domainToASCII(dotted);
  expect(domain).toStartWith("xn--");
  const mallory = await h.company(domain);
  await put(mallory, berg, [domain]);
  berg.signInAs({ sub: "b-10", email: `vic@${dotted}`, email_verified: true });
  const visitor = h.visitor();
  const answer = await goThrough(visitor, berg, mallory.workspace);
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("istanbul.example")]);
  expect(await whoIs(visitor)).toBeNull();
});

test("a browser in which somebody else is signed in is asked before it goes on as another, and whose own session is there is not", async () => {
  const victim = await h.person({ role: "owner", email: "vera@elsewhere.example" });
  const vera = h.browserOf(victim);
  tal.signInAs({ sub: "t-mallory", email: "mallory@tal.example", email_verified: true });
  const asked = await goThrough(vera, tal, rita.workspace, "?next=%2Fapp%3Fx%3D1");
  const page = await asked.text();
  expect([asked.status, page]).toEqual([200, expect.stringContaining("Sign in as <bdi>mallory@tal.example</bdi>?")]);
  expect(page).toContain("vera@elsewhere.example");
  // Nobody was made or signed in by the question.
  expect(await whoIs(vera)).toBe("vera@elsewhere.example");
  expect(await sql`select from users where email = 'mallory@tal.example'`).toHaveLength(0);
  expect(await h.actions()).toEqual([]);
  const ticket = ticketOf(page);
  expect((await h.visitor().submit("/auth/sso/join", { ticket, decision: "enter" })).status).toBe(403);
  const entered = await vera.submit("/auth/sso/join", { ticket, decision: "enter" });
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/app?x=1"]);
  expect(await whoIs(vera)).toBe("mallory@tal.example");
  // The same person again, wherever it began.
  const start = await vera.open(`/auth/sso/${rita.workspace}`, { "sec-fetch-site": "cross-site" });
  expect((await vera.open(await tal.visit(start.headers.get("location") ?? ""))).status).toBe(303);
});

test("a sign-in that a page of another site began is asked about where nobody is signed in", async () => {
  tal.signInAs({ sub: "t-tile", email: "tilda@tal.example", email_verified: true });
  for (const site of ["cross-site", "same-site"]) {
    const lured = h.visitor();
    const start = await lured.open(`/auth/sso/${rita.workspace}`, { "sec-fetch-site": site });
    const asked = await lured.open(await tal.visit(start.headers.get("location") ?? ""));
    const page = await asked.text();
    expect([asked.status, page]).toEqual([200, expect.stringContaining("Another site led you here")]);
    expect(await whoIs(lured)).toBeNull();
    expect((await lured.submit("/auth/sso/join", { ticket: ticketOf(page), decision: "enter" })).status).toBe(303);
    expect(await whoIs(lured)).toBe("tilda@tal.example");
  }
  for (const site of ["same-origin", "none"]) {
    const tilda = h.visitor();
    const start = await tilda.open(`/auth/sso/${rita.workspace}`, { "sec-fetch-site": site });
    expect((await tilda.open(await tal.visit(start.headers.get("location") ?? ""))).status).toBe(303);
  }
});
