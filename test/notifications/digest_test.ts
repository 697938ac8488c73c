// The digest: what it gathers and leaves out, how often it comes, how it is ended, and that a crash loses none.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { commented, share, comment as write } from "../comments/commented.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { readOutbox } from "../harness/outbox.ts";
import { listening } from "./listening.ts";

const h = await openHarness();
const MINUTE_MS = 60_000;
const { hear, told } = listening(h);

/** Lets time pass a minute at a time, as the jobs see it. */
async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n++) {
    h.clock.advance(MINUTE_MS);
    await hear();
  }
}

async function digestsTo(as: Person) {
  return (await readOutbox(h.runtime.config.data_dir)).filter((one) => one.to.includes(as.email));
}

test("what happens in a quarter of an hour comes as one mail, in text and HTML with the same links, and what was read does not", async () => {
  const { as, at, doc, commenter } = await commented(h, { body: "<b>Is</b> this right?" });
  await hear();
  await pass(10);
  await write(h, at, { as: commenter, json: { body: "second" } });
  const list = await told(as);
  await write(h, at, { as: commenter, json: { body: "third" } });
  await h.call("POST /api/notifications/read", { as, json: { ids: [list[0]?.id] } });
  expect(await digestsTo(as)).toEqual([]);
  await pass(6);
  const [mail, ...others] = await digestsTo(as);
  expect(others).toEqual([]);
  expect(mail?.subject).toStartWith("2 notifications from");
  expect(mail?.text).toContain('New comment on "Plan"');
  expect(mail?.text).toContain("> <b>Is</b> this right?");
  expect(mail?.text).not.toContain("second");
  // Who wrote it stands beside when.
  expect(mail?.text).toContain(`${commenter.email}, 1 March 2026`);
  expect(mail?.html).toContain("&lt;b&gt;Is&lt;/b&gt; this right?");
  // What others wrote is read from its own side, and a long word makes no mail wider than a phone.
  expect(mail?.html).toMatch(/<blockquote dir="auto"[^>]*>[^<]*this right/);
  expect(mail?.html).toContain("overflow-wrap:anywhere");
  expect(mail?.html).toContain('<meta name="viewport"');
  const hrefs = [...(mail?.html ?? "").matchAll(/href="([^"]+)"/g)].map((found) => found[1]);
  expect(new Set(hrefs)).toEqual(new Set(mail?.links));
  expect(hrefs).toContain(doc.url);
  await pass(30);
  expect(await digestsTo(as)).toHaveLength(1);
});

test("no two come within a quarter of an hour, however much happens", async () => {
  const { as, at, commenter } = await commented(h);
  await hear();
  for (let n = 0; n < 45; n++) {
    await write(h, at, { as: commenter, json: { body: `more ${n}` } });
    await pass(1);
  }
  const times = (await digestsTo(as)).map((mail) => /^Date: (.*)$/m.exec(readFileSync(mail.file, "utf8"))?.[1] ?? "");
  const gaps = times.slice(1).map((time, n) => Date.parse(time) - Date.parse(times[n] ?? ""));
  expect(gaps.length).toBeGreaterThan(0);
  // A third falls on the last minute or behind it.
  expect(gaps.filter((gap) => gap < 15 * MINUTE_MS)).toEqual([]);
});

test("nothing of a document that its reader lost meanwhile is in it, and of nothing but such there is no mail", async () => {
  const { as, at, doc, viewer } = await commented(h);
  const other = await commented(h, { body: "stays" });
  await write(h, at, { as, json: { body: `@${viewer.email} the secret plan` } });
  await hear();
  const { body } = await h.call(`GET ${at}/access`, { as });
  const grant = body.grants.find((one: object) => JSON.stringify(one).includes(viewer.email));
  expect((await h.call(`DELETE /api/access/${grant.id}`, { as })).status).toBe(200);
  await pass(17);
  expect(await digestsTo(viewer)).toEqual([]);
  expect(await digestsTo(other.as)).toHaveLength(1);
  // It is over, not put off.
  await share(h, { as, at, doc }, { with: viewer, level: "view" });
  await pass(17);
  expect(await digestsTo(viewer)).toEqual([]);
});

test("what is turned off before it goes is not sent", async () => {
  const { as } = await commented(h);
  await hear();
  await h.call("PUT /api/notifications/settings", { as, json: { kinds: [{ kind: "comment.created", email: false }] } });
  await pass(17);
  expect(await digestsTo(as)).toEqual([]);
});

test("two servers send one", async () => {
  const other = await h.twin();
  const { as } = await commented(h);
  await hear();
  for (let n = 0; n < 17; n++) {
    h.clock.advance(MINUTE_MS);
    await Promise.all([h.runtime.jobs.runDue(), other.runtime.jobs.runDue()]);
  }
  expect(await digestsTo(as)).toHaveLength(1);
});

test("a server that dies between sending and marking sends it once more under the same id, and one that dies before loses none", async () => {
  const { as } = await commented(h);
  await hear();
  const { sql } = h.runtime.database;
  // Whoever dies there leaves the notices unmarked: the update that marks them fails as if the server were gone.
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$`;
  await sql`create trigger die before update of email_waits on notifications for each statement execute function die()`;
  await pass(17);
  const ids = async () =>
    (await digestsTo(as)).map((mail) => /^Message-ID: (.*)$/m.exec(readFileSync(mail.file, "utf8"))?.[1]);
  const before = await ids();
  expect(before.length).toBeGreaterThanOrEqual(1);
  await sql`drop trigger die on notifications`;
  await pass(60);
  const after = await ids();
  expect(after).toHaveLength(before.length + 1);
  expect(new Set(after).size).toBe(1);
  await sql`drop function die()`;
});

test("a mail program ends it by one POST without a cookie, a link alone changes nothing, and settings bring it back", async () => {
  const { as, at, commenter } = await commented(h);
  await hear();
  await pass(17);
  const [mail] = await digestsTo(as);
  const raw = readFileSync(mail?.file ?? "", "utf8").replaceAll(/\r\n[ \t]+/g, " ");
  const link = /^List-Unsubscribe: <([^>]+)>/m.exec(raw)?.[1] ?? "";
  expect(mail?.links).toContain(link);
  const { pathname } = new URL(link);
  const shown = await h.call(`GET ${pathname}`);
  expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
  const isOn = async () => (await h.call("GET /api/notifications/settings", { as })).body.digest;
  expect(await isOn()).toBe(true);
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  for (let times = 0; times < 2; times++) expect((await h.call(`POST ${pathname}`, { form })).status).toBe(200);
  expect(await isOn()).toBe(false);
  const own = (await h.audit()).filter((row) => row.action === "notification.settings" && row.actor === as.email);
  expect(own).toMatchObject([{ meta: { digest: false } }]);
  await write(h, at, { as: commenter, json: { body: "more" } });
  await pass(17);
  expect(await digestsTo(as)).toHaveLength(1);
  expect(await told(as)).toHaveLength(2);
  await h.call("PUT /api/notifications/settings", { as, json: { digest: true } });
  await write(h, at, { as: commenter, json: { body: "and more" } });
  await pass(17);
  expect(await digestsTo(as)).toHaveLength(2);
});

test("a link that is not ours is a 404, and one of an account that is gone is over", async () => {
  expect((await h.call("GET /u/notifications/nonsense")).status).toBe(404);
  expect((await h.call("POST /u/notifications/nonsense.nonsense")).status).toBe(404);
});
