// Shows that queries and transactions fail cleanly when a connection dies, and that the pool comes back by itself.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { postgresKinds } from "../../test/harness/external_postgres.ts";
import type { TestDatabase } from "../../test/harness/test_postgres.ts";
import { createLog } from "../base/log.ts";
import { type Database, openSql, type Sql } from "./sql.ts";

const log = createLog("silent");

for (const kind of postgresKinds()) {
  describe(kind.name, () => {
    let made: TestDatabase;
    let database: Database;

    beforeAll(async () => {
      made = await kind.createDatabase();
      database = await openSql(made.target, { log, pool_size_max: 2 });
      await database.sql`create table notes (note_id bigint primary key, text text)`;
    });

    afterAll(async () => {
      await database.close();
      await made.drop();
    });

    async function readNotes(): Promise<number[]> {
      const rows = await database.sql<{ note_id: number }[]>`select note_id from notes order by note_id`;
      return rows.map((row) => row.note_id);
    }

    async function kill(pid: number): Promise<void> {
      await database.asyncCommitSql`select pg_terminate_backend(${pid}::int)`;
    }

    async function backendOf(sql: Sql): Promise<number> {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      return row?.pid ?? 0;
    }

    test("bigint arrives as a number, and one beyond 2^53 throws instead of losing digits", async () => {
      const [row] = await database.sql<{ big: number }[]>`select 9007199254740991::bigint as big`;
      expect(row?.big).toBe(Number.MAX_SAFE_INTEGER);
      const beyond = database.sql`select 9007199254740993::bigint as big`.execute();
      await expect(beyond).rejects.toThrow("beyond 2^53");
      await database.ping();
    });

    test("undefined as a parameter throws instead of writing null", async () => {
      const row: { text?: string } = {};
      const write = async () => database.sql`insert into notes ${database.sql({ note_id: 1, text: row.text })}`;
      await expect(write()).rejects.toThrow();
      expect(await readNotes()).toEqual([]);
    });

    test("a transaction commits what it wrote and rolls back what it threw over", async () => {
      const result = await database.withTransaction(async (sql) => {
        await sql`insert into notes values (1, 'kept')`;
        await sql.savepoint(async (inner) => inner`insert into notes values (2, 'gone')`.then(fail)).catch(() => {});
        return ["an array", "comes back"];
      });
      expect(result).toEqual(["an array", "comes back"]);
      const broken = database.withTransaction(async (sql) => {
        await sql`insert into notes values (3, 'gone')`;
        fail();
      });
      await expect(broken).rejects.toThrow("on purpose");
      expect(await readNotes()).toEqual([1]);
    });

    test("a transaction whose connection dies while it works elsewhere throws a loss and writes nothing more", async () => {
      const others: Promise<unknown>[] = [];
      const lost = database.withTransaction(async (sql) => {
        await sql`insert into notes values (10, 'first half')`;
        await kill(await backendOf(sql));
        // Keeps the driver busy reconnecting, which is when it would run the rest on a new connection.
        for (let index = 0; index < 20; index += 1) others.push(database.sql`select ${index}::int`.catch(() => null));
        await Promise.all(others);
        await sql`insert into notes values (11, 'second half')`;
      });
      const error = await lost.catch((thrown: unknown) => thrown);
      expect(database.isConnectionLoss(error)).toBe(true);
      expect(await readNotes()).toEqual([1]);
    });

    test("a transaction that swallows the loss of its connection still fails, and other transactions are untouched", async () => {
      const locked = Promise.withResolvers<number>();
      const lost = database.withTransaction(async (sql) => {
        locked.resolve(await backendOf(sql));
        await sql`select pg_sleep(60)`.catch(() => {});
        await sql`insert into notes values (20, 'outside')`.catch(() => {});
        return "done";
      });
      const outcome = lost.then(
        () => null,
        (error: unknown) => error,
      );
      await kill(await locked.promise);
      const inserts = Array.from({ length: 8 }, (_, index) =>
        database.withTransaction(async (sql) => sql`insert into notes values (${30 + index}, 'untouched')`),
      );
      expect(database.isConnectionLoss(await outcome)).toBe(true);
      await Promise.all(inserts);
      expect(await readNotes()).toEqual([1, 30, 31, 32, 33, 34, 35, 36, 37]);
    });

    test("async commit SQL commits without waiting for the disk and the others wait", async () => {
      const [relaxed] = await database.asyncCommitSql<{ synchronous_commit: string }[]>`show synchronous_commit`;
      expect(relaxed?.synchronous_commit).toBe("off");
      const [main] = await database.sql<{ source: string }[]>`
        select source from pg_settings where name = 'synchronous_commit'`;
      expect(main?.source).not.toBe("client");
    });

    test("notifications arrive after commit only, and catchUp waits for them", async () => {
      const heard: string[] = [];
      const stop = await database.bus.listen('odd "channel"', (payload) => heard.push(payload));
      const failed = database.withTransaction(async (sql) => {
        await database.bus.notify(sql, 'odd "channel"', "rolled back");
        fail();
      });
      await failed.catch(() => {});
      await database.withTransaction(async (sql) => {
        await database.bus.notify(sql, 'odd "channel"', "committed");
      });
      await database.bus.catchUp();
      stop();
      await database.bus.notify(database.sql, 'odd "channel"', "unheard");
      await database.bus.catchUp();
      expect(heard).toEqual(["committed"]);
    });

    test("the bus says that it is down, listens again by itself and tells its listeners to start afresh", async () => {
      const heard: string[] = [];
      const reset = Promise.withResolvers<boolean>();
      await database.bus.listen("again", {
        onMessage: (payload) => heard.push(payload),
        onReset: () => reset.resolve(database.bus.hears()),
      });
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'docsvc bus'`;
      expect(await reset.promise).toBe(false);
      while (!database.bus.hears()) await database.ping();
      await database.bus.notify(database.sql, "again", "back");
      await database.bus.catchUp();
      expect(heard).toEqual(["back"]);
    });
  });
}

test("a database that does not answer fails the start with a connection loss", async () => {
  const nowhere = { host: "/nonexistent", port: 5432, user: "nobody", database: "none" };
  const error = await openSql(nowhere, { log }).catch((thrown: unknown) => thrown);
  expect(error).toHaveProperty("code", "ENOENT");
});

function fail(): never {
  throw new Error("on purpose");
}
