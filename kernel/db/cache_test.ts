// Shows that a remembered value never outlives the change that made it stale, whichever process made the change.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { postgresKinds } from "../../test/harness/external_postgres.ts";
import { movedClocks } from "../../test/harness/moved_clocks.ts";
import type { TestDatabase } from "../../test/harness/test_postgres.ts";
import { until } from "../../test/harness/until.ts";
import { createLog } from "../base/log.ts";
import { createCache } from "./cache.ts";
import { type Database, openSql } from "./sql.ts";

const log = createLog("silent");

for (const kind of postgresKinds()) {
  describe(kind.name, () => {
    let made: TestDatabase;
    let here: Database;
    let elsewhere: Database;
    const clocks = movedClocks();

    beforeAll(async () => {
      made = await kind.createDatabase();
      here = await openSql(made.target, { log, pool_size_max: 2, clocks });
      elsewhere = await openSql(made.target, { log, pool_size_max: 2 });
    });

    afterAll(async () => {
      await Promise.all([here.close(), elsewhere.close()]);
      await made.drop();
    });

    async function openCache(channel: string, size = 10) {
      const cache = createCache<string>({ size_max: size, bus: here.bus, channel });
      await cache.ready;
      return cache;
    }

    async function invalidate(channel: string, key: string): Promise<void> {
      await elsewhere.withTransaction(async (sql) => elsewhere.bus.notify(sql, channel, key));
      await here.bus.catchUp();
    }

    test("cache pushes nothing out for a value that is not worth a place", async () => {
      const keeps = (value: string | null) => value !== null;
      const cache = createCache<string | null>({ size_max: 1, bus: here.bus, channel: "kept", keeps });
      await cache.ready;
      await cache.load("there", async () => "value");
      expect(await cache.load("nowhere", async () => null)).toBeNull();
      expect(cache.get("nowhere")).toBeUndefined();
      expect(cache.get("there")).toBe("value");
    });

    test("cache answers what was loaded until another process invalidates the key", async () => {
      const cache = await openCache("plain");
      expect(await cache.load("a", async () => "old")).toBe("old");
      expect(await cache.load("a", async () => "unread")).toBe("old");
      await invalidate("plain", "b");
      expect(cache.get("a")).toBe("old");
      await invalidate("plain", "a");
      expect(cache.get("a")).toBeUndefined();
      expect(await cache.load("a", async () => "new")).toBe("new");
    });

    test("cache does not remember a value whose key was invalidated while it was read", async () => {
      const cache = await openCache("race");
      const stale = cache.load("a", async () => {
        await invalidate("race", "a");
        return "old";
      });
      expect(await stale).toBe("old");
      expect(cache.get("a")).toBeUndefined();
    });

    test("cache shares one read among callers, but not across an invalidation", async () => {
      const cache = await openCache("shared");
      const old = Promise.withResolvers<string>();
      let reads = 0;
      function read(): Promise<string> {
        reads += 1;
        return reads === 1 ? old.promise : Promise.resolve("new");
      }
      const first = cache.load("a", read);
      const second = cache.load("a", read);
      expect(reads).toBe(1);
      await invalidate("shared", "a");
      expect(await cache.load("a", read)).toBe("new");
      old.resolve("old");
      expect(await Promise.all([first, second])).toEqual(["old", "old"]);
      expect(cache.get("a")).toBe("new");
      expect(reads).toBe(2);
    });

    test("cache shares a failure, remembers none and reads again", async () => {
      const cache = await openCache("failure");
      const failing = async () => {
        throw new Error("on purpose");
      };
      const both = [cache.load("a", failing), cache.load("a", failing)];
      for (const one of await Promise.allSettled(both)) expect(one.status).toBe("rejected");
      expect(await cache.load("a", async () => "fine")).toBe("fine");
    });

    test("cache drops the key unused for longest when it is full", async () => {
      const cache = await openCache("bounded", 2);
      cache.set("a", "1");
      cache.set("b", "2");
      expect(cache.get("a")).toBe("1");
      cache.set("c", "3");
      expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.size]).toEqual(["1", undefined, "3", 2]);
    });

    test("cache is bypassed while the bus is down and empty when it is back", async () => {
      const cache = await openCache("down");
      cache.set("a", "old");
      await elsewhere.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'docsvc bus'`;
      while (here.bus.hears()) await here.ping();
      expect(cache.get("a")).toBeUndefined();
      cache.set("a", "unheard");
      expect(await cache.load("a", async () => "read")).toBe("read");
      while (!here.bus.hears()) await here.ping();
      expect(cache.get("a")).toBeUndefined();
      await cache.load("a", async () => "new");
      expect(cache.get("a")).toBe("new");
      await invalidate("down", "a");
      expect(cache.get("a")).toBeUndefined();
    });

    test("cache believes nothing after a pause of the process until it has heard what was missed", async () => {
      const cache = await openCache("paused");
      cache.set("a", "old");
      clocks.pause(600);
      expect(cache.get("a")).toBeUndefined();
      expect(await cache.load("a", async () => "read")).toBe("read");
      await until(here.bus.hears);
      expect(cache.get("a")).toBe("old");
    });

    test("cache believes nothing for longer than a minute, though nobody announces a change", async () => {
      const cache = await openCache("aged");
      cache.set("a", "old");
      clocks.pause(59_000);
      await until(here.bus.hears);
      expect(cache.get("a")).toBe("old");
      clocks.pause(1000);
      await until(here.bus.hears);
      expect(cache.get("a")).toBeUndefined();
      expect(await cache.load("a", async () => "new")).toBe("new");
    });
  });
}
