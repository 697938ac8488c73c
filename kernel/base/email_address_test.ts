// Which texts are e-mail addresses, and that none of them can pass for another.
import { expect, test } from "bun:test";
import { isEmailAddress } from "./email_address.ts";

test.each([
  "anna@example.com",
  "a@b",
  "jos\u00e9.garc\u00eda+tag@b\u00fccher.example",
  "\u7528\u6237@\u4f8b\u5b50.example",
])("%p is one", (text) => expect(isEmailAddress(text)).toBe(true));

test.each([
  "anna",
  "@example.com",
  "anna@",
  "anna@example.com,bob@example.com",
  "anna @example.com",
  '"anna"@example.com',
  "an\u200bna@example.com",
  "an\u00adna@example.com",
  "anna\u2060@example.com",
  "a\u202enna@example.com",
  "anna@exam\u200dple.com",
  "anna\u3164@example.com",
])("%p is none", (text) => expect(isEmailAddress(text)).toBe(false));
