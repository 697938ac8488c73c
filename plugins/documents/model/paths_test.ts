// File paths and tags: what is allowed, in which form it is kept, and that no path leaves its document.
import { describe, expect, test } from "bun:test";
import { posix, win32 } from "node:path";
import fc from "fast-check";
import { attempt, paths } from "../../../test/harness/path_samples.ts";
import { normaliseTag, parseFileName, parseFilePath, parseTags } from "./paths.ts";

describe("a file path", () => {
  test("that is taken stays below the place where it is put, on every system, decoded once more or not", () => {
    fc.assert(
      fc.property(paths, (text) => {
        const path = attempt(parseFilePath, text);
        if (path === null) return;
        expect(path).toBe(text);
        for (const form of [path, path.replace(/%([0-9a-f]{2})/gi, (whole) => decodeURIComponent(whole))]) {
          expect(posix.join("/root", form)).toBe(`/root/${form}`);
          expect(win32.join("r:\\root", form)).toStartWith("r:\\root\\");
        }
        expect(path).not.toMatch(/^[~_/]|[\0-\x1f\\]/);
      }),
      { numRuns: 2000 },
    );
  });

  test("may be of any script, with spaces, dots and signs", () => {
    for (const path of [
      "a.css",
      "a/b/c d.js",
      "Bücher/日本.md",
      ".hidden",
      "a/_b",
      "50% off.txt",
      "a...b",
      "-x",
      "é😀.png",
    ]) {
      expect(attempt(parseFilePath, path)).toBe(path);
    }
  });

  test("is refused when it is empty, too long, absolute or climbs", () => {
    const bad = [
      "",
      "/a",
      "a/",
      "a//b",
      ".",
      "..",
      "../a",
      "a/../b",
      "a/./b",
      "a\\b",
      "a\0",
      "a\nb",
      "\ud800",
      "x".repeat(513),
    ];
    for (const path of [...bad, `${"x".repeat(201)}/a`, "%2e%2e/a", "a%2Fb", "~a", "_a"]) {
      expect([path, attempt(parseFilePath, path)]).toEqual([path, null]);
    }
  });
});

test("a name that is too long is told by its length", () => {
  expect(() => parseFilePath(`a/${"x".repeat(201)}`)).toThrow(
    `path segment "${"x".repeat(40)}…" has 201 characters; at most 200 are allowed`,
  );
});

test("a file name is the last segment of a path that could stand", () => {
  expect(parseFileName("folder/report.pdf")).toBe("report.pdf");
  for (const name of ["", "../report.pdf", "/report.pdf", "C:\\report.pdf", "folder/_x", "a/.."]) {
    expect([name, attempt(parseFileName, name)]).toEqual([name, null]);
  }
});

test("a file name that shows nothing, or as another, is refused with what to mend", () => {
  for (const name of [" ", "\u200b", "a/ "]) {
    expect(() => parseFileName(name)).toThrow('shows nothing; name the file, such as "report.pdf"');
  }
  for (const [name, held] of [
    ["\u202egpj.exe", "U+202E"],
    ["a/\u2067x.txt", "U+2067"],
    ["a\u0085b.txt", "U+0085"],
    ["\u2028a.txt", "U+2028"],
  ] as const) {
    expect(() => parseFileName(name)).toThrow(`filename holds ${held}, which shows nothing itself; remove it`);
  }
  expect(parseFileName("שלום.txt")).toBe("שלום.txt");
});

describe("tags", () => {
  test("are lower case with hyphens for spaces, each once, in their order", () => {
    expect(parseTags(["Road  Map", "b", " road map ", "C++", "c#", "Ünï"])).toEqual([
      "road-map",
      "b",
      "c++",
      "c#",
      "ünï",
    ]);
  });

  test("are at most ten after that, of 1 to 32 characters", () => {
    const ten = Array.from({ length: 10 }, (_, n) => `t${n}`);
    expect(parseTags([...ten, "T0"])).toEqual(ten);
    expect(() => parseTags([...ten, "more"])).toThrow("11 tags are too many; a document has at most 10");
    for (const bad of ["", " ", "-a", "a,b", "a\0", "x".repeat(33), "😀", "a\u202e"]) {
      expect([bad, attempt(normaliseTag, bad)]).toEqual([bad, null]);
    }
  });

  test("stay as they are when normalised again", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const tag = attempt(normaliseTag, text);
        if (tag !== null) expect(normaliseTag(tag)).toBe(tag);
      }),
    );
  });
});
