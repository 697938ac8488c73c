// What every command does alike:
// versions, faults in one line, the caller's folder, and finding the server of a data folder.
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, type Terminal } from "../../hosts/command/command.ts";
import { runCommand } from "../../hosts/command/command_line.ts";
import packageJson from "../../package.json" with { type: "json" };
import { makeReadyPlace } from "../faults/server_process.ts";

const place = await makeReadyPlace();
const base = mkdtempSync(join(tmpdir(), "docsvc-line-"));
afterAll(() => {
  place.remove();
  rmSync(base, { recursive: true, force: true });
});

function listen(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const terminal: Terminal = { env, folder: base, out: say, err: say, redraw: null, local: null };
  return { lines, terminal };
}

const broken = command({
  name: "break",
  summary: "Throws",
  takes: [],
  options: {},
  run: async () => {
    throw new TypeError("undefined is not an object\nat somewhere");
  },
});

test.each(["--version", "-v"])("%s prints the name and the release", async (word) => {
  expect(await place.call([word])).toEqual({ code: 0, stdout: `docsvc ${packageJson.version}`, stderr: "" });
});

test("a fault is one line without a stack, and LOG_LEVEL=debug shows where it arose", async () => {
  const commands = [{ name: "break", load: async () => broken }];
  const quiet = listen();
  expect(await runCommand(commands, ["break"], quiet.terminal)).toBe(1);
  expect(quiet.lines).toEqual([
    "docsvc: a mistake of docsvc itself: undefined is not an object (LOG_LEVEL=debug shows where)",
  ]);
  const whole = listen({ LOG_LEVEL: "debug" });
  await runCommand(commands, ["break"], whole.terminal);
  expect(whole.lines.join("\n")).toContain("command_line_test.ts");
});

test("a command that finds no server leaves nothing behind", async () => {
  const data = join(base, "mistyped");
  for (const words of [["publish", base], ["mcp-config"], ["doctor"]]) await place.callHere(words, { DATA_DIR: data });
  expect(existsSync(data)).toBe(false);
});

const NEED_A_DATABASE: string[][] = [
  ["login-link", "a@example.org"],
  ["setup-link"],
  ["token", "create", "a@example.org", "--name", "n"],
  ["user", "add", "a@example.org"],
  ["workspace", "plan", "acme", "team"],
  ["policy", "allow-all", "acme"],
  ["audit", "verify"],
  ["storage", "recount"],
  ["backup", join(base, "backup.tar")],
];

test.each(NEED_A_DATABASE.map((words) => ({ words, name: words.join(" ") })))(
  "$name refuses a data folder without a database and leaves nothing behind",
  async ({ words }) => {
    const data = join(base, "elsewhere");
    const { code, stderr } = await place.callHere(words, { DATA_DIR: data, SECRET: "" });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`DATA_DIR is ${data}, where no database is: set DATA_DIR`),
    ]);
    expect(stderr).toContain('"docsvc serve"');
    expect(existsSync(data)).toBe(false);
  },
);

test("a mistyped command or option is answered with the one that is near, and no other with one", async () => {
  expect(await place.callHere(["pubish", "x"])).toEqual({
    code: 2,
    stdout: "",
    stderr: 'docsvc: "pubish x" is not a command; did you mean "docsvc publish"? "docsvc help" lists all',
  });
  expect((await place.callHere(["user", "ad", "x"])).stderr).toContain('did you mean "docsvc user add"?');
  expect((await place.callHere(["xyz"])).stderr).toContain("use one of serve");
  expect((await place.callHere(["publish", "x", "--visibilty", "v"])).stderr).toContain("did you mean --visibility?");
  expect((await place.callHere(["publish", "x", "--colour"])).stderr).not.toContain("did you mean");
  expect((await place.callHere(["token", "create", "x"])).stderr).toContain("<email> --name N [--ttl-days D]");
});

test("commands find the server of the data folder whatever its port, and nothing once it has stopped", async () => {
  const server = await place.start();
  // The same folder without a word about the port, as somebody in another terminal has it.
  const elsewhere = { PORT: "" };
  try {
    const link = await place.call(["setup-link"], elsewhere);
    expect(link.stdout).toStartWith(`${place.base_url}/auth/setup/`);
    const config = await place.callHere(["mcp-config", "--client", "claude-code"], elsewhere);
    expect(config.stdout).toContain(`${place.base_url}/mcp`);
    await place.runHere("user", "add", "owner@example.org", "--workspace", "house");
    mkdirSync(join(base, "notes"));
    writeFileSync(join(base, "notes/README.md"), "# Notes\n");
    // Where `npm run docsvc` was called, not where npm runs it.
    const published = await place.call(["publish", "notes"], { ...elsewhere, INIT_CWD: base });
    expect(published.stdout).toStartWith("1 file: 1 published");
    const doctor = await place.callHere(["doctor", "--json"], elsewhere);
    expect(JSON.parse(doctor.stdout).findings).toContainEqual(
      expect.objectContaining({ check: "app host", state: "ok", seen: `${place.base_url} answers` }),
    );
  } finally {
    await server.stop();
  }
  const { code, stderr } = await place.callHere(["publish", base], elsewhere);
  expect({ code, lines: stderr.split("\n").length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toContain("no server answers at http://localhost:3000");
});

test("a pipe that nobody reads any more ends it without a word", async () => {
  const program = join(import.meta.dir, "../../hosts/docsvc.ts");
  const line = `"${process.execPath}" "${program}" --help | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = Bun.spawnSync(["bash", "-c", line]);
  expect([stdout.toString(), stderr.toString()]).toEqual(["141\n", ""]);
});
