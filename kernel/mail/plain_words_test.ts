// Checks that no link or address that a sender thought up survives in a mail's subject,
// and that ordinary names and titles do.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { mailboxOf, plainWords } from "./plain_words.ts";

const LINKS = [
  ["http://evil.example/claim?x=1", "http evil example/claim?x=1"],
  ["visit HTTPS://Evil.Example now", "visit HTTPS Evil Example now"],
  ["www.evil.com", "www evil com"],
  ["write to help@evil.com!", "write to help evil com!"],
  ["evil。com and evil．com and evil․com", "evil com and evil com and evil com"],
  ["help＠evil.com", "help evil com"],
  ["evil\u200b.com", "evil com"],
  ["evil\u200d.\u200dcom", "evil\u200d \u200dcom"],
  ["evil\u202emoc.live\u202c", "evilmoc live"],
  ["i❤.ws", "i❤ ws"],
  ["at 192.168.0.1:80", "at 192 168 0 1:80"],
  ["ftp：//1", "ftp 1"],
  ["xn--80ak6aa92e.com", "xn--80ak6aa92e com"],
  ["two\r\nBcc: eve@evil.example\r\n\r\nhello", "two Bcc: eve evil example hello"],
] as const;

test("links, host names and addresses fall apart into words", () => {
  for (const [sent, shown] of LINKS) expect(plainWords(sent, 200)).toBe(shown);
});

test("names and titles stay as they are", () => {
  for (const text of [
    "Anna Berg",
    "Dr. Otto von Müller-Lüdenscheidt",
    "Version 2.0 of the plan",
    "Q3/Q4: what next? (draft)",
    "文書 — Grüße",
    "family 👨‍👩‍👧",
    "3.14 … and more",
    "می‌خواهم",
  ]) {
    expect(plainWords(text, 200)).toBe(text);
  }
});

test("what is too long ends in an ellipsis, at a whole character", () => {
  expect(plainWords("a".repeat(11), 10)).toBe(`${"a".repeat(9)}…`);
  expect(plainWords("😀".repeat(11), 10)).toBe(`${"😀".repeat(9)}…`);
});

test("whatever is sent, the line holds no break, no scheme, no host name and no @", () => {
  const piece = fc.constantFrom("evil", ".", "com", "@", "://", "\n", "\u200b", "\u202e", "。", " ", "http", "/", "x");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = plainWords(pieces.join(""), 200);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|:\/\/|@|\p{L}[.。]\p{L}/u);
      expect(line).toBe(plainWords(line, 200));
    }),
  );
});

test("the mailbox of an address has no case and no tag", () => {
  expect(mailboxOf("Anna.Berg+News@Example.org")).toBe("anna.berg@example.org");
  expect(mailboxOf("+odd@example.org")).toBe("+odd@example.org");
  for (const spelled of ["a.n.na+1@gmail.com", "Anna@GoogleMail.com"])
    expect(mailboxOf(spelled)).toBe("anna@gmail.com");
});
