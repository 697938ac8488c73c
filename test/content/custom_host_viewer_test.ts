// Who reads on a workspace's own domain:
// the handoff comes back to where it began, and what it leaves there is worthless elsewhere.
import { describe, expect, test } from "bun:test";
import { lastLink } from "../signin/mailbox.ts";
import type { Visitor } from "../signin/visitor.ts";
import { ANNAS, EVES, openDomainServer, SECOND } from "./domain_server.ts";
import { AS_PART, follow, PAGE, type Published } from "./published.ts";

const server = await openDomainServer();
const { anna, otto, eve } = server;
server.domains.give(SECOND, anna.workspace_id, { is_default: false });
const SHARED = new URL(server.content_url).host;

const originOf = (host: string) => (host === SHARED ? server.content_url : `https://${host}`);

/** Takes what a browser holds for one host along to another, as whoever has read it could. */
function carry(visitor: Visitor, from: string, to: string): void {
  visitor.cookies.set(to, new Map(visitor.cookies.get(from)));
}

function jarOf(visitor: Visitor, host: string): Map<string, string> {
  return visitor.cookies.get(host) ?? new Map();
}

/** Where a visitor stands who goes to a document at a host. */
async function openAt(visitor: Visitor, host: string, { at }: Published) {
  const { response, url } = await follow(visitor, originOf(host) + at);
  return { status: response.status, host: url.host, path: url.pathname, page: url.href, body: await response.text() };
}

const isSentAway = (location: string | null) => location?.startsWith(`${server.base_url}/viewer/authorize?`) ?? false;

describe("the handoff", () => {
  test("comes back to the domain that asked, with a cookie of that domain alone, to the page that was wanted", async () => {
    const document = await server.publish({}, { "two.html": "<p>two</p>", "app.js": "1" });
    const visitor = server.visitor(anna);
    const first = await visitor.open(`https://${ANNAS}${document.at}two.html`);
    const there = new URL(first.headers.get("location") ?? "");
    expect([there.pathname, there.searchParams.get("host")]).toEqual(["/viewer/authorize", ANNAS]);
    const back = await visitor.open(there.href);
    expect(back.headers.get("location")).toStartWith(`https://${ANNAS}${document.at}?handoff=`);
    const landed = await visitor.open(back.headers.get("location") ?? "");
    const cookie = landed.headers.getSetCookie().join();
    for (const part of ["__Host-docsvc_viewer=", "HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain("Domain");
    const { response, url } = await follow(visitor, `https://${ANNAS}${document.at}two.html`);
    expect([response.status, await response.text(), url.host]).toEqual([200, "<p>two</p>", ANNAS]);
    expect(url.pathname).toMatch(new RegExp(`^${document.at}~[^/]+/two\\.html$`));
    expect(response.headers.get("content-security-policy")).toStartWith("sandbox allow-scripts");
    expect(response.headers.get("content-security-policy")).toContain(`frame-ancestors 'self' ${server.base_url}`);
    const part = await visitor.send(new URL("app.js", url).href, { headers: { ...AS_PART, cookie: "" } });
    expect([part.status, part.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(jarOf(visitor, SHARED).size).toBe(0);
  });

  test("leaves a code that is worthless on every other host, and works where it was made for", async () => {
    const document = await server.publish({});
    for (const [home, others] of [
      [ANNAS, [SECOND, SHARED, EVES]],
      [SHARED, [ANNAS, SECOND]],
    ] as const) {
      const visitor = server.visitor(anna);
      const first = await visitor.open(originOf(home) + document.at);
      const back = new URL((await visitor.open(first.headers.get("location") ?? "")).headers.get("location") ?? "");
      expect(back.host).toBe(home);
      for (const other of others) {
        carry(visitor, home, other);
        const refused = await visitor.open(originOf(other) + back.pathname + back.search);
        expect([other, refused.status]).toEqual([other, other === EVES ? 404 : 302]);
        expect([other, jarOf(visitor, other).has("__Host-docsvc_viewer")]).toEqual([other, false]);
      }
      expect((await visitor.open(back.href)).headers.getSetCookie().join()).toContain("__Host-docsvc_viewer=");
    }
  });

  test("goes to no name that is not in use, and takes nobody to a domain of a workspace that they are not of, whatever they ask for", async () => {
    const document = await server.publish({ visibility: "workspace" });
    const nonce = "n".repeat(43);
    const ask = (slug: string, host: string) =>
      server.visitor(anna).open(`/viewer/authorize?slug=${slug}&nonce=${nonce}&host=${encodeURIComponent(host)}`);
    for (const host of [
      "evil.example",
      `${ANNAS}.evil.example`,
      `${ANNAS}@evil.example`,
      `${ANNAS}/x`,
      "",
      "//evil.example",
    ]) {
      const answer = await ask(document.slug, host);
      expect([host, answer.status, answer.headers.get("location")]).toEqual([host, 400, null]);
    }
    for (const query of [`slug=${document.slug}`, "slug=nowhere", "page=/w/"]) {
      const answer = await server.visitor(anna).open(`/viewer/authorize?${query}&nonce=${nonce}&host=${EVES}`);
      expect([query, answer.status, answer.headers.get("location")]).toEqual([query, 403, null]);
      expect((await answer.text()).replace(/<code>[^<]+<\/code>/, "")).toContain(`what is closed at ${EVES}`.slice(1));
    }
    expect((await ask(document.slug, ANNAS)).headers.get("location")).toStartWith(`https://${ANNAS}${document.at}`);
    // Where a slug of theirs is nothing, the domain says so.
    const theirs = await server.call("POST /api/docs", { as: eve, json: { html: PAGE, visibility: "workspace" } });
    const there = { ...document, at: `/d/${theirs.body.slug}/` };
    expect(await openAt(server.visitor(anna), ANNAS, there)).toMatchObject({ status: 404, host: ANNAS });
    expect((await ask(document.slug, SHARED)).headers.get("location")).toStartWith(server.content_url + document.at);
  });

  test("refuses somebody from outside, and leads a member to whom it is closed to where they ask, as on the shared host", async () => {
    const open = await server.publish({ visibility: "workspace" });
    expect((await openAt(server.visitor(otto), ANNAS, open)).body).toBe(PAGE);
    expect(await openAt(server.visitor(eve), ANNAS, open)).toMatchObject({ status: 403, path: "/viewer/authorize" });
    const closed = await server.publish({});
    const visitor = server.visitor(otto);
    expect((await openAt(visitor, ANNAS, open)).status).toBe(200);
    const asking = await openAt(visitor, ANNAS, closed);
    expect(asking).toMatchObject({ status: 200, path: `/auth/request-access/${closed.slug}` });
    const json = { subject_type: "user", subject: otto.email, level: "view" };
    await server.call(`POST /api/docs/${closed.doc_id}/access`, { as: anna, json });
    const granted = await visitor.open(asking.page);
    expect(granted.headers.get("location")).toBe(`https://${ANNAS}${closed.at}`);
  });

  test("goes through a mailed sign-in link, whose button may lead on to the domain and to no other", async () => {
    const { slug } = await server.publish({});
    const nonce = "n".repeat(43);
    for (const [host, targets] of [
      [ANNAS, `form-action 'self' ${server.content_url} https://${ANNAS};`],
      ["evil.example", `form-action 'self' ${server.content_url};`],
    ] as const) {
      const visitor = server.visitor();
      await visitor.submit("/auth/login", {
        email: anna.email,
        next: `/viewer/authorize?slug=${slug}&nonce=${nonce}&host=${host}`,
      });
      const page = await visitor.open((await lastLink(server.runtime)).href);
      expect(page.headers.get("content-security-policy")).toContain(targets);
    }
  });
});

describe("the viewer cookie", () => {
  test("of one host names nobody on another, nor on a domain that was registered anew under the same name", async () => {
    const document = await server.publish({ visibility: "workspace" });
    const visitor = server.visitor(otto);
    for (const home of [ANNAS, SHARED]) {
      expect((await openAt(visitor, home, document)).status).toBe(200);
      for (const other of [SECOND, home === SHARED ? ANNAS : SHARED]) {
        const thief = server.visitor();
        thief.cookies.set(other, new Map(jarOf(visitor, home)));
        const answer = await thief.open(originOf(other) + document.at);
        expect([home, other, isSentAway(answer.headers.get("location"))]).toEqual([home, other, true]);
      }
    }
    server.domains.give(ANNAS, anna.workspace_id);
    expect(isSentAway((await visitor.open(`https://${ANNAS}${document.at}`)).headers.get("location"))).toBe(true);
  });

  test("ends on every host with the sign-out, and the level is read on every request", async () => {
    const document = await server.publish({ visibility: "workspace" });
    const visitor = server.visitor(otto);
    for (const host of [ANNAS, SECOND, SHARED]) expect((await openAt(visitor, host, document)).status).toBe(200);
    await server.patch(document, { visibility: "restricted" });
    for (const host of [ANNAS, SECOND, SHARED]) {
      expect((await visitor.open(originOf(host) + document.at, { "sec-fetch-dest": "empty" })).status).toBe(404);
    }
    await server.patch(document, { visibility: "workspace" });
    await visitor.submit("/auth/logout");
    for (const host of [ANNAS, SECOND, SHARED]) {
      const answer = await visitor.open(originOf(host) + document.at);
      expect([host, isSentAway(answer.headers.get("location"))]).toEqual([host, true]);
    }
  });
});

test("a capability opens the parts of a page on the host that made it and on no other", async () => {
  const document = await server.publish({}, { "app.js": "1" });
  const visitor = server.visitor(anna);
  for (const [home, others] of [
    [ANNAS, [SECOND, SHARED, EVES]],
    [SHARED, [ANNAS]],
  ] as const) {
    const { page } = await openAt(visitor, home, document);
    const part = new URL("app.js", page);
    const send = (host: string) =>
      visitor.send(originOf(host) + part.pathname, { headers: { ...AS_PART, cookie: "" } });
    expect((await send(home)).status).toBe(200);
    for (const other of others) expect([other, (await send(other)).status]).toEqual([other, 404]);
  }
});

describe("a password", () => {
  const password = "correct horse battery";

  test("that was typed on one host opens the document there alone, and the form takes nothing of another origin", async () => {
    const document = await server.publish({ visibility: "password", password });
    const visitor = server.visitor();
    const form = `https://${ANNAS}${document.at}~unlock`;
    expect((await visitor.open(form)).status).toBe(200);
    for (const origin of [server.content_url, `https://${SECOND}`, server.base_url, `http://${ANNAS}`, "null"]) {
      const answer = await visitor.submit(form, { password }, { origin });
      expect([origin, answer.status, jarOf(visitor, ANNAS).size]).toEqual([origin, 403, 0]);
    }
    const done = await visitor.submit(form, { password });
    expect([done.status, done.headers.get("location")]).toEqual([303, document.at]);
    expect((await visitor.open(`https://${ANNAS}${document.at}`)).status).toBe(200);
    for (const other of [SECOND, SHARED]) {
      carry(visitor, ANNAS, other);
      expect([other, (await visitor.open(originOf(other) + document.at)).status]).toEqual([other, 401]);
    }
    expect((await visitor.open(`https://${EVES}${document.at}~unlock`)).status).toBe(404);
    expect((await visitor.submit(`https://${EVES}${document.at}~unlock`, { password })).status).toBe(404);
  });

  test("opens by HTTP Basic on every host of the document, and guesses on all of them are counted together", async () => {
    const document = await server.publish({ visibility: "password", password });
    const ask = (host: string, given: string) =>
      server.at(host, document.at, { headers: { authorization: `Basic ${btoa(`reader:${given}`)}` } });
    for (const host of [ANNAS, SECOND, SHARED]) expect([host, (await ask(host, password)).status]).toEqual([host, 200]);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push((await ask([ANNAS, SECOND, SHARED][n % 3] ?? "", `guess ${n}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});
