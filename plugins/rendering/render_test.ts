// Proves rendering through real threads: answers as bytes, refusals as 400, and a loop that stays free meanwhile.
import { afterAll, expect, test } from "bun:test";
import { closeSharedWorkers } from "../../kernel/host.ts";
import { Refusal, refuse } from "../../kernel/plugin.ts";
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
  const { html } = await renderViewer({ kind: "pdf", title: "P", description: "", file }, { read });
  expect(bytesOf(html)).toContain("<title>P</title>");
  const filler = `<style>${"a{}".repeat(50_000)}</style>`;
  expect(await titleOfHtml(`${filler}<h1>Big</h1>`)).toBe("Big");
  expect(await titleOfHtml(new TextEncoder().encode("<title>Small</title>"))).toBe("Small");
});

async function share(text: string, read = async () => new TextEncoder().encode(text), owner?: string) {
  const file = { path: "a.js", size: Buffer.byteLength(text), content_type: "text/plain; charset=utf-8" };
  const input = { kind: "file", title: "T", description: "", file } as const;
  const { html, is_final } = await renderViewer(input, { read, ...(owner === undefined ? {} : { owner }) });
  return { page: bytesOf(html), is_final };
}

test("a shared text is shown by its page, and one that may not be rendered is offered as any other file", async () => {
  const shown = await share("let x = 1;\n");
  expect(shown).toEqual({ page: expect.stringContaining('<span class="hljs-keyword">let</span>'), is_final: true });
  const tooMuch = () => Promise.reject(refuse.invalid("rendering this content takes more than 2.8 seconds"));
  const card = expect.stringContaining('<div class="card">');
  expect(await share("let x = 1;\n", tooMuch)).toEqual({ page: card, is_final: true });
  const isFull = share("x", () => Promise.reject(refuse.unavailable("too many wait")));
  expect(await isFull.catch((error: unknown) => error)).toMatchObject({ kind: "unavailable" });
});

test("a text whose owner has too many waiting has the page of any other file for the moment", async () => {
  const busy = () => Promise.reject(refuse.limited("8 requests of yours wait"));
  const card = expect.stringContaining('<div class="card">');
  expect(await share("let x = 1;\n", busy, "user:1")).toEqual({ page: card, is_final: false });
  // A page that is made anew for nobody stays as it is instead.
  expect(await share("let x = 1;\n", busy).catch((error: unknown) => error)).toMatchObject({ kind: "limited" });
});

test("the loop turns while a large source is rendered", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await renderMarkdown({ source: "Some *words* and `code` in a paragraph.\n\n".repeat(5000), destinations: {} });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
