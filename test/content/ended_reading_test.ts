// What ends reading on the content host: a sign-out in the same browser, and access that is taken away.
import { describe, expect, test } from "bun:test";
import { forgetPerson } from "../../kernel/host.ts";
import { endSessions, HOUR_MS } from "../../kernel/plugin.ts";
import { issueSession } from "../../kernel/ports/auth.ts";
import type { Person } from "../harness/harness.ts";
import type { Visitor } from "../signin/visitor.ts";
import { AS_PART, enter, follow, openContentServer, PAGE, type Published } from "./published.ts";

const server = await openContentServer();
const { anna, otto } = server;

/** A browser with a session of its own. */
function browserOf({ user_id }: Person): Visitor {
  const visitor = server.visitor();
  const session = issueSession(server.runtime.signer, { user_id, epoch: 0 }, server.clock.now());
  const cut = session.indexOf("=");
  const jar = new Map([[session.slice(0, cut), session.slice(cut + 1, session.indexOf(";"))]]);
  visitor.cookies.set(new URL(server.base_url).host, jar);
  return visitor;
}

async function read(visitor: Visitor, document: Published) {
  const { response, url } = await follow(visitor, document.url);
  return { status: response.status, page: url.href, where: url.pathname };
}

const part = (visitor: Visitor, page: string) =>
  visitor.send(new URL("a.txt", page).href, { headers: { ...AS_PART, cookie: "" } });

test("the viewer cookie and what it opened end with the sign-out, for a form and for a script", async () => {
  const document = await server.publish({ visibility: "workspace" }, { "a.txt": "a" });
  for (const accept of ["text/html", "*/*"]) {
    const visitor = browserOf(otto);
    const { status, page } = await read(visitor, document);
    expect(status).toBe(200);
    expect((await part(visitor, page)).status).toBe(200);
    await visitor.submit("/auth/logout", {}, { accept });
    expect([accept, (await part(visitor, page)).status]).toEqual([accept, 404]);
    expect(new URL((await visitor.open(document.url)).headers.get("location") ?? "").pathname).toBe(
      "/viewer/authorize",
    );
    expect((await read(visitor, document)).where).toBe("/auth/login");
  }
});

test("a grant that is over opens neither page nor parts from that moment on, with what was opened before either", async () => {
  const document = await server.publish({}, { "a.txt": "a" });
  const expires_at = new Date(server.clock.now().getTime() + HOUR_MS / 2).toISOString();
  const json = { subject_type: "user", subject: otto.email, expires_at };
  expect((await server.call(`POST /api/docs/${document.doc_id}/access`, { as: anna, json })).status).toBe(201);
  const visitor = browserOf(otto);
  const { status, page } = await read(visitor, document);
  expect([status, (await part(visitor, page)).status]).toEqual([200, 200]);
  server.clock.advance(HOUR_MS / 2 - 1);
  expect([(await visitor.open(page)).status, (await part(visitor, page)).status]).toEqual([200, 200]);
  server.clock.advance(1);
  expect([(await visitor.open(page)).status, (await part(visitor, page)).status]).not.toContain(200);
});

test("another browser of the same person, and the same browser once signed in again, go on reading", async () => {
  const document = await server.publish({ visibility: "workspace" });
  const [here, there] = [browserOf(otto), browserOf(otto)];
  expect((await read(here, document)).status).toBe(200);
  const elsewhere = await read(there, document);
  await here.submit("/auth/logout");
  expect((await there.open(elsewhere.page)).status).toBe(200);
  expect((await there.open(document.url)).headers.get("location")).toStartWith(document.at);
  const again = browserOf(otto).cookies.get(new URL(server.base_url).host) ?? new Map();
  here.cookies.set(new URL(server.base_url).host, again);
  server.clock.advance(1000);
  const { status, where } = await read(here, document);
  expect([status, where.startsWith(document.at)]).toEqual([200, true]);
});

test("a session cookie that somebody kept reads on after its sign-out instead of being sent around in circles", async () => {
  const document = await server.publish({ visibility: "workspace" });
  const visitor = browserOf(otto);
  const host = new URL(server.base_url).host;
  const kept = new Map(visitor.cookies.get(host));
  await read(visitor, document);
  await visitor.submit("/auth/logout");
  visitor.cookies.set(host, kept);
  server.clock.advance(1);
  expect((await read(visitor, document)).status).toBe(200);
});

test("a code that was handed out before the sign-out opens nothing after it", async () => {
  const document = await server.publish({ visibility: "workspace" });
  const visitor = browserOf(otto);
  const start = await visitor.open(document.url);
  const back = (await visitor.open(start.headers.get("location") ?? "")).headers.get("location") ?? "";
  await visitor.submit("/auth/logout");
  expect((await follow(visitor, back)).url.pathname).toBe("/auth/login");
});

test("whoever signs in as somebody else in one browser leaves no reader of before on the content host", async () => {
  const document = await server.publish({});
  const visitor = browserOf(anna);
  expect((await read(visitor, document)).status).toBe(200);
  const { sql } = server.runtime.database;
  const { signinPort } = await import("../../plugins/signin/port.ts");
  const now = server.clock.now();
  const link = await server.runtime.use(signinPort).createLoginLink(sql, { user_id: otto.user_id, now });
  expect((await visitor.submit(link)).status).toBe(303);
  expect((await read(visitor, document)).where).toBe(`/auth/request-access/${document.slug}`);
});

test("every server knows at once, and nothing of it is kept for longer than a viewer cookie lasts", async () => {
  const document = await server.publish({ visibility: "workspace" });
  const twin = await server.twin();
  const visitor = browserOf(otto);
  const { page } = await read(visitor, document);
  const cookie = [...(visitor.cookies.get(new URL(server.content_url).host) ?? [])]
    .map((pair) => pair.join("="))
    .join("; ");
  const open = () => twin.open(new URL(page).pathname, { headers: { cookie } });
  expect((await open()).status).toBe(200);
  await visitor.submit("/auth/logout");
  await twin.runtime.database.bus.catchUp();
  expect((await open()).status).toBe(302);
  server.clock.advance(13 * HOUR_MS);
  await server.runtime.jobs.runDue();
  expect(await server.rows("ended_viewings")).toEqual({ ended_viewings: 0 });
});

describe("access that ends", () => {
  type End = [string, (document: Published) => Promise<unknown>, string];
  const ends: End[] = [
    ["restricted again", (document) => server.patch(document, { visibility: "restricted" }), "/auth/request-access/"],
    ["deleted", ({ doc_id }) => server.call(`DELETE /api/docs/${doc_id}`, { as: anna }), "/d/"],
  ];
  for (const [what, end, where] of ends) {
    test(`a workspace document that is ${what} is closed on the next request, part and page`, async () => {
      const document = await server.publish({ visibility: "workspace" }, { "a.txt": "a" });
      const { visitor, page, part } = await enter(document, server.visitor(otto));
      expect((await part("a.txt")).status).toBe(200);
      await end(document);
      expect((await part("a.txt")).status).toBe(404);
      for (const address of [page, document.url]) {
        const { response, url } = await follow(visitor, address);
        expect(url.pathname).toStartWith(where + document.slug);
        expect(response.status).toBe(where === "/d/" ? 404 : 200);
        expect(await response.text()).not.toContain(PAGE);
      }
    });

    test(`an unlisted document that is ${what} is closed on the next request, though it was in memory`, async () => {
      const document = await server.publish({ visibility: "unlisted" });
      const etag = (await server.open(document.at)).headers.get("etag") ?? "";
      expect((await server.open(document.at, { headers: { "if-none-match": etag } })).status).toBe(304);
      await end(document);
      const after = await server.open(document.at, { headers: { "if-none-match": etag } });
      expect([302, 404]).toContain(after.status);
      expect(after.bytes.length).toBeLessThan(PAGE.length);
    });
  }

  test("a reader who is switched off or signs out everywhere is out on the next request", async () => {
    for (const leave of ["disabled", "signed out"]) {
      const reader = await server.person({ role: "member", workspace_id: anna.workspace_id });
      const document = await server.publish({ visibility: "workspace" }, { "a.txt": "a" });
      const { visitor, page, part } = await enter(document, server.visitor(reader));
      expect((await part("a.txt")).status).toBe(200);
      const { sql, bus } = server.runtime.database;
      if (leave === "disabled") {
        await sql`update users set disabled_at = ${server.clock.now()} where user_id = ${reader.user_id}`;
        await forgetPerson(sql, reader.user_id);
      } else await endSessions(sql, reader.user_id);
      await bus.catchUp();
      expect([leave, (await part("a.txt")).status]).toEqual([leave, 404]);
      const answer = await visitor.open(page);
      expect([leave, answer.headers.get("location")]).toEqual([leave, document.at]);
    }
  });

  test("new content shows on the next request", async () => {
    const document = await server.publish({ visibility: "unlisted" });
    expect((await server.open(document.at)).body).toBe(PAGE);
    for (let round = 1; round <= 3; round++) {
      await server.patch(document, { html: `<p>${round}</p>` });
      expect((await server.open(document.at)).body).toBe(`<p>${round}</p>`);
      expect((await server.open(document.at)).body).toBe(`<p>${round}</p>`);
    }
  });
});
