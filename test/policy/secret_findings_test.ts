// Where a document's text looks like secrets: told to whoever may take them out, and never what was found.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
/** In pieces, or whoever hosts this file would take it for a real one. */
const SECRET = ["gh", "p_", "q7Zk2mVx9RtB4nWc8LyD5sHg3PjF6uQaT1eY"].join("");
const TEXT = `# Keys\n\nthe key is ${SECRET}\n`;

async function company(secret_scan: "off" | "warn") {
  const owner = await h.person({ role: "owner" });
  const join = () => h.person({ role: "member", workspace_id: owner.workspace_id });
  const [reader, editor, stranger] = [await join(), await join(), await join()];
  expect((await h.call("PUT /api/policy", { as: owner, json: { secret_scan } })).status).toBe(200);
  const { body } = await h.call("POST /api/docs", { as: owner, json: { markdown: TEXT } });
  for (const [{ email }, level] of [
    [reader, "comment"],
    [editor, "edit"],
  ] as const) {
    const json = { subject_type: "user", subject: email, level };
    await h.call(`POST /api/docs/${body.doc_id}/access`, { as: owner, json });
  }
  return { owner, reader, editor, stranger, doc_id: String(body.doc_id) };
}

const findings = (as: Person, doc_id: string) => h.call(`GET /api/docs/${doc_id}/secret-findings`, { as });
const page = (as: Person, doc_id: string) =>
  h.call(`GET /app/d/${doc_id}`, { as, with_cookie: true, headers: { accept: "text/html" } });

test("whoever may edit is told of the place and the kind, never of the secret", async () => {
  const { owner, editor, doc_id } = await company("warn");
  for (const as of [owner, editor]) {
    const { status, body, bytes } = await findings(as, doc_id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ doc_id, scanned: true, whole: true, count: 1 });
    expect(body.findings).toEqual([{ path: "source.md", line: 3, rule: "github_token", what: expect.any(String) }]);
    expect(new TextDecoder().decode(bytes)).not.toContain(SECRET);
  }
});

test("whoever may not edit is refused as for every edit, and whoever may not open it as for an unknown id", async () => {
  const { reader, stranger, doc_id } = await company("warn");
  expect((await findings(reader, doc_id)).status).toBe(403);
  const [closed, unknown] = [await findings(stranger, doc_id), await findings(stranger, "doc_unknown")];
  expect([closed.status, unknown.status]).toEqual([404, 404]);
  expect(closed.body.error.replace(doc_id, "")).toBe(unknown.body.error.replace("doc_unknown", ""));
});

test("a policy that looks for nothing finds nothing, and the page says nothing", async () => {
  const { owner, doc_id } = await company("off");
  expect((await findings(owner, doc_id)).body).toMatchObject({ scanned: false, count: 0, findings: [] });
  expect((await page(owner, doc_id)).body).not.toContain("looks like a secret");
});

test("the page says where it stands to its editor alone, and no more once it is taken out", async () => {
  const { owner, reader, doc_id } = await company("warn");
  expect((await page(owner, doc_id)).body).toContain("Line 3 looks like");
  expect((await page(reader, doc_id)).body).not.toContain("This looks like a secret");
  await h.call(`PATCH /api/docs/${doc_id}`, { as: owner, json: { markdown: "# Keys\n\nasked for in person\n" } });
  expect((await findings(owner, doc_id)).body).toMatchObject({ version: 2, count: 0 });
  expect((await page(owner, doc_id)).body).not.toContain("This looks like a secret");
});

test("the page says it in the language of its reader", async () => {
  const { owner, doc_id } = await company("warn");
  const headers = { accept: "text/html", "accept-language": "de" };
  const { body } = await h.call(`GET /app/d/${doc_id}`, { as: owner, with_cookie: true, headers });
  expect(body).toContain("Zeile 3 sieht nach einem Token von GitHub aus");
});

test("what is looked through counts in a quota, and what is known does not", async () => {
  const { owner, doc_id } = await company("warn");
  const used = async () => {
    const [row] = await h.runtime.database.sql`
      select used from quota_counters where bucket = 'secret_findings' and subject = ${`user:${owner.user_id}`}`;
    return row?.["used"] ?? 0;
  };
  expect((await findings(owner, doc_id)).status).toBe(200);
  expect(await used()).toBe(1);
  expect((await findings(owner, doc_id)).status).toBe(200);
  expect(await used()).toBe(1);
});

test("of 46 the first twenty are listed, and all are counted", async () => {
  const { owner, doc_id } = await company("warn");
  for (let file = 0; file < 3; file++) {
    const content = Array.from({ length: 15 }, () => `key ${SECRET}`).join("\n");
    await h.call(`PUT /api/docs/${doc_id}/files/keys-${file}.txt`, { as: owner, json: { content } });
  }
  const { body } = await findings(owner, doc_id);
  expect([body.count, body.findings.length, body.whole]).toEqual([46, 20, true]);
});
