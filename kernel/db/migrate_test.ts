// Shows that migrations run once, in order and whole, and that a database which tells another story is refused.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresKinds } from "../../test/harness/external_postgres.ts";
import type { TestDatabase } from "../../test/harness/test_postgres.ts";
import { ConfigError } from "../base/config_error.ts";
import { createLog } from "../base/log.ts";
import { movableClock } from "../base/time.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import type { MigrationSource } from "./migration_source.ts";
import { type Database, openSql } from "./sql.ts";

const log = createLog("silent");
const clock = movableClock(new Date("2026-01-02T03:04:05Z"));

for (const kind of postgresKinds()) {
  describe(kind.name, () => {
    let made: TestDatabase;
    let database: Database;
    let folder: string;

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "docsvc-migrate-"));
      made = await kind.createDatabase();
      database = await openSql(made.target, { log });
    });

    afterEach(async () => {
      await database.close();
      await made.drop();
      rmSync(folder, { recursive: true });
    });

    function source(plugin: string, files: Record<string, string>): MigrationSource {
      const place = join(folder, plugin);
      mkdirSync(place, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
      return { plugin, folder: place };
    }

    async function readTables(): Promise<string[]> {
      const rows = await database.sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname = 'public' order by tablename`;
      return rows.map((row) => row.name);
    }

    test("migrate applies each file once, in the order of the sources, and writes the ledger", async () => {
      const notes = source("notes", {
        "0001_note.sql": "create table notes (note_id bigint primary key); insert into notes values (1);",
        "0002_text.sql": "alter table notes add column text text;",
      });
      const stars = source("stars", { "0001_star.sql": "create table stars (note_id bigint references notes);" });
      const applied = await migrate(database, [notes, stars], clock);
      expect(applied.map((one) => `${one.plugin}/${one.name}`)).toEqual([
        "notes/0001_note.sql",
        "notes/0002_text.sql",
        "stars/0001_star.sql",
      ]);
      expect(await migrate(database, [notes, stars], clock)).toEqual([]);
      const ledger = await database.sql<{ number: number; sha256: string; applied_at: Date }[]>`
        select number, sha256, applied_at from migrations where plugin = 'notes' order by number`;
      expect(ledger.map((row) => [row.number, row.sha256.length, row.applied_at])).toEqual([
        [1, 64, clock.now()],
        [2, 64, clock.now()],
      ]);
    });

    test("pendingMigrations names what is due and nothing afterwards", async () => {
      const notes = source("notes", { "0001_note.sql": "create table notes ();" });
      const due = await pendingMigrations(database.sql, [notes]);
      expect(due.map((one) => one.name)).toEqual(["0001_note.sql"]);
      expect(await readTables()).toEqual([]);
      await migrate(database, [notes], clock);
      expect(await pendingMigrations(database.sql, [notes])).toEqual([]);
    });

    test("migrate refuses a file that was changed after it was applied, and applies nothing", async () => {
      await migrate(database, [source("notes", { "0001_note.sql": "create table notes ();" })], clock);
      const changed = source("notes", {
        "0001_note.sql": "create table notes (more text);",
        "0002_more.sql": "create table more ();",
      });
      const refused = migrate(database, [changed], clock);
      await expect(refused).rejects.toBeInstanceOf(ConfigError);
      await expect(refused).rejects.toThrow("notes/0001_note.sql was changed");
      expect(await readTables()).toEqual(["migrations", "notes"]);
    });

    test("migrate refuses a database that a newer release wrote, but not one with a plugin that is turned off", async () => {
      const files = { "0001_note.sql": "create table notes ();", "0002_more.sql": "create table more ();" };
      await migrate(
        database,
        [source("notes", files), source("off", { "0001_off.sql": "create table off ();" })],
        clock,
      );
      rmSync(join(folder, "notes", "0002_more.sql"));
      const refused = migrate(database, [source("notes", {})], clock);
      await expect(refused).rejects.toBeInstanceOf(ConfigError);
      await expect(refused).rejects.toThrow("notes/0002_more.sql, which this release does not");
      expect(await migrate(database, [source("notes", files)], clock)).toEqual([]);
    });

    test("a file that fails leaves nothing of itself and keeps what came before it", async () => {
      const notes = source("notes", {
        "0001_note.sql": "create table notes ();",
        "0002_broken.sql": "create table half (); select nonsense;",
      });
      await expect(migrate(database, [notes], clock)).rejects.toThrow(
        'migration notes/0002_broken.sql failed: column "nonsense"',
      );
      expect(await readTables()).toEqual(["migrations", "notes"]);
    });

    test("a gap or a foreign name among the files is refused before anything is applied", async () => {
      const gap = source("gap", { "0001_a.sql": "create table a ();", "0003_c.sql": "create table c ();" });
      await expect(migrate(database, [gap], clock)).rejects.toThrow("gap/0003_c.sql must be named 0002_<noun>.sql");
      expect(await readTables()).toEqual([]);
    });

    test("two servers that start at once apply each file once between them", async () => {
      const other = await openSql(made.target, { log });
      const files: Record<string, string> = {};
      for (let number = 1; number <= 9; number += 1) files[`000${number}_t.sql`] = `create table t${number} ();`;
      const sources = [source("notes", files)];
      const both = await Promise.all([migrate(database, sources, clock), migrate(other, sources, clock)]);
      await other.close();
      expect(
        both
          .flat()
          .map((one) => one.number)
          .sort(),
      ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  });
}
