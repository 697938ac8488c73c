// What a file becomes and how it is sent, decided by its name alone.
import { expect, test } from "bun:test";
import { contentTypeOf, endingOf, kindOfFile, snippetPath } from "./kinds.ts";

test("an ending is the last one, in lower case, and a name that begins with a dot has none", () => {
  expect(["a.TXT", "a.tar.gz", "folder.x/a", ".env", "a.", ""].map(endingOf)).toEqual(["txt", "gz", "", "", "", ""]);
});

test("a name decides the kind", () => {
  const kinds: [string, string][] = [
    ["a.html", "html"],
    ["a.HTM", "html"],
    ["a.md", "markdown"],
    ["a.jpeg", "image"],
    ["a.svg", "file"],
    ["a.xhtml", "file"],
    ["a.pdf", "pdf"],
    ["a.flac", "audio"],
    ["a.webm", "video"],
    ["a.py", "file"],
    ["a", "file"],
    ["a.html.zip", "file"],
  ];
  for (const [name, kind] of kinds) expect([name, kindOfFile(name, { render: true })]).toEqual([name, kind]);
  expect(kindOfFile("a.md", { render: false })).toBe("file");
});

test("source code is text, and what nobody knows is bytes", () => {
  expect(contentTypeOf("a/b.rs")).toBe("text/plain; charset=utf-8");
  expect(contentTypeOf("a.unknown")).toBe("application/octet-stream");
});

test("a snippet's source is never a page and never leaves its name", () => {
  expect(["TypeScript", "c", "html", "markdown", null, ""].map(snippetPath)).toEqual([
    "source.ts",
    "source.c",
    "source.html.txt",
    "source.md.txt",
    "source.txt",
    "source.txt",
  ]);
  for (const bad of ["../x", "a b", "x".repeat(17), "é", "."])
    expect(() => snippetPath(bad)).toThrow("is not a name of a language");
});
