// Keeps the functions and procedures of every plugin in the database as their files have them:
// one a file, put in place again when its revision grows.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../base/config_error.ts";
import { sha256Hex } from "../base/digest.ts";
import { isConnectionLoss } from "./driver/connection_loss.ts";
import type { MigrationSource } from "./migration_source.ts";
import type { Sql } from "./sql.ts";

/** A file `sql/routines/<name>.sql` beside a plugin's migrations: `create or replace` of the one routine of its name. */
export interface Routine {
  plugin: string;
  name: string;
  /** Grows by one whenever the file changes; no server puts an older one in the place of a newer one. */
  revision: number;
  sha256: string;
  text: string;
}

/** What the database says of a routine that was put in place from a file. */
export interface KeptRoutine {
  name: string;
  revision: number;
  sha256: string;
}

const REVISION = /^-- Revision (\d{1,6})\.$/m;
const CREATED = /^create or replace (?:function|procedure) (\w+)\s*\(/m;
/** The comment of a routine in the database, which lives and goes with it: no table could say something else. */
const KEPT = /^docsvc revision (\d+) ([0-9a-f]{64})$/;

/** Throws ConfigError for a file without a revision, or that makes something else than the routine of its name. */
export function readRoutines({ plugin, folder }: MigrationSource): Routine[] {
  const place = join(folder, "..", "sql", "routines");
  if (!existsSync(place)) return [];
  const files = readdirSync(place).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const name = file.slice(0, -".sql".length);
    const text = readFileSync(join(place, file), "utf8");
    const revision = Number(REVISION.exec(text)?.[1] ?? 0);
    if (revision === 0) throw new ConfigError(`routine ${plugin}/${file} needs a line "-- Revision 1."`);
    if (CREATED.exec(text)?.[1] !== name) {
      throw new ConfigError(`routine ${plugin}/${file} must create or replace the function or procedure ${name}`);
    }
    return { plugin, name, revision, sha256: sha256Hex(text), text };
  });
}

/**
 * Those that the database lacks or has in an older revision. Throws ConfigError for one that was changed and kept its revision, or that
 * two plugins have.
 */
export function findDueRoutines(routines: readonly Routine[], kept: readonly KeptRoutine[]): Routine[] {
  const owners = new Map<string, string>();
  const known = new Map<string, KeptRoutine>();
  // One of a former signature may stand beside it, in its former revision.
  for (const one of kept.toSorted((a, b) => a.revision - b.revision)) known.set(one.name, one);
  return routines.filter(({ plugin, name, revision, sha256 }) => {
    const other = owners.get(name);
    if (other !== undefined) throw new ConfigError(`the plugins ${other} and ${plugin} both have a routine ${name}`);
    owners.set(name, plugin);
    const there = known.get(name);
    if (there?.revision === revision && there.sha256 !== sha256) {
      throw new ConfigError(
        `routine ${plugin}/${name} was changed after this database got its revision ${revision}: raise the revision in its file`,
      );
    }
    return !there || there.revision < revision;
  });
}

export async function readKeptRoutines(sql: Sql): Promise<KeptRoutine[]> {
  const rows = await sql<{ name: string; said: string }[]>`
    select p.proname as name, d.description as said from pg_description d join pg_proc p on p.oid = d.objoid
    where d.classoid = 'pg_proc'::regclass and d.objsubid = 0 and p.pronamespace = current_schema()::regnamespace
      and d.description like 'docsvc revision %'`;
  return rows.flatMap(({ name, said }) => {
    const [, revision, sha256 = ""] = KEPT.exec(said) ?? [];
    return revision === undefined ? [] : [{ name, revision: Number(revision), sha256 }];
  });
}

/** Puts them in place, in the caller's transaction; one may call another whose file comes later. */
export async function putRoutines(sql: Sql, routines: readonly Routine[]): Promise<void> {
  if (routines.length === 0) return;
  await sql`set local check_function_bodies = off`;
  for (const routine of routines) await putRoutine(sql, routine);
}

async function putRoutine(sql: Sql, { plugin, name, revision, sha256, text }: Routine): Promise<void> {
  try {
    await sql.unsafe(text);
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`routine ${plugin}/${name} failed: ${reason}`, { cause: error });
  }
  // One of a former signature may be there as well, for servers from before, and in a restore made by the same transaction: the file's
  // is what the last command wrote.
  const [made] = await sql<{ signature: string }[]>`
    select oid::regprocedure::text as signature from pg_proc
    where proname = ${name} and pronamespace = current_schema()::regnamespace and xmin = pg_current_xact_id()::xid
    order by cmin::text::bigint desc limit 1`;
  if (!made) throw new Error(`routine ${plugin}/${name} is not there after its file was run`);
  await sql.unsafe(`comment on routine ${made.signature} is 'docsvc revision ${revision} ${sha256}'`);
}
