// Mails about documents: what their titles and the names of people put into them leads nowhere but to us.
import { expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { sentMails } from "../harness/outbox.ts";

const h = await openHarness();
const TITLE = "Pay at https://evil.example\r\nBcc: eve@evil.example";

const mails = () => sentMails(h.runtime);

function leadsToUs(mail: Awaited<ReturnType<typeof mails>>[number] | undefined) {
  expect(mail?.subject).not.toMatch(/evil\.|@|:\/\/|[\r\n]/);
  expect(mail?.text).not.toContain("evil.example");
  const hosts = mail?.links.map((link) => new URL(link).origin) ?? [];
  expect(hosts.length).toBeGreaterThan(0);
  for (const host of hosts) expect([h.base_url, h.content_url]).toContain(host);
}

test("the mail of a request for access", async () => {
  const anna = await h.person();
  const otto = await h.person({ role: "member", workspace_id: anna.workspace_id });
  const { sql } = h.runtime.database;
  await sql`update users set name = 'Otto www.evil.example' where user_id = ${otto.user_id}`;
  const made = await h.call("POST /api/docs", { as: anna, json: { html: "x" } });
  await sql`update documents set title = ${TITLE} where doc_id = ${made.body.doc_id}`;
  await h.call("POST /api/access-requests", { as: otto, json: { slug: made.body.slug } });
  const mail = (await mails()).at(-1);
  expect(mail?.subject).toStartWith("Otto www evil example asks to view");
  leadsToUs(mail);
});

test("the mail before a document expires", async () => {
  const anna = await h.person();
  const made = await h.call("POST /api/docs", { as: anna, json: { html: "x", retention_days: 10 } });
  await h.runtime.database.sql`update documents set title = ${TITLE} where doc_id = ${made.body.doc_id}`;
  h.clock.advance(7 * DAY_MS + HOUR_MS);
  const mail = (await mails()).find((one) => one.to.includes(anna.email));
  expect(mail?.subject).toContain("expires on");
  leadsToUs(mail);
});
