// The client installed alone, as npm unpacks it:
// it runs from any folder with its own files and Bun, and speaks to a real server.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { makeReadyPlace } from "../faults/server_process.ts";

const NODE = Bun.which("node") ?? "node";
const ROOT = join(import.meta.dir, "../..");
const place = await makeReadyPlace();
const server = await place.start();
const base = mkdtempSync(join(tmpdir(), "docsvc-installed-"));
afterAll(async () => {
  await server.stop();
  place.remove();
  rmSync(base, { recursive: true, force: true });
});

const home = join(base, "lib/node_modules/docsvc");
const elsewhere = join(base, "elsewhere");
mkdirSync(join(elsewhere, "notes"), { recursive: true });
writeFileSync(join(elsewhere, "notes/README.md"), "# Notes\n\n[More](more.md), [gone](gone.md)\n");
writeFileSync(join(elsewhere, "notes/more.md"), "# More\n");
// Settings of whatever project the caller stands in are not docsvc's.
writeFileSync(join(elsewhere, ".env"), "LOG_LEVEL=debug\nDATABASE_URL=nonsense\n");
writeFileSync(join(elsewhere, "bunfig.toml"), 'preload = ["./nothing.ts"]\n');

async function call(program: string, words: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([NODE, program, ...words], {
    ...{ cwd: elsewhere, stdout: "pipe", stderr: "pipe", stdin: "ignore" },
    env: { PATH: process.env["PATH"] ?? "", HOME: base, ...env },
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, stdout: stdout.trim(), stderr: stderr.trim() };
}

const docsvc = join(home, "docsvc.mjs");

test("the server hands out the client as a package of a few files that needs Bun alone", async () => {
  const response = await fetch(`${place.base_url}/docsvc.tgz`);
  expect(response.headers.get("content-type")).toBe("application/gzip");
  await new Bun.Archive(await response.arrayBuffer()).extract(base);
  mkdirSync(join(home, ".."), { recursive: true });
  renameSync(join(base, "package"), home);
  expect(readdirSync(home).sort()).toEqual(["LICENSE", "client.js", "docsvc.mjs", "launch.mjs", "package.json"]);
  const manifest = await Bun.file(join(home, "package.json")).json();
  expect(manifest).toMatchObject({ name: "docsvc", version: packageJson.version, bin: { docsvc: "docsvc.mjs" } });
  expect(manifest.dependencies).toEqual({ bun: packageJson.dependencies.bun });
  expect(manifest.scripts).toBeUndefined();
  mkdirSync(join(home, "node_modules"));
  symlinkSync(join(ROOT, "node_modules/bun"), join(home, "node_modules/bun"));
});

test("it runs from another folder with Node alone in the path, and publishes and syncs what lies there", async () => {
  expect(await call(docsvc, ["--version"])).toEqual({ code: 0, stdout: `docsvc ${packageJson.version}`, stderr: "" });
  await place.runHere("user", "add", "owner@example.org", "--workspace", "house");
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "client");
  const target = ["--server", place.base_url, "--token", token];
  const published = await call(docsvc, ["publish", "notes", ...target]);
  expect(published).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^2 files: 2 published.*\nhttp\S+\/d\/\S+\/$/),
  });
  expect(published.stderr).toContain("README.md:3  gone.md");
  const synced = await call(docsvc, ["sync", "notes", ...target]);
  expect(synced).toMatchObject({ code: 0, stdout: "nothing to do" });
});

test("without a server named it says what to name, in one line", async () => {
  const { code, stdout, stderr } = await call(docsvc, ["publish", "notes"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toBe("docsvc: name the server with --server and send a token of its page with --token");
  expect((await call(docsvc, ["serve"])).stderr).toContain(
    "use one of publish, sync, db import, db export, site export, mcp-config",
  );
});

test("what the server does not know is told with where a token is made", async () => {
  const named = await call(docsvc, ["publish", "notes", "--server", place.base_url]);
  expect(named.stderr).toBe(
    `docsvc: ${place.base_url} wants to know who you are: make a token on its page, ${place.base_url}/app, and send it with --token`,
  );
  const refused = `docsvc: ${place.base_url} does not take this token: make a new one on its page, ${place.base_url}/app`;
  for (const command of ["publish", "sync"]) {
    const { code, stderr } = await call(docsvc, [command, "notes", "--server", place.base_url, "--token", "dsk_no"]);
    expect([command, code, stderr.split("\n").at(-1)]).toEqual([command, 1, refused]);
  }
});

test("the command of a checkout acts on the caller's folder with the checkout's settings", async () => {
  const program = join(ROOT, "hosts/docsvc.mjs");
  const env = { DATA_DIR: place.data_dir };
  const published = await call(program, ["publish", "notes", "--folder", "checkout"], env);
  expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining("2 files: 2 published") });
});

test("messages name commands as the reader called this one", async () => {
  const called = { npm_lifecycle_event: "docsvc", npm_config_user_agent: "npm/10.8.2 node/v20" };
  const { stderr } = await place.call(["token", "create", "nobody@example.org", "--name", "x"], called);
  expect(stderr).toContain('make it with "npm run docsvc -- user add nobody@example.org"');
  const bun = await place.call(["publish"], { ...called, npm_config_user_agent: "bun/1.4.5 npm/? node/v24" });
  expect(bun.stderr).toContain("usage: bun docsvc publish <folder>");
});
