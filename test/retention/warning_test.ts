// The warning three days before a document expires: the mail with its keep link, the page behind it, and the notice.
import { beforeEach, describe, expect, test } from "bun:test";
import { openContentServer } from "../content/published.ts";
import { publish } from "../documents/published.ts";
import type { Person } from "../harness/harness.ts";
import { newMailsOf, type ReceivedMail } from "../harness/outbox.ts";

const server = await openContentServer();
const { anna, otto } = server;
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Jobs that recur are due by the clock, so it never goes back: each test begins where the one before ended. */
let START = 0;
beforeEach(async () => {
  server.clock.advance(20 * DAY);
  await newMails();
  START = server.clock.now().getTime();
});

const newMails = newMailsOf(server.runtime);

async function mailsAt(time: number): Promise<ReceivedMail[]> {
  server.clock.set(new Date(time));
  return newMails();
}

const expiring = (json: Record<string, unknown> = {}, as: Person = anna) =>
  publish(server, { html: "x", title: "Plan <1>", visibility: "unlisted", retention_days: 10, ...json }, { as });

async function warned(json: Record<string, unknown> = {}) {
  const published = await expiring(json);
  const mails = await mailsAt(START + 7 * DAY + HOUR);
  const mail = mails.find((one) => one.links.includes(published.doc.url));
  const link = mail?.links.find((one) => one.includes("/u/keep/")) ?? "";
  return { ...published, link };
}

const stateOf = async ({ at, as }: { at: string; as: Person }) =>
  (await server.call(`GET ${at}`, { as })).body as { state: string; expires_at: string | null };

describe("the warning", () => {
  test("goes to the owner three days before, not sooner, and once for one expiry", async () => {
    const { doc } = await expiring();
    expect(await mailsAt(START + 7 * DAY - 1)).toEqual([]);
    const mails = await mailsAt(START + 7 * DAY + HOUR);
    expect(mails.map((mail) => [mail.to, mail.subject.startsWith('"Plan <1>" expires on ')])).toEqual([
      [[anna.email], true],
    ]);
    expect(mails[0]?.links[0]).toBe(doc.url);
    expect(await mailsAt(START + 9 * DAY)).toEqual([]);
    const [row] = await server.runtime.database.sql`
      select expiry_warned_at, expiry_warned_for = expires_at as for_this from documents where doc_id = ${doc.doc_id}`;
    expect(row).toEqual({ expiry_warned_at: new Date(START + 7 * DAY + HOUR), for_this: true });
  });

  test("comes again before another expiry, and not for what is kept or deleted by then", async () => {
    const { at } = await warned();
    await server.call(`PATCH ${at}`, { as: anna, json: { html: "newer" } });
    expect(await mailsAt(START + 13 * DAY)).toEqual([]);
    expect(await mailsAt(START + 14 * DAY + 2 * HOUR)).toHaveLength(1);
    START = server.clock.now().getTime();
    const [kept, deleted] = [await expiring(), await expiring()];
    await server.call(`POST ${kept.at}/keep`, { as: anna });
    await server.call(`DELETE ${deleted.at}`, { as: anna });
    expect(await mailsAt(START + 7 * DAY + HOUR)).toEqual([]);
  });

  test("of what is kept for three days or less comes halfway", async () => {
    await expiring({ retention_days: 2 });
    expect(await mailsAt(START + DAY - 1)).toEqual([]);
    expect(await mailsAt(START + DAY + HOUR)).toHaveLength(1);
  });

  test("in a root goes to who wrote the document while they may edit there", async () => {
    await server.call("POST /api/roots", { as: anna, json: { name: "Board", slug: "board" } });
    const share = (level: string) =>
      server.call("POST /api/roots/board/access", {
        as: anna,
        json: { subject_type: "user", subject: otto.email, level },
      });
    await share("edit");
    await expiring({ root: "board", folder: "" }, otto);
    expect((await mailsAt(START + 7 * DAY + HOUR)).map((mail) => mail.to)).toEqual([[otto.email]]);
    START = server.clock.now().getTime();
    await expiring({ root: "board", folder: "" }, otto);
    await share("view");
    expect(await mailsAt(START + 7 * DAY + HOUR)).toEqual([]);
  });

  test("is told as a notice, too, and audited as the system's doing", async () => {
    const { doc } = await warned();
    await server.runtime.relay.relayAll();
    await server.runtime.jobs.runDue();
    const { body } = await server.call("GET /api/notifications?kind=doc.expiring", { as: anna });
    const told = body.notifications.filter((one: { target: { id: string } }) => one.target.id === doc.doc_id);
    expect(told).toMatchObject([{ title: expect.stringContaining('"Plan <1>" expires on '), actor: "system" }]);
    const rows = (await server.audit()).filter((row) => row.action === "doc.expiring" && row.target_id === doc.doc_id);
    expect(rows).toMatchObject([{ actor: "system" }]);
  });
});

describe("the keep link", () => {
  test("opens a page without signing in that keeps only by its button, and then says so", async () => {
    const one = await warned();
    const visitor = server.visitor();
    const shown = await visitor.open(one.link);
    const text = await shown.text();
    expect([shown.status, text.includes("Plan &lt;1&gt;"), text.includes('<form method="post">')]).toEqual([
      200,
      true,
      true,
    ]);
    expect((await stateOf(one)).expires_at).not.toBeNull();
    const done = await visitor.submit(one.link, {});
    expect([done.status, done.headers.get("location")]).toEqual([303, new URL(one.link).pathname]);
    expect(await stateOf(one)).toMatchObject({ state: "live", expires_at: null });
    expect(await (await visitor.open(one.link)).text()).toContain("is kept for ever");
    const row = (await server.audit()).findLast((each) => each.target_id === one.doc.doc_id);
    expect(row).toMatchObject({ action: "doc.retention", actor: anna.email, meta: { from: 10, to: 0 } });
  });

  test("brings an expired document back within seven days, and is over after them", async () => {
    const one = await warned();
    const other = await expiring();
    server.clock.set(new Date(START + 16 * DAY));
    await server.runtime.jobs.runDue();
    expect((await server.open(new URL(one.doc.url).pathname)).status).toBe(404);
    expect((await server.visitor().submit(one.link, {})).status).toBe(303);
    expect((await server.open(new URL(one.doc.url).pathname)).status).toBe(200);
    START = server.clock.now().getTime();
    expect(other.doc.retention_days).toBe(10);
    const late = await warned();
    server.clock.set(new Date(START + 17 * DAY));
    expect((await server.visitor().open(late.link)).status).toBe(410);
    expect((await server.visitor().submit(late.link, {})).status).toBe(410);
  });

  test("says that the date has changed since, and changes nothing then", async () => {
    const one = await warned();
    await server.call(`PATCH ${one.at}`, { as: anna, json: { retention_days: 30 } });
    const before = (await stateOf(one)).expires_at;
    const shown = await server.visitor().open(one.link);
    expect([shown.status, (await shown.text()).includes("Another date now")]).toEqual([410, true]);
    expect((await server.visitor().submit(one.link, {})).status).toBe(410);
    expect((await stateOf(one)).expires_at).toBe(before);
  });

  test("is over once the document is deleted, and 404 when it is forged or cut", async () => {
    const one = await warned();
    for (const link of [one.link.slice(0, -1), `${server.base_url}/u/keep/unknown`]) {
      expect((await server.visitor().open(link)).status).toBe(404);
      expect((await server.visitor().submit(link, {})).status).toBe(404);
    }
    expect((await server.call(`DELETE ${one.at}`, { as: anna })).body).toMatchObject({ deleted: true });
    const shown = await server.visitor().open(one.link);
    expect([shown.status, (await shown.text()).includes("deleted since")]).toEqual([410, true]);
    expect((await server.visitor().submit(one.link, {})).status).toBe(410);
  });

  test("is over for somebody who may not keep the document any more", async () => {
    await server.call("POST /api/roots", { as: anna, json: { name: "Desk", slug: "desk" } });
    const share = (level: string) =>
      server.call("POST /api/roots/desk/access", {
        as: anna,
        json: { subject_type: "user", subject: otto.email, level },
      });
    await share("edit");
    const written = await expiring({ root: "desk", folder: "" }, otto);
    const [mail] = await mailsAt(START + 7 * DAY + HOUR);
    const link = mail?.links.find((one) => one.includes("/u/keep/")) ?? "";
    expect((await server.visitor().open(link)).status).toBe(200);
    await share("view");
    expect((await server.visitor().open(link)).status).toBe(410);
    expect((await server.visitor().submit(link, {})).status).toBe(410);
    expect((await server.call(`GET ${written.at}`, { as: anna })).body.retention_days).toBe(10);
  });
});
