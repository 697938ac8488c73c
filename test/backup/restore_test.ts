// Shows where a restore refuses to go, that it leaves nothing behind when it fails,
// and that it goes on to today's schema.
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CopyIn, copyOut, openCopyIn } from "../../hosts/backup/copy.ts";
import { migrate } from "../../kernel/db/migrate.ts";
import { systemClock } from "../../kernel/host.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { openHarness } from "../harness/harness.ts";
import { backUpServer, FILLER, makeEmptyPlace, makeFolder, SOURCES } from "./stand.ts";

const harness = await openHarness();
const author = await harness.person();
for (let number = 0; number < 20; number += 1) {
  await harness.call("POST /api/docs", { as: author, json: { title: "Page", html: `<p>${number}</p>${FILLER}` } });
}
const { file, manifest } = await backUpServer(harness.runtime);
const NOTHING = { tables: [], keys: [] };

/** A plugin of the test with migrations of its own. */
function makeSource(files: Record<string, string>) {
  const folder = join(makeFolder(), "extra");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { plugin: "extra", folder };
}

test("a database with a table of somebody else is refused and left as it was", async () => {
  const place = await makeEmptyPlace();
  await place.database.sql`create table invoices (id int)`;
  await expect(place.restore(file)).rejects.toThrow('the database is not empty: it has a table "invoices"');
  expect(await place.contents()).toEqual({ tables: ["invoices"], keys: [] });
});

test("a database with a person in it is refused and keeps the person", async () => {
  const place = await makeEmptyPlace();
  await place.restore(file);
  const before = await place.contents();
  for (const key of before.keys) await place.store.remove(key);
  await expect(place.restore(file)).rejects.toThrow("the database is not empty: it has users");
  expect(await place.contents()).toEqual({ tables: before.tables, keys: [] });
  const [row] = await place.database.sql<{ count: number }[]>`select count(*) as count from users`;
  expect(row?.count).toBe(1);
});

test("a server that was started once and not used makes room", async () => {
  const place = await makeEmptyPlace();
  await migrate(place.database, SOURCES, systemClock());
  await place.restore(file);
  expect((await place.contents()).keys).toHaveLength(manifest.blobs.count);
});

test("a store with anything in it is refused and keeps it", async () => {
  const place = await makeEmptyPlace();
  const { key } = await place.store.put(Buffer.from("mine"));
  await expect(place.restore(file)).rejects.toThrow("the blob store is not empty");
  expect(await place.contents()).toEqual({ tables: [], keys: [key] });
});

test("a backup of a newer release is refused with the version that made it", async () => {
  const place = await makeEmptyPlace();
  const older = SOURCES.filter((source) => source.plugin !== "documents");
  await expect(place.restore(file, { sources: older, running: older })).rejects.toThrow(
    /made by docsvc 0\.1\.0 and needs its migration documents\/0001_documents\.sql, which this release .* does not have/,
  );
  expect(await place.contents()).toEqual(NOTHING);
});

test("a backup of an older release is loaded into its own schema and then brought up to today's", async () => {
  const place = await makeEmptyPlace();
  const newer = makeSource({
    "0001_shout.sql": "alter table users add column shout text; update users set shout = upper(email);",
  });
  const running = [...SOURCES, newer];
  await place.restore(file, { sources: running, running });
  const [row] = await place.database.sql<{ shout: string }[]>`select shout from users`;
  expect(row?.shout).toBe(author.email.toUpperCase());
  const ledger = await place.database.sql<
    { count: number }[]
  >`select count(*) as count from migrations where plugin = 'extra'`;
  expect(ledger[0]?.count).toBe(1);
});

test("newer migrations may change rows and then alter their table, though one transaction holds them all", async () => {
  const place = await makeEmptyPlace();
  const newer = makeSource({
    "0001_rows.sql": "update places set explicit = not explicit;",
    "0002_table.sql": "alter table places add column shout text;",
  });
  const running = [...SOURCES, newer];
  await place.restore(file, { sources: running, running });
  expect(await place.database.sql`select from places where shout is null`).not.toHaveLength(0);
});

test("a newer migration that fails takes the whole restore back, bytes included", async () => {
  const place = await makeEmptyPlace();
  const broken = makeSource({ "0001_broken.sql": "select nonsense;" });
  const running = [...SOURCES, broken];
  await expect(place.restore(file, { sources: running, running })).rejects.toThrow('column "nonsense" does not exist');
  expect(await place.contents()).toEqual(NOTHING);
});

test("a store that fails halfway leaves the place empty", async () => {
  const place = await makeEmptyPlace();
  let puts = 0;
  const store: BlobStore = {
    ...place.store,
    put: (body, options) => {
      puts += 1;
      if (puts === 11) throw new Error("the disk is full");
      return place.store.put(body, options);
    },
  };
  await expect(place.restore(file, { store })).rejects.toThrow("the disk is full");
  expect(await place.contents()).toEqual(NOTHING);
});

test("a restore that is stopped leaves the place empty", async () => {
  const place = await makeEmptyPlace();
  const controller = new AbortController();
  const report = ({ step }: { step: string }) => {
    if (step === "blobs") controller.abort(new Error("stopped"));
  };
  await expect(place.restore(file, { report, signal: controller.signal })).rejects.toThrow("stopped");
  expect(await place.contents()).toEqual(NOTHING);
});

test("what the loading switches off is back afterwards: foreign keys hold as before", async () => {
  const place = await makeEmptyPlace();
  await place.restore(file);
  const keys = (database: typeof place.database) => database.sql<{ key: string }[]>`
    select conrelid::regclass || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as key
    from pg_constraint where contype = 'f' order by 1`;
  expect([...(await keys(place.database))]).toEqual([...(await keys(harness.runtime.database))]);
});

test("rows that Postgres refuses at the very end of a COPY throw its error instead of hanging", async () => {
  const { database } = await makeEmptyPlace();
  await database.sql`create table notes (note_id int primary key)`;
  const shape = { name: "notes", columns: ["note_id"] };
  const fill = (write: (copy: CopyIn) => Promise<void>) =>
    database.withTransaction(async (sql) => {
      const copy = await openCopyIn(sql, shape);
      await write(copy);
      await copy.end();
    });
  await expect(fill((copy) => copy.write(Buffer.from("1\n1\n")))).rejects.toThrow("duplicate key");
  await expect(fill((copy) => copy.write(Buffer.from("one\n")))).rejects.toThrow("invalid input syntax");
  await fill((copy) => copy.write(Buffer.from("1\n2\n")));
  expect([...(await database.sql`select note_id from notes order by 1`)]).toEqual([{ note_id: 1 }, { note_id: 2 }]);
});

test("a COPY that is left early gives its connection back", async () => {
  const { database } = await makeEmptyPlace();
  await database.sql`create table notes as select n as note_id, repeat('x', 500) as text from generate_series(1, 20000) as n`;
  const shape = { name: "notes", columns: ["note_id", "text"] };
  const left = database.withTransaction(async (sql) => {
    for await (const _ of copyOut(sql, shape)) throw new Error("the disk is full");
  });
  await expect(left).rejects.toThrow("the disk is full");
  let size = 0;
  await database.withTransaction(async (sql) => {
    for await (const chunk of copyOut(sql, shape)) size += chunk.byteLength;
  });
  expect(size).toBeGreaterThan(20_000 * 500);
});

test("a COPY that is read slowly leaves a connection that still hears the server", async () => {
  const { database } = await makeEmptyPlace();
  await database.sql`create table notes as select n as note_id, repeat('x', 400) as text from generate_series(1, 20000) as n`;
  const shape = { name: "notes", columns: ["note_id", "text"] };
  let rows = 0;
  for (let round = 0; round < 20; round += 1) {
    await database.withTransaction(async (sql) => {
      for await (const _ of copyOut(sql, shape)) {
        rows += 1;
        // The server goes on sending meanwhile, until the driver pauses it.
        if (rows % 1000 === 0) await database.ping();
      }
    });
  }
  expect(rows).toBe(20 * 20_000);
});
