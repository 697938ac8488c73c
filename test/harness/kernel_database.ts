// A database with the kernel's tables for one test file of the kernel, cloned from a template that is migrated once.
import { createLog } from "../../kernel/base/log.ts";
import { systemClock } from "../../kernel/base/time.ts";
import { migrate } from "../../kernel/db/migrate.ts";
import { type Database, openSql } from "../../kernel/db/sql.ts";
import { testPostgres } from "./test_postgres.ts";

const KERNEL = { plugin: "kernel", folder: Bun.fileURLToPath(new URL("../../kernel/migrations/", import.meta.url)) };

/** Opens it; `close` also drops it. */
export async function openKernelDatabase(): Promise<Database> {
  const log = createLog("silent");
  const postgres = await testPostgres();
  const template = await postgres.makeTemplate("kernel_tables", async (target) => {
    const database = await openSql(target, { log });
    await migrate(database, [KERNEL], systemClock());
    await database.close();
  });
  const clone = await postgres.cloneDatabase(template);
  const database = await openSql(clone.target, { log });
  return {
    ...database,
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}
