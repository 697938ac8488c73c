// One logger for the whole house: JSON lines on stderr through pino, with secrets cut out before they are written.
import { destination, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Makes the logger; names that carry credentials never reach a line, however deep they are passed. Lines go to stderr,
 * because stdout is for what a command answers.
 */
export function createLog(level: LogLevel): Log {
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
  };
  return pino(options, destination(2));
}
