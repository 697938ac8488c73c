// The inbox: what waits is decided in place, and each notice leads to what is to be done about it.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";
import { listening } from "./listening.ts";

const h = await openHarness();
const { hear } = listening(h);

async function inbox(as: Person, query = ""): Promise<string> {
  const { status, body } = await h.call(`GET /app/inbox${query}`, { as, with_cookie: true });
  expect(status).toBe(200);
  return String(body);
}

const send = (as: Person, path: string, fields: Record<string, string>) =>
  h.call(`POST /app/do/${path}`, {
    ...{ as, with_cookie: true, body: new URLSearchParams({ "~back": "/app/inbox", ...fields }).toString() },
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });

async function company() {
  const owner = await h.person({ role: "owner", plan: "business" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const { body } = await must(h.call("POST /api/docs", { as: owner, json: { markdown: "# Pay <b>bands</b>" } }));
  return { owner, member, doc: body };
}

test("a request stands there with its buttons until it is decided, and then leads to who may open the document", async () => {
  const { owner, member, doc } = await company();
  const message = "For the <i>talk</i>.";
  await must(h.call("POST /api/access-requests", { as: member, json: { slug: doc.slug, message } }));
  await hear();
  const before = await inbox(owner);
  const id = /name="request_id" value="(\d+)"/.exec(before)?.[1] ?? "";
  expect(before).toContain("For the &lt;i&gt;talk&lt;/i&gt;.");
  expect(before).not.toContain("What you were told");
  expect(await inbox(member)).not.toContain("request_id");
  expect((await send(owner, "access_request.decide", { request_id: id, decision: "approve" })).status).toBe(303);
  const after = await inbox(owner);
  expect(after).not.toContain("request_id");
  expect(after).toContain(`/app/d/${doc.doc_id}/share#requests`);
  await hear();
  expect(await inbox(member)).toContain(`href="/app/d/${doc.doc_id}"`);
});

test("notices are marked as read, one and all, and of what one may not open any more nothing is told", async () => {
  const { owner, member, doc } = await company();
  const grant = { subject_type: "user", subject: member.email, level: "comment" };
  const given = await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: owner, json: grant }));
  for (const body of ["One", `Two for @${member.email}`])
    await must(h.call(`POST /api/docs/${doc.doc_id}/comments`, { as: owner, json: { body } }));
  await must(h.call(`POST /api/docs/${doc.doc_id}/comments`, { as: member, json: { body: "Mine" } }));
  await hear();
  const mentions = await inbox(member, "?show=mentions");
  expect([mentions.includes("You were mentioned"), mentions.includes("Two for")]).toEqual([true, true]);
  const unread = async (as: Person) => (await must(h.call("GET /api/notifications/unread", { as }))).body.unread;
  expect(await unread(member)).toBe(1);
  const ids = /name="ids" value="(\d+)"/.exec(mentions)?.[1] ?? "";
  expect((await send(member, "notification.read", { ids })).status).toBe(303);
  expect(await unread(member)).toBe(0);
  expect(await inbox(member, "?show=new")).toContain("You have read everything");
  expect((await send(owner, "notification.read", { all: "true" })).status).toBe(303);
  expect(await unread(owner)).toBe(0);
  await must(h.call(`DELETE /api/access/${given.body.id}`, { as: owner }));
  const lost = await inbox(member);
  expect(lost).toContain("may not open any more");
  for (const secret of ["bands", doc.doc_id, "Two for"])
    expect([secret, lost.includes(secret)]).toEqual([secret, false]);
});
