// A page's script is one file of all that it imports, the same wherever the server lies and is started from.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageScript } from "./page_file.ts";

async function scriptOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-script-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return { folder, file: await pageScript(pathToFileURL(join(folder, "page.ts"))) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const FILES = {
  "page.ts": 'import { twice } from "./twice.ts";\nexport const four: number = twice(2);\n',
  "twice.ts": "export function twice(n: number): number {\n  return n * 2;\n}\n",
};

test("what a script imports is in it, and what it exports can be imported", async () => {
  const { file } = await scriptOf(FILES);
  const { four } = await import(`data:text/javascript,${encodeURIComponent(file.text)}`);
  expect([four, /\bimport\b/.test(file.text)]).toEqual([4, false]);
});

test("the same sources make the same file, which names no path of the machine", async () => {
  const [one, other] = [await scriptOf(FILES), await scriptOf(FILES)];
  expect(one.file.etag).toBe(other.file.etag);
  expect(one.file.text).not.toContain(one.folder);
});

test("a script that imports what is not there is told of, and not served", async () => {
  await expect(scriptOf({ "page.ts": 'import "./gone.ts";\n' })).rejects.toThrow();
});
