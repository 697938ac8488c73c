// A database with the tables of the whole server for one test file,
// cloned from a template that is migrated once in a process.
import { createLog, migrateServer, movableClock, openSql } from "../../kernel/host.ts";
import { plugins } from "../../plugins/mod.ts";
import { type TestDatabase, testPostgres } from "./test_postgres.ts";

/** The clock of a test's server begins here. */
export const START = new Date("2026-03-01T12:00:00.000Z");

/** Makes it; whoever asks drops it. */
export async function cloneServerDatabase(): Promise<TestDatabase> {
  const postgres = await testPostgres();
  const template = await postgres.makeTemplate("server", async (target) => {
    const database = await openSql(target, { log: createLog("silent") });
    await migrateServer(database, plugins, movableClock(START));
    await database.close();
  });
  return postgres.cloneDatabase(template);
}
