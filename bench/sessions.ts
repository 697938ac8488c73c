// The private memory of Postgres' sessions after every operation of the catalogue was asked by many at once
// for a while.
// `bun bench/sessions.ts [seconds]`, a server in this process on a Postgres of its own.
import { readFileSync } from "node:fs";
import { startEmbedded } from "../kernel/db/embedded/embedded.ts";
import { bootServer, closeSharedWorkers, createLog, movableClock, openSql, readConfig } from "../kernel/host.ts";
import type { Entry } from "../kernel/ports/plugin.ts";
import { manifest } from "../plugins/manifest.ts";
import { plugins } from "../plugins/mod.ts";
import { harnessOf } from "../test/harness/harness.ts";
import { movedClocks } from "../test/harness/moved_clocks.ts";
import { callAs, freshStage } from "../test/permission/matrix.ts";
import { type Caller, openStage } from "../test/permission/stage.ts";
import { print } from "./rounds.ts";
import { listChildren, makeFolder, removeFolder } from "./servers.ts";

const SECONDS = Number(process.argv[2] ?? 120);
/** How many ask at once. */
const ASKERS = 16;
const LOOK_MS = 10_000;
const KIB = 1024;
const MIB_REACH = 150;

/** Nothing here is about counting. */
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: 1_000_000, editions: {} }]),
);

const folder = makeFolder();
const log = createLog("silent");
const embedded = await startEmbedded({ data_dir: folder, log, settings: { max_connections: "150" } });
const config = readConfig({ DATA_DIR: folder, SECRET: "a secret of a bench, long enough to pass" });
const database = await openSql(embedded.connection, { log });
const clock = movableClock(new Date());
const runtime = await bootServer({
  config,
  manifest: { ...manifest, quotas },
  plugins,
  database,
  clock,
  log,
  strict: false,
});
const h = harnessOf(
  runtime,
  { clock, clocks: movedClocks() },
  {
    twin: () => Promise.reject(new Error("there is one server")),
    env: {},
    release: async () => {},
  },
);
try {
  print({ sessions: "at start", ...readSessions() });
  const ends = performance.now() + SECONDS * 1000;
  const seen = { asked: 0, refused: 0, failed: 0 };
  const looking = setInterval(() => print({ ...seen, ...readSessions() }), LOOK_MS);
  await Promise.all(Array.from({ length: ASKERS }, (_, number) => ask(number, { ends, seen })));
  clearInterval(looking);
  print({ sessions: "in the end", ...seen, ...readSessions(), reach: `at most ${MIB_REACH} MiB` });
} finally {
  await runtime.close();
  await closeSharedWorkers();
  await embedded.stop();
  removeFolder(folder);
}

/** Asks operations in an order of its own, as callers whom most of them answer. */
async function ask(number: number, { ends, seen }: { ends: number; seen: Record<string, number> }): Promise<void> {
  const callers: Caller[] = ["workspace owner", "owner", "admin", "editor", "member"];
  let stage = await openStage(h, number % 2 === 0 ? "a shared root" : "My documents");
  const { entries } = runtime.catalogue;
  for (let count = number * 97; performance.now() < ends; count += 1) {
    const entry = entries[(count * 31) % entries.length] as Entry;
    try {
      stage = await freshStage(stage, entry);
      const { status } = await callAs(stage, entry, callers[count % callers.length] as Caller);
      seen["asked"] = (seen["asked"] ?? 0) + 1;
      if (status >= 400) seen["refused"] = (seen["refused"] ?? 0) + 1;
    } catch {
      seen["failed"] = (seen["failed"] ?? 0) + 1;
      stage = await openStage(h, stage.where);
    }
  }
}

/** What the sessions of the database have to themselves, together and the largest. */
function readSessions() {
  const { user, database: name } = embedded.connection;
  const sizes = listChildren(embedded.pid() ?? 0).flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!command.startsWith(`postgres: ${user} ${name} `) && !command.includes(`: ${user} ${name} `)) return [];
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      const kib = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)].map(([, number]) => Number(number));
      return [kib.reduce((sum, one) => sum + one, 0) / KIB];
    } catch {
      // One that has ended meanwhile.
      return [];
    }
  });
  return { count: sizes.length, mib: sizes.reduce((sum, one) => sum + one, 0), largest_mib: Math.max(0, ...sizes) };
}
