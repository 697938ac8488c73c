// PATCH of a document's content: what markdown and HTML replace, and which documents take neither.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { type Published, publish } from "./published.ts";

const h = await openHarness();

const patch =
  (json: Record<string, unknown>) =>
  ({ as, at }: Published) => ({ as, call: `PATCH ${at}`, json });

describe("a change", () => {
  test("of markdown replaces the source of a markdown document and its page, under the title that is sent", async () => {
    await scenario(h, {
      given: () => publish(h, { markdown: "# Old" }),
      act: patch({ markdown: "# New" }),
      expect: {
        status: 200,
        body: { version: 2, title: "New", changed: true },
        audit: [{ action: "doc.update", meta: { version: 2 } }],
        quota: 1,
      },
      tools: false,
    });
    const { as, at } = await publish(h, { markdown: "# Old" });
    const named = await h.call(`PATCH ${at}`, { as, json: { markdown: "Text\n", title: "Named" } });
    expect(named.body).toMatchObject({ version: 2, title: "Named", changed: true });
    expect((await h.call(`GET ${at}/text?path=source.md`, { as })).body.content).toBe("Text\n");
    const page = () => h.call(`GET ${at}/files/index.html`, { as });
    expect((await page()).body).toContain("<title>Named</title>");
    const again = await h.call(`PATCH ${at}`, { as, json: { markdown: "Text\n", title: "Other" } });
    expect(again.body).toMatchObject({ version: 2, title: "Other", changed: false });
    expect((await page()).body).toContain("<title>Other</title>");
    const kept = await publish(h, { markdown: "# Old" });
    const json = { markdown: "# New", title: "Old" };
    expect((await h.call(`PATCH ${kept.at}`, { as: kept.as, json })).body.title).toBe("Old");
    const shown = await h.call(`GET ${kept.at}/files/index.html`, { as: kept.as });
    expect(shown.body).toContain("<title>Old</title>");
  });

  test("of markdown is an editor's, and refused where the document holds something else", async () => {
    await scenario(h, {
      given: () => publish(h, { html: "<p>a</p>" }),
      act: patch({ markdown: "# a" }),
      expect: {
        status: 400,
        error: 'markdown goes with markdown documents; this one is html, so change its file "index.html" instead',
        quota: 1,
      },
      tools: false,
    });
    const { as, at } = await publish(h, { markdown: "# Old" });
    const editor = await h.person({ role: "member", workspace_id: as.workspace_id });
    const subject = { subject_type: "user", subject: editor.email, level: "edit" };
    await h.call(`POST ${at}/access`, { as, json: subject });
    expect(await h.call(`PATCH ${at}`, { as: editor, json: { markdown: "# New" } })).toMatchObject({
      status: 200,
      body: { version: 2, title: "New" },
    });
  });
});

describe("a refusal", () => {
  test("of html for a document whose page the service makes names the file to change instead", async () => {
    await scenario(h, {
      given: () => publish(h, { markdown: "# a" }),
      act: patch({ html: "<p>x</p>" }),
      expect: {
        status: 400,
        error: 'html goes with HTML documents; this one is markdown, so change its file "source.md" instead',
        quota: 1,
      },
    });
  });
});
