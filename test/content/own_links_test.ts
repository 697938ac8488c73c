// Where our own pages and mails lead people to a document with a password:
// mails to the page that asks for it, and the app past it, for those who may read it there.
import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { sentMails } from "../harness/outbox.ts";
import { AS_BROWSER, openContentServer } from "./published.ts";

const server = await openContentServer();
const { anna, otto } = server;

const mails = () => sentMails(server.runtime);

test("the app, which asks its reader for no password", async () => {
  const guarded = await server.publish({ visibility: "password", password: "pw" });
  const at = `/app/d/${guarded.doc_id}`;
  for (const path of ["/app", "/app?view=all", at]) {
    const page = await server.call(`GET ${path}`, { as: anna, with_cookie: true, headers: AS_BROWSER });
    expect([path, page.status]).toEqual([path, 200]);
    if (path !== at) expect(page.body).toContain(`href="${at}"`);
    // The document's own address, which knows no session of the app, is offered by the page that asks for the password.
    expect(page.body.includes(`href="${guarded.url}~unlock"`)).toBe(path === at);
  }
});

test("the mail before a document expires, and the page behind its link", async () => {
  const guarded = await server.publish({ visibility: "password", password: "pw", retention_days: 10 });
  server.clock.advance(7 * DAY_MS + HOUR_MS);
  const mail = (await mails()).find((one) => one.links.some((link) => link.startsWith(guarded.url)));
  expect(mail?.links).toContain(`${guarded.url}~unlock`);
  const keep = new URL(mail?.links.find((link) => link.includes("/u/keep/")) ?? "").pathname;
  const page = await server.call(`POST ${keep}`, { headers: AS_BROWSER });
  expect(page.status).toBe(303);
  expect((await server.call(`GET ${keep}`, { headers: AS_BROWSER })).body).toContain(`href="${guarded.url}~unlock"`);
});

test("the page on which somebody waited for access, and the mail that says they may", async () => {
  const document = await server.publish({});
  await server.call("POST /api/access-requests", { as: otto, json: { slug: document.slug } });
  const [request] = (await server.call(`GET /api/docs/${document.doc_id}/access-requests`, { as: anna })).body.requests;
  await server.call(`POST /api/access-requests/${request.id}/decision`, { as: anna, json: { decision: "approve" } });
  await server.patch(document, { visibility: "password", password: "pw" });
  const page = await server.call(`GET /auth/request-access/${document.slug}`, { as: otto, with_cookie: true });
  expect(page.headers.get("location")).toBe(`${document.url}~unlock`);
  const mail = (await mails()).findLast((one) => one.to.includes(otto.email));
  expect(mail?.links).toEqual([`${document.url}~unlock`]);
});
