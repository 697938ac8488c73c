// Names in archives: safe ones stay, whatever else is written anywhere, and no two that a file system may take for one.
import { expect, test } from "bun:test";
import { namesOf, safeName } from "./names.ts";

test("a name that can be written anywhere stays, and any other becomes one", () => {
  for (const name of ["a", "-", "_x", "Page 1", "page-one (2).html", "(x)", "1.2.3"]) expect(safeName(name)).toBe(name);
  const made: [string, string][] = [
    ["", "_"],
    [".", "_"],
    ["..", "_"],
    [" a ", "a"],
    ["a.", "a"],
    ["a. .", "a"],
    ["a ", "a"],
    ["con", "_con"],
    ["NUL.txt", "_NUL.txt"],
    ["com1", "_com1"],
    ["a/b\\c", "a_b_c"],
    ["a:b?", "a_b_"],
    ["a\u0000b\nc", "a_b_c"],
    ["u\u0308", "\u00fc"],
    [`${"x".repeat(300)}.html`, `${"x".repeat(175)}.html`],
  ];
  for (const [name, safe] of made) expect([name, safeName(name)]).toEqual([name, safe]);
});

test("names that differ by case or form alone are told apart", () => {
  const names = namesOf(["Files"]);
  const taken = ["a", "A", "files", "Stra\u00dfe", "STRASSE", "\u00fc", "u\u0308", "a.txt", "A.TXT"].map(names.take);
  expect(taken).toEqual([
    "a",
    "A (2)",
    "files (2)",
    "Stra\u00dfe",
    "STRASSE (2)",
    "\u00fc",
    "\u00fc (2)",
    "a.txt",
    "A (2).TXT",
  ]);
});
