// What a synced folder remembers between runs, in an SQLite file under .docsvc:
// it survives kill -9 at any moment, and its lock ends with the process.
import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../../command/command.ts";
import { STATE_FOLDER } from "../folder/ignore.ts";
import type { RemoteDoc, Sending, Shape, SyncedDoc, Visibility } from "./trees.ts";

const FORMAT = 3;

/** What the folder is synced with; decided by its first run. */
export interface Pairing {
  format: number;
  server: string;
  email: string;
  /** A root's slug as it was last, or `~`. */
  root: string;
  /** The same root by its id, which stays; absent for `~`, and where the folder was last synced before it was kept. */
  root_id?: number;
  folder: string;
  visibility: Visibility | null;
}

/** How far the change feed was read. */
export interface Reading {
  cursor: string | null;
  /** When it was last read from its beginning, in milliseconds. */
  whole_at: number;
}

/** The hash of a file that has not been written since. */
export interface Seen {
  stamp: string;
  sha256: string;
}

/** Where a document's file was about to be renamed to, and what the server calls it, after which it is named. */
export interface Moving extends Pick<RemoteDoc, "name" | "filename" | "exact" | "dirs" | "mark" | "folder"> {
  path: string;
  shape: Shape;
  is_suffixed: boolean;
}

/** A table of the journal: read from memory, written to the disk before it returns. */
export interface Shelf<T> {
  get(key: string): T | undefined;
  values(): T[];
  entries(): [string, T][];
  put(key: string, value: T): void;
  drop(key: string): void;
}

/** What the feed told of a document: how it is, or that it is gone. */
export interface Told {
  doc_id: string;
  document: RemoteDoc | null;
  /** It may be there still, for others or elsewhere. */
  left: boolean;
}

export interface State {
  pairing(): Pairing | null;
  pair(pairing: Pairing): void;
  reading(): Reading;
  remote: Shelf<RemoteDoc>;
  synced: Shelf<SyncedDoc>;
  sending: Shelf<Sending>;
  /** Where a document's file is being renamed to, by document. */
  moving: Shelf<Moving>;
  seen: Shelf<Seen>;
  /** Documents that left what is synced without being deleted, until that is acted on. */
  left: Shelf<true>;
  /** Writes a page of the feed and how far it goes as one. */
  advance(reading: Reading, changes: readonly Told[]): void;
  /** Several writes as one. */
  together(work: () => void): void;
  close(): void;
}

/** Opens the state of a folder. Throws CommandError when another process has it. With `dry` nothing will be kept. */
export function openState(root: string, { dry }: { dry: boolean }): State {
  const database = openDatabase(root, dry);
  database.run(
    "create table if not exists shelves (shelf text, key text, value text, primary key (shelf, key)) without rowid",
  );
  const statements = prepareStatements(database);
  const shelf = <T>(name: string) => openShelf<T>(name, statements);
  if (dry) database.run("begin");

  function together(work: () => void): void {
    if (dry) {
      work();
      return;
    }
    database.run("begin");
    try {
      work();
      database.run("commit");
    } catch (error) {
      database.run("rollback");
      throw error;
    }
  }

  const pairing = shelf<Pairing>("pairing");
  const reading = shelf<Reading>("reading");
  const remote = shelf<RemoteDoc>("remote");
  const synced = shelf<SyncedDoc>("synced");
  const gone = shelf<true>("left");
  return {
    pairing: () => pairing.get("") ?? null,
    pair: (value) => pairing.put("", value),
    reading: () => reading.get("") ?? { cursor: null, whole_at: 0 },
    remote,
    synced,
    sending: shelf<Sending>("sending"),
    moving: shelf<Moving>("moving"),
    seen: shelf<Seen>("seen"),
    left: gone,
    advance: (to, changes) =>
      together(() => {
        for (const { doc_id, document, left } of changes) {
          if (document) remote.put(doc_id, document);
          else remote.drop(doc_id);
          if (left && synced.get(doc_id)) gone.put(doc_id, true);
          else gone.drop(doc_id);
        }
        reading.put("", to);
      }),
    together,
    close: () => {
      if (dry) database.run("rollback");
      // One that is left open would hold the lock for as long as this process lives.
      for (const statement of Object.values(statements)) statement.finalize();
      database.close();
    },
  };
}

function prepareStatements(database: Database) {
  return {
    write: database.prepare("insert or replace into shelves values (?, ?, ?)"),
    read: database.prepare<{ key: string; value: string }, [string]>("select key, value from shelves where shelf = ?"),
    remove: database.prepare("delete from shelves where shelf = ? and key = ?"),
  };
}

function openShelf<T>(name: string, { write, read, remove }: ReturnType<typeof prepareStatements>): Shelf<T> {
  const stored = new Map<string, T>(read.all(name).map(({ key, value }) => [key, JSON.parse(value)]));
  return {
    get: (key) => stored.get(key),
    values: () => [...stored.values()],
    entries: () => [...stored],
    put: (key, value) => {
      write.run(name, key, JSON.stringify(value));
      stored.set(key, value);
    },
    drop: (key) => {
      if (stored.delete(key)) remove.run(name, key);
    },
  };
}

function openDatabase(root: string, dry: boolean): Database {
  const folder = join(root, STATE_FOLDER);
  const path = join(folder, "state.db");
  try {
    if (dry && !isThere(path)) return new Database(":memory:");
    mkdirSync(folder, { recursive: true });
    const database = new Database(path, { create: true });
    database.run("pragma locking_mode = exclusive");
    database.run("pragma journal_mode = wal");
    database.run("pragma synchronous = normal");
    // The lock is taken with the first write and held until the end, also until one by kill -9.
    database.run("begin immediate");
    database.run("create table if not exists format (version integer)");
    database.run("commit");
    return refuseNewer(database, root);
  } catch (error) {
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new CommandError(`another docsvc sync is at work on ${root}: stop it first`);
    }
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${path} cannot be used: ${reason}; remove ${folder} to begin anew, nothing is lost by it`);
  }
}

function refuseNewer(database: Database, root: string): Database {
  const asked = database.prepare<{ version: number }, []>("select version from format");
  const row = asked.get();
  asked.finalize();
  if (!row) database.run(`insert into format values (${FORMAT})`);
  else if (row.version > FORMAT) {
    throw new CommandError(`${root} was synced by a newer docsvc: use that one`);
  } else if (row.version < FORMAT) readNamesAnew(database, row.version);
  return database;
}

/**
 * Documents were called after their titles before they had the names of files, and then by filenames alone; the feed is read anew
 * for what they remember.
 */
function readNamesAnew(database: Database, version: number): void {
  database.transaction(() => {
    if (version < 2)
      database.run(`update shelves set value = json_set(json_remove(value, '$.title'), '$.name', json_extract(value, '$.title'), '$.filename', null)
      where shelf in ('synced', 'moving')`);
    database.run("delete from shelves where shelf in ('remote', 'reading')");
    database.run(`update format set version = ${FORMAT}`);
  })();
}

function isThere(path: string): boolean {
  return Bun.file(path).size > 0;
}
