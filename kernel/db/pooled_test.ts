// Behind a pool that hands each transaction to another connection nothing is heard, so nothing is believed,
// and the start says why.
import { afterAll, describe, expect, test } from "bun:test";
import { findPgbouncer, type PgbouncerOptions, startPgbouncer } from "../../test/harness/pgbouncer.ts";
import { cloneDatabase } from "../../test/harness/test_postgres.ts";
import { createLog } from "../base/log.ts";
import { systemClock } from "../base/time.ts";
import { readConfig } from "../config/config.ts";
import { createCache } from "./cache.ts";
import { openDatabase } from "./open.ts";
import { openSql } from "./sql.ts";

const program = findPgbouncer();
const closers: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** A database that is reached through a pool, and what a server says that opens it. */
async function openPooled(options: Omit<PgbouncerOptions, "to">) {
  const made = await cloneDatabase();
  const { target } = made;
  if (typeof target === "string") throw new Error("a socket is needed");
  const pool = await startPgbouncer(program ?? "", { to: target, ...options });
  closers.push(made.drop, pool.close);
  const lines: string[] = [];
  return {
    pool,
    direct: target,
    said: () => lines.join(""),
    log: createLog("warn", { write: (line) => void lines.push(line) }),
  };
}

async function openRemembered(options: Omit<PgbouncerOptions, "to">) {
  const { pool, said, log } = await openPooled(options);
  const here = await openSql(pool.target, { log });
  closers.push(here.close);
  const cache = createCache<string>({ size_max: 10, bus: here.bus, channel: "kept" });
  await cache.ready;
  async function tellElsewhere(key: string): Promise<void> {
    const elsewhere = await openSql(pool.target, { log: createLog("silent") });
    await elsewhere.bus.notify(elsewhere.sql, "kept", key);
    await elsewhere.close();
  }
  return { here, cache, said, tellElsewhere };
}

describe.skipIf(!program)("behind PgBouncer", () => {
  test("a pool by transaction is named at the start, and nothing is remembered", async () => {
    const { here, cache, said } = await openRemembered({ pool_mode: "transaction", takes_settings: true });
    expect(said()).toMatch(/no notification comes back.*connection pooler.*PgBouncer with pool_mode = transaction/);
    expect(here.bus.hears()).toBe(false);
    cache.set("token", "holds");
    expect(cache.get("token")).toBeUndefined();
    expect(await cache.load("token", async () => "revoked")).toBe("revoked");
  });

  test("a pool by session hands messages on, and what is remembered is forgotten", async () => {
    const { here, cache, said, tellElsewhere } = await openRemembered({ pool_mode: "session", takes_settings: true });
    expect(said()).toBe("");
    cache.set("token", "holds");
    expect(cache.get("token")).toBe("holds");
    await tellElsewhere("token");
    await here.bus.catchUp();
    expect(cache.get("token")).toBeUndefined();
  });

  test("a pool that refuses what sessions of ours come with is named, and not taken for a database that is away", async () => {
    const { pool, log } = await openPooled({ pool_mode: "transaction" });
    const config = readConfig({ DATABASE_URL: pool.url, SECRET: "a secret for tests, long enough to pass" });
    const refused = openDatabase(config, { log, clock: systemClock() });
    expect(refused).rejects.toThrow(
      /^DATABASE_URL leads to a connection pooler such as PgBouncer.*name Postgres itself$/,
    );
    await refused.catch(() => {});
  });
});
