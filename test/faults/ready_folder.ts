// A data folder whose database has its tables, made once in a process and copied,
// since making one takes two seconds of CPU.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "../../kernel/db/embedded/embedded.ts";
import { createLog, migrateServer, openSql, systemClock } from "../../kernel/host.ts";
import { plugins } from "../../plugins/mod.ts";
import { watchOver } from "../harness/end_with_parent.ts";
import { makeQuickFolder } from "../harness/temporary_folder.ts";

const CLUSTER = join("postgres", "cluster");

let made: Promise<string> | null = null;

/** Puts a migrated cluster into an empty data folder. Where Postgres may not enter temporary folders, its server makes one. */
export async function copyReadyFolder(data_dir: string): Promise<void> {
  made ??= makeFolder();
  const cluster = join(await made, CLUSTER);
  if (!existsSync(cluster)) return;
  mkdirSync(join(data_dir, "postgres"));
  const { exitCode, stderr } = Bun.spawnSync(["cp", "-a", cluster, join(data_dir, CLUSTER)]);
  if (exitCode !== 0) throw new Error(`cp ended with ${exitCode}: ${stderr}`);
}

async function makeFolder(): Promise<string> {
  const folder = makeQuickFolder("ready");
  watchOver({ folder, cluster: join(folder, CLUSTER) });
  const log = createLog("silent");
  const embedded = await startEmbedded({ data_dir: folder, log, settings: { fsync: "off" } });
  const database = await openSql(embedded.connection, { log });
  await migrateServer(database, plugins, systemClock());
  await database.close();
  await embedded.stop();
  return folder;
}
