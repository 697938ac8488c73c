// Checks the database: that it answers and can carry the server, its schema, its queue,
// and that its clock and ours agree.
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  checkDatabase,
  choosePlugins,
  createLog,
  migrationSources,
  openDatabase,
  openSql,
  pendingMigrations,
  readQueueHealth,
  systemClock,
} from "../../../kernel/host.ts";
import type { Config, Database, Sql } from "../../../kernel/plugin.ts";
import { manifest } from "../../../plugins/manifest.ts";
import { plugins } from "../../../plugins/mod.ts";
import { type Finding, fail, failWith, fine, messageOf, warn } from "./finding.ts";

const LAG_SECONDS_MAX = 300;
const SKEW_SECONDS_WARN = 5;
const SKEW_SECONDS_MAX = 60;

/** Makes no database: where the server's own does not exist yet, that is the finding. */
export async function examineDatabase(config: Config): Promise<Finding[]> {
  if (config.database_url === null && !hasCluster(config)) {
    return [warn("database", { seen: "none yet", fix: "nothing to do: the first start makes one" })];
  }
  let database: Database;
  try {
    database = await open(config);
  } catch (error) {
    if (config.database_url === null) return [failWith("database", error)];
    const seen = `DATABASE_URL names a database that does not answer (${messageOf(error)})`;
    return [fail("database", { seen, fix: "start it, or correct the address, the user or the password" })];
  }
  try {
    const { sql } = database;
    return [
      fine("database", config.database_url === null ? "the server's own answers" : "DATABASE_URL answers"),
      ...(await checkDatabase(sql)).map(({ name, ok, seen, fix }) =>
        ok ? fine(name, seen) : fail(name, { seen, fix }),
      ),
      await examineSchema(sql, config),
      ...(await examineQueue(sql, config)),
      ...(await examineClock(sql)),
    ];
  } catch (error) {
    return [failWith("database", error)];
  } finally {
    await database.close();
  }
}

function hasCluster({ data_dir }: Config): boolean {
  return existsSync(join(data_dir, "postgres")) || existsSync(join(data_dir, "postgres.path"));
}

/** An external database is opened without the start's own check, so that everything that is wrong with it is told. */
async function open(config: Config): Promise<Database> {
  const log = createLog("silent");
  const options = { log, clock: systemClock(), pool_size_max: 2 };
  return config.database_url === null ? openDatabase(config, options) : openSql(config.database_url, options);
}

async function examineSchema(sql: Sql, config: Config): Promise<Finding> {
  const names = choosePlugins(manifest, config);
  const running = plugins.filter((plugin) => names.includes(plugin.name));
  try {
    const due = await pendingMigrations(sql, migrationSources(running));
    if (due.length === 0) return fine("schema", "up to date");
    const [first] = due;
    const seen = `${due.length} migrations are due, the first is ${first?.plugin}/${first?.name}`;
    return warn("schema", { seen, fix: 'take a backup, then start the server or run "docsvc migrate"' });
  } catch (error) {
    return failWith("schema", error);
  }
}

async function examineQueue(sql: Sql, config: Config): Promise<Finding[]> {
  const [known] = await sql<{ there: boolean }[]>`select to_regclass('jobs') is not null as there`;
  if (!known?.there) return [];
  const off = namesOff(config);
  const queues = (await readQueueHealth(sql, systemClock().now())).filter(({ kind }) => !off.has(ownerOf(kind)));
  const late = queues.filter((queue) => queue.lag_seconds > LAG_SECONDS_MAX);
  const failed = queues.filter((queue) => queue.failed > 0);
  const lag = late.map((queue) => `${queue.kind} since ${Math.round(queue.lag_seconds)} s`).join(", ");
  return [
    late.length === 0
      ? fine("queue", "no job waits longer than it should")
      : warn("queue", { seen: `jobs wait: ${lag}`, fix: "start the server; when it runs, read its log" }),
    failed.length === 0
      ? fine("failed jobs", "none in 30 days")
      : warn("failed jobs", {
          seen: failed.map((queue) => `${queue.failed} of ${queue.kind}`).join(", "),
          fix: "read last_error in the table jobs, and the server's log",
        }),
  ];
}

/** The plugins that do not run: what they left in the queue waits for them. */
function namesOff(config: Config): Set<string> {
  const chosen = choosePlugins(manifest, config);
  return new Set(plugins.map(({ name }) => name).filter((name) => !chosen.includes(name)));
}

/** A kind of job begins with the name of what runs it, that of a listener behind a word. */
function ownerOf(kind: string): string {
  return (kind.split(":").at(-1) ?? "").split(".")[0] ?? "";
}

/** What was written last must not lie in the future, and two machines must agree, or links and tokens expire early or late. */
async function examineClock(sql: Sql): Promise<Finding[]> {
  const before = Date.now();
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const after = Date.now();
  if (!row) return [];
  const theirs = row.now.getTime();
  const skew = Math.max(0, before - theirs, theirs - after) / 1000;
  const seen = `${skew.toFixed(1)} s between this machine and the database`;
  const fix = "let both machines take the time from NTP (timedatectl set-ntp true)";
  if (skew > SKEW_SECONDS_MAX) return [fail("clock", { seen, fix })];
  return [skew > SKEW_SECONDS_WARN ? warn("clock", { seen, fix }) : await examineHistory(sql, { now: after, seen })];
}

async function examineHistory(sql: Sql, { now, seen }: { now: number; seen: string }): Promise<Finding> {
  const [known] = await sql<{ there: boolean }[]>`select to_regclass('audit_events') is not null as there`;
  if (!known?.there) return fine("clock", seen);
  const [last] = await sql<{ at: Date | null }[]>`
    select created_at as at from audit_events order by event_id desc limit 1`;
  const ahead = ((last?.at?.getTime() ?? 0) - now) / 1000;
  if (ahead <= SKEW_SECONDS_WARN) return fine("clock", seen);
  return fail("clock", {
    seen: `the last event is ${Math.round(ahead)} s in the future: this clock was set back`,
    fix: "let the machine take the time from NTP (timedatectl set-ntp true)",
  });
}
