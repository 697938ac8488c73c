// Holds the answers to conditional and partial reads against RFC 9110.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../base/refusal.ts";
import { type FileAnswer, fileResponse, matchesEtag, parseRange, type RangeAsked } from "./ranges.ts";

const BODY = "0123456789";
const MODIFIED = new Date("2026-03-01T10:00:00.750Z");

interface Given extends Partial<FileAnswer> {
  method?: string;
  asked?: Record<string, string>;
}

async function answer({ method = "GET", asked = {}, ...rest }: Given = {}): Promise<Response> {
  return fileResponse({
    request: new Request("http://127.0.0.1/file", { method, headers: asked }),
    size: BODY.length,
    etag: '"abc"',
    content_type: "text/plain; charset=utf-8",
    headers: { "Cache-Control": "no-cache" },
    open: (range) => (range ? BODY.slice(range.start, range.end) : BODY),
    ...rest,
  });
}

describe("parseRange", () => {
  test.each<[string, RangeAsked]>([
    ["bytes=0-0", { start: 0, end: 1 }],
    ["bytes=2-4", { start: 2, end: 5 }],
    ["bytes=2-", { start: 2, end: 10 }],
    ["bytes=2-99", { start: 2, end: 10 }],
    ["bytes=-3", { start: 7, end: 10 }],
    ["bytes=-99", { start: 0, end: 10 }],
    ["BYTES= 2-4 ", { start: 2, end: 5 }],
    ["bytes=2-4,", { start: 2, end: 5 }],
    ["bytes=9999999999999999999999-", "unsatisfiable"],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=4-2", null],
    ["bytes=0-1,3-4", null],
    ["bytes=-", null],
    ["bytes=a-b", null],
    ["bytes 0-1", null],
    ["items=0-1", null],
    ["", null],
  ])("reads %p of ten bytes", (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  test("of an empty file a suffix is the whole and an offset is unsatisfiable", () => {
    expect(parseRange("bytes=-5", 0)).toBeNull();
    expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  });

  test("a range that it answers always lies inside the file and is not empty", () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), fc.option(fc.nat()), (size, first, last) => {
        const range = parseRange(`bytes=${first ?? ""}-${last ?? ""}`, size);
        if (range === null || range === "unsatisfiable") return true;
        return range.start >= 0 && range.start < range.end && range.end <= size;
      }),
    );
  });
});

describe("matchesEtag", () => {
  test.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['"a,b", W/"abc"', true],
    ["*", true],
    ['"abcd"', false],
    ["abc", false],
    ["", false],
  ])("finds the tag in %p: %p", (header, expected) => {
    expect(matchesEtag(header, '"abc"')).toBe(expected);
  });
});

describe("fileResponse", () => {
  test("answers 200 with the whole, its length, type, validator and the offer of ranges", async () => {
    const response = await answer({ last_modified: MODIFIED });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(BODY);
    expect(Object.fromEntries(response.headers)).toEqual({
      "accept-ranges": "bytes",
      "cache-control": "no-cache",
      "content-length": "10",
      "content-type": "text/plain; charset=utf-8",
      etag: '"abc"',
      "last-modified": "Sun, 01 Mar 2026 10:00:00 GMT",
    });
  });

  test("answers 206 with the part and where it lies", async () => {
    const response = await answer({ asked: { range: "bytes=2-4" } });
    expect(response.status).toBe(206);
    expect(await response.text()).toBe("234");
    expect(response.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(response.headers.get("content-length")).toBe("3");
  });

  test("answers HEAD with the length of the whole, no body and no opened file, whatever Range says", async () => {
    const response = await answer({
      method: "HEAD",
      asked: { range: "bytes=2-4" },
      open: () => {
        throw new Error("opened");
      },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe("10");
    expect(await response.text()).toBe("");
  });

  test("refuses a range behind the end with the size", async () => {
    const refused = await answer({ asked: { range: "bytes=10-" } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ kind: "unsatisfiable", detail: { size: 10 } });
  });

  test("answers 304 without a body but with the validator and the caller's headers", async () => {
    const response = await answer({ asked: { "if-none-match": 'W/"abc"', range: "bytes=99-" } });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
    expect(Object.fromEntries(response.headers)).toEqual({ "cache-control": "no-cache", etag: '"abc"' });
  });

  test.each([
    ["the same second", { "if-modified-since": "Sun, 01 Mar 2026 10:00:00 GMT" }, 304],
    ["a second before", { "if-modified-since": "Sun, 01 Mar 2026 09:59:59 GMT" }, 200],
    ["no date", { "if-modified-since": "yesterday" }, 200],
    [
      "an ETag that differs, which outweighs the date",
      { "if-modified-since": "Sun, 01 Mar 2026 10:00:00 GMT", "if-none-match": '"x"' },
      200,
    ],
  ])("If-Modified-Since with %s", async (_, asked, status) => {
    expect((await answer({ asked, last_modified: MODIFIED })).status).toBe(status);
  });

  test.each([
    ["the ETag", '"abc"', 206],
    ["another ETag", '"x"', 200],
    ["a weak ETag", 'W/"abc"', 200],
    ["the date", "Sun, 01 Mar 2026 10:00:00 GMT", 206],
    ["a later date", "Sun, 01 Mar 2026 10:00:01 GMT", 200],
  ])("If-Range with %s", async (_, condition, status) => {
    const asked = { range: "bytes=2-4", "if-range": condition };
    expect((await answer({ asked, last_modified: MODIFIED })).status).toBe(status);
  });
});
