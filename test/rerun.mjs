// Runs the one file that failed in a run's log once more by itself, with the same seed:
// ends with 0 where it passes then, naming it as flaky.
// It is plain JavaScript because Node runs it, as `.ci/run` does.
import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Colours of a terminal. */
const STYLES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
/** How a file's part of the log begins; Bun writes it again whenever another file's lines were between. */
const HEAD = /^(?:\.\/)?(\S+_test\.ts):$/;
const FAILED = /^\(fail\) /;
const RESULT = /^\((pass|fail)\) /;
const ERROR = /^(\w*Error|error): /;
/** Where in the code it was, which the test's name says well enough. */
const FRAME = /^ +at /;
/** Lines and letters of an error: a record of a run keeps its end alone. */
const SAID_MAX = 24;
const SAID_CHARS_MAX = 300;
/** An error outside of tests, which counts as a failure of the file that was being run. */
const OUTSIDE = /^# Unhandled error between tests/;
/** What stands in place of a file whose process ended under it. */
const CRASHED = /^✗ (?:\.\/)?(\S+_test\.ts) \(worker crashed/;
/** What Bun says before it lists failures a second time, under heads of their own. */
const SUMMARY = /^\d+ tests? failed:$/;

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = rerun(process.argv[2]);

/**
 * What failed in a log, by file, in the order of the log: the line of each failure, and after it, indented, what its error said. Failures
 * before any head stand under "".
 */
export function readFailures(log) {
  const failures = new Map();
  let file = "";
  /** What the last error said, until the result comes that it belongs to. */
  let said = [];
  for (const line of log.replace(STYLES, "").split(/\r?\n/)) {
    if (SUMMARY.test(line)) break;
    const crashed = CRASHED.exec(line)?.[1];
    file = crashed ?? HEAD.exec(line)?.[1] ?? file;
    if (crashed || FAILED.test(line) || OUTSIDE.test(line)) {
      const why = FAILED.test(line) ? said : [];
      failures.set(file, [...(failures.get(file) ?? []), line, ...why.map((one) => `  ${one}`)]);
    }
    if (ERROR.test(line)) said = [line.slice(0, SAID_CHARS_MAX)];
    else if (crashed || RESULT.test(line) || HEAD.test(line)) said = [];
    else if (said.length > 0 && said.length < SAID_MAX && line.trim() && !FRAME.test(line)) {
      said.push(line.slice(0, SAID_CHARS_MAX));
    }
  }
  return failures;
}

function rerun(log) {
  const failures = readFailures(readFileSync(log, "utf8"));
  for (const [file, lines] of failures) for (const line of lines) console.log(`ci: ${file || "no file"}: ${line}`);
  const [[file] = []] = failures;
  if (failures.size !== 1 || !file) {
    console.log(`ci: ${failures.size} files failed; a run with one that passes by itself passes`);
    return 1;
  }
  const again = ["test/run.mjs", "--timeout", "300000", `./${file}`];
  const { status } = spawnSync(process.execPath, again, { cwd: ROOT, stdio: "inherit" });
  const at = `SEED=${process.env.SEED ?? ""} DEPTH=${process.env.DEPTH ?? "small"} ${file}`;
  console.log(status === 0 ? `ci: flaky, passed by itself: ${at}` : `ci: failed by itself too: ${at}`);
  return status === 0 ? 0 : 1;
}
