// Publishing a folder of texts in encodings of their own:
// bytes, titles and links arrive, and a second run finds nothing to do.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPublishingPlace } from "./publishing_place.ts";

const opened = await openPublishingPlace();
const { place, published } = opened;
const base = mkdtempSync(join(tmpdir(), "docsvc-encodings-"));
afterAll(async () => {
  rmSync(base, { recursive: true });
  await opened.close();
});
await place.runHere("user", "add", "owner@example.org", "--workspace", "house");

const folder = join(base, "old");
mkdirSync(folder);
const FILES: Record<string, Buffer> = {
  "word.html": Buffer.from(
    '<meta charset="windows-1252"><h1>Gr\xfc\xdfe \x96 Word</h1><a href="text.md">x</a><img src="p\xefc.png">',
    "latin1",
  ),
  "wide.html": Buffer.from('\ufeff<h1>日本 wide</h1><a href="text.md">x</a>', "utf16le"),
  "big.html": Buffer.from('\ufeff<h1>日本 big</h1><a href="text.md">x</a>', "utf16le").swap16(),
  "text.md": Buffer.from("# Gr\xfc\xdfe\n\n[word](word.html)\n", "latin1"),
  "plain.txt": Buffer.from("ni\xf1o\n", "latin1"),
};
for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes);

async function fetched(path: string) {
  const response = await fetch(`http://127.0.0.1:${place.port}${path}`);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

test("texts in encodings of their own are published as they are, with links that lead on", async () => {
  const { code, stderr, stdout } = await place.call(["publish", folder, "--visibility", "unlisted"]);
  expect({ code, stderr: stderr.includes("failed") }).toEqual({ code: 0, stderr: false });
  expect(stdout.split("\n")[0]).toBe("5 files: 5 published, 0 updated, 0 unchanged, 0 skipped, 0 failed");
  const documents = await published("old");
  expect(Object.values(documents).map(({ path, title }) => [path, title])).toEqual([
    ["big.html", "日本 big"],
    ["plain.txt", "plain"],
    ["text.md", "Grüße"],
    ["wide.html", "日本 wide"],
    ["word.html", "Grüße – Word"],
  ]);
  const at = (path: string) => `/d/${documents[path]?.slug}/`;
  for (const [name, charset, encoding] of [
    ["word.html", "windows-1252", "windows-1252"],
    ["wide.html", "utf-16le", "utf-16le"],
    ["big.html", "utf-16be", "utf-16be"],
  ] as const) {
    const { type, bytes } = await fetched(at(name));
    expect(type).toBe(`text/html; charset=${charset}`);
    const before = new TextDecoder(encoding, { ignoreBOM: true }).decode(readFileSync(join(folder, name)));
    const shown = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    expect(shown).toBe(before.replace('"text.md"', `"${at("text.md")}"`));
  }
  const source = await fetched(`${at("text.md")}source.md`);
  expect([source.type, source.bytes.equals(FILES["text.md"] ?? Buffer.alloc(0))]).toEqual([
    "text/markdown; charset=windows-1252",
    true,
  ]);
  const again = await place.call(["publish", folder, "--visibility", "unlisted"]);
  expect(again.stdout.split("\n")[0]).toBe("5 files: 0 published, 0 updated, 5 unchanged, 0 skipped, 0 failed");
});

test("a synced folder of them comes back byte for byte on a second machine", async () => {
  const [one, two] = ["one", "two"].map((name) => join(base, name));
  mkdirSync(one ?? "");
  mkdirSync(two ?? "");
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(one ?? "", name), bytes);
  const first = await place.call(["sync", one ?? "", "--folder", "synced"]);
  expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining("failed")]);
  const second = await place.call(["sync", two ?? "", "--folder", "synced"]);
  expect([second.code, second.stderr]).toEqual([0, expect.not.stringContaining("failed")]);
  for (const [name, bytes] of Object.entries(FILES)) {
    expect([name, readFileSync(join(two ?? "", name)).equals(bytes)]).toEqual([name, true]);
  }
});
