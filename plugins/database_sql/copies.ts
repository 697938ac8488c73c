// Copies of databases in the sandbox, each of one revision: read by many statements, replaced after a change, dropped when nobody asks.
import { pipeline } from "node:stream/promises";
import {
  type House,
  MINUTE_MS,
  type Port,
  port,
  type Sandbox,
  type SandboxDatabase,
  type Sql,
  sharedSandbox,
} from "../../kernel/mod.ts";
import { type LoadedDatabase, type Snapshot, type TableRow, withSnapshot } from "../databases/port.ts";
import { columnsOf, INCOMING, quoteName } from "./columns.ts";
import { nameTables } from "./naming.ts";

/** A table as statements see it. */
export interface SqlTable {
  name: string;
  sql_name: string;
  columns: { name: string; type: string }[];
}

export interface Copy {
  database: SandboxDatabase;
  /** The revision of which it is. */
  seq: number;
  tables: SqlTable[];
}

export interface Copies {
  sandbox: Sandbox;
  /** Runs `work` on a copy that is no older than `of`. Null where the database is gone. */
  use<T>(of: Wanted, work: (copy: Copy) => Promise<T>): Promise<T | null>;
}

type Wanted = Pick<LoadedDatabase, "workspace_id" | "document_id" | "database">;

export const copiesPort: Port<Copies> = port("database_sql.copies");

const COPIES_MAX = 6;
const BYTES_MAX = 192 * 1024 ** 2;
const IDLE_MS = 5 * MINUTE_MS;

interface Held {
  /** Null where the database was gone. */
  made: Promise<Copy | null>;
  seq: number;
  bytes: number;
  users: number;
  used_at: number;
}

/** Those of one server process. */
export function createCopies(house: House): Copies {
  const sandbox = sharedSandbox(house.log);
  const held = new Map<number, Held>();
  let sweep: Timer | undefined;

  function take(of: Wanted): Held {
    const known = held.get(of.document_id);
    if (known && known.seq >= of.database.seq) return known;
    if (known) forget(of.document_id, known);
    const one: Held = { made: load(of), seq: of.database.seq, bytes: of.database.record_bytes, users: 0, used_at: 0 };
    held.set(of.document_id, one);
    sweep ??= setInterval(() => trim(performance.now() - IDLE_MS), MINUTE_MS);
    sweep.unref();
    return one;
  }

  async function load(of: Wanted): Promise<Copy | null> {
    const copy = await withSnapshot(house.database, of, (snapshot) => copyDatabase(sandbox, snapshot));
    return copy;
  }

  function forget(documentId: number, one: Held): void {
    if (held.get(documentId) === one) held.delete(documentId);
    if (one.users === 0) dropOf(one);
  }

  function dropOf(one: Held): void {
    void one.made
      .then((copy) => copy?.database.drop())
      .catch((error: unknown) => house.log.debug({ err: error }, "a copy of a database was not dropped"));
  }

  /** Drops what nobody has used since, and the longest unused of what is too much. */
  function trim(before: number): void {
    const idle = [...held].filter(([, one]) => one.users === 0).sort(([, a], [, b]) => a.used_at - b.used_at);
    for (const [id, one] of idle) {
      const bytes = [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      if (one.used_at > before && held.size <= COPIES_MAX && bytes <= BYTES_MAX) return;
      forget(id, one);
    }
  }

  house.onClose(async () => {
    clearInterval(sweep);
    const all = [...held.values()];
    held.clear();
    await Promise.all(all.map(async ({ made }) => (await made.catch(() => null))?.database.drop().catch(() => {})));
  });

  return {
    sandbox,
    use: async (of, work) => {
      for (let tries = 1; ; tries++) {
        const one = take(of);
        one.users += 1;
        try {
          const copy = await one.made;
          if (copy && !copy.database.isThere() && tries === 1) {
            forget(of.document_id, one);
            continue;
          }
          if (!copy) forget(of.document_id, one);
          return copy && (await work(copy));
        } catch (error) {
          const isOver = await one.made.then(
            (copy) => !copy?.database.isThere(),
            () => true,
          );
          if (isOver) forget(of.document_id, one);
          throw error;
        } finally {
          one.users -= 1;
          one.used_at = performance.now();
          if (held.get(of.document_id) !== one && one.users === 0) dropOf(one);
          trim(0);
        }
      }
    },
  };
}

async function copyDatabase(sandbox: Sandbox, snapshot: Snapshot): Promise<Copy> {
  const names = nameTables(snapshot.tables.map(({ name }) => name));
  const tables = snapshot.tables.map((table, index) => ({ table, ...(names[index] ?? { plain: "", exact: null }) }));
  const database = await sandbox.makeDatabase(async (sql, reader) => {
    await sql.unsafe(INCOMING);
    for (const one of tables) await copyTable(sql, snapshot, one);
    await sql.unsafe(`grant select on all tables in schema public to ${reader}`);
  });
  return {
    database,
    seq: snapshot.database.seq,
    tables: tables.map(({ table, plain }) => ({
      name: table.name,
      sql_name: plain,
      columns: columnsOf(table.fields).map(({ name, type }) => ({ name, type })),
    })),
  };
}

async function copyTable(
  sql: Sql,
  snapshot: Snapshot,
  { table, plain, exact }: { table: TableRow; plain: string; exact: string | null },
): Promise<void> {
  const columns = columnsOf(table.fields);
  const name = `public.${quoteName(plain)}`;
  await sql.unsafe(
    `create unlogged table ${name} (${columns.map((one) => `${quoteName(one.name)} ${one.type}`).join(", ")})`,
  );
  if (exact !== null) await sql.unsafe(`create view public.${quoteName(exact)} as select * from ${name}`);
  if (table.records === 0) return;
  await pipeline(snapshot.copyOf(table), await sql`copy incoming from stdin`.writable());
  await sql.unsafe(`insert into ${name} select ${columns.map((one) => one.made_of).join(", ")} from incoming`);
  await sql.unsafe("truncate incoming");
  await sql.unsafe(`alter table ${name} add primary key (_id)`);
  await sql.unsafe(`analyze ${name}`);
}
