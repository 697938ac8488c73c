// What a command of docsvc is: its arguments and options as data, from which parsing, help and refusals follow.
import { parseArgs } from "node:util";
import { findNear } from "./command_near.ts";

/** A mistake in how a command was called; exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** Something that the caller has to mend before the command can do its work, in one line; exit code 1. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Where a command reads and writes; results go to `out`, everything else to `err`. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** The caller's folder, absolute: paths among the arguments begin there. */
  folder: string;
  /** Writes one line of the result. */
  out(line: string): void;
  /** Writes one line about the work. */
  err(line: string): void;
  /** Rewrites one line in place; null where there is no screen for it. */
  redraw: ((line: string) => void) | null;
  /** Loads what speaks to this machine's own server; null where the client is installed alone. */
  local: (() => Promise<LocalServer>) | null;
}

/** This machine's own server, as commands that need no token use it. */
export interface LocalServer {
  /** Origin of its app host. Throws ConfigError for a configuration with which no server starts. */
  address(terminal: Terminal): string;
  /** Where agents connect. Throws CommandError where it lacks what that takes, which is less for one that has a token. */
  mcpEndpoint(terminal: Terminal, connection: { has_token: boolean }): string;
  /**
   * Runs `work` with a token of the first owner that ends with it. Throws CommandError when nobody has an account. `worker` names
   * the token, and says whether it ends in good order by itself when it is told to stop.
   */
  actAsFirstOwner<T>(
    terminal: Terminal,
    worker: { name: string; stops_itself: boolean },
    work: (token: string) => Promise<T>,
  ): Promise<T>;
}

/** One option, without its dashes in the table. */
export interface OptionSpec {
  /** What stands for the value in the usage line; null for a flag. */
  value: string | null;
  about: string;
  /** The command does not work without it. */
  required?: boolean;
  /** Works, but is nobody's to type. */
  hidden?: boolean;
}

/** What a command was given. Options that were not given are undefined; a flag that was given is `"true"`. */
export interface Given<A extends string, O extends string> {
  args: Record<A, string>;
  options: Partial<Record<O, string>>;
  terminal: Terminal;
}

export interface CommandSpec<A extends string, O extends string> {
  /** The words that call it, such as `user add`. */
  name: string;
  summary: string;
  /** Names of the arguments, every one of them required. */
  takes: readonly A[];
  options: Readonly<Record<O, OptionSpec>>;
  /** Answers the exit code; nothing is 0. */
  run(given: Given<A, O>): Promise<number | undefined>;
}

/** A command, ready to be called. */
export interface Command {
  name: string;
  summary: string;
  usage: string;
  help: string;
  /** Throws UsageError for words that it does not know or lacks. */
  call(words: readonly string[], terminal: Terminal): Promise<number>;
}

/** Makes a command from its description. */
export function command<A extends string, O extends string>(spec: CommandSpec<A, O>): Command {
  const usage = usageOf(spec);
  return {
    name: spec.name,
    summary: spec.summary,
    usage,
    help: helpOf(spec, usage),
    call: async (words, terminal) => {
      const given = parse(spec, words);
      return (await spec.run({ ...given, terminal })) ?? 0;
    },
  };
}

/** Reads an option that is a whole number. Throws CommandError outside of `min` and `max`. */
export function readNumber(value: string, rule: { option: string; min: number; max: number }): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= rule.min && number <= rule.max) return number;
  throw new CommandError(`--${rule.option} is "${value}": give a whole number from ${rule.min} to ${rule.max}`);
}

/** Reads an option that is one of a few words. Throws CommandError for any other. */
export function readWord<T extends string>(value: string, rule: { what: string; choices: readonly T[] }): T {
  const found = rule.choices.find((choice) => choice === value);
  if (found === undefined) {
    throw new CommandError(`${rule.what} is "${value}": use one of ${rule.choices.join(", ")}`);
  }
  return found;
}

const NAME_LENGTH_MAX = 100;

/** Reads a name of 1 to 100 characters. Throws CommandError. */
export function readName(value: string, what: string): string {
  const name = value.trim();
  if (name !== "" && [...name].length <= NAME_LENGTH_MAX && !/\p{Cc}/u.test(name)) return name;
  throw new CommandError(`${what} is "${value.slice(0, 40)}": give 1 to ${NAME_LENGTH_MAX} characters on one line`);
}

function parse<A extends string, O extends string>(
  spec: CommandSpec<A, O>,
  words: readonly string[],
): Pick<Given<A, O>, "args" | "options"> {
  const { values, positionals } = parseWords(spec, words);
  const missing = spec.takes[positionals.length];
  if (missing !== undefined) throw new UsageError(`<${missing}> is missing`);
  const surplus = positionals[spec.takes.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many`);
  const args: Partial<Record<A, string>> = {};
  for (const [index, name] of spec.takes.entries()) args[name] = positionals[index] ?? "";
  const options: Partial<Record<O, string>> = {};
  for (const name of namesOf(spec.options)) {
    const value = values[name];
    if (value === "") throw new UsageError(`--${name} is empty: give it a value or leave it out`);
    if (value !== undefined) options[name] = String(value);
  }
  if (!isWhole(args, spec.takes)) throw new UsageError("an argument is missing");
  return { args, options };
}

function parseWords(spec: CommandSpec<string, string>, words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([name, { value }]) => [
      name,
      { type: value === null ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    // The platform's message explains itself after the first sentence at a length that fits no line.
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    const unknown = /^Unknown option '--([^']+)'/.exec(first)?.[1];
    const meant =
      unknown === undefined
        ? null
        : findNear(
            unknown,
            shownOptions(spec).map(([name]) => name),
          );
    const said = first.charAt(0).toLowerCase() + first.slice(1);
    throw new UsageError(meant === null ? said : `${said}; did you mean --${meant}?`);
  }
}

function isWhole<A extends string>(args: Partial<Record<A, string>>, names: readonly A[]): args is Record<A, string> {
  return names.every((name) => args[name] !== undefined);
}

function namesOf<O extends string>(options: Readonly<Record<O, OptionSpec>>): O[] {
  const names: O[] = [];
  for (const name in options) names.push(name);
  return names;
}

function usageOf(spec: CommandSpec<string, string>): string {
  const options = shownOptions(spec).map(([name, { value, required }]) => {
    const shown = `--${name}${value === null ? "" : ` ${value}`}`;
    return required ? shown : `[${shown}]`;
  });
  return ["docsvc", spec.name, ...spec.takes.map((name) => `<${name}>`), ...options].join(" ");
}

function helpOf(spec: CommandSpec<string, string>, usage: string): string {
  const rows = shownOptions(spec).map(([name, { value, about }]): [string, string] => [
    `--${name}${value === null ? "" : ` ${value}`}`,
    about,
  ]);
  const options = rows.length > 0 ? `\n\nOptions:\n${alignRows(rows)}` : "";
  return `${spec.summary}\n\nUsage: ${usage}${options}`;
}

function shownOptions(spec: CommandSpec<string, string>): [string, OptionSpec][] {
  return Object.entries(spec.options).filter(([, option]) => !option.hidden);
}

/** One line as a terminal may show it: what a file or a server is called may hold signs that a terminal obeys, or that turn the line. */
export function plainLine(line: string): string {
  return line.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** Two columns, indented. */
export function alignRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
