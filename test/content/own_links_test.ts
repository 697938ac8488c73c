// Where our own pages and mails lead people to a document with a password: to the page that asks for it.
import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { sentMails } from "../harness/outbox.ts";
import { AS_BROWSER, openContentHouse } from "./published.ts";

const house = await openContentHouse();
const { anna, otto } = house;

const mails = () => sentMails(house.house);

test("the home page, with the plain address for everything else", async () => {
  const guarded = await house.publish({ visibility: "password", password: "pw" });
  const open = await house.publish({ visibility: "unlisted" });
  const page = await house.call("GET /app", { as: anna, with_cookie: true, headers: AS_BROWSER });
  expect(page.body).toContain(`href="${guarded.url}~unlock"`);
  expect(page.body).toContain(`href="${open.url}"`);
  expect(guarded.url).toEndWith("/");
});

test("the mail before a document expires, and the page behind its link", async () => {
  const guarded = await house.publish({ visibility: "password", password: "pw", retention_days: 10 });
  house.clock.advance(7 * DAY_MS + HOUR_MS);
  const mail = (await mails()).find((one) => one.links.some((link) => link.startsWith(guarded.url)));
  expect(mail?.links).toContain(`${guarded.url}~unlock`);
  const keep = new URL(mail?.links.find((link) => link.includes("/u/keep/")) ?? "").pathname;
  const page = await house.call(`POST ${keep}`, { headers: AS_BROWSER });
  expect(page.status).toBe(303);
  expect((await house.call(`GET ${keep}`, { headers: AS_BROWSER })).body).toContain(`href="${guarded.url}~unlock"`);
});

test("the page on which somebody waited for access, and the mail that says they may", async () => {
  const document = await house.publish({});
  await house.call("POST /api/access-requests", { as: otto, json: { slug: document.slug } });
  const [request] = (await house.call(`GET /api/docs/${document.doc_id}/access-requests`, { as: anna })).body.requests;
  await house.call(`POST /api/access-requests/${request.id}/decision`, { as: anna, json: { decision: "approve" } });
  await house.patch(document, { visibility: "password", password: "pw" });
  const page = await house.call(`GET /auth/request-access/${document.slug}`, { as: otto, with_cookie: true });
  expect(page.headers.get("location")).toBe(`${document.url}~unlock`);
  const mail = (await mails()).findLast((one) => one.to.includes(otto.email));
  expect(mail?.links).toEqual([`${document.url}~unlock`]);
});
