#!/usr/bin/env bun
// The command line of docsvc: finds the command that was asked for, and turns whatever it throws into one line and an exit code.
import { writeSync } from "node:fs";
import { COMMANDS, type CommandEntry } from "./cli/commands.ts";
import { alignRows, type Command, type Terminal, UsageError } from "./command.ts";

/** Errors whose message is written for the one who called the command. */
const EXPLAINED = new Set(["ConfigError", "BootError", "CommandError", "BackupError", "Refusal"]);

async function main(words: readonly string[], terminal: Terminal): Promise<number> {
  const entry = findEntry(words);
  if (!entry) return answerUnknown(words, terminal);
  const command = await entry.load();
  const rest = words.slice(entry.name.split(" ").length);
  if (rest.includes("--help") || rest.includes("-h")) {
    terminal.out(command.help);
    return 0;
  }
  return callCommand(command, rest, terminal);
}

async function callCommand(command: Command, words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await command.call(words, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`docsvc ${command.name}: ${error.message}`);
      terminal.err(`usage: ${command.usage}`);
      return 2;
    }
    if (error instanceof Error && EXPLAINED.has(error.name)) terminal.err(`docsvc: ${error.message}`);
    else terminal.err(`docsvc: ${describeFault(error)}`);
    return 1;
  }
}

/** A fault of ours is shown whole: nobody else can mend it. */
function describeFault(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function findEntry(words: readonly string[]): CommandEntry | undefined {
  return COMMANDS.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
}

async function answerUnknown(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = words;
  if (first === undefined || first === "help" || first === "--help" || first === "-h") {
    terminal.out(await overview());
    return first === undefined ? 2 : 0;
  }
  const kin = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  const known = (kin.length > 0 ? kin : COMMANDS.map(({ name }) => name)).join(", ");
  terminal.err(`docsvc: "${words.slice(0, 2).join(" ")}" is not a command; use one of ${known}`);
  return 2;
}

async function overview(): Promise<string> {
  const commands = await Promise.all(COMMANDS.map((entry) => entry.load()));
  const rows = commands.map((command): [string, string] => [command.name, command.summary]);
  return `Usage: docsvc <command>\n\n${alignRows(rows)}\n\n"docsvc <command> --help" tells its options. Everything else is set by environment variables.`;
}

// Written at once, because the process ends without waiting for anything.
const terminal: Terminal = {
  env: process.env,
  out: (line) => void writeSync(1, `${line}\n`),
  err: (line) => void writeSync(2, `${line}\n`),
  redraw: process.stderr.isTTY ? (line) => void writeSync(2, `\r\x1b[2K${line}`) : null,
  local: async () => (await import("./cli/local_server.ts")).localServer,
};

process.exit(await main(process.argv.slice(2), terminal));
