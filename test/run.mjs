// Hands `bun test` its files:
// those that are named, with DEPTH=deep all, otherwise the fast ones and a share of the slow ones, others with each seed.
// It is plain JavaScript because Node runs it, as `npm test` does.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** How long a file may take, as the timings have it, to run each time. */
export const FAST_MS_MAX = 2000;
/** Of slower ones, one in so many: that many runs with seeds that follow each other have run all. */
export const ONE_OF = 6;
/** Flags of `bun test` whose value may stand behind them as a word of its own, and names no file. */
const WITH_VALUE =
  /^(-t|-r|--(test-name-pattern|timeout|rerun-each|retry|seed|coverage-reporter|coverage-dir|reporter|reporter-outfile|max-concurrency|path-ignore-patterns|parallel-delay|shard|timings|preload))$/;
/** Whoever asks for one of these means all files, or has Bun choose them. */
const OF_ALL = /^(-t|--(test-name-pattern|changed|shard|update-timings))(=|$)/;

// The folder may be reached by a link, which the module's own address does not show.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) run(process.argv.slice(2));

/** The files to run of all that there are, and how many were left out. `changed` ones always run. */
export function chooseFiles(all, { timings, changed, seed }) {
  const time = (file) => timings[file] ?? 0;
  const slow = all.filter((file) => time(file) > FAST_MS_MAX);
  // From the slowest on, so that every share takes as long as the others.
  slow.sort((one, other) => time(other) - time(one) || (one < other ? -1 : 1));
  const left = new Set(slow.filter((file, index) => index % ONE_OF !== seed % ONE_OF && !changed.includes(file)));
  return { chosen: all.filter((file) => !left.has(file)), left_out: left.size };
}

/** Whether the words behind `npm test --` say which files run. */
export function namesFiles(words) {
  return words.some(
    (word, index) => OF_ALL.test(word) || (!word.startsWith("-") && !WITH_VALUE.test(words[index - 1])),
  );
}

function run(words) {
  const env = { ...process.env };
  const files = [];
  let told = "";
  if (env.DEPTH !== "deep" && !namesFiles(words)) {
    // One that the tests take too, so that it repeats the whole run.
    env.SEED ||= String(Math.floor(Math.random() * 2 ** 31));
    const { chosen, left_out } = chooseFiles(listTests("ls-files", "--cached", "--others", "--exclude-standard"), {
      timings: JSON.parse(readFileSync(join(ROOT, "test/timings.json"), "utf8")).files,
      changed: [
        ...listTests("diff", "--name-only", "HEAD"),
        ...listTests("ls-files", "--others", "--exclude-standard"),
      ],
      seed: Number(env.SEED),
    });
    // Where git tells nothing, Bun finds the files, which are all.
    files.push(...chosen.map((file) => `./${file}`));
    const all = chosen.length + left_out;
    if (left_out > 0)
      told = `left out ${left_out} of ${all} test files, slow ones, others with each SEED (now ${env.SEED}); DEPTH=deep npm test runs all`;
  }
  const bun = join(ROOT, "node_modules/.bin/bun");
  const child = spawn(bun, ["test", ...words, ...files], { cwd: ROOT, env, stdio: "inherit" });
  // A terminal's Ctrl-C reaches both; what is sent to this process alone goes on to the tests.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`${bun}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (told) console.log(told);
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 143);
  });
}

/** The test files that a command of git lists, and none where there is no git. */
function listTests(...words) {
  const { stdout, status } = spawnSync("git", [...words, "-z", "--", "*_test.ts"], { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.split("\0").filter((file) => file !== "" && existsSync(join(ROOT, file))) : [];
}
