// What a drawing may hold, as an XML parser with namespaces reads it.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanDrawing } from "./drawing.ts";
import { parseXml, type ReadElement, SVG, XHTML, XLINK } from "./xml.ts";

const svg = (inside: string, attributes = "") => `<svg xmlns="${SVG}"${attributes}>${inside}</svg>`;
const reasonOf = (source: string) => {
  try {
    return `kept: ${cleanDrawing(source)}`;
  } catch (error) {
    return error instanceof Error && error.name === "DrawingError" ? error.message : `thrown: ${error}`;
  }
};

describe("namespaces", () => {
  test.each([
    ["script under any prefix", svg(`<x:script xmlns:x="${SVG}"/>`), "scripts are not allowed"],
    ["script of another vocabulary", svg('<x:script xmlns:x="urn:x"/>'), "scripts are not allowed"],
    ["script in what is left out", svg('<metadata><x:y xmlns:x="urn:x"><script/></x:y></metadata>'), "scripts"],
    ["HTML under a prefix", svg(`<h:input xmlns:h="${XHTML}"/>`), "elements of HTML"],
    ["HTML by a default", svg(`<g xmlns="${XHTML}"/>`), "elements of HTML"],
    ["a body of HTML", svg(`<h:body xmlns:h="${XHTML}"/>`), "embedding"],
    ["a root that claims to be HTML", `<svg xmlns="${XHTML}"/>`, "its root is of"],
    ["a root of another vocabulary", '<svg xmlns="urn:x"/>', 'its root is of "urn:x"'],
    ["a link under any prefix", svg(`<use xmlns:y="${XLINK}" y:href="//x.example/a#b"/>`), "outside of the file"],
    ["a handler under any prefix", svg('<path y:onclick="x" xmlns:y="urn:y"/>'), "event handler"],
    ["one attribute under two prefixes", svg('<g xmlns:a="u" xmlns:b="u" a:x="1" b:x="2"/>'), "duplicate attribute"],
    ["the prefix of XML for something else", svg('<g xmlns:xml="urn:x"/>'), "not well-formed"],
    ["a handler under a prefix that nobody bound", svg('<path constructor:onload="x"/>'), "event handler"],
    ["a base of XML", svg('<g xml:base="//x.example"/>'), "moves references"],
  ])("refuse %s", (_what, source, reason) => {
    expect(reasonOf(source)).toContain(reason);
  });

  test("a drawing under a prefix is kept without it", () => {
    const drawn = `<s:svg xmlns:s="${SVG}" xmlns:l="${XLINK}"><s:g id="a"><s:path d="M0 0"/></s:g><s:use l:href="#a"/></s:svg>`;
    expect(cleanDrawing(drawn)).toBe(
      `<svg xmlns="${SVG}" xmlns:xlink="${XLINK}"><g id="a"><path d="M0 0"/></g><use xlink:href="#a"/></svg>`,
    );
  });

  test("what only looks like a drawing is left out", () => {
    const foreign = '<g xmlns="urn:x"><path d="M1 1"/></g><x:path xmlns:x="urn:x" d="M2 2"/><path xmlns="" d="M3 3"/>';
    expect(cleanDrawing(svg(`${foreign}<path d="M4 4" x:fill="red" xmlns:x="urn:x"/>`))).toBe(svg('<path d="M4 4"/>'));
    expect(cleanDrawing(svg('<g id="a"/><use xlink:href="#a" xmlns:xlink="urn:x"/>'))).toBe(svg('<g id="a"/><use/>'));
  });

  test("a drawing that names no namespace, as it stands in HTML, gets its own", () => {
    expect(cleanDrawing('<svg><g id="a"/><use xlink:href="#a"/></svg>')).toBe(
      `<svg xmlns="${SVG}" xmlns:xlink="${XLINK}"><g id="a"/><use xlink:href="#a"/></svg>`,
    );
  });
});

describe("entities", () => {
  const billion = `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${svg("<text>&b;</text>")}`;
  test.each([
    ["of an internal subset", billion, "DOCTYPE"],
    ["of a file", `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg("<text>&a;</text>")}`, "DOCTYPE"],
    ["of a parameter", `<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://x.example/a.dtd">%a;]>${svg("")}`, "DOCTYPE"],
    [
      "of a DTD elsewhere",
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://x.example/a.dtd">${svg("")}`,
      "DOCTYPE",
    ],
    ["declared inside of the drawing", svg("<!DOCTYPE svg>"), "doctype"],
    ["declared without a DOCTYPE", svg('<!ENTITY a "b">'), "not well-formed"],
    ["that nobody declared, in text", svg("<text>&a;</text>"), 'entity "&a;"'],
    ["that nobody declared, in an attribute", svg('<path fill="&a;"/>'), 'entity "&a;"'],
    ["of HTML", svg("<text>&nbsp;</text>"), 'entity "&nbsp;"'],
    ["named like a member of every object", svg("<text>&constructor;</text>"), 'entity "&constructor;"'],
    ["named like a prototype", svg("<text>&__proto__;</text>"), 'entity "&__proto__;"'],
    ["that are no characters: NUL", svg("<text>&#0;</text>"), "not well-formed"],
    ["that are no characters: half a pair", svg("<text>&#xD800;</text>"), "not well-formed"],
    ["that are no characters: a control", svg("<text>&#x1;</text>"), "not well-formed"],
    [
      "that are no characters, with another version",
      `<?xml version="1.1"?>${svg("<text>&#x1;</text>")}`,
      "not well-formed",
    ],
    ["that are no characters: beyond the last", svg("<text>&#x110000;</text>"), "not well-formed"],
    ["without an end", svg("<text>&amp</text>"), "not "],
  ])("refuse such %s", (_what, source, reason) => {
    expect(reasonOf(source)).toContain(reason);
  });

  test("the five of XML and numbers are characters, and never markup", () => {
    const text = "&lt;script&gt;&amp;lt;&quot;&apos;&#60;x&#x3e;";
    expect(cleanDrawing(svg(`<text aria-label="${text}">${text}</text>`))).toBe(
      svg(`<text aria-label="&lt;script&gt;&amp;lt;&quot;'&lt;x&gt;">&lt;script&gt;&amp;lt;&quot;'&lt;x&gt;</text>`),
    );
  });
});

describe("markup beside elements", () => {
  test.each([
    ["CDATA around a script", svg("<text><![CDATA[<script>alert(1)</script>]]></text>"), "CDATA"],
    ["CDATA in a style", svg("<style><![CDATA[@import 'x';]]></style>"), "CDATA"],
    ["CDATA that does not end", svg("<text><![CDATA[x</text>"), "not "],
    ["the end of CDATA alone", svg("<text>]]></text>"), "not well-formed"],
    ["a style sheet from elsewhere", `<?xml-stylesheet href="//x.example/a.css"?>${svg("")}`, "processing instruction"],
    ["an instruction behind the root", `${svg("")}<?x y?>`, "processing instruction"],
    ["a declaration that does not stand first", ` <?xml version="1.0"?>${svg("")}`, "not well-formed"],
    ["an element that another's end closes", svg("<g><path></g>"), '"path" is not closed'],
    ["an element that nothing closes", `<svg xmlns="${SVG}"><g><path/>`, '"g" is not closed'],
    ["two roots", `${svg("")}${svg("")}`, "only one root"],
    ["text behind the root", `${svg("")}x`, "not well-formed"],
    ["a comment in a comment", svg("<!-- <!-- -->"), "not well-formed"],
    ["a comment that does not end", svg("<!-- x"), "not "],
    ["nothing", "", "not well-formed"],
    ["an attribute twice", svg('<path d="a" d="b"/>'), "duplicate attribute"],
    ["an attribute without quotes", svg("<path d=a/>"), "not well-formed"],
    ["markup in an attribute", svg('<path d="<"/>'), "not well-formed"],
    ["NUL", svg("<text>\0</text>"), "not well-formed"],
    ["half a pair", svg("<text>\ud800</text>"), "not "],
  ])("refuses %s", (_what, source, reason) => {
    expect(reasonOf(source)).toContain(reason);
  });

  test.each([
    ["a comment", "u<!-- -->rl(//x.example/a)"],
    ["two comments", "u<!----><!-- x -->rl(//x.example/a)"],
    ["a reference beside a comment", "u<!-- -->&#114;l(//x.example/a)"],
    ["a line's end that is made one", "url(\r\n//x.example/a)"],
  ])("a style split by %s is read as one", (_what, rule) => {
    expect(reasonOf(svg(`<style>rect{fill:${rule}}</style>`))).toContain("outside of the file");
  });

  test("a declaration of XML and comments are left out", () => {
    const around = (inside: string) => `\ufeff<?xml version="1.0" encoding="UTF-8"?><!-- a -->${inside}<!-- b -->`;
    expect(cleanDrawing(around(svg("<!-- c --><g/>")))).toBe(svg("<g/>"));
  });
});

test("a drawing cannot hide how often its parts repeat each other behind a second bearer of an id", () => {
  const parts = Array.from(
    { length: 20 },
    (_, i) => `<g id="n${i}"><use href="#n${i + 1}"/><use href="#n${i + 1}"/></g>`,
  );
  const again = Array.from({ length: 20 }, (_, i) => `<g id="n${i}"/>`);
  expect(reasonOf(svg(`${parts.join("")}${again.join("")}`))).toContain("repeat each other");
});

describe("a drawing that is filtered again and again", () => {
  const blur = '<filter id="f"><feGaussianBlur stdDeviation="20"/></filter>';
  const nested = (around: string, levels: number) =>
    `${`<g ${around}>`.repeat(levels)}<path d="M0 0"/>${"</g>".repeat(levels)}`;

  test.each([
    ["nested by an attribute", `${blur}${nested('filter="url(#f)"', 40)}`],
    ["nested by a style", `${blur}${nested("style=\"filter:url('#f')\"", 40)}`],
    ["nested by a function", nested('style="filter:blur(20px)"', 40)],
    ["nested by an attribute's function", nested('filter="drop-shadow(0 0 20px red)"', 40)],
    ["nested by a rule for all", `${blur}<style>*{filter:url(#f)}</style>${nested("", 40)}`],
    ["nested by a class", `${blur}<style>.a,.b{filter:url(#f)}</style>${nested('class="b c"', 40)}`],
    ["nested by a rule behind a comment", `<style>/* x */g/**/{filter:blur(9px)}</style>${nested("", 40)}`],
    [
      "nested through what uses what",
      Array.from({ length: 6 }, (_, n) => `<g id="n${n}" filter="url(#f)"><use href="#n${n + 1}"/></g>`).join("") +
        blur,
    ],
    ["in a row", `<filter id="f">${'<feGaussianBlur stdDeviation="20"/>'.repeat(13)}</filter><path filter="url(#f)"/>`],
    ["beside each other", `${blur}${'<path filter="url(#f)"/>'.repeat(13)}`],
    ["in one style", `<path style="filter:${"blur(20px) ".repeat(13)}"/>`],
    ["grown", `<filter id="f"><feMorphology radius="9"/></filter>${nested('filter="url(#f)"', 4)}`],
  ])("is refused: %s", (_what, inside) => {
    expect(reasonOf(svg(inside))).toMatch(/blur|filters lie within each other/);
  });

  test("is kept with a shadow below some of its parts", () => {
    const shadow = '<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/><feOffset dx="1"/></filter>';
    const kept = `${shadow}<style>.s{filter:url(#f)}.t{fill:red}</style><g filter="url(#f)"><path class="s"/></g>${'<path class="t"/>'.repeat(500)}`;
    expect(reasonOf(svg(kept))).toStartWith("kept: ");
  });
});

const name = fc.constantFrom("svg", "g", "path", "style", "use", "x:g", "s:path", "h:p", "script", "title", "metadata");
const attribute = fc.constantFrom(
  ...["", ' id="a"', ' href="#a"', ' s:href="#a"', ' xlink:href="#b"', ' xmlns="urn:x"', ` xmlns="${SVG}"`],
  ...[` xmlns:x="${SVG}"`, ` xmlns:s="${XLINK}"`, ' onload="x"', ' x:on="1"', " fill='&lt;'", ' xmlns:x=""'],
);
const text = fc.constantFrom("", "a", "&amp;lt;", "<!-- c -->", "<![CDATA[x]]>", "]]&gt;", "&#x3c;", "<", "&x;", "é😀");
const { drawing } = fc.letrec((tie) => ({
  drawing: fc.oneof(
    { maxDepth: 4 },
    text,
    fc
      .tuple(name, fc.array(attribute, { maxLength: 2 }), fc.array(tie("drawing"), { maxLength: 3 }))
      .map(([tag, attributes, inside]) => `<${tag}${attributes.join("")}>${inside.join("")}</${tag}>`),
  ),
}));

test("what is kept is all SVG, is kept again as it stands, and what is not is refused with a reason", () => {
  fc.assert(
    fc.property(fc.array(drawing, { maxLength: 4 }), (inside) => {
      const answer = reasonOf(svg(inside.join("")));
      expect(answer).not.toStartWith("thrown: ");
      if (!answer.startsWith("kept: ")) return;
      const kept = answer.slice("kept: ".length);
      expect(reasonOf(kept)).toBe(answer);
      const seen = [parseXml(kept)];
      for (const element of seen) {
        expect([element.namespace, element.name]).toEqual([SVG, element.local]);
        expect(element.attributes.map(({ name }) => name).filter((each) => each.startsWith("on"))).toEqual([]);
        seen.push(...element.children.filter((child): child is ReadElement => typeof child !== "string"));
      }
    }),
    { numRuns: 1000 },
  );
});
