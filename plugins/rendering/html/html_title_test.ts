// Proves what an HTML document is called, also when its markup is broken, huge or hostile.
import { expect, test } from "bun:test";
import { findHtmlTitle } from "./html_title.ts";

test.each([
  ["the first heading before the title", "<title>Title</title><h2>Second</h2><h1>First</h1>", "Second"],
  ["the title without a heading", "<title>A &amp; B &#8212; &copy;</title>", "A & B — ©"],
  ["text of inner elements in one line", "<h1>\n A <b>bold</b>\n name</h1>", "A bold name"],
  ["the next heading when one is empty", "<h1><img src=x></h1><h2>Next</h2>", "Next"],
  ["no title of a drawing", "<svg><title>icon</title></svg><title>Page</title>", "Page"],
  ["no text of a drawing in a heading", "<h1><svg><text>x</text></svg>Name</h1>", "Name"],
  [
    "no heading in a script, style, comment or template",
    "<script>'<h1>a</h1>'</script><!--<h1>b</h1>--><style><h1>c</h1></style><template><h1>d</h1></template><h1>e</h1>",
    "e",
  ],
  ["a heading that never ends", "<h1>open", "open"],
  ["nothing in nothing", "", null],
  ["nothing in text", "plain text", null],
  ["nothing in white space", "<h1> &#32; </h1><title>\n</title>", null],
])("the title is %s", (_, html, title) => {
  expect(findHtmlTitle(html)).toBe(title);
  expect(findHtmlTitle(new TextEncoder().encode(html))).toBe(title);
});

test("a title is at most 300 characters", () => {
  expect(findHtmlTitle(`<h1>${"漢".repeat(5000)}</h1>`)).toBe("漢".repeat(300));
});

test("a title is found behind a megabyte of style", () => {
  expect(findHtmlTitle(`<style>${"a{b:c}\n".repeat(150_000)}</style><h1>far</h1>`)).toBe("far");
});

test("bytes of no encoding and deep nesting do no harm", () => {
  expect(findHtmlTitle(new Uint8Array([0x3c, 0x68, 0x31, 0x3e, 0x01, 0xff, 0x41]))).toBe("\u0001\uFFFDA");
  expect(findHtmlTitle("<div>".repeat(100_000))).toBeNull();
});
