// Folders: what is allowed, and in which form it is kept.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { attempt, paths } from "../../test/harness/path_samples.ts";
import { parseFolder, pathsDownTo, segmentFor } from "./paths.ts";

describe("a folder", () => {
  test("has one form", () => {
    expect(["", "/", "Plans", "/Plans/", "Plans/Q 1.2_x-y", "日本/हिन्दी"].map(parseFolder)).toEqual([
      "",
      "",
      "Plans",
      "Plans",
      "Plans/Q 1.2_x-y",
      "日本/हिन्दी",
    ]);
    fc.assert(
      fc.property(paths, (text) => {
        const folder = attempt(parseFolder, text);
        if (folder !== null) expect(parseFolder(folder)).toBe(folder);
      }),
    );
  });

  test("has at most 8 levels, 512 characters and 64 a segment, and the refusal names the segment", () => {
    expect(attempt(parseFolder, "1/2/3/4/5/6/7/8")).not.toBeNull();
    expect(attempt(parseFolder, "x".repeat(64))).not.toBeNull();
    const long = Array.from({ length: 8 }, () => "x".repeat(64)).join("/");
    for (const bad of [
      "1/2/3/4/5/6/7/8/9",
      "x".repeat(65),
      long,
      "a./b",
      "a /b",
      " a",
      ".a",
      "a//b",
      "a\\b",
      "a:b",
      "a\0",
    ]) {
      expect([bad, attempt(parseFolder, bad)]).toEqual([bad, null]);
    }
    expect(() => parseFolder("ok/b*d/ok")).toThrow('folder segment "b*d" is not allowed');
  });
});

test("the paths above a folder come from the top down", () => {
  expect(pathsDownTo("a/b")).toEqual(["", "a", "a/b"]);
  expect(pathsDownTo("")).toEqual([""]);
});

test("any name becomes one segment of the grammar", () => {
  expect(segmentFor("Ana María")).toBe("Ana María");
  expect(segmentFor("../x/y")).toBe("x-y");
  expect(segmentFor("***")).toBe("Member");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const segment = segmentFor(text);
      expect(parseFolder(segment)).toBe(segment);
      expect(segment).not.toContain("/");
    }),
  );
});
