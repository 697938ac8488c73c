// A company is set up from nothing by public routes and pages alone, works, and lets somebody go:
// 20 people, and 500 with DEPTH=deep.
import { expect, test } from "bun:test";
import { signedEvent } from "../billing/stripe_stand_in.ts";
import { httpsGet } from "../domains/https_get.ts";
import { pickByDepth } from "../harness/depth.ts";
import { until } from "../harness/until.ts";
import type { Visitor } from "../signin/visitor.ts";
import { openCompanyPlace } from "./company_place.ts";

const PEOPLE = pickByDepth({ small: 20, deep: 500 });
const GROUPS = pickByDepth({ small: 3, deep: 20 });
const AT_ONCE = 8;
const DOMAIN = "berg.example";
const HOST = "docs.berg.example";
const c = await openCompanyPlace();
const { ask, send, provider } = c;

interface Row {
  id: number;
  name: string;
  value: string;
  status: string;
  error: string | null;
}

const addressOf = (n: number) => `person${n}@${DOMAIN}`;
const groupOf = (n: number) => `Team ${n % GROUPS}`;

/** Signs somebody in who is at the keyboard, from the address that they type. */
async function signIn(email: string): Promise<Visitor> {
  const browser = c.visitor();
  provider.signInAs({ sub: email, email, email_verified: true, name: email.split("@")[0] ?? "" });
  const typed = await browser.submit("/auth/login", { email });
  const entry = await browser.open(typed.headers.get("refresh")?.replace("0; url=", "") ?? "");
  const back = await provider.visit(entry.headers.get("location") ?? "");
  const done = await browser.open(back);
  expect([done.status, done.headers.get("location")]).toEqual([303, "/app"]);
  return browser;
}

test("a company is set up from nothing, works under its own name, and offboards a person within the next request", async () => {
  // The owner, by the link that the first start prints.
  const browser = c.visitor();
  const link = await c.place.runHere("setup-link");
  const set_up = await browser.submit(link, { email: `olga@${DOMAIN}`, name: "Olga", workspace: "Berg" });
  expect(set_up.status).toBe(303);

  // A plan, before what needs it.
  const early = await send("PUT /api/sso", browser, { issuer: provider.issuer, client_id: "docs", domains: [DOMAIN] });
  expect([early.status, early.text]).toEqual([402, expect.stringContaining("Business")]);
  const checkout = await ask<{ url: string }>("POST /api/billing/checkout", browser, { price: "business_monthly" });
  const customer = checkout.url.split("/").at(-1) ?? "";
  c.processor.has.set(customer, [{ price: "price_bm", quantity: PEOPLE + 1 }]);
  const event = await signedEvent({ id: "evt_1", type: "customer.subscription.created", customer }, new Date());
  const told = await fetch(`${c.place.base_url}/api/billing/webhook`, { method: "POST", ...event });
  expect(told.status).toBe(200);
  const bill = await ask<{ workspace: { plan: string; slug: string } }>("GET /api/billing/workspace", browser);
  expect(bill.workspace.plan).toBe("business");
  // Provisioning is in the plan that is agreed on by contract, which whoever runs the server enters.
  expect((await send("POST /api/scim/tokens", browser, {})).text).toContain("Enterprise");
  await c.place.runHere("workspace", "plan", "berg", "enterprise");

  // Its e-mail domain, its provider: proven, tested, enforced.
  const domain = await ask<{ id: number; record: Row }>("POST /api/email-domains", browser, { domain: DOMAIN });
  c.dns.set(domain.record.name, { TXT: [domain.record.value] });
  expect((await ask<Row>(`POST /api/email-domains/${domain.id}/verify`, browser)).status).toBe("proven");
  const { issuer, client_id, client_secret } = provider;
  const config = { issuer, client_id, domains: [DOMAIN] };
  await ask("PUT /api/sso", browser, { ...config, client_secret });
  expect((await send("PUT /api/sso", browser, { ...config, enforced: true })).status).toBe(409);
  const trial = await ask<{ url: string }>("POST /api/sso/test", browser);
  provider.signInAs({ sub: `olga@${DOMAIN}`, email: `olga@${DOMAIN}`, email_verified: true, name: "Olga" });
  const at_provider = (await browser.open(trial.url)).headers.get("location") ?? trial.url;
  const page = await browser.open(await provider.visit(at_provider));
  expect(await page.text()).toContain("The test passed");
  await ask("PUT /api/sso", browser, { ...config, enforced: true });
  expect((await send("GET /api/me", browser)).status).toBe(401);
  const owner = await signIn(`olga@${DOMAIN}`);

  // Its people and groups, by the provider.
  const scim = await ask<{ token: string; base_url: string }>("POST /api/scim/tokens", owner, { label: "provider" });
  const provision = async <T>(route: string, json: unknown): Promise<T> => {
    const [method = "", path = ""] = route.split(" ");
    const headers = { authorization: `Bearer ${scim.token}`, "content-type": "application/scim+json" };
    const answer = await fetch(scim.base_url + path, { method, headers, body: JSON.stringify(json) });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const ids: string[] = [];
  await inTurns(PEOPLE, async (n) => {
    const { id } = await provision<{ id: string }>("POST /Users", { userName: addressOf(n), externalId: `ext-${n}` });
    ids[n] = id;
  });
  for (let g = 0; g < GROUPS; g++) {
    const members = ids.filter((_, n) => n % GROUPS === g).map((value) => ({ value }));
    await provision("POST /Groups", { displayName: groupOf(g), members });
  }
  const page_of = await ask<{ members: unknown[] }>("GET /api/members?q=person&limit=200", owner);
  expect(page_of.members).toHaveLength(Math.min(PEOPLE, 200));

  // A shared root that one group may edit, and one person of another may read.
  const root = await ask<{ slug: string }>("POST /api/roots", owner, { name: "Handbook" });
  const grants = `/api/roots/${root.slug}/access`;
  await ask(`POST ${grants}`, owner, { subject_type: "group", subject: "team-1", level: "edit" });
  await ask(`POST ${grants}`, owner, { subject_type: "user", subject: addressOf(1), level: "comment" });
  const html = "<title>Welcome</title><p>how we work</p>";
  const doc = await ask<{ doc_id: string; slug: string }>("POST /api/docs", owner, {
    html,
    root: root.slug,
    visibility: "unlisted",
  });

  // Its own host name.
  if (c.own_host) await serveUnderOwnName(owner, doc.slug, c.own_host);

  // Somebody signs in, reads, publishes; a colleague of another group does not.
  const employee = await signIn(addressOf(1));
  expect((await send(`GET /api/docs/${doc.doc_id}/files/index.html`, employee)).status).toBe(200);
  await ask("POST /api/docs", employee, { html: "<p>mine</p>", root: root.slug });
  const { token } = await ask<{ token: string }>("POST /api/tokens", employee, { name: "laptop" });
  await ask("POST /api/docs", token, { html: "<p>by a program</p>" });
  const colleague = await signIn(addressOf(2));
  expect((await send(`GET /api/docs/${doc.doc_id}`, colleague)).status).toBe(404);

  // Offboarding: all of it is over with the next request.
  const Operations = [{ op: "Replace", path: "active", value: "False" }];
  await provision(`PATCH /Users/${ids[1]}`, { Operations });
  expect((await send("GET /api/me", employee)).status).toBe(401);
  expect((await send("GET /api/me", token)).status).toBe(401);
  expect((await send(`GET ${grants}`, owner)).text).not.toContain(addressOf(1));
  expect((await send("GET /api/workspace/tokens?status=live", owner)).text).not.toContain(addressOf(1));
  const left = await ask<{ members: { email: string }[] }>(`GET /api/members?q=${addressOf(1)}`, owner);
  expect(left.members.filter(({ email }) => email === addressOf(1))).toEqual([]);
  expect((await send("GET /api/me", colleague)).status).toBe(200);
});

async function serveUnderOwnName(
  owner: Visitor,
  slug: string,
  { https_port, authority }: { https_port: number; authority: string },
): Promise<void> {
  interface Domains {
    domains: { id: number; hostname: string; status: string; error: string | null; records: Row[] }[];
  }
  const added = (await ask<Domains>("POST /api/domains", owner, { hostname: HOST })).domains[0];
  const [alias, proof] = added?.records ?? [];
  if (!added || !alias || !proof) throw new Error("the domain names no records");
  c.dns.set(alias.name, { CNAME: alias.value, A: ["127.0.0.1"] });
  c.dns.set(proof.name, { TXT: [proof.value] });
  let seen = "";
  await until(async () => {
    const one = (await ask<Domains>("GET /api/domains", owner)).domains[0];
    seen = `${one?.status}: ${one?.error}`;
    if (one?.status === "active") return true;
    await ask(`POST /api/domains/${added.id}/verify`, owner);
    await Bun.sleep(100);
    return false;
  }).catch((error: unknown) => {
    throw new Error(`${HOST} was not served, ${seen}`, { cause: error });
  });
  const got = await httpsGet(HOST, { port: https_port, path: `/d/${slug}/`, ca: authority });
  expect([got.status, got.body]).toEqual([200, expect.stringContaining("how we work")]);
}

/** Does `work` for each number below `count`, some at once. */
async function inTurns(count: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const hand = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}
