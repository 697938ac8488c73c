// Counts the SQL statements that a piece of work sends, read off the wire: every Execute and every simple Query.
import { Socket } from "node:net";

const HEADER_BYTES = 5;
const PARSE = "P".charCodeAt(0);
const BIND = "B".charCodeAt(0);
const EXECUTE = "E".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);
/** What one server tells the others is gathered, and goes out whenever it is due. */
const TELLS = /\bpg_notify\(/;

/** The texts of prepared statements by their names, which are each on one connection alone. */
const texts = new Map<string, string>();
let bound = "";
let statements = 0;
/** Of prepared statements as they are executed, while somebody listens. */
let heard: string[] | null = null;

const write = Socket.prototype.write;
Socket.prototype.write = function (this: Socket, ...sent: Parameters<typeof write>) {
  if (sent[0] instanceof Uint8Array) statements += statementsIn(sent[0]);
  return write.apply(this, sent);
} as typeof write;

/** How many statements this process has sent by now, from whomever. */
export function countSent(): number {
  return statements;
}

/** Runs `work` and answers how many statements went to Postgres meanwhile, from whomever; what tells other servers is left out. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ value: T; statements: number }> {
  const before = statements;
  const value = await work();
  return { value, statements: statements - before };
}

/** Runs `work` and answers the texts of the prepared statements that were executed meanwhile, by whomever. */
export async function listenToStatements(work: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = [];
  heard = said;
  try {
    await work();
  } finally {
    heard = null;
  }
  return said;
}

const RUNS_MAX = 40;

/**
 * The fewest statements of several runs of `work`, which ends with the first that needs no more than `due`: what is
 * left to do in the background, as listeners have with every audit row, may fall into any of them.
 */
export async function fewestStatements(
  due: number,
  work: () => Promise<unknown>,
  runsMax: number = RUNS_MAX,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runsMax && least > due; run++)
    least = Math.min(least, (await countStatements(work)).statements);
  return least;
}

/** The driver hands over whole messages: a type, a length that counts itself, a body. */
function statementsIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at += 1 + view.getUint32(at + 1)) {
    const type = bytes[at];
    const textsOf = () => textsAt(bytes.subarray(at + HEADER_BYTES, at + 1 + view.getUint32(at + 1)));
    if (type === PARSE) {
      const [name, text] = textsOf();
      texts.set(name, text);
    } else if (type === BIND) bound = textsOf()[1];
    else if (type === QUERY || (type === EXECUTE && !TELLS.test(texts.get(bound) ?? ""))) count += 1;
    if (type === EXECUTE) heard?.push(texts.get(bound) ?? "");
  }
  return count;
}

/** The two texts that a message begins with: name and statement, or portal and name. */
function textsAt(body: Uint8Array): [string, string] {
  const first = body.indexOf(0);
  const second = body.indexOf(0, first + 1);
  const decoder = new TextDecoder();
  return [decoder.decode(body.subarray(0, first)), decoder.decode(body.subarray(first + 1, second))];
}
