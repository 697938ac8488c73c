// Proves that nothing a source holds becomes script, style, a frame, a form or a dangerous address in a generated page.
import { expect, test } from "bun:test";
import type { Element } from "hast";
import { INJECTIONS } from "../fixtures/injections.ts";
import { elementsOf, htmlOf, pageOf, parseHtml } from "../fixtures/read_page.ts";
import { PAGE_SCRIPT } from "../page/assets.ts";
import { textOf } from "./element.ts";
import { readPictureSet } from "./picture_set.ts";
import { isPlainHtml, safeImageSource, schemeOf } from "./safety.ts";

const NEVER = new Set([
  ...["applet", "base", "button", "embed", "form", "frame", "iframe", "link", "math", "noscript", "object", "option"],
  ...["plaintext", "script", "select", "style", "svg", "template", "textarea", "xmp"],
]);

function complaintsAbout(element: Element): string[] {
  const found: string[] = [];
  if (NEVER.has(element.tagName)) found.push(`<${element.tagName}>`);
  for (const [name, value] of Object.entries(element.properties)) {
    if (/^on|^style$|^is$|^srcDoc$|^form|^action$|^name$|^background$/i.test(name))
      found.push(`${element.tagName} ${name}`);
    if (name === "srcSet" && readPictureSet(String(value)).some(({ url }) => safeImageSource(url) === null))
      found.push(`${element.tagName} srcset=${value}`);
    if (!["href", "src", "poster", "cite", "data"].includes(name) || typeof value !== "string") continue;
    // As a browser reads an address: without the control characters that it drops.
    const scheme = schemeOf(value.replace(/[\0- ]/g, ""));
    const image = element.tagName === "img" && /^data:image\/(png|jpeg|gif|webp|avif);base64,/i.test(value);
    if (scheme !== null && !["http", "https", "mailto", "tel", "irc", "ircs", "xmpp"].includes(scheme) && !image) {
      found.push(`${element.tagName} ${name}=${value}`);
    }
  }
  return found;
}

/** The one of the shell: a source that holds code has it, and holds nothing in it. */
function isOurScript(element: Element): boolean {
  return element.tagName === "script" && element.properties["src"] === PAGE_SCRIPT && textOf(element) === "";
}

test.each(INJECTIONS.map((source) => [source]))(
  "no script, handler, frame or dangerous address comes of %j",
  async (source) => {
    const body = elementsOf(parseHtml(await htmlOf(source)));
    expect(body.flatMap(complaintsAbout)).toEqual([]);
    const page = await pageOf(source);
    const ours = page.filter((element) => !["style", "meta"].includes(element.tagName) && !isOurScript(element));
    expect(ours.flatMap(complaintsAbout)).toEqual([]);
    expect(page.filter((element) => element.tagName === "style")).toHaveLength(1);
  },
);

test("all injections in one document stay harmless together", async () => {
  const body = elementsOf(parseHtml(await htmlOf(INJECTIONS.join("\n\n"))));
  expect(body.flatMap(complaintsAbout)).toEqual([]);
});

test("a title is text in the page whatever it holds", async () => {
  const title = `</title></style><script>x</script>&amp;"'`;
  const page = await pageOf("text", title);
  expect(page.filter((element) => element.tagName === "script")).toEqual([]);
  expect(page.filter((element) => ["title", "h1"].includes(element.tagName)).map(textOf)).toEqual([title, title]);
});

test("benign HTML survives as it was written", async () => {
  const benign = [
    '<p align="center"><kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <abbr title="a b">ab</abbr></p>',
    "<details open><summary>s</summary><p>t</p></details>",
    "<figure><figcaption>c</figcaption></figure>",
    "<dl><dt>t</dt><dd>d</dd></dl>",
  ].join("");
  expect(await htmlOf(benign)).toBe(benign.replace("<details open>", "<details open>"));
});

test("DOMPurify changes nothing in a page that is safe already", async () => {
  const inside =
    "# H\n\n[a](https://x.example/?a=1&b=2) ![i](p.png)\n\n- [x] done\n\n| a |\n|:-:|\n| b |\n\n```rust\nfn f() {}\n```\n\nn[^1]\n\n[^1]: f\n\n";
  const plain = await htmlOf(`${inside}<p>tail</p>`);
  const odd = await htmlOf(`<div x='1'>\n\n${inside}</div>\n\n<p>tail</p>`);
  expect(isPlainHtml("<div x='1'>")).toBe(false);
  expect(parseHtml(odd)).toEqual(parseHtml(`<div>\n${plain.replace("<p>tail</p>", "</div>\n<p>tail</p>")}`));
});

test("raw HTML opened block by block makes the page that it makes opened whole", async () => {
  const blocks = [
    'para <kbd>a</kbd> **b** <img src="x.png">',
    "<details>\n\n- a <b>b\n- c</b>\n\n</details>",
    '<Listing caption="c">\n\n```rust\nlet x;\n```\n\n</Listing>',
    "plain *text*",
    "<!-- a <b> note -->",
    '| a <sub>1</sub> |\n|-|\n| <a id="x"></a> |',
  ];
  // A tag that is never closed makes the whole tree be parsed at once.
  const whole = await htmlOf(`${blocks.join("\n\n")}\n\n<div>`);
  expect(`${await htmlOf(blocks.join("\n\n"))}\n<div></div>`).toBe(whole);
});

test("plain HTML is told from odd HTML by its letters alone", () => {
  const plain = [
    '<a id="x"></a>',
    "<br/>",
    '<img src="a/b.png" alt="x &amp; y">',
    '<a href="https://x.example:80/y?z">',
    "<!-- a note -->",
    '<Listing number="1" caption="`Box<T>`">',
    '<img alt="two\nlines" src="img/a.svg" style="width: 50%">',
    "<!-- run -- it <T> -->",
    "text & more",
    "<a href=x>",
    "<p style=x>",
    "<img width=20 src=https://x.example/a.png/>",
    '<a href="https://x.example/?a=1&amp;b=2&c">',
    '<p data-x="1" aria-label=y>',
    "<String>",
    "</my-part>",
    '<T extends Bar onclick="f()">',
  ];
  const odd = [
    "<svg>",
    "<p onclick=x>",
    '<a href="javascript:x">',
    '<a href="&#106;avascript:x">',
    "<p",
    "<a href=javascript:x>",
    '<a href="java&Tab;script:x">',
    "<img src=x onerror=f()>",
    "<font>",
    "<annotation-xml>",
    "<foreignObject>",
    "<String",
    "<String <b>",
    "<!-->",
    "<!DOCTYPE x>",
    '<p title="<b>">',
    "<!-- --!><svg>-->",
    "<!-->",
    "<!--->",
    "<!-- open",
    "<script>",
  ];
  expect(plain.filter((html) => !isPlainHtml(html))).toEqual([]);
  expect(odd.filter((html) => isPlainHtml(html))).toEqual([]);
});

test("pictures load from the document, https and raster data only", () => {
  expect(safeImageSource("img/a.png")).toBe("img/a.png");
  expect(safeImageSource("//cdn.example/a.png")).toBe("https://cdn.example/a.png");
  expect(safeImageSource("https://x.example/a.png")).toBe("https://x.example/a.png");
  expect(safeImageSource("data:image/png;base64,AAAA")).toBe("data:image/png;base64,AAAA");
  for (const bad of ["http://x.example/a.png", "data:image/svg+xml;base64,AA", "data:text/html,x", "javascript:x"]) {
    expect(safeImageSource(bad)).toBeNull();
  }
});
