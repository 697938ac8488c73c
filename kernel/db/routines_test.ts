// Shows that a routine is put in place when its revision grows, that no older one ever replaces a newer one,
// and that a file which tells another story is refused.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresKinds } from "../../test/harness/external_postgres.ts";
import type { TestDatabase } from "../../test/harness/test_postgres.ts";
import { ConfigError } from "../base/config_error.ts";
import { createLog } from "../base/log.ts";
import { systemClock } from "../base/time.ts";
import { migrate, migrateWithin, pendingMigrations } from "./migrate.ts";
import type { MigrationSource } from "./migration_source.ts";
import { type Database, openSql } from "./sql.ts";

const clock = systemClock();

for (const kind of postgresKinds()) {
  describe(kind.name, () => {
    let made: TestDatabase;
    let database: Database;
    let folder: string;

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "docsvc-routines-"));
      made = await kind.createDatabase();
      database = await openSql(made.target, { log: createLog("silent") });
    });

    afterEach(async () => {
      await database.close();
      await made.drop();
      rmSync(folder, { recursive: true });
    });

    /** A plugin with a table, and the given files of routines beside it. */
    function source(plugin: string, files: Record<string, string>): MigrationSource {
      const [migrations, routines] = [join(folder, plugin, "migrations"), join(folder, plugin, "sql", "routines")];
      mkdirSync(migrations, { recursive: true });
      writeFileSync(join(migrations, "0001_table.sql"), `create table ${plugin} (n integer)`);
      rmSync(routines, { recursive: true, force: true });
      mkdirSync(routines, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(routines, name), text);
      return { plugin, folder: migrations };
    }

    const answering = (revision: number, answer: number, name = "answer") =>
      `-- Answers a number.\n-- Revision ${revision}.\ncreate or replace function ${name}() returns integer language sql as 'select ${answer}';\n`;

    async function answer(): Promise<number> {
      const [row] = await database.sql<{ answer: number }[]>`select answer()`;
      return row?.answer ?? 0;
    }

    const names = (applied: readonly { plugin: string; name: string; number: number }[]) =>
      applied.map((one) => `${one.plugin}/${one.name} ${one.number}`);

    test("a routine is put in place behind the migrations, once, and again when its revision has grown", async () => {
      const first = [source("notes", { "answer.sql": answering(1, 41) })];
      expect(names(await pendingMigrations(database.sql, first))).toEqual([
        "notes/0001_table.sql 1",
        "notes/answer.sql 1",
      ]);
      expect(names(await migrate(database, first, clock))).toEqual(["notes/0001_table.sql 1", "notes/answer.sql 1"]);
      expect(await migrate(database, first, clock)).toEqual([]);
      expect(await answer()).toBe(41);
      const second = [source("notes", { "answer.sql": answering(2, 42) })];
      expect(names(await migrate(database, second, clock))).toEqual(["notes/answer.sql 2"]);
      expect(await answer()).toBe(42);
    });

    test("a server with an older one leaves the newer one, and starts beside it", async () => {
      await migrate(database, [source("notes", { "answer.sql": answering(3, 43) })], clock);
      expect(await migrate(database, [source("notes", { "answer.sql": answering(2, 42) })], clock)).toEqual([]);
      expect(await answer()).toBe(43);
    });

    test("one may call another whose file comes later", async () => {
      const calling =
        "-- Calls.\n-- Revision 1.\ncreate or replace function a() returns integer language sql as 'select answer()';\n";
      await migrate(database, [source("notes", { "a.sql": calling, "answer.sql": answering(1, 41) })], clock);
      expect(await database.sql`select a()`).toMatchObject([{ a: 41 }]);
    });

    test("one with another signature than before stands beside that, which servers from before go on calling", async () => {
      await migrate(database, [source("notes", { "answer.sql": answering(1, 41) })], clock);
      const wider = answering(2, 42).replace("answer()", "answer(wanted integer)");
      await migrate(database, [source("notes", { "answer.sql": wider })], clock);
      expect(await database.sql`select answer() as former, answer(1) as now`).toMatchObject([{ former: 41, now: 42 }]);
    });

    test("one with fewer parameters than before is the newer one all the same, at every start", async () => {
      const wide = answering(1, 41).replace("answer()", "answer(wanted integer)");
      await migrate(database, [source("notes", { "answer.sql": wide })], clock);
      const now = [source("notes", { "answer.sql": answering(3, 43) })];
      expect(names(await migrate(database, now, clock))).toEqual(["notes/answer.sql 3"]);
      expect(await migrate(database, now, clock)).toEqual([]);
      expect(await migrate(database, [source("notes", { "answer.sql": answering(2, 42) })], clock)).toEqual([]);
      expect(await answer()).toBe(43);
    });

    test("what one transaction of a restore makes of an old schema has today's routines at its end", async () => {
      const old = source("notes", { "answer.sql": answering(1, 41) });
      const ledger = await migrate(database, [old], clock);
      const today = source("notes", { "answer.sql": answering(2, 42) });
      await database.withTransaction(async (sql) => {
        await migrateWithin(sql, { sources: [today], clock, only: ledger });
        const [between] = await sql<{ answer: number }[]>`select answer()`;
        expect(between?.answer).toBe(41);
        await migrateWithin(sql, { sources: [today], clock });
      });
      expect(await answer()).toBe(42);
    });

    test("nothing is left of those that are put in place together with one that fails", async () => {
      const broken =
        "-- Fails.\n-- Revision 1.\ncreate or replace function b() returns nothing language sql as 'select 1';\n";
      const both = [source("notes", { "answer.sql": answering(1, 41), "b.sql": broken })];
      await expect(migrate(database, both, clock)).rejects.toThrow("routine notes/b failed:");
      expect(names(await pendingMigrations(database.sql, both))).toEqual(["notes/answer.sql 1", "notes/b.sql 1"]);
    });

    test.each([
      ["changed and not revised", { "answer.sql": answering(1, 42) }, "raise the revision in its file"],
      [
        "without a revision",
        { "answer.sql": answering(1, 41).replace("-- Revision 1.\n", "") },
        'needs a line "-- Revision 1."',
      ],
      [
        "of another name than its file",
        { "other.sql": answering(1, 41) },
        "must create or replace the function or procedure other",
      ],
    ])("a routine that is %s is refused", async (_what, files, words) => {
      await migrate(database, [source("notes", { "answer.sql": answering(1, 41) })], clock);
      const begun = migrate(database, [source("notes", files)], clock);
      await expect(begun).rejects.toBeInstanceOf(ConfigError);
      await expect(begun).rejects.toThrow(words);
    });

    test("a name that two plugins give is refused", async () => {
      const sources = ["notes", "stars"].map((plugin) => source(plugin, { "answer.sql": answering(1, 41) }));
      await expect(migrate(database, sources, clock)).rejects.toThrow(
        "the plugins notes and stars both have a routine answer",
      );
    });
  });
}
