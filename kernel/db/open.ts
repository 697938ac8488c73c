// Opens the database that the configuration names: an external Postgres by DATABASE_URL, else the server's own.

import { ConfigError } from "../base/config_error.ts";
import type { Log } from "../base/log.ts";
import type { Clock } from "../base/time.ts";
import type { Config } from "../config/config.ts";
import { checkDatabase } from "./check.ts";
import { type Embedded, startEmbedded } from "./embedded/embedded.ts";
import { type Database, openSql } from "./sql.ts";

/** A process has 16 connections for requests and 12 for reads, 8 of procedures, 4 pipelined, 2 of async commit, the bus and its presence. */
const CONNECTIONS_PER_WORKER = 44;
/** For the supervisor, commands beside the server, and Postgres' own. */
const CONNECTIONS_SPARE = 80;

export interface OpenDatabaseOptions {
  log: Log;
  clock: Clock;
  /** As in OpenSqlOptions. */
  unlimited?: boolean;
}

/** Closing it also leaves the embedded Postgres. Throws ConfigError when an external database cannot serve. */
export async function openDatabase(config: Config, options: OpenDatabaseOptions): Promise<Database> {
  if (config.database_url === null) return openEmbedded(config, options);
  const database = await openSql(config.database_url, options).catch((error: unknown) => {
    throw explainUnopened(error);
  });
  const unfit = (await checkDatabase(database.sql)).find((check) => !check.ok);
  if (unfit) {
    await database.close();
    throw new ConfigError(
      `DATABASE_URL names a database that cannot serve: ${unfit.name} is ${unfit.seen}; ${unfit.fix}`,
    );
  }
  return database;
}

/** What a pooler refuses of a session, which Postgres takes: settings that come with it, statements that it prepared. */
const POOLER_WORDS = /unsupported startup parameter|prepared statement ".*" (does not exist|already exists)/;

function explainUnopened(error: unknown): ConfigError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ConfigError(
    POOLER_WORDS.test(reason)
      ? `DATABASE_URL leads to a connection pooler such as PgBouncer, which does not keep sessions as Postgres does (${reason}): name Postgres itself`
      : `DATABASE_URL names a database that does not answer (${reason}): start it, or correct the address`,
  );
}

async function openEmbedded(config: Config, options: OpenDatabaseOptions): Promise<Database> {
  const settings = { max_connections: String(CONNECTIONS_SPARE + config.workers * CONNECTIONS_PER_WORKER) };
  const embedded: Embedded = await startEmbedded({ data_dir: config.data_dir, log: options.log, settings });
  const database = await openSql(embedded.connection, options);
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
