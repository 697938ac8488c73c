// Two places for the tests of backups: a server that is written to, and an empty database with a store to restore into.
import { afterAll } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "../../hosts/backup/back_up.ts";
import type { BackupManifest } from "../../hosts/backup/backup_manifest.ts";
import { type RestoreOptions, restoreBackup } from "../../hosts/backup/restore_backup.ts";
import { openFsBlobs } from "../../kernel/blobs/blobs_fs.ts";
import { openS3Blobs } from "../../kernel/blobs/blobs_s3.ts";
import {
  bootServer,
  createLog,
  migrationSources,
  openSql,
  type RunningServer,
  readConfig,
  type S3Config,
  systemClock,
  withSmallInRows,
} from "../../kernel/host.ts";
import type { Database } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { makeQuickFolder } from "../harness/temporary_folder.ts";
import { cloneDatabase, type TestDatabase } from "../harness/test_postgres.ts";

const log = createLog("silent");
export const SOURCES = migrationSources(plugins);

/** A folder that goes with the test file. */
export function makeFolder(): string {
  const folder = makeQuickFolder("backup");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface EmptyPlace {
  database: Database;
  store: BlobStore;
  restore(file: string, changes?: Partial<RestoreOptions>): Promise<BackupManifest>;
  /** A server on what was restored. */
  open(): Promise<RunningServer>;
  /** Names of all tables and keys of all stored bytes. */
  contents(): Promise<{ tables: string[]; keys: string[] }>;
}

/** A database without tables and a store without bytes, on the disk unless a bucket is named. */
export async function makeEmptyPlace(given: { database?: TestDatabase; s3?: S3Config } = {}): Promise<EmptyPlace> {
  const data_dir = makeFolder();
  const made = given.database ?? (await cloneDatabase());
  const database = await openSql(made.target, { log, pool_size_max: 4, unlimited: true });
  const store = given.s3 ? await openS3Blobs(given.s3, { log }) : await openFsBlobs({ data_dir });
  afterAll(async () => {
    await database.close();
    await made.drop();
  });
  return {
    database,
    store,
    restore: (file, changes = {}) =>
      restoreBackup(file, { database, store, clock: systemClock(), sources: SOURCES, running: SOURCES, ...changes }),
    open: () => {
      const env: Record<string, string> = { DATA_DIR: data_dir, SECRET: "a secret for tests, long enough to pass" };
      if (given.s3) Object.assign(env, environmentOf(given.s3));
      return bootServer({ config: readConfig(env), manifest, plugins, database, clock: systemClock(), log });
    },
    contents: async () => {
      const tables = await database.sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname = 'public' order by tablename`;
      const keys: string[] = [];
      for await (const { key } of store.list()) keys.push(key);
      return { tables: tables.map((table) => table.name), keys };
    },
  };
}

/** A bucket as the variables that name it. */
export function environmentOf(s3: S3Config): Record<string, string> {
  return {
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_FORCE_PATH_STYLE: String(s3.force_path_style),
    ...(s3.endpoint ? { S3_ENDPOINT: s3.endpoint } : {}),
    ...(s3.credentials
      ? { AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey }
      : {}),
  };
}

/** A backup of `server` in a folder of its own. */
export async function backUpServer(runtime: RunningServer): Promise<{ file: string; manifest: BackupManifest }> {
  const file = join(makeFolder(), "backup.tar");
  const { database, blobs: store, clock } = runtime;
  return { file, manifest: await backUp(file, { database, store, clock, edition: "community" }) };
}

/** Follows a page to make it too large for a row, so that the store holds it. */
export const FILLER = `<!-- ${"filler ".repeat(3000)} -->`;

/** Every file of every version with the bytes that its row or the store gives for it, by its place. */
export async function readEverything(database: Database, store: BlobStore): Promise<Map<string, string>> {
  const rows = await database.sql<{ place: string; sha256: string; key: string }[]>`
    select document_id || '/' || version || '/' || path as place, encode(document_files.sha256, 'hex') as sha256,
      storage_key as key
    from document_files join blobs using (blob_id) order by document_id, version, path`;
  const found = new Map<string, string>();
  const blobs = withSmallInRows(store, database.sql);
  for (const { place, sha256, key } of rows) {
    const seen = new Bun.CryptoHasher("sha256").update(await blobs.bytes(key)).digest("hex");
    found.set(place, seen === sha256 ? sha256 : `${sha256} but its bytes are ${seen}`);
  }
  return found;
}
