// Encodings of texts: what a mark, the bytes themselves and a declaration say, and what is no text.
import { expect, test } from "bun:test";
import { encodingOf, readAnyText, readTextHead, typeWithEncoding } from "./encoding.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
const big = (text: string) => new Uint8Array([0xfe, 0xff, ...Buffer.from(text, "utf16le").swap16()]);

const TEXTS: readonly (readonly [bytes: Uint8Array, encoding: string | null, text: string | null])[] = [
  [new TextEncoder().encode("größe"), "utf-8", "größe"],
  [new TextEncoder().encode("\ufeffgröße"), "utf-8", "größe"],
  [new TextEncoder().encode('<meta charset="windows-1252">größe'), "utf-8", '<meta charset="windows-1252">größe'],
  [bytes("gr\xf6\xdfe"), "windows-1252", "größe"],
  [bytes("it\x92s \x93so\x94"), "windows-1252", "it’s “so”"],
  [bytes('<meta charset="iso-8859-2">\xb1'), "iso-8859-2", '<meta charset="iso-8859-2">ą'],
  [
    bytes('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2'),
    "windows-1251",
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>Привет',
  ],
  [bytes("<meta charset=shift_jis>\x93\xfa\x96\x7b"), "shift_jis", "<meta charset=shift_jis>日本"],
  [bytes("<meta charset=iso-2022-jp>\x1b$BF|K\\\x1b(B"), "iso-2022-jp", "<meta charset=iso-2022-jp>日本"],
  [bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe4</a>'), "windows-1252", null],
  [bytes('@charset "iso-8859-15"; a::after{content:"\xa4"}'), "iso-8859-15", null],
  [bytes("<meta charset=utf-16><p>\xe4"), "windows-1252", null],
  [bytes("<meta charset=nobody-knows><p>\xe4"), "windows-1252", null],
  [utf16("größe 日本"), "utf-16le", "größe 日本"],
  [big("größe 日本"), "utf-16be", "größe 日本"],
  [bytes("\xff"), null, null],
  [bytes("a\0b"), null, null],
  [bytes("a\0b\xe4"), null, null],
  [bytes("\x01\x02 text \xe4"), null, null],
  [bytes("<meta charset=utf-8><p>\xe4"), null, null],
  [new Uint8Array([...new TextEncoder().encode("größe über"), 0xe4]), null, null],
  [bytes("\xcf\xf0\xe8\xe2\xe5\xf2"), null, null],
];

test("a text is read in the encoding that its mark, its bytes or its declaration say", () => {
  for (const [sent, encoding, text] of TEXTS) {
    expect([encodingOf(sent), encoding]).toEqual([encoding, encoding]);
    if (text !== null || encoding === null) expect(readAnyText(sent)).toBe(text);
  }
});

test("the beginning of a text is read up to its last whole character", () => {
  const whole = new TextEncoder().encode("aä日😀");
  for (let end = 1; end <= whole.length; end++) expect(readTextHead(whole.subarray(0, end))).toStartWith("a");
  expect(readTextHead(whole.subarray(0, 5))).toBe("aä");
});

test("a content type names the encoding of the bytes, where it names one", () => {
  expect(typeWithEncoding("text/html; charset=utf-8", bytes("gr\xf6\xdfe"))).toBe("text/html; charset=windows-1252");
  expect(typeWithEncoding("text/csv; charset=utf-8", new Uint8Array(0))).toBe("text/csv; charset=utf-8");
  expect(typeWithEncoding("image/png", bytes("gr\xf6\xdfe"))).toBe("image/png");
});
