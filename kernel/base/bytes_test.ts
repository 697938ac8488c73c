// Slices are no limits: what is encoded, decoded and hashed in parts is what it would be at once,
// and the loop turns meanwhile.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeBase64, encodeText, hashBytes } from "./bytes.ts";
import { sha256Hex } from "./digest.ts";

const MIB = 1024 * 1024;

test.each(["a", "é", "漢", "😀", "a😀"])("a long text of %s is encoded as it is at once", async (letter) => {
  for (const shift of ["", "x"]) {
    const text = shift + letter.repeat((2 * MIB) / letter.length);
    expect(sha256Hex(await encodeText(text))).toBe(sha256Hex(new TextEncoder().encode(text)));
  }
});

test.each([0, 1, 2, 3])("base64 of %d bytes beyond slices is decoded, with line ends and without", async (more) => {
  const bytes = new Uint8Array(2 * MIB + more).map((_, index) => index * 7);
  const text = bytes.toBase64();
  for (const sent of [text, text.replaceAll("=", ""), text.replace(/.{76}/g, "$&\r\n")]) {
    expect(sha256Hex((await decodeBase64(sent)) ?? "")).toBe(sha256Hex(bytes));
  }
});

test("what Bun refuses as base64 is refused, and nothing else", async () => {
  const text = fc.array(fc.constantFrom("A", "b", "+", "/", "=", "-", " ", "\n", "!"), { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(text, async (letters) => {
      const sent = letters.join("");
      const decoded = await decodeBase64(sent);
      expect({ sent, decoded: decoded && [...decoded] }).toEqual({ sent, decoded: atOnce(sent) });
    }),
    { numRuns: 2000 },
  );
});

test("base64 that ends in the middle, or goes wrong far behind its beginning, is refused", async () => {
  const good = new Uint8Array(3 * MIB).toBase64();
  for (const sent of [
    `A${" ".repeat(2 * MIB)}AAA`,
    `${good.slice(0, MIB)}=${good}`,
    `${good}!`,
    `${good.slice(0, 2 * MIB)}é${good}`,
  ]) {
    expect(await decodeBase64(sent)).toBeNull();
  }
});

test("a hash in slices is the hash", async () => {
  for (const size of [0, 1, MIB, 3 * MIB + 5]) {
    const bytes = new Uint8Array(size).fill(7);
    expect(Buffer.from(await hashBytes(bytes)).toString("hex")).toBe(sha256Hex(bytes));
  }
});

test("the loop turns while megabytes are at work", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await encodeText("é".repeat(8 * MIB));
  await decodeBase64("QUJD".repeat(2 * MIB));
  await hashBytes(new Uint8Array(8 * MIB));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

function atOnce(text: string): number[] | null {
  try {
    return [...Uint8Array.fromBase64(text, { lastChunkHandling: "loose" })];
  } catch {
    return null;
  }
}
