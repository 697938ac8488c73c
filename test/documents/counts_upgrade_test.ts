// Shows that counts by place and tags in order say what is there in a database that was full before they came.
import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillRoot } from "../../bench/growth_data.ts";
import { migrate } from "../../kernel/db/migrate.ts";
import type { MigrationSource } from "../../kernel/db/migration_source.ts";
import { createLog, migrationSources, openSql, systemClock } from "../../kernel/host.ts";
import { createPerson, createWorkspace } from "../../kernel/plugin.ts";
import { plugins } from "../../plugins/mod.ts";
import { findMiscounts } from "../harness/kept_counts.ts";
import { cloneDatabase } from "../harness/test_postgres.ts";

const SOURCES = migrationSources(plugins);
/** The first migration of documents that counts by place. */
const FIRST = "0039";

const made = await cloneDatabase();
const database = await openSql(made.target, { log: createLog("silent"), pool_size_max: 4, unlimited: true });
const folder = mkdtempSync(join(tmpdir(), "docsvc-upgrade-"));
afterAll(async () => {
  await database.close();
  await made.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The documents' migrations as they were before. */
function cutSource(source: MigrationSource): MigrationSource {
  if (source.plugin !== "documents") return source;
  const before = readdirSync(source.folder).filter((name) => name < FIRST);
  for (const name of before) cpSync(join(source.folder, name), join(folder, name));
  return { ...source, folder };
}

test("documents that were there before counts by place and tags in order came are among them, changes not yet added up as well", async () => {
  const { sql } = database;
  await migrate(database, SOURCES.map(cutSource), systemClock());
  const now = new Date();
  const workspace_id = await database.withTransaction(async (one) => {
    const workspace = await createWorkspace(one, { slug: "full", name: "Full", plan: "enterprise", now });
    await createPerson(one, { email: "ann@full.example", name: null, workspace_id: workspace.id, role: "owner", now });
    return workspace.id;
  });
  await fillRoot(database, { workspace_id, documents: 500 });
  await sql`update documents set visibility = 'workspace', listing = 'team' where document_id % 3 = 0`;
  await sql`update documents set deleted_at = ${now} where document_id % 5 = 0`;
  await sql`update documents set listing = 'team' where document_id % 7 = 0`;
  await migrate(database, SOURCES, systemClock());
  expect(await findMiscounts(sql)).toEqual([]);
  await sql`update documents set visibility = 'unlisted', tags = array['new'] where document_id % 11 = 0`;
  await sql`select fold_document_counts(${workspace_id}, 70)`;
  expect(await findMiscounts(sql)).toEqual([]);
});
