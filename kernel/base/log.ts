// One logger for the whole server: JSON lines on stderr through pino, with secrets cut out before they are written.
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from "pino";
import { type LogLines, openLogLines } from "./log_lines.ts";

export type Log = Logger;

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Makes the logger; names that carry credentials never reach a line, however deep they are passed. Lines go to stderr,
 * because stdout is for what a command answers. `now_ms` is of a clock that nobody sets.
 */
export function createLog(
  level: LogLevel,
  lines: DestinationStream = standardError(),
  { now_ms = () => performance.now() } = {},
): Log {
  const mayRepeat = createRepeats();
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        "authorization",
        "cookie",
        "token",
        "password",
        "secret",
        "*.authorization",
        "*.cookie",
        "*.token",
        "*.password",
        "*.secret",
      ],
      censor: "[redacted]",
    },
    hooks: {
      logMethod(words, write, at) {
        const told = at === WARN ? mayRepeat(words, now_ms()) : words;
        if (told) write.apply(this, told);
      },
    },
  };
  return pino(options, lines);
}

let stderr: LogLines | null = null;

/** That of this process, whose lines keep their order whichever log they are of. */
function standardError(): LogLines {
  stderr ??= openLogLines(2);
  return stderr;
}

type Words = Parameters<LogFn>;

const WARN = pino.levels.values["warn"];
const REPEAT_MS = 60_000;
/** More kinds of failures than this are not told apart for long. */
const KINDS_MAX = 200;

/**
 * A database that is away fails every loop of every process several times a second. A warning of nothing but an error is written
 * once, and while the same goes on once a minute with how often it came meanwhile; null for those in between.
 */
function createRepeats(): (words: Words, now_ms: number) => Words | null {
  const seen = new Map<string, { told_ms: number; repeats: number }>();
  return (words, now_ms) => {
    const [fields, message, ...rest] = words;
    if (!isErrorAlone(fields) || typeof message !== "string" || rest.length > 0) return words;
    const key = `${message}\n${fields.err.message}`;
    const before = seen.get(key);
    if (before && now_ms - before.told_ms < REPEAT_MS) {
      before.repeats += 1;
      return null;
    }
    if (seen.size >= KINDS_MAX) seen.clear();
    seen.set(key, { told_ms: now_ms, repeats: 0 });
    return before?.repeats ? [{ ...fields, repeats: before.repeats }, message] : words;
  };
}

function isErrorAlone(fields: unknown): fields is { err: Error } {
  return fields instanceof Object && "err" in fields && fields.err instanceof Error && Object.keys(fields).length === 1;
}
