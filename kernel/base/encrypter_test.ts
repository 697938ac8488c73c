// What is sealed comes back under the same secret and purpose alone, and not after a change.
import { expect, test } from "bun:test";
import { createEncrypter } from "./encrypter.ts";

const SECRET = "a secret of this test, long enough";
const encrypter = createEncrypter(SECRET);

test("a sealed text opens on every server with the same secret, and holds nothing of the text", () => {
  const sealed = encrypter.seal("hook", "whsec_grüße");
  expect(createEncrypter(SECRET).open("hook", sealed)).toBe("whsec_grüße");
  expect(Buffer.from(sealed).includes("whsec_")).toBe(false);
  expect(Buffer.from(encrypter.seal("hook", "whsec_grüße")).equals(Buffer.from(sealed))).toBe(false);
});

test("under another secret or purpose, changed or cut, it does not open", () => {
  const sealed = encrypter.seal("hook", "text");
  expect(createEncrypter(`${SECRET}!`).open("hook", sealed)).toBeNull();
  expect(encrypter.open("other", sealed)).toBeNull();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, place) => (place === at ? byte ^ 1 : byte));
    expect(encrypter.open("hook", changed)).toBeNull();
    expect(encrypter.open("hook", sealed.subarray(0, at))).toBeNull();
  }
});
