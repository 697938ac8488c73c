// Brings a fresh checkout to the state that bun.lock names, with nothing but Node and npm,
// so that `npm start` and `npm test` work as first commands.
// `--running` leaves out the tools that only tests and checks need, unless they are there already.
// It is plain JavaScript because it runs before anything is installed, under Node or under Bun, and it writes to stderr alone because commands print results on stdout.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, "node_modules");
const STAMP = join(MODULES, ".installed");
/** Private to this checkout and ignored by git: a Bun to install with, caches when the home folder cannot hold them, the lock. */
const TOOLS = join(ROOT, ".tools");
const LOCK = join(TOOLS, "lock");
/** Present while packages are being written, so that an install that was killed is noticed by the next one. */
const UNFINISHED = join(TOOLS, "unfinished");
const LOCK_BEAT_MS = 1000;
const LOCK_STALE_MS = 5000;
const PINNED = JSON.parse(fs.readFileSync(join(ROOT, "package.json"), "utf8")).dependencies.bun;

/** What is installed: everything, or what running needs. */
const ALL = "all";
const RUNNING = "running";
/** Peers are types, compilers and the like for those who build on a package; what runs names them itself. */
const FLAGS = { [ALL]: [], [RUNNING]: ["--production", "--omit=peer"] };

// The folder may be reached by a link, which the module's own address does not show.
if (fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await ensureInstalled({ tools: !process.argv.includes("--running") });
}

/** Installs what is missing, or ends the process with one line that says why it cannot. */
export async function ensureInstalled({ tools }) {
  const wanted = tools ? ALL : RUNNING;
  if (isInstalled(wanted)) return;
  try {
    await install(wanted);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function install(wanted) {
  makeFolder(TOOLS);
  const release = await takeLock();
  try {
    if (isInstalled(wanted)) return;
    // Whoever has the tools here goes on having them.
    const extent = readStamp().extent === ALL ? ALL : wanted;
    if (fs.existsSync(UNFINISHED)) {
      say("the last installation was cut short: starting over");
      fs.rmSync(MODULES, { recursive: true, force: true });
    }
    const known = findBun();
    const told = tellProgress(known ? "installing packages" : `installing Bun ${PINNED} and packages`);
    try {
      await bringPackages(known, extent);
    } finally {
      told.end();
    }
    fs.writeFileSync(STAMP, `${lockedState()} ${extent}`);
    fs.rmSync(UNFINISHED, { force: true });
  } finally {
    release();
  }
}

async function bringPackages(known, extent) {
  const bun = known ?? (await fetchBun());
  fs.writeFileSync(UNFINISHED, "");
  await run(bun, ["install", "--frozen-lockfile", ...FLAGS[extent]], {
    failure: "bun install failed; if package.json was edited, run `bun install` to bring bun.lock up to date",
  });
  putBunInPlace(bun);
  dropSourceMaps();
  // The packages have brought the same one along.
  fs.rmSync(privateBun(), { recursive: true, force: true });
}

/** Maps for debuggers are a seventh of what packages bring, and nothing here reads them. */
function dropSourceMaps() {
  for (const path of fs.readdirSync(MODULES, { recursive: true })) {
    if (/\.(?:[cm]?[jt]s|css)\.map$/.test(path)) fs.rmSync(join(MODULES, path), { force: true });
  }
}

function isInstalled(wanted) {
  const { state, extent } = readStamp();
  return state === lockedState() && (extent === ALL || extent === wanted);
}

function readStamp() {
  try {
    const [state, extent = ALL] = fs.readFileSync(STAMP, "utf8").split(" ");
    return { state, extent };
  } catch {
    return { state: null, extent: null };
  }
}

/** Names what the lockfile holds; the platform is in it because packages with binaries differ when two systems share a folder. */
function lockedState() {
  const hash = createHash("sha256");
  for (const name of ["package.json", "bun.lock"]) hash.update(fs.readFileSync(join(ROOT, name)));
  return hash.update(`${process.platform} ${process.arch}`).digest("hex");
}

/** The first Bun that starts and is not older than the pinned one, or undefined. */
function findBun() {
  const candidates = [
    ...(process.versions.bun ? [process.execPath] : []),
    ...binariesIn(MODULES),
    ...binariesIn(join(privateBun(), "node_modules")),
    "bun",
  ];
  return candidates.find(startsAsBun);
}

function privateBun() {
  return join(TOOLS, `bun-${PINNED}`);
}

/** The postinstall script of the package `bun` moves the binary out of its platform package, but only where scripts may run: look in both. */
function binariesIn(modules) {
  const platforms = join(modules, "@oven");
  const folders = fs.existsSync(platforms) ? fs.readdirSync(platforms).map((name) => join(platforms, name, "bin")) : [];
  return [join(modules, "bun", "bin"), ...folders]
    .flatMap((folder) => [join(folder, "bun"), join(folder, "bun.exe")])
    .filter((path) => fs.existsSync(path));
}

function startsAsBun(path) {
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return status === 0 && isAtLeast(stdout.trim(), PINNED);
}

function isAtLeast(version, wanted) {
  const [have, need] = [version, wanted].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  const differing = need.findIndex((part, index) => part !== have[index]);
  return differing === -1 || have[differing] > need[differing];
}

/** Gets the pinned Bun through npm into a folder of its own; a half-written one never gets the final name. */
async function fetchBun() {
  for (const name of fs.readdirSync(TOOLS)) {
    if (name.startsWith("bun-")) fs.rmSync(join(TOOLS, name), { recursive: true, force: true });
  }
  const unfinished = `${privateBun()}.${process.pid}`;
  makeFolder(unfinished);
  const flags = ["--ignore-scripts", "--include=optional", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const [program, ...first] = npmCommand();
  await run(program, [...first, "install", "--prefix", unfinished, ...flags, `bun@${PINNED}`], {
    failure: `npm could not install bun@${PINNED}; install Bun ${PINNED} or newer yourself and run this again`,
  });
  fs.renameSync(unfinished, privateBun());
  const bun = findBun();
  if (!bun) throw new Error(`Bun ${PINNED} does not start on this machine (${process.platform} ${process.arch})`);
  return bun;
}

function npmCommand() {
  const npm = process.env.npm_execpath ?? "";
  return npm.endsWith("npm-cli.js") ? [process.execPath, npm] : ["npm"];
}

/** Makes node_modules/.bin/bun a real Bun where the user's settings forbid the package's postinstall script. */
function putBunInPlace(bun) {
  const target = join(MODULES, "bun", "bin", "bun.exe");
  if (startsAsBun(target)) return;
  // Removed first, because the placeholder may be a hard link into a cache that other checkouts share.
  fs.rmSync(target, { force: true });
  const source = bun === "bun" ? binariesIn(MODULES).find(startsAsBun) : bun;
  if (!source) throw new Error("the package bun brought no binary for this machine: install it with optional packages");
  fs.copyFileSync(source, target);
  fs.chmodSync(target, 0o755);
}

/** What the program says is of use where it fails, and is told then alone: it names every package, and warns of what is done here. */
function run(program, parameters, { failure }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: ROOT,
      env: installEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => said.push(bytes));
    const stop = (signal) => {
      child.kill(signal);
      process.exit(1);
    };
    process.once("SIGINT", stop).once("SIGTERM", stop);
    child.on("error", (error) => reject(new Error(`${failure} (${error.message})`)));
    // Behind the last of its words, not at its end.
    child.on("close", (code) => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      if (code === 0) resolve();
      else reject(new Error(`${failure}\n${Buffer.concat(said).toString().trim()}`));
    });
  });
}

function installEnvironment() {
  const home = process.env.HOME || process.env.USERPROFILE || "";
  const npmCache = process.env.npm_config_cache || join(home, ".npm");
  const bunCache = process.env.BUN_INSTALL_CACHE_DIR || join(home, ".bun", "install", "cache");
  return {
    ...process.env,
    npm_config_update_notifier: "false",
    npm_config_cache: home && isWritable(npmCache) ? npmCache : join(TOOLS, "npm_cache"),
    BUN_INSTALL_CACHE_DIR: home && isWritable(bunCache) ? bunCache : join(TOOLS, "bun_cache"),
    // An installation that outlives a killed parent would write beside the next one.
    BUN_FEATURE_FLAG_NO_ORPHANS: "1",
  };
}

function isWritable(folder) {
  if (!fs.existsSync(folder)) return dirname(folder) !== folder && isWritable(dirname(folder));
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** One installation at a time: the holder touches the lock while it lives, and a lock left by a killed one goes stale. */
async function takeLock() {
  let told = false;
  while (!createLock()) {
    if (lockAge(LOCK) > LOCK_STALE_MS) breakLock();
    else {
      if (!told) say("waiting for another installation to finish");
      told = true;
      await sleep(LOCK_BEAT_MS / 4);
    }
  }
  const beat = setInterval(() => fs.utimes(LOCK, new Date(), new Date(), () => {}), LOCK_BEAT_MS);
  const release = () => {
    clearInterval(beat);
    process.off("exit", release);
    fs.rmSync(LOCK, { force: true });
  };
  process.once("exit", release);
  return release;
}

function createLock() {
  try {
    fs.writeFileSync(LOCK, "", { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw notWritable(error);
  }
}

function lockAge(path) {
  const stat = fs.statSync(path, { throwIfNoEntry: false });
  return stat ? Date.now() - stat.mtimeMs : 0;
}

function breakLock() {
  const aside = `${LOCK}.${process.pid}`;
  try {
    fs.renameSync(LOCK, aside);
    // Another process may have broken the old lock and taken a new one since its age was read: give that one back.
    if (lockAge(aside) <= LOCK_STALE_MS) fs.linkSync(aside, LOCK);
  } catch (error) {
    if (error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
  }
  fs.rmSync(aside, { force: true });
}

function makeFolder(path) {
  try {
    fs.mkdirSync(path, { recursive: true });
  } catch (error) {
    throw notWritable(error);
  }
}

function notWritable(error) {
  return new Error(
    `cannot write to ${TOOLS} (${error.code}): let this user write there, or install as the one who may`,
  );
}

/** One line, at whose end a person at a terminal sees how long it has taken. */
function tellProgress(line) {
  if (!process.stderr.isTTY) {
    say(line);
    return { end: () => {} };
  }
  const start = Date.now();
  const draw = () => process.stderr.write(`\rdocsvc: ${line} (${Math.floor((Date.now() - start) / 1000)} s)`);
  draw();
  const timer = setInterval(draw, 1000);
  return {
    end: () => {
      clearInterval(timer);
      process.stderr.write("\n");
    },
  };
}

function say(line) {
  process.stderr.write(`docsvc: ${line}\n`);
}
