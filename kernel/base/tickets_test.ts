// Checks that a ticket opens only what it was signed for, only in time and only unchanged.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createSigner } from "./tickets.ts";
import { later, MINUTE_MS } from "./time.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const SOON = later(NOW, MINUTE_MS);
const signer = createSigner("a secret of at least thirty-two letters");

test("a ticket gives its payload back, whatever text it holds", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue()), (payload) => {
      const sent = JSON.parse(JSON.stringify(payload));
      expect(signer.verify("session", signer.sign("session", sent, SOON), NOW)).toEqual(sent);
    }),
  );
});

test("a ticket is safe in a cookie, a path and a query", () => {
  expect(signer.sign("session", { name: "Jürgen ÿþ 文書" }, null)).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
});

test("a ticket is refused from the instant at which it expires", () => {
  const ticket = signer.sign("session", { user_id: 7 }, SOON);
  expect(signer.verify("session", ticket, later(SOON, -1))).toEqual({ user_id: 7 });
  expect(signer.verify("session", ticket, SOON)).toBeNull();
});

test("a ticket without an expiry holds for ever", () => {
  const ticket = signer.sign("keep", { doc: "x" }, null);
  expect(signer.verify("keep", ticket, new Date("2099-01-01T00:00:00Z"))).toEqual({ doc: "x" });
});

test("a ticket of one purpose is refused for another", () => {
  expect(signer.verify("handoff", signer.sign("session", {}, null), NOW)).toBeNull();
});

test("a ticket signed with another secret is refused", () => {
  const other = createSigner("another secret of thirty-two letters");
  expect(signer.verify("session", other.sign("session", {}, null), NOW)).toBeNull();
});

test("a ticket with any one letter changed is refused", () => {
  const ticket = signer.sign("session", { user_id: 7 }, SOON);
  for (let at = 0; at < ticket.length; at++) {
    for (const letter of ["A", "B", "-", ".", "="]) {
      if (ticket[at] === letter) continue;
      expect(signer.verify("session", ticket.slice(0, at) + letter + ticket.slice(at + 1), NOW)).toBeNull();
    }
  }
});

test("a ticket has one form only: longer, cut or padded ones are refused", () => {
  const ticket = signer.sign("session", { user_id: 7 }, SOON);
  for (const changed of [`${ticket}=`, `${ticket}A`, ticket.slice(0, -1), ` ${ticket}`, `${ticket}.x`]) {
    expect(signer.verify("session", changed, NOW)).toBeNull();
  }
});

test("text that was never a ticket is refused without a throw", () => {
  for (const junk of ["", ".", "..", "a.b", "é.ü", "x".repeat(100_000), `.${"A".repeat(43)}`]) {
    expect(signer.verify("session", junk, NOW)).toBeNull();
  }
  fc.assert(fc.property(fc.string({ unit: "binary" }), (junk) => signer.verify("session", junk, NOW) === null));
});
