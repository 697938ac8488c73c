// What a model calls the content of a file is understood, whichever official client it speaks through;
// one name is shown.
import { afterAll, describe, expect, test } from "bun:test";
import { withBothClients } from "./both_clients.ts";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer({ QUOTA_PUBLISH: "1000" });
afterAll(() => server.close());
const h = server.harness;
const as = await h.person();

async function ask(name: string, args: Record<string, unknown>) {
  return (await server.call(as.token, name, args)).body.result;
}

describe("content by another name", () => {
  const markdown = () => ask("publish_markdown", { content: "# Old" });
  const html = () => ask("publish_html", { content: "<h1>Old</h1>" });

  test("is taken where it says what the tool says", async () => {
    for (const name of ["content", "markdown"]) {
      const made = await ask("publish_markdown", { [name]: "# Plan" });
      expect([name, made.structuredContent.title, made.structuredContent.kind]).toEqual([name, "Plan", "markdown"]);
      const { doc_id } = (await markdown()).structuredContent;
      const updated = await ask("update_markdown", { doc_id, [name]: "# New" });
      expect([name, updated.structuredContent]).toMatchObject([name, { doc_id, version: 2, changed: true }]);
    }
    for (const name of ["content", "html"]) {
      const made = await ask("publish_html", { [name]: "<h1>Plan</h1>" });
      expect([name, made.structuredContent.title, made.structuredContent.kind]).toEqual([name, "Plan", "html"]);
      const { doc_id } = (await html()).structuredContent;
      const updated = await ask("update_html", { doc_id, [name]: "<h1>New</h1>" });
      expect([name, updated.structuredContent]).toMatchObject([name, { doc_id, version: 2 }]);
    }
    const rendered = await ask("render_markdown", { markdown: "*so*" });
    expect(rendered.structuredContent.html).toContain("<em>so</em>");
  });

  test("is refused beside its other name, and where it says another thing than the tool", async () => {
    const twice = await ask("publish_markdown", { content: "# A", markdown: "# B" });
    expect(twice.structuredContent.error).toMatchObject({ code: "invalid_arguments" });
    expect(twice.content[0].text).toContain("content and markdown are names for the same; send one of them");
    const crossed = await ask("publish_html", { markdown: "# A" });
    expect(crossed.content[0].text).toStartWith(
      'unknown argument "markdown"; publish_html takes content, content_base64, upload_id',
    );
    expect((await ask("publish_markdown", { html: "<p>A</p>" })).isError).toBe(true);
  });

  test("stands in no list, and the example of a correct call shows the one name", async () => {
    for (const { tool, shape } of h.runtime.catalogue.tools.values()) {
      // A form may bring a page of its own, which the contract calls `html` and which is nothing else.
      if (tool.name === "create_form") continue;
      for (const name of Object.keys(shape.inputSchema.properties))
        expect([tool.name, name]).not.toEqual([tool.name, expect.stringMatching(/^(html|markdown)$/)]);
    }
    const { text } = (await ask("publish_markdown", {})).content[0];
    expect(text).toEndWith('A correct call of publish_markdown: {"content":"<content>"}');
    const { doc_id } = (await html()).structuredContent;
    expect((await ask("update_html", { doc_id, title: "T" })).content[0].text).toStartWith(
      "update_html needs one of content, content_base64, upload_id",
    );
  });
});

test("a file that is sent ahead is published and put by both official clients", async () => {
  await withBothClients(server.url, as, async ({ era, callTool }) => {
    const bytes = `# Sent ahead, ${era}\n`;
    async function send(): Promise<number> {
      const { structuredContent: ticket } = await callTool("create_upload", { filename: "sent.md", stage: true });
      const sent = await fetch(ticket.upload_url, { method: ticket.method, body: bytes });
      expect(await sent.json()).toMatchObject({ upload_id: ticket.upload_id, state: "staged", size: bytes.length });
      return ticket.upload_id;
    }
    const made = await callTool("publish_markdown", { upload_id: await send(), idempotency_key: `sent ${era}` });
    expect(made.structuredContent).toMatchObject({ title: `Sent ahead, ${era}`, version: 1 });
    const { doc_id } = made.structuredContent;
    const upload_id = await send();
    const put = { doc_id, path: "copy.md", upload_id };
    expect((await callTool("put_file", put)).structuredContent).toMatchObject({ changed: true, size: bytes.length });
    const again = await callTool("put_file", put);
    expect([again.isError, again.content[0].text]).toEqual([
      true,
      `upload ${upload_id} was used already, for ${doc_id}; each is good for one write`,
    ]);
    const read = await callTool("get_file", { doc_id, path: "copy.md" });
    expect(read.structuredContent.content).toBe(bytes);
    const declared = Object.keys(h.runtime.catalogue.byId.get("doc.file.read")?.output?.["properties"] ?? {});
    expect(Object.keys(read.structuredContent).sort()).toEqual(declared.sort());
  });
});
