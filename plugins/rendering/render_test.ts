// Proves rendering through real threads: answers as bytes, refusals as 400, and a loop that stays free meanwhile.
import { afterAll, expect, test } from "bun:test";
import { closeSharedWorkers } from "../../kernel/host.ts";
import { Refusal, refuse } from "../../kernel/mod.ts";
import { renderMarkdown, renderMarkdownFragment, renderSnippet, renderViewer, titleOfHtml } from "./render.ts";

afterAll(closeSharedWorkers);

const bytesOf = (html: Uint8Array) => new TextDecoder().decode(html);

test("markdown comes back as a page in bytes with its facts", async () => {
  const page = await renderMarkdown({ source: "# Ä\n\n```mermaid\nx\n```", destinations: {} }, { title: "T" });
  expect(bytesOf(page.html)).toStartWith("<!doctype html>");
  expect(page).toMatchObject({ title: "Ä", has_diagram: true, toc: [{ id: "ä", text: "Ä", level: 1 }] });
});

test("a fragment comes without a page around it", async () => {
  expect((await renderMarkdownFragment({ source: "*a*", destinations: {} })).html).toBe("<p><em>a</em></p>");
});

test("a source nested beyond reason is refused with 400", async () => {
  const refused = await renderMarkdown({ source: "> ".repeat(5000), destinations: {} }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ kind: "invalid", message: expect.stringContaining("line 1 nests more than 100") });
});

test("snippets, viewers and titles of large documents come from the threads too", async () => {
  expect(bytesOf(await renderSnippet("let x", { language: "js", title: "S" }))).toContain("<title>S</title>");
  const read = () => Promise.reject(new Error("a PDF is not read"));
  const file = { path: "a.pdf", size: 1, content_type: "application/pdf" };
  expect(bytesOf(await renderViewer({ kind: "pdf", title: "P", description: "", file }, { read }))).toContain(
    "<title>P</title>",
  );
  const filler = `<style>${"a{}".repeat(50_000)}</style>`;
  expect(await titleOfHtml(`${filler}<h1>Big</h1>`)).toBe("Big");
  expect(await titleOfHtml(new TextEncoder().encode("<title>Small</title>"))).toBe("Small");
});

function share(text: string, read = async () => new TextEncoder().encode(text)) {
  const file = { path: "a.js", size: Buffer.byteLength(text), content_type: "text/plain; charset=utf-8" };
  return renderViewer({ kind: "file", title: "T", description: "", file }, { read });
}

test("a shared text is shown by its page, and one that may not be rendered is offered as any other file", async () => {
  expect(bytesOf(await share("let x = 1;\n"))).toContain('<span class="hljs-keyword">let</span>');
  const tooMuch = () => Promise.reject(refuse.invalid("rendering this content takes more than 2.8 seconds"));
  expect(bytesOf(await share("let x = 1;\n", tooMuch))).toContain('<div class="card">');
  const isFull = share("x", () => Promise.reject(refuse.unavailable("too many wait")));
  expect(await isFull.catch((error: unknown) => error)).toMatchObject({ kind: "unavailable" });
});

test("the loop turns while a large source is rendered", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await renderMarkdown({ source: "Some *words* and `code` in a paragraph.\n\n".repeat(5000), destinations: {} });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
