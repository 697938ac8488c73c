// Which statements a session keeps a plan of: those that are asked for often, and only so many of them.
import { LRUCache } from "lru-cache";

/**
 * A statement with a name keeps its plan in its session's memory, some hundred KiB for a long one, until the session ends; one
 * without is planned each time. The driver would name all, and a server knows more than a thousand.
 */
const NAMED_FROM_USE = 8;
export const NAMES_MAX = 48;

/** Statements without a name that a session's uses are counted of, the last ones. */
const COUNTED_MAX = 256;

/** What the driver sends of a statement; `columns` are there once Postgres has described it. */
interface Statement {
  string: string;
  types: unknown[];
  name: string;
  columns?: unknown[] | null;
}

/** A query in the moment in which the driver has decided how to send it. */
interface BuiltQuery {
  /** The session. */
  state: object | null;
  signature: string;
  /** Whether it has a name or gets one. */
  prepare: boolean;
  /** Whether the session knows it by name. */
  prepared: boolean;
  /** Whether it is sent only when its types have come. */
  describeFirst: unknown;
  onlyDescribe?: unknown;
  cursorFn?: unknown;
}

interface Session {
  /** By signature, with their types, so that a statement takes two round trips the first time alone. */
  unnamed: LRUCache<string, { uses: number; statement: Statement }>;
  named: number;
}

const sessions = new WeakMap<object, Session>();
const bounded = new WeakSet<object>();

/** From now on all statements of the driver whose `query` is given are named so; the driver has one class of queries. */
export function boundNames(query: object): void {
  const driver: object | null = Object.getPrototypeOf(query);
  if (!driver || bounded.has(driver)) return;
  bounded.add(driver);
  const held = new WeakMap<object, Statement>();
  // The driver's last word on how a query is sent is that it sets its statement.
  Object.defineProperty(driver, "statement", {
    get(this: object) {
      return held.get(this) ?? null;
    },
    set(this: BuiltQuery, made: Statement | null) {
      if (made) held.set(this, chooseName(this, made));
    },
  });
}

/** The statement as it is to be sent, and in the query what that means for its way. */
function chooseName(query: BuiltQuery, made: Statement): Statement {
  if (!query.prepare || query.prepared || query.onlyDescribe || query.cursorFn || !query.state) return made;
  const session = sessions.get(query.state) ?? { unnamed: new LRUCache({ max: COUNTED_MAX }), named: 0 };
  sessions.set(query.state, session);
  const known = session.unnamed.get(query.signature) ?? { uses: 0, statement: { ...made, name: "" } };
  known.uses += 1;
  const { uses, statement } = known;
  const isDescribed = !!statement.columns;
  if (isDescribed) query.describeFirst = false;
  if (uses >= NAMED_FROM_USE && session.named < NAMES_MAX) {
    session.named += 1;
    session.unnamed.delete(query.signature);
    return isDescribed ? { ...made, types: statement.types } : made;
  }
  session.unnamed.set(query.signature, known);
  query.prepare = false;
  return statement;
}
