// The sessions of reads: a statement has one alone until its answer, ends when its caller goes,
// and has turns by workspace.
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { CallerGone } from "./caller_gone.ts";
import type { Sql } from "./driver/client.ts";
import { type DriverQuery, isDriverQuery } from "./driver/driver_query.ts";
import { isOutOfTime } from "./out_of_time.ts";
import type { Pool } from "./pool.ts";

/** Whose read it is. */
export interface Reader {
  workspace: string;
  person: string;
  /** What is asked, word for word, where it may be asked many times over: once it is known to be quick it needs no session of its own. */
  kind: string | null;
  /** Whether one plan of each statement is kept for whatever values come, or each is planned for its own where that looks better. */
  is_planned_once: boolean;
  /** Aborted when nobody waits for the answer any more. Looked at for what takes long alone. */
  signal(): AbortSignal;
}

export interface Reads {
  /** What the statements of one read are tagged with. */
  sqlFor(reader: Reader): Sql;
  /** Opens a session of either sort: on a full disk Postgres begins none, and reads go on by those that there are. */
  openFirst(): Promise<void>;
  cut(): void;
  renew(): void;
  close(): Promise<void>;
}

/** Callers who have gone are looked for so often; what is quicker is never asked about. */
const LOOK_MS = 25;
/** Postgres passes over a cancel that finds the session between two messages of a statement: it is asked again. */
const AGAIN_MS = 20;

/** After so many quick statements in a row a kind is known to be quick, until one is not. */
const QUICK_RUNS = 64;
const KINDS_MAX = 5000;

interface Kind {
  runs: number;
  /** Of those that went by the pool: how many are under way, and when the last of them began or ended with nothing before it. */
  pending: number;
  moved_at: number;
}

interface Workspace {
  held: number;
  people: number;
}

interface Person {
  key: string;
  workspace_key: string;
  workspace: Workspace;
  held: number;
  waiting: Statement[];
}

/** A session with those that are planned as its own: a mode is one of the session. */
interface Session {
  pool: Pool;
  free: Session[];
}

interface Statement {
  query: DriverQuery;
  reader: Reader;
  person: Person;
  began_at: number;
  started_at: number;
  session: Session | null;
  ending: Promise<void> | null;
  is_done: boolean;
}

export interface ReadsOptions {
  /** Takes quick statements of those that are planned once. */
  planned: Pool;
  /** Makes a pool of one session, for statements that are planned once or for others. */
  open: (isPlannedOnce: boolean) => Pool;
  /** How many of these are used at a time. */
  sessions_max: number;
}

/** `pool` makes the statements and takes quick ones. */
export function openReads(pool: Pool, { planned, open, sessions_max }: ReadsOptions): Reads {
  const { sql } = pool;
  const sessions: Pool[] = [];
  // The one that was used last is taken first, so that few sessions know all plans.
  const free: Session[] = [];
  const freePlanned: Session[] = [];
  const workspaces = new Map<string, Workspace>();
  const people = new Map<string, Person>();
  const waiting = new Set<Person>();
  const running = new Set<Statement>();
  const kinds = new LRUCache<string, Kind>({ max: KINDS_MAX });
  let held = 0;
  let is_looking = false;

  function sqlFor(reader: Reader): Sql {
    const sendIt = (query: DriverQuery) => ask(query, reader);
    const direct = (made: unknown) => {
      if (isDriverQuery(made)) made.handler = sendIt;
      return made;
    };
    return new Proxy(sql, {
      apply: (target, _, args) => direct(Reflect.apply(target, undefined, args)),
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (name !== "unsafe" || typeof member !== "function") return member;
        return (...args: unknown[]) => direct(Reflect.apply(member, undefined, args));
      },
    });
  }

  function ask(query: DriverQuery, reader: Reader): void {
    const kind = reader.kind === null ? undefined : kinds.get(reader.kind);
    if (kind && isQuick(kind)) sendByPool(query, { kind, by: reader.is_planned_once ? planned : pool });
    else askForSession(query, reader);
  }

  /** Behind others on a connection of the pool, as is cheapest: it could not be ended there without harm to them. */
  function sendByPool(query: DriverQuery, { kind, by }: { kind: Kind; by: Pool }): void {
    const began_at = performance.now();
    if (kind.pending === 0) kind.moved_at = began_at;
    kind.pending += 1;
    const done = () => {
      kind.pending -= 1;
      kind.moved_at = performance.now();
      if (kind.moved_at - began_at > LOOK_MS) kind.runs = 0;
    };
    Promise.prototype.then.call(query, done, done);
    by.send(query);
  }

  function isQuick({ runs, pending, moved_at }: Kind): boolean {
    return runs >= QUICK_RUNS && (pending === 0 || performance.now() - moved_at <= LOOK_MS);
  }

  function noteRun({ reader, started_at }: Statement): void {
    if (reader.kind === null) return;
    const kind = kinds.get(reader.kind) ?? { runs: 0, pending: 0, moved_at: 0 };
    kinds.set(reader.kind, kind);
    kind.runs = performance.now() - started_at <= LOOK_MS ? kind.runs + 1 : 0;
  }

  function askForSession(query: DriverQuery, reader: Reader): void {
    const person = personOf(reader);
    const began_at = performance.now();
    const statement = {
      query,
      reader,
      person,
      began_at,
      started_at: began_at,
      session: null,
      ending: null,
      is_done: false,
    };
    lookLater();
    if (person.waiting.length === 0 && mayHold(person)) {
      start(statement);
    } else {
      person.waiting.push(statement);
      waiting.add(person);
    }
  }

  function personOf({ workspace: workspace_key, person: key }: Reader): Person {
    const known = people.get(key);
    if (known) return known;
    const workspace = workspaces.get(workspace_key) ?? { held: 0, people: 0 };
    workspace.people += 1;
    workspaces.set(workspace_key, workspace);
    const made = { key, workspace_key, workspace, held: 0, waiting: [] };
    people.set(key, made);
    return made;
  }

  /** A workspace has at most half of what the others leave, and one person in it leaves a part of that to the colleagues. */
  function mayHold({ workspace, held: own }: Person): boolean {
    if (held >= sessions_max) return false;
    const share = Math.max(1, Math.ceil((sessions_max - held + workspace.held) / 2));
    const part = Math.max(1, share - Math.max(1, Math.floor(share / 4)));
    return workspace.held < share && own < part;
  }

  function start(statement: Statement): void {
    const { query, person, reader } = statement;
    const session = (reader.is_planned_once ? freePlanned : free).pop() ?? openSession(reader);
    statement.session = session;
    statement.started_at = performance.now();
    held += 1;
    person.held += 1;
    person.workspace.held += 1;
    running.add(statement);
    const done = () => finish(statement);
    // The promise's own `then`: the query's would send it once more.
    Promise.prototype.then.call(query, done, done);
    session.pool.send(query);
  }

  async function openFirst(): Promise<void> {
    const first = [true, false].map((is_planned_once) => openSession({ is_planned_once }));
    await Promise.all(first.map(({ pool: one }) => one.sql`select 1`));
    for (const session of first) session.free.push(session);
  }

  function openSession({ is_planned_once }: Pick<Reader, "is_planned_once">): Session {
    const made = open(is_planned_once);
    sessions.push(made);
    return { pool: made, free: is_planned_once ? freePlanned : free };
  }

  function finish(statement: Statement): void {
    statement.is_done = true;
    running.delete(statement);
    noteRun(statement);
    if (statement.ending) void statement.ending.then(() => release(statement));
    else release(statement);
  }

  function release({ session, person }: Statement): void {
    session?.free.push(session);
    held -= 1;
    person.held -= 1;
    person.workspace.held -= 1;
    if (waiting.size > 0) startNext();
    forget(person);
  }

  function forget({ key, workspace_key, workspace, held: own, waiting: theirs }: Person): void {
    if (own > 0 || theirs.length > 0) return;
    people.delete(key);
    workspace.people -= 1;
    if (workspace.people === 0) workspaces.delete(workspace_key);
  }

  /** Who waits has turns, the workspace with the fewest sessions first. */
  function startNext(): void {
    let next: Person | null = null;
    for (const person of waiting) {
      if (mayHold(person) && (!next || person.workspace.held < next.workspace.held)) next = person;
    }
    const statement = next?.waiting.shift();
    if (!next || !statement) return;
    waiting.delete(next);
    if (next.waiting.length > 0) waiting.add(next);
    start(statement);
    startNext();
  }

  function lookLater(): void {
    if (is_looking) return;
    is_looking = true;
    setTimeout(look, LOOK_MS).unref();
  }

  /** The signal of a request is made when it is asked for, so that only those of long statements are. */
  function look(): void {
    is_looking = false;
    const before = performance.now() - LOOK_MS;
    for (const person of waiting) {
      const gone = person.waiting.filter((one) => one.began_at <= before && one.reader.signal().aborted);
      if (gone.length === 0) continue;
      person.waiting = person.waiting.filter((one) => !gone.includes(one));
      if (person.waiting.length === 0) waiting.delete(person);
      for (const { query } of gone) query.reject(new CallerGone());
      forget(person);
    }
    for (const statement of running) {
      const { query, reader, ending, began_at } = statement;
      // One that its session has not begun yet cannot be told from the one before it.
      if (ending || began_at > before || !query.active || !query.state || !reader.signal().aborted) continue;
      statement.ending = endStatement(statement);
    }
    if (running.size + waiting.size > 0) lookLater();
  }

  return {
    sqlFor,
    openFirst,
    cut: () => {
      for (const session of sessions) session.cut();
    },
    renew: () => {
      for (const session of sessions) session.renew();
    },
    close: async () => {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}

/** Ends it on the server; when this resolves its session may be used again. */
async function endStatement(statement: Statement): Promise<void> {
  const { query, session } = statement;
  const reject = query.reject;
  query.reject = (error) => reject(isOutOfTime(error) ? new CallerGone() : error);
  for (let wait_ms = AGAIN_MS; session && !statement.is_done; wait_ms *= 2) {
    // A cancel that nobody answered may still come: what would run there next by then runs on another session.
    if (!(await session.pool.cancel(query))) return session.pool.cut();
    if (!statement.is_done) await Promise.race([Promise.prototype.then.call(query, noop, noop), sleep(wait_ms)]);
  }
}

function noop(): void {}
