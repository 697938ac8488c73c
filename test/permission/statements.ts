// Counts the SQL statements that a piece of work sends, read off the wire: every Execute and every simple Query.
import { Socket } from "node:net";

const HEADER_BYTES = 5;
const EXECUTE = "E".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);

/** Runs `work` and answers how many statements went to Postgres meanwhile, from whomever. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ value: T; statements: number }> {
  let statements = 0;
  const write = Socket.prototype.write;
  Socket.prototype.write = function (this: Socket, ...sent: Parameters<typeof write>) {
    if (sent[0] instanceof Uint8Array) statements += statementsIn(sent[0]);
    return write.apply(this, sent);
  } as typeof write;
  try {
    const value = await work();
    return { value, statements };
  } finally {
    Socket.prototype.write = write;
  }
}

/** The driver hands over whole messages: a type, a length that counts itself, a body. */
function statementsIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (let at = 0; at + HEADER_BYTES <= bytes.length; at += 1 + view.getUint32(at + 1)) {
    if (bytes[at] === EXECUTE || bytes[at] === QUERY) count += 1;
  }
  return count;
}
