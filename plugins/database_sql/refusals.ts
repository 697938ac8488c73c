// What a statement did wrong, in Postgres' own words, with where it stands and what there is instead.
import { type Refusal, refuse } from "../../kernel/plugin.ts";
import { SandboxLost, SandboxMissing, StatementFault } from "../../kernel/ports/sandbox.ts";
import type { SqlTable } from "./copying.ts";

const MESSAGE_CHARS_MAX = 500;
const TABLES_TOLD = 32;

const TABLES_WITH_COLUMNS = 4;

const UNKNOWN_COLUMN = "42703";
/** No such table, and no such column. */
const UNKNOWN = new Set(["42P01", UNKNOWN_COLUMN, "42P02"]);
const SYNTAX = "42601";
/** The usual reason of those who wrote everything else well. */
const WORDS = '. A table or column that is called as a word of SQL, such as order, is written in quotes: "order"';
/** More or fewer values than places for them. */
const UNBOUND = "08P01";
/** A value whose type nothing in the statement tells, or that has no place there. */
const UNTYPED = "42P18";
/** What Postgres says where something is written below a `with`, since a cursor reads the rows. */
const WRITES_BELOW = /^DECLARE CURSOR must not contain data-modifying/;
/** How the beginning of a statement that writes is told, as a cursor is all that it may be read by. */
const WRITES =
  /^syntax error at or near "(insert|update|delete|merge|truncate|create|drop|alter|copy|grant|call|do|set)"/i;
const SEVERAL = /^cannot insert multiple commands/;
const NO_LIST = /^malformed array literal/;
const MEMORY = "53200";
const DISK = "53400";

/** The answer to what `Sandbox` threw; other errors are handed back as they are. */
export function refusalOf(error: unknown, tables: readonly SqlTable[]): unknown {
  if (error instanceof SandboxLost) {
    return refuse.unavailable("the Postgres that runs statements has ended meanwhile; send the statement again");
  }
  if (error instanceof SandboxMissing) {
    return refuse.unavailable(
      "SQL does not run on this server now; its log says why. query_records and aggregate_records do",
    );
  }
  if (!(error instanceof StatementFault)) return error;
  const { code, position, hint } = error;
  return refuse.invalid(`${messageOf(error)}${exampleOf(error, tables)}`, {
    code: "sql_refused",
    ...(code === null ? {} : { sqlstate: code }),
    ...(position === null ? {} : { position }),
    // Where a bound of ours is passed, what Postgres advises is for its operator.
    ...(hint === null || /^5/.test(code ?? "") ? {} : { hint: hint.slice(0, MESSAGE_CHARS_MAX) }),
    ...(code !== null && UNKNOWN.has(code) ? { tables: tables.slice(0, TABLES_TOLD) } : {}),
  });
}

function messageOf({ code, message }: StatementFault): string {
  if (code === MEMORY) return "the statement needs more memory than one may have; read or gather less at once";
  if (code === DISK) return "the statement writes more to the disk than one may, to sort or gather; read less at once";
  if (WRITES_BELOW.test(message)) return "statements here read alone, and this one writes below its with";
  if (SEVERAL.test(message)) return "one statement is run at a time, and there are several; send each by itself";
  const [, verb] = WRITES.exec(message) ?? [];
  if (verb !== undefined) return `statements here read alone, and no ${verb.toLowerCase()} is run`;
  if (NO_LIST.test(message)) return `${message}; a list among params is one text, such as "{a,b}"`;
  if (code === UNTYPED) return `${message}; leave out of params what has no place, or say its type there: $1::integer`;
  const [supplied, required] = code === UNBOUND ? (message.match(/\d+/g) ?? []) : [];
  if (supplied !== undefined && required !== undefined) {
    return `the statement has ${placesFor(Number(required))}, and params has ${supplied}: send one for each`;
  }
  return [...message.slice(0, 2 * MESSAGE_CHARS_MAX)].slice(0, MESSAGE_CHARS_MAX).join("");
}

function placesFor(values: number): string {
  return values === 1 ? "a place for one value ($1)" : `places for ${values} values ($1 to $${values})`;
}

function exampleOf({ code, message }: StatementFault, [first, ...others]: readonly SqlTable[]): string {
  // Classes of syntax and names, and of what Postgres does not do in a query.
  if (code === null || !/^(42|0A|25)/.test(code)) return "";
  if (!first) return ". The database has no tables yet";
  const all = [first, ...others].slice(0, TABLES_TOLD);
  // A model may be shown the message alone.
  const isWordy = code === SYNTAX && !WRITES.test(message) && !SEVERAL.test(message);
  const withColumns = code === UNKNOWN_COLUMN && all.length <= TABLES_WITH_COLUMNS;
  const names = all.map(({ sql_name, columns }) =>
    withColumns ? `${sql_name} (${columns.map(({ name }) => name).join(", ")})` : sql_name,
  );
  const example = `{"sql": ${JSON.stringify(`select count(*) from ${first.sql_name}`)}}`;
  return `. Send one SELECT over ${names.join(", ")}, such as: ${example}${isWordy ? WORDS : ""}`;
}

/** 413 for a database whose copy would be too large. */
export function refuseLarge(record_bytes: number, most: number): Refusal {
  return refuse.tooLarge(
    `there are ${record_bytes} bytes of record data; statements read at most ${most}: use query_records and aggregate_records`,
    { max_bytes: most },
  );
}
