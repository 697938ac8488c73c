// The secret that a machine makes for itself is whole or not there,
// and a folder that cannot be used is named with its fix.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "./config.ts";

const place = mkdtempSync(join(tmpdir(), "docsvc-data-folder-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

function folder(name: string): string {
  return join(place, name);
}

test("a secret is made once, whole, for its owner alone, and kept", () => {
  const DATA_DIR = folder("new");
  const { secret } = readConfig({ DATA_DIR });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readConfig({ DATA_DIR }).secret).toBe(secret);
  expect(readdirSync(DATA_DIR)).toEqual(["secret"]);
  expect(statSync(join(DATA_DIR, "secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(DATA_DIR, "secret"), "utf8")).toBe(`${secret}\n`);
});

test("servers that start at once on a new folder have one secret", async () => {
  const DATA_DIR = folder("together");
  const config = new URL("./config.ts", import.meta.url).href;
  const script = `import { readConfig } from "${config}"; console.log(readConfig({ DATA_DIR: "${DATA_DIR}" }).secret)`;
  const children = Array.from({ length: 4 }, () => Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" }));
  const secrets = await Promise.all(children.map(async (child) => (await new Response(child.stdout).text()).trim()));
  expect([...new Set(secrets)]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
});

test.each(["", "\n", "hush"])(
  "a kept secret of %j signs nothing: the start stops with the file and the fix",
  (text) => {
    const DATA_DIR = mkdtempSync(join(place, "short-"));
    writeFileSync(join(DATA_DIR, "secret"), text);
    const read = () => readConfig({ DATA_DIR });
    expect(read).toThrow(expect.objectContaining({ name: "ConfigError" }));
    expect(read).toThrow(
      `${join(DATA_DIR, "secret")} holds a secret of ${text.trim().length} characters, with which nothing can be signed: put back`,
    );
    expect(read).not.toThrow("hush");
  },
);

test("a folder that is a file, or lies in one, stops the start with DATA_DIR and the fix", () => {
  const file = join(mkdtempSync(join(place, "file-")), "taken");
  writeFileSync(file, "");
  for (const DATA_DIR of [file, join(file, "below")]) {
    const read = () => readConfig({ DATA_DIR });
    expect(read).toThrow(expect.objectContaining({ name: "ConfigError" }));
    expect(read).toThrow(`DATA_DIR is ${DATA_DIR}, which is no folder: set DATA_DIR to one`);
  }
});
