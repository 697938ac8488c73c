// Runs one command of a table, and turns whatever it throws into one line and an exit code.
import { writeSync } from "node:fs";
import packageJson from "../../package.json" with { type: "json" };
import { alignRows, type Command, plainLine, type Terminal, UsageError } from "./command.ts";
import { findNear } from "./command_near.ts";

/** A command in a table. Each loads its code when it is called, so that none waits for the others'. */
export interface CommandEntry {
  /** The words that call it. */
  name: string;
  load(): Promise<Command>;
}

/** Errors whose message is written for the one who called the command. */
const EXPLAINED = new Set(["ConfigError", "BootError", "CommandError", "BackupError", "CallError", "Refusal"]);

/** Runs the command that this process was called with, and ends the process with its exit code. */
export async function runProcess(commands: readonly CommandEntry[], local: Terminal["local"]): Promise<never> {
  const { env } = process;
  const called = calledAs(env);
  const say = (line: string) => line.replace(COMMAND_NAMED, called);
  // Written at once, because the process ends without waiting for anything.
  const terminal: Terminal = {
    env,
    folder: env["INIT_CWD"] || process.cwd(),
    out: (line) => write(1, `${say(line)}\n`),
    err: (line) => write(2, `${say(line)}\n`),
    redraw: process.stderr.isTTY ? (line) => write(2, `\r\x1b[2K${line}`) : null,
    local,
  };
  const end = (error: unknown) => process.exit(tellFailure(error, terminal));
  process.on("uncaughtException", end).on("unhandledRejection", end);
  return process.exit(await runCommand(commands, process.argv.slice(2), terminal));
}

/** What a shell says of a program that wrote to a pipe which nobody read any more (128 and SIGPIPE). */
const READER_GONE = 141;
let isReaderGone = false;

/**
 * Ends the process without a word once nobody reads what it writes, as behind `| head`: by its own way to stop where it has one, so
 * that no token is left behind.
 */
function write(file: 1 | 2, text: string): void {
  try {
    writeSync(file, text);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    if (process.listenerCount("SIGTERM") === 0) process.exit(READER_GONE);
    if (!isReaderGone) process.emit("SIGTERM");
    isReaderGone = true;
  }
}

/** A command that a message tells to type, which is written as if docsvc were installed. */
const COMMAND_NAMED = /(?<="|[uU]sage: )docsvc(?= [a-z<-])/g;

/** How the reader called this program, which is how its commands are called again. */
export function calledAs(env: Terminal["env"]): string {
  const installed = env["DOCSVC_CALLED_AS"];
  if (installed) return installed;
  if (!["docsvc", "start"].includes(env["npm_lifecycle_event"] ?? "")) return "docsvc";
  return env["npm_config_user_agent"]?.startsWith("bun/") ? "bun docsvc" : "npm run docsvc --";
}

/** Answers the exit code: 0, 1 when the work could not be done, 2 when it was called wrongly. */
export async function runCommand(
  commands: readonly CommandEntry[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const entry = commands.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
  if (!entry) return answerUnknown(commands, words, terminal);
  const command = await entry.load();
  const rest = words.slice(entry.name.split(" ").length);
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.out(command.help);
    return 0;
  }
  try {
    return await command.call(rest, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) return tellFailure(error, terminal);
    terminal.err(`docsvc ${command.name}: ${error.message}`);
    terminal.err(`usage: ${command.usage}`);
    return 2;
  }
}

/** A fault of ours is one line too; where it arose is for those who look for it. */
function tellFailure(error: unknown, { env, err, redraw }: Terminal): number {
  redraw?.("");
  if (error instanceof Error && EXPLAINED.has(error.name))
    err(plainLine(`docsvc: ${error.message.replaceAll("\n", " ")}`));
  else if (env["LOG_LEVEL"] === "debug") err(`docsvc: ${error instanceof Error ? error.stack : String(error)}`);
  else {
    const [first] = (error instanceof Error ? error.message : String(error)).split("\n");
    err(`docsvc: a mistake of docsvc itself: ${first} (LOG_LEVEL=debug shows where)`);
  }
  return 1;
}

async function answerUnknown(
  commands: readonly CommandEntry[],
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const [first] = words;
  if (first === "--version" || first === "-v" || first === "version") {
    terminal.out(`docsvc ${packageJson.version}`);
    return 0;
  }
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    terminal.out(await overview(commands));
    return first === undefined ? 2 : 0;
  }
  const kin = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  const names = commands.map(({ name }) => name);
  const typed = words.filter((word) => !word.startsWith("-"));
  const meant = findNear(typed.slice(0, 2).join(" "), names) ?? findNear(first, names);
  if (meant !== null) {
    terminal.err(
      `docsvc: "${words.slice(0, 2).join(" ")}" is not a command; did you mean "docsvc ${meant}"? "docsvc help" lists all`,
    );
    return 2;
  }
  const known = (kin.length > 0 ? kin : commands.map(({ name }) => name)).join(", ");
  terminal.err(`docsvc: "${words.slice(0, 2).join(" ")}" is not a command; use one of ${known}`);
  return 2;
}

async function overview(entries: readonly CommandEntry[]): Promise<string> {
  const commands = await Promise.all(entries.map((entry) => entry.load()));
  const rows = commands.map((command): [string, string] => [command.name, command.summary]);
  return `Usage: docsvc <command>\n\n${alignRows(rows)}\n\n"docsvc <command> --help" tells its options, "docsvc --version" which release this is.`;
}
