// Proves the pages of snippets and shared files, the shell around all of them, and that their colours can be read.
import { expect, test } from "bun:test";
import type { Element } from "hast";
import { elementsOf, parseHtml } from "../fixtures/read_page.ts";
import { hasClass, textOf } from "../html/element.ts";
import { PAGE_SCRIPT } from "./assets.ts";
import { generatedPagePolicy } from "./page_shell.ts";
import { PAGE_CSS } from "./page_style.ts";
import { renderSnippetPage } from "./snippet_page.ts";
import { formatSize, renderViewerPage, type ViewerInput } from "./viewer_page.ts";

function snippet(content: string, language: string | null = null): Element[] {
  return elementsOf(parseHtml(renderSnippetPage(content, { language, title: "S" })));
}

function viewer(input: Partial<ViewerInput>): Element[] {
  const file = { path: "a b#?.bin", size: 1536, content_type: "application/octet-stream" };
  return elementsOf(parseHtml(renderViewerPage({ kind: "file", title: "V", description: "", file, ...input })));
}

const linesOf = (page: Element[]) => page.filter((element) => hasClass(element, "line"));

test("each line of a snippet has an address, and its number is not part of the text", () => {
  const page = snippet("a\n\n  b\n");
  expect(linesOf(page).map((line) => [line.properties["id"], textOf(line)])).toEqual([
    ["L1", "a\n"],
    ["L2", "\n"],
    ["L3", "  b\n"],
  ]);
  expect(page.filter((element) => hasClass(element, "no")).map((mark) => mark.properties["href"])).toEqual([
    "#L1",
    "#L2",
    "#L3",
  ]);
});

test("a coloured snippet keeps its text, and a comment over lines is coloured on each", () => {
  const code = "/* one\n   two */ const x = `a\nb`;\n";
  const page = snippet(code, "typescript");
  expect(linesOf(page).map(textOf).join("")).toBe(code);
  const comments = page.filter((element) => hasClass(element, "hljs-comment")).map(textOf);
  expect(comments).toEqual(["/* one", "   two */"]);
});

test("a snippet that is too long for colours is marked up like a short one", () => {
  const lines = ['a <b> & "c"', "", "\t'd' > é\u00a0&amp;", "</code>"];
  const plain = new TextDecoder().decode(renderSnippetPage(lines.join("\n"), { language: "nonesuch", title: "S" }));
  const more = [...lines, "x".repeat(300_000)].join("\n");
  const long = new TextDecoder().decode(renderSnippetPage(more, { language: "js", title: "S" }));
  const marks = plain.slice(plain.indexOf('<span class="line"'), plain.indexOf("</code></pre>"));
  expect(long).toContain(marks);
  expect(long).toContain('id="L5"');
});

test("a snippet of very many lines is shown without their numbers", () => {
  const page = new TextDecoder().decode(renderSnippetPage("<\n".repeat(300_000), { language: null, title: "S" }));
  expect(page).toContain("300,000 lines");
  expect(page).toContain(`<code>${"&#x3C;\n".repeat(300_000)}</code>`);
});

test("a snippet in an unknown language, with any line ends or none at all, is plain text", () => {
  expect(linesOf(snippet("<script>\r\nx\ry", "nosuch")).map(textOf)).toEqual(["<script>\n", "x\n", "y\n"]);
  expect(linesOf(snippet("")).map(textOf)).toEqual(["\n"]);
});

test("a viewer shows each kind in place and offers the file itself", () => {
  for (const [kind, tag] of [
    ["image", "img"],
    ["video", "video"],
    ["audio", "audio"],
    ["pdf", "object"],
  ] as const) {
    const page = viewer({ kind });
    const shown = page.find((element) => element.tagName === tag);
    expect(shown?.properties[tag === "object" ? "data" : "src"]).toBe("a%20b%23%3F.bin");
    expect(page.some((element) => element.properties["download"] !== undefined)).toBe(true);
  }
  expect(viewer({}).map(textOf)).toContain("application/octet-stream · 1.5 KiB");
});

test("a name that turns the direction of text turns nothing on its page, and one from the right stays by itself", () => {
  const path = "inv\u202excod.exe";
  const html = new TextDecoder().decode(
    renderViewerPage(
      { kind: "file", title: path, description: "", file: { path, size: 2, content_type: "text/plain" } },
      new TextEncoder().encode("ab"),
    ),
  );
  const shown = "inv\ufffdxcod.exe";
  expect(html.match(/[\u202a-\u202e\u2066-\u2069]/)).toBeNull();
  expect(html).toContain(`<title>${shown}</title>`);
  expect(html).toContain(`<bdi>${shown}</bdi> · 1 line · 2 bytes`);
});

test("title, description and file name of a viewer are text", () => {
  const file = { path: "<img src=x onerror=x>.bin", size: 1, content_type: "a/b" };
  const page = viewer({ title: "<script>x</script>", description: "one <b>\n\ntwo", file });
  expect(page.filter((element) => ["script", "img", "b"].includes(element.tagName))).toEqual([]);
  expect(page.filter((element) => hasClass(element, "about")).map(textOf)).toEqual(["one <b>", "two"]);
});

function shownText(content: string | Uint8Array, path = "a.txt"): Element[] {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const file = { path, size: bytes.length, content_type: "text/plain" };
  return elementsOf(parseHtml(renderViewerPage({ kind: "file", title: "V", description: "about", file }, bytes)));
}

test("a shared text is shown with a number and an address for each line, wrapped or not as its reader likes", () => {
  const page = shownText("a <b>\r\nسلام\n");
  expect(linesOf(page).map((line) => [line.properties["id"], textOf(line)])).toEqual([
    ["L1", "a <b>\n"],
    ["L2", "سلام\n"],
  ]);
  expect(page.find((one) => hasClass(one, "wraps"))?.properties["checked"]).toBe(true);
  expect(page.filter((one) => hasClass(one, "facts")).map(textOf)).toEqual(["a.txt · 2 lines · 16 bytes Wrap lines"]);
  expect(page.find((one) => hasClass(one, "button"))?.properties).toMatchObject({ href: "a.txt", download: true });
  const code = shownText("FROM x\nRUN y", "Dockerfile");
  expect(code.some((one) => hasClass(one, "hljs-keyword"))).toBe(true);
  expect(code.find((one) => hasClass(one, "wraps"))?.properties["checked"]).toBeUndefined();
  expect(shownText('{"a": [1]}', "a.geojson").some((one) => hasClass(one, "hljs-attr"))).toBe(true);
});

test("a drawing is shown as the picture of a page above its text, and never as a part that could run", () => {
  const page = shownText("<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", "a b.SVG");
  const shown = page.filter((one) => ["img", "svg", "object", "iframe", "embed"].includes(one.tagName));
  expect(shown.map(({ tagName, properties }) => [tagName, properties["src"], properties["alt"]])).toEqual([
    ["img", "a%20b.SVG", "V"],
  ]);
  expect(linesOf(page)).toHaveLength(1);
});

test("what is no text has a card, whatever it is called", () => {
  for (const bytes of [Uint8Array.of(0xff, 0xfe, 0, 0), Uint8Array.of(0x41, 0), Uint8Array.of(0xc3, 0x28)]) {
    const page = shownText(bytes);
    expect(page.some((one) => hasClass(one, "card"))).toBe(true);
    expect(linesOf(page)).toEqual([]);
  }
});

test("a shared table has a head for its columns, and numbers under each other", () => {
  const page = shownText('\uFEFFname;price\r\n"a;\nb";1,50\r\nc;\r\n', "a.csv");
  const rows = page.filter((one) => one.tagName === "tr");
  expect(
    rows.map((row) =>
      elementsOf(row)
        .slice(1)
        .map((cell) => [cell.tagName, textOf(cell)]),
    ),
  ).toEqual([
    [
      ["th", "name"],
      ["th", "price"],
    ],
    [
      ["td", "a;\nb"],
      ["td", "1,50"],
    ],
    [
      ["td", "c"],
      ["td", ""],
    ],
  ]);
  expect(page.filter((one) => hasClass(one, "number")).map(textOf)).toEqual(["price", "1,50", ""]);
  expect(page.filter((one) => hasClass(one, "facts")).map(textOf)[0]).toStartWith("a.csv · 2 rows · 2 columns · ");
  expect(shownText("a\tb;c\n1\t2", "a.tsv").filter((one) => one.tagName === "td")).toHaveLength(2);
});

test("of a large table the first rows and columns are shown, and it says so", () => {
  const page = shownText(`id,name\n${"1,x\n".repeat(20_000)}`, "a.csv");
  expect(page.filter((one) => one.tagName === "tr")).toHaveLength(1001);
  const said = page.filter((one) => hasClass(one, "note")).map(textOf);
  expect(said).toEqual(["This shows the first 1,000 of 20,000 rows. The download has all of them."]);
  const wide = shownText(`${"h,".repeat(149)}h\n${`${"1,".repeat(149)}1\n`.repeat(400)}`, "a.csv");
  expect(wide.filter((one) => one.tagName === "td")).toHaveLength(30_000);
  expect(wide.filter((one) => hasClass(one, "note")).map(textOf)).toEqual([
    "This shows the first 300 of 400 rows and the first 100 of 150 columns. The download has all of them.",
  ]);
  const long = shownText(`a\n${"x".repeat(5000)}`, "a.csv").find((one) => one.tagName === "td");
  expect(long && textOf(long)).toHaveLength(2001);
});

test("sizes read as people write them", () => {
  expect([0, 1, 1023, 1536, 123_456, 5 * 1024 ** 3].map(formatSize)).toEqual([
    ...["0 bytes", "1 byte", "1023 bytes", "1.5 KiB", "121 KiB", "5 GiB"],
  ]);
});

test("the policy of generated pages names our stylesheet and one script of ours by its whole address", () => {
  const hash = new Bun.CryptoHasher("sha256").update(PAGE_CSS).digest("base64");
  const policy = generatedPagePolicy("https://pages.example");
  expect(policy).toContain(`style-src 'sha256-${hash}' https://pages.example/assets/math.css;`);
  expect(policy).toStartWith("default-src 'none'");
  expect(policy).toMatch(/; script-src https:\/\/pages\.example\/assets\/page-[0-9a-f]{16}\.js; /);
  expect(policy).not.toMatch(/unsafe|connect-src/);
  const scripts = snippet("x").filter((element) => element.tagName === "script");
  expect(scripts.map((script) => [script.properties["src"], textOf(script)])).toEqual([[PAGE_SCRIPT, ""]]);
  expect(viewer({}).some((element) => element.tagName === "script")).toBe(false);
  const styles = snippet("x").filter((element) => element.tagName === "style");
  expect(styles.map(textOf)).toEqual([PAGE_CSS]);
  // An angle bracket would end the style element early.
  expect(PAGE_CSS).not.toContain("</");
});

test("every colour of text has the contrast of WCAG AA on every ground, light and dark", () => {
  const [light = "", dark = ""] = [...PAGE_CSS.matchAll(/:root \{([^}]*)\}/g)].map((match) => match[1]);
  const weak: string[] = [];
  for (const scheme of [light, dark]) {
    const colours = new Map(
      [...scheme.matchAll(/--([a-z]+): (#[0-9a-f]+);/g)].map((match) => [match[1], match[2] ?? ""]),
    );
    for (const ink of [
      "ink",
      "soft",
      "accent",
      "keyword",
      "string",
      "number",
      "comment",
      "name",
      "type",
      "attr",
      "meta",
      "danger",
    ]) {
      for (const ground of ["paper", "tint"]) {
        const ratio = contrast(colours.get(ink) ?? "", colours.get(ground) ?? "");
        if (!(ratio >= 4.5)) weak.push(`${ink} on ${ground}: ${ratio}`);
      }
    }
    for (const [ink, ground] of [
      ["string", "added"],
      ["attr", "removed"],
      ["ink", "mark"],
      ["paper", "accent"],
    ] as const) {
      const ratio = contrast(colours.get(ink) ?? "", colours.get(ground) ?? "");
      if (!(ratio >= 4.5)) weak.push(`${ink} on ${ground}: ${ratio}`);
    }
  }
  expect(weak).toEqual([]);
});

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
