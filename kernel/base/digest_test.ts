// Checks the digests against published vectors and the comparison against its promise.
import { expect, test } from "bun:test";
import { constantTimeEqual, hmacSha256, sha256Bytes, sha256Hex } from "./digest.ts";

test("sha256 agrees with the vector of FIPS 180-4 for abc, as text and as bytes", () => {
  const hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(sha256Hex("abc")).toBe(hex);
  expect(sha256Hex(new TextEncoder().encode("abc"))).toBe(hex);
  expect(Buffer.from(sha256Bytes("abc")).toString("hex")).toBe(hex);
});

test("hmac agrees with test case 2 of RFC 4231", () => {
  expect(Buffer.from(hmacSha256("Jefe", "what do ya want for nothing?")).toString("hex")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("constantTimeEqual compares texts and bytes, and says no to another length", () => {
  expect(constantTimeEqual("secret", "secret")).toBe(true);
  expect(constantTimeEqual("secret", new TextEncoder().encode("secret"))).toBe(true);
  expect(constantTimeEqual("secret", "secreT")).toBe(false);
  expect(constantTimeEqual("secret", "secrets")).toBe(false);
  expect(constantTimeEqual("", "")).toBe(true);
});
