// Asks a database whether it can carry the server: release, encoding, letters beyond ASCII, extensions, trigrams.
import type { Sql } from "./sql.ts";

export interface DatabaseCheck {
  name: string;
  ok: boolean;
  /** What was found. */
  seen: string;
  /** What to do when it is not ok. */
  fix: string;
}

const POSTGRES_MAJOR_MIN = 15;
const RECREATE =
  "create the database anew with UTF-8 and a locale that knows letters beyond ASCII, such as: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 docsvc";

interface Facts {
  version_num: number;
  version: string;
  encoding: string;
  trgm: string | null;
  gin: string | null;
  trgm_installed: string | null;
  may_create: boolean;
  read_only: boolean;
}

/** Checks by behaviour, not by the names of settings; writes nothing. Throws only when Postgres cannot be asked. */
export async function checkDatabase(sql: Sql): Promise<DatabaseCheck[]> {
  const [facts] = await sql<Facts[]>`
    select
      current_setting('server_version_num')::int as version_num,
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      (select default_version from pg_available_extensions where name = 'pg_trgm') as trgm,
      (select default_version from pg_available_extensions where name = 'btree_gin') as gin,
      (select extversion from pg_extension where extname = 'pg_trgm') as trgm_installed,
      has_schema_privilege(current_schema(), 'create') as may_create,
      pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as read_only`;
  if (!facts) return [];
  return [
    {
      name: "postgres release",
      ok: facts.version_num >= POSTGRES_MAJOR_MIN * 10_000,
      seen: facts.version,
      fix: `use Postgres ${POSTGRES_MAJOR_MIN} or newer`,
    },
    { name: "encoding", ok: facts.encoding === "UTF8", seen: facts.encoding, fix: RECREATE },
    // The letters of these two cannot even be sent to a database of another encoding.
    ...(facts.encoding === "UTF8" ? [await checkLetters(sql)] : []),
    ...(facts.encoding === "UTF8" && facts.trgm_installed !== null ? [await checkTrigrams(sql)] : []),
    checkExtension("pg_trgm", facts.trgm),
    checkExtension("btree_gin", facts.gin),
    {
      name: "writable",
      ok: facts.may_create && !facts.read_only,
      seen: facts.read_only ? "read only" : facts.may_create ? "may create tables" : "may not create tables",
      fix: "give the user of DATABASE_URL its own database on a primary (create database docsvc owner <user>)",
    },
  ];
}

function checkExtension(name: string, version: string | null): DatabaseCheck {
  const fix = "install the contrib extensions of Postgres on its machine (Debian: postgresql-contrib)";
  return { name, ok: version !== null, seen: version ?? "not available", fix };
}

async function checkLetters(sql: Sql): Promise<DatabaseCheck> {
  const [row] = await sql<{ lowered: string }[]>`select lower('ÄÉЖ') as lowered`;
  const lowered = row?.lowered ?? "";
  return { name: "letters beyond ASCII", ok: lowered === "äéж", seen: `lower('ÄÉЖ') is ${lowered}`, fix: RECREATE };
}

async function checkTrigrams(sql: Sql): Promise<DatabaseCheck> {
  // With the plain C locale Chinese has no trigrams, and grep would find nothing in it.
  const [row] = await sql<{ count: number }[]>`select cardinality(show_trgm('搜索文档')) as count`;
  const count = row?.count ?? 0;
  return { name: "trigrams of Chinese", ok: count > 0, seen: `${count} trigrams`, fix: RECREATE };
}
