// Proves that quotes are alerts where GitHub has them, and nowhere else.
import { expect, test } from "bun:test";
import { htmlOf } from "../fixtures/read_page.ts";

const alert = (kind: string, title: string, content: string) =>
  `<div class="markdown-alert markdown-alert-${kind}" role="note">\n<p class="markdown-alert-title">${title}</p>\n${content}\n</div>`;

test.each([
  ["note", "Note"],
  ["tip", "Tip"],
  ["important", "Important"],
  ["warning", "Warning"],
  ["caution", "Caution"],
])("a quote that begins with a line [!%s], in any case, is an alert", async (kind, title) => {
  for (const mark of [kind, kind.toUpperCase(), title]) {
    expect(await htmlOf(`> [!${mark}]\n> Text *here*.`)).toBe(alert(kind, title, "<p>Text <em>here</em>.</p>"));
  }
});

const TEXT = alert("note", "Note", "<p>text</p>");

test.each([
  ["an empty line below the mark", "> [!NOTE]\n>\n> text", TEXT],
  ["white space behind the mark", "> [!NOTE] \t\n> text", TEXT],
  ["a hard break behind the mark", "> [!NOTE]  \n> text", TEXT],
  ["a lazy line", "> [!NOTE]\ntext", TEXT],
  ["no space behind the angle", ">[!NOTE]\n>text", TEXT],
  ["Windows' line ends", "> [!NOTE]\r\n> text\r\n", TEXT],
  ["a list", "> [!NOTE]\n> - text", alert("note", "Note", "<ul>\n<li>text</li>\n</ul>")],
  ["a definition of the same name", "> [!NOTE]\n> text\n\n[!NOTE]: /url", TEXT],
  ["emphasis first", "> [!NOTE]\n> *text*", alert("note", "Note", "<p><em>text</em></p>")],
])("an alert with %s", async (_, source, html) => {
  expect((await htmlOf(source)).trim()).toBe(html);
});

test("what two marks begin are two alerts", async () => {
  const html = await htmlOf("> [!NOTE]\n> text\n\n> [!TIP]\n> text");
  expect(html).toBe(`${TEXT}\n${alert("tip", "Tip", "<p>text</p>")}`);
});

test.each([
  ["text on the line of the mark", "> [!NOTE] text"],
  ["text before the mark", "> text\n> [!NOTE]\n> text"],
  ["nothing under the mark", "> [!NOTE]"],
  ["only empty lines under the mark", "> [!NOTE]\n>\n>"],
  ["an unknown mark", "> [!HINT]\n> text"],
  ["a space in the mark", "> [! NOTE]\n> text"],
  ["an escaped mark", "> \\[!NOTE]\n> text"],
  ["a reference of a character", "> &#91;!NOTE]\n> text"],
  ["code", "> `[!NOTE]`\n> text"],
  ["emphasis around it", "> **[!NOTE]**\n> text"],
  ["a quote in a quote", "> > [!NOTE]\n> > text"],
  ["a quote in a list", "- > [!NOTE]\n  > text"],
  ["a heading", "> # [!NOTE]\n> text"],
  ["no quote", "[!NOTE]\ntext"],
  ["a quote in HTML", "<blockquote>\n<p>[!NOTE]\ntext</p>\n</blockquote>"],
])("%s makes no alert, and shows as it is written", async (_, source) => {
  const html = await htmlOf(source);
  expect(html).not.toContain("markdown-alert");
  expect(html).toMatch(/\[! ?[A-Z]+\]/);
});

test("a mark that is no alert's is still a link where it is one", async () => {
  expect(await htmlOf("> [!NOTE](/url)\n> text")).toContain('<a href="/url">!NOTE</a>');
});

test("an alert holds what a page may hold, made as safe as anywhere", async () => {
  const html = await htmlOf("> [!TIP]\n> ![p](http://x.example/a.png) <b onclick=x>b</b>\n\n<script>x</script>");
  expect(html).toContain('<a href="http://x.example/a.png" rel="noopener nofollow">p</a>');
  expect(html).toContain("markdown-alert-tip");
  expect(html).not.toMatch(/onclick|script/);
});

test("HTML asks in vain for the classes of an alert", async () => {
  expect(await htmlOf('<div class="markdown-alert markdown-alert-note">x</div>')).not.toContain("markdown-alert");
});

test("long text keeps its alerts wherever it is cut", async () => {
  const html = await htmlOf(`> [!NOTE]\n> text\n\n${"words ".repeat(100)}\n\n`.repeat(400));
  expect(html.split("markdown-alert-title").length - 1).toBe(400);
});
