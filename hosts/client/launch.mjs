// Starts docsvc under Bun from wherever it is called with Node, and hands over everything:
// words, streams, signals, the exit code.
// It is plain JavaScript because Node runs it, and it is part of the installed client.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { delimiter, join, resolve } from "node:path";

/** A placeholder stands where the package's install script did not run. */
const BINARY_BYTES_MIN = 1_000_000;
const NAMES = ["bun", "bun.exe"];

/** Runs `entry` with the words of this process, from `folder`, where its own settings lie. */
export function launch(entry, { folder }) {
  const bun = findBun(entry);
  if (!bun) {
    process.stderr.write(
      'docsvc: no Bun is installed with it: install "bun" beside it with npm, or from https://bun.sh\n',
    );
    process.exit(1);
  }
  const child = spawn(bun, ["--no-orphans", entry, ...process.argv.slice(2)], {
    cwd: folder,
    env: { ...process.env, ...placesOf(folder) },
    stdio: "inherit",
  });
  // A terminal tells both of them; whoever tells this one alone means the other.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`docsvc: ${bun} does not start: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

/** The caller's folder is not the one in which it runs, so what the caller means by a path is said. */
function placesOf(folder) {
  const caller = process.cwd() === folder ? (process.env.INIT_CWD ?? folder) : process.cwd();
  const { DATA_DIR } = process.env;
  return {
    INIT_CWD: caller,
    DOCSVC_CALLED_AS: "docsvc",
    ...(DATA_DIR ? { DATA_DIR: resolve(caller, DATA_DIR) } : {}),
  };
}

function findBun(entry) {
  if (process.versions.bun) return process.execPath;
  const require = createRequire(entry);
  const modules = (require.resolve.paths("bun") ?? []).filter((path) => existsSync(path));
  const candidates = modules.flatMap((path) => [join(path, "bun"), ...platformsIn(path)]).flatMap(binariesOf);
  const found = candidates.find((path) => existsSync(path) && statSync(path).size >= BINARY_BYTES_MIN);
  return found ?? findOnPath();
}

function platformsIn(modules) {
  const scope = join(modules, "@oven");
  return existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : [];
}

function binariesOf(folder) {
  return NAMES.map((name) => join(folder, "bin", name));
}

function findOnPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}
