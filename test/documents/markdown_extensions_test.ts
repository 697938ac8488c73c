// Syntax that a text or its sender chooses:
// through versions, changes of the choice, copies and what is rendered elsewhere (rules: links/markdown).
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { type Published, publish, share } from "./published.ts";

const h = await openHarness();
const SOURCE = '# Title {#own}\n\n!!! note "Said"\n    inside\n\n:rocket:\n';

async function page({ at, as }: Pick<Published, "at" | "as">): Promise<string> {
  const { body } = await h.call(`GET ${at}/files/index.html`, { as });
  return body.slice(body.indexOf("<main"));
}

const READ = [' href="#own" aria-label', '<p class="markdown-alert-title">Said</p>', "🚀"];
const PLAIN = [">Title {#own}<", "<p>!!! note", ":rocket:"];

async function expectShown(made: Pick<Published, "at" | "as">, shown: readonly string[]) {
  const html = await page(made);
  for (const part of shown) expect(html).toContain(part);
}

test("a text that chooses nothing is read as before, and one whose sender or front matter chooses as its program reads it", async () => {
  await expectShown(await publish(h, { markdown: SOURCE }), PLAIN);
  const sent = await publish(h, { markdown: SOURCE, attrs: { markdown: "mkdocs" } });
  expect(sent.doc.title).toBe("Title");
  await expectShown(sent, READ);
  const front = `---\nmarkdown: [admonitions, attributes, emoji]\n---\n${SOURCE}`;
  await expectShown(await publish(h, { markdown: front }), READ);
  await expectShown(await share(h, { name: "a.md", bytes: front }), READ);
  await expectShown(
    await publish(h, { markdown: `---\nmarkdown: []\n---\n${SOURCE}`, attrs: { markdown: "mkdocs" } }),
    PLAIN,
  );
});

test("a choice stays through versions, edits, a copy and what is rendered for it, and another one makes the page anew without a version", async () => {
  const made = await publish(h, { markdown: SOURCE, attrs: { markdown: "mkdocs" } });
  const { as, at } = made;
  await h.call(`PUT ${at}/files/source.md`, { as, json: { content: `${SOURCE}more` } });
  await expectShown(made, READ);
  await h.call(`PATCH ${at}`, { as, json: { markdown: `${SOURCE}again`, format: "markdown" } });
  await expectShown(made, READ);
  const copy = await h.call(`POST ${at}/duplicate`, { as, json: {} });
  expect(copy.status).toBe(201);
  await h.call(`PUT /api/docs/${copy.body.doc_id}/files/source.md`, { as, json: { content: `${SOURCE}copy` } });
  await expectShown({ as, at: `/api/docs/${copy.body.doc_id}` }, READ);
  const { body: rendered } = await h.call(`GET ${at}/rendered`, { as });
  for (const shown of READ.slice(1)) expect(rendered.html).toContain(shown);
  const fragment = { content: SOURCE, doc_id: made.doc.doc_id };
  expect((await h.call("POST /api/render/markdown", { as, json: fragment })).body.html).toContain("🚀");
  expect((await h.call("POST /api/render/markdown", { as, json: { content: SOURCE } })).body.html).toContain(
    ":rocket:",
  );
  const before = (await h.call(`GET ${at}`, { as })).body;
  const none = await h.call(`PATCH ${at}`, { as, json: { attrs: {} } });
  expect(none.body).toMatchObject({ version: before.version, attrs: {} });
  await expectShown(made, PLAIN);
  await h.call(`PATCH ${at}`, { as, json: { attrs: { markdown: "emoji" }, title: "Named" } });
  await expectShown(made, ["🚀", "<p>!!! note"]);
  // What makes all pages anew finds the choice where it is kept.
  await h.runtime.database.sql`update document_files set renderer = 1 where renderer is not null`;
  h.clock.advance(3600 * 1000);
  await h.runtime.jobs.runDue();
  await expectShown(made, ["🚀", "<p>!!! note"]);
});

test("what is chosen and not known is told by its name with what is known, and fails nothing", async () => {
  const told = [
    expect.stringContaining('"nosuch"; known are admonitions, attributes, callouts, comments, containers,'),
  ];
  const { doc, as, at } = await publish(h, { markdown: SOURCE, attrs: { markdown: "emoji, nosuch" } });
  expect(doc.warnings).toEqual(told);
  await expectShown({ as, at }, ["🚀"]);
  const front = "---\nmarkdown: [nosuch]\n---\nwords";
  const changed = await h.call(`PUT ${at}/files/source.md`, { as, json: { content: front } });
  expect(changed.body.warnings).toEqual(told);
  expect((await share(h, { name: "a.md", bytes: front })).doc.warnings).toEqual(told);
  expect((await publish(h, { markdown: "# fine", attrs: { markdown: "mkdocs" } })).doc.warnings).toBeUndefined();
});
