// What the first command of a fresh checkout installs:
// what running needs for a start, the tools for a test, and never less than is there.
import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };

const NODE = Bun.which("node") ?? "node";
const ROOT = join(import.meta.dir, "../..");
const base = mkdtempSync(join(tmpdir(), "docsvc-install-"));
const checkout = join(base, "checkout");
const programs = join(base, "programs");
const calls = join(base, "calls");
const PATHS = `${programs}:${process.env["PATH"] ?? ""}`;
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Stands for the package manager: notes what it was asked for, and lays down a Bun as a real installation does. */
const BUN = `#!/bin/sh
if [ "$1" = --version ]; then echo ${packageJson.dependencies.bun}; exit; fi
echo "$@" >> ${calls}
for number in 1 2 3 4 5 6 7 8 9; do echo "+ package-$number@1.0.0"; done
echo "Blocked 1 postinstall" >&2
[ ! -e ${base}/broken ] || exit 1
mkdir -p node_modules/bun/bin
[ -e node_modules/bun/bin/bun.exe ] || cp "$0" node_modules/bun/bin/bun.exe
`;

beforeEach(() => {
  rmSync(checkout, { recursive: true, force: true });
  rmSync(calls, { force: true });
  for (const folder of [join(checkout, "hosts"), programs]) mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "bun.lock", "hosts/install.mjs"])
    copyFileSync(join(ROOT, name), join(checkout, name));
  writeFileSync(join(programs, "bun"), BUN);
  chmodSync(join(programs, "bun"), 0o755);
});

async function installTelling(...flags: string[]) {
  const command = [NODE, join(checkout, "hosts/install.mjs"), ...flags];
  const child = Bun.spawn(command, { cwd: base, env: { PATH: PATHS, HOME: base }, stdout: "pipe", stderr: "pipe" });
  const [out, told] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, out, told };
}

const install = async (...flags: string[]): Promise<number> => (await installTelling(...flags)).code;

const asked = () => (existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : []);
const everything = "install --frozen-lockfile";
const running = `${everything} --production --omit=peer`;

test("a start installs what running needs, once", async () => {
  expect(await install("--running")).toBe(0);
  expect(await install("--running")).toBe(0);
  expect(asked()).toEqual([running]);
});

test("an installation is told in one line, and what the package manager says where it fails alone", async () => {
  expect(await installTelling()).toEqual({ code: 0, out: "", told: "docsvc: installing packages\n" });
  expect(await installTelling()).toEqual({ code: 0, out: "", told: "" });
  const broken = join(base, "broken");
  writeFileSync(broken, "");
  writeFileSync(join(checkout, "bun.lock"), "changed");
  const { code, out, told } = await installTelling();
  rmSync(broken);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(told).toStartWith("docsvc: installing packages\ndocsvc: bun install failed; if package.json was edited");
  expect(told).toContain("+ package-9@1.0.0");
});

test("a test brings the tools, and a start after it takes none of them away", async () => {
  for (const flags of [["--running"], [], ["--running"]]) expect(await install(...flags)).toBe(0);
  expect(asked()).toEqual([running, everything]);
  writeFileSync(join(checkout, "bun.lock"), "changed");
  await install("--running");
  expect(asked()).toEqual([running, everything, everything]);
});

test("a checkout that is reached by a link is installed too", async () => {
  const link = join(base, "link");
  symlinkSync(checkout, link);
  expect(
    await Bun.spawn([NODE, join(link, "hosts/install.mjs")], { cwd: link, env: { PATH: PATHS }, stderr: "ignore" })
      .exited,
  ).toBe(0);
  expect(asked()).toEqual([everything]);
});

test("an installation that was cut short begins anew", async () => {
  await install();
  writeFileSync(join(checkout, ".tools/unfinished"), "");
  rmSync(join(checkout, "node_modules/.installed"));
  expect(await install()).toBe(0);
  expect(asked()).toEqual([everything, everything]);
  expect(existsSync(join(checkout, ".tools/unfinished"))).toBe(false);
});

test("the Bun that an installation was made with goes once the packages have brought theirs", async () => {
  const kept = join(checkout, `.tools/bun-${packageJson.dependencies.bun}`);
  const binaries = join(kept, "node_modules/bun/bin");
  mkdirSync(binaries, { recursive: true });
  renameSync(join(programs, "bun"), join(binaries, "bun"));
  expect(await install("--running")).toBe(0);
  expect(asked()).toEqual([running]);
  expect(existsSync(kept)).toBe(false);
  expect(existsSync(join(checkout, "node_modules/bun/bin/bun.exe"))).toBe(true);
});
