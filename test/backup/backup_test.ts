// Shows that a backup holds all of a server at one moment, opens with tar,
// and comes back on every kind of database and store.
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backUp } from "../../hosts/backup/back_up.ts";
import { createHosts } from "../../hosts/listener/hosts.ts";
import type { RunningServer } from "../../kernel/host.ts";
import { createPerson, sha256Hex } from "../../kernel/plugin.ts";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { postgresKinds } from "../harness/external_postgres.ts";
import { type Harness, openHarness, type Person } from "../harness/harness.ts";
import { startS3 } from "../harness/s3_server.ts";
import { until } from "../harness/until.ts";
import {
  backUpServer,
  type EmptyPlace,
  environmentOf,
  FILLER,
  makeEmptyPlace,
  makeFolder,
  readEverything,
} from "./stand.ts";

const ODD_TEXT = 'tab\t, backslash \\N, quote ", new\nline, 文书 🜁, \\. and \u0001';
const s3 = await startS3();
const harness = await openHarness();
const author = await harness.person();
/** Larger than what is carried in memory, and no multiple of anything. */
const big = Buffer.alloc(3 * 1024 * 1024 + 77, "docsvc ");

await fill(harness, author);
afterAll(() => s3.stop());

async function fill(target: Harness, as: Person): Promise<void> {
  for (let number = 1; number <= 12; number += 1) {
    await publish(target, as, { title: `Page ${number}`, html: `<p>page ${number}</p>${number % 2 ? FILLER : ""}` });
  }
  await publish(target, as, {
    title: ODD_TEXT.replaceAll(/[\n\t\u0001]/g, " "),
    html: ODD_TEXT,
  });
  const form = new FormData();
  form.set("file", new File([big], "big.bin"));
  const { status, body } = await target.call("POST /api/files", { as, form });
  expect(status).toBe(201);
  const json = { description: ODD_TEXT.replace("\u0001", "") };
  expect((await target.call(`PATCH /api/docs/${body.doc_id}`, { as, json })).status).toBe(200);
}

async function publish(target: Harness, as: Person, json: Record<string, unknown>): Promise<string> {
  const answer = await target.call("POST /api/docs", { as, json: { visibility: "unlisted", ...json } });
  expect(answer.status).toBe(201);
  return answer.body.doc_id;
}

/** What a visitor of each unlisted page gets. */
async function readPages(runtime: RunningServer): Promise<string[]> {
  const rows = await runtime.database.sql<
    { slug: string }[]
  >`select slug from documents where visibility = 'unlisted' order by slug`;
  const hosts = createHosts(runtime);
  return Promise.all(
    rows.map(async ({ slug }) => {
      const url = `${runtime.config.content_url}/d/${slug}/`;
      const response = await hosts.fetch(new Request(url, { headers: { host: new URL(url).host } }), () => "127.0.0.1");
      return `${response.status} ${sha256Hex(await response.text())}`;
    }),
  );
}

async function countAll(place: EmptyPlace, tables: readonly { name: string }[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await place.database.sql<
      { count: number }[]
    >`select count(*) as count from ${place.database.sql(name)}`;
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

async function expectWhole(place: EmptyPlace, file: string, source: RunningServer): Promise<void> {
  const manifest = await place.restore(file);
  expect(await countAll(place, manifest.tables)).toEqual(
    Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows])),
  );
  const everything = await readEverything(source.database, source.blobs);
  expect(await readEverything(place.database, place.store)).toEqual(everything);
  expect((await place.contents()).keys).toHaveLength(manifest.blobs.count);
  const runtime = await place.open();
  expect(await readPages(runtime)).toEqual(await readPages(source));
  expect((await readPages(runtime)).every((page) => page.startsWith("200 "))).toBeTrue();
}

describe.each(postgresKinds().map((kind) => [kind.name, kind] as const))("onto %s", (_, kind) => {
  test("a backup of a disk comes back whole in a bucket, and from there on a disk again", async () => {
    const { file } = await backUpServer(harness.runtime);
    const bucket = await startS3();
    const first = await makeEmptyPlace({ database: await kind.createDatabase(), s3: bucket.config });
    await expectWhole(first, file, harness.runtime);
    const second = await makeEmptyPlace();
    const moved = await first.open();
    const { file: again } = await backUpServer(moved);
    await expectWhole(second, again, moved);
    await bucket.stop();
  });
});

test("a restored server goes on: its people sign in with their tokens, and new rows get new ids", async () => {
  const { file } = await backUpServer(harness.runtime);
  const place = await makeEmptyPlace();
  await place.restore(file);
  const hosts = createHosts(await place.open());
  const url = `${harness.base_url}/api/docs`;
  const headers = {
    host: new URL(url).host,
    authorization: `Bearer ${author.token}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ title: "After", html: "<p>after</p>" });
  const response = await hosts.fetch(new Request(url, { method: "POST", headers, body }), () => "127.0.0.1");
  expect(response.status).toBe(201);
  const [row] = await place.database.sql<{ newest: boolean }[]>`
    select title = 'After' as newest from documents order by document_id desc limit 1`;
  expect(row?.newest).toBeTrue();
});

test("a session of somebody whose account came after the backup is nobody's in the restored server, whoever is new there", async () => {
  const { file } = await backUpServer(harness.runtime);
  const late = await harness.person({ email: "late@example.org" });
  expect((await harness.call("GET /api/me", { as: late, with_cookie: true })).body.email).toBe("late@example.org");
  const place = await makeEmptyPlace();
  await place.restore(file);
  const runtime = await place.open();
  const { sql } = place.database;
  const now = runtime.clock.now();
  for (let number = 0; number < 5; number += 1) {
    const email = `new${number}@example.org`;
    const person = { email, name: null, workspace_id: author.workspace_id, role: "member" as const, now };
    expect(await createPerson(sql, person)).toBeGreaterThan(late.user_id);
  }
  const url = `${harness.base_url}/api/me`;
  const request = new Request(url, { headers: { host: new URL(url).host, cookie: late.cookie } });
  expect((await createHosts(runtime).fetch(request, () => "127.0.0.1")).status).toBe(401);
});

test("a restored server takes no cursor of the feed from before, since what followed the backup is lost", async () => {
  const { file } = await backUpServer(harness.runtime);
  const { body } = await harness.call("GET /api/changes", { as: author });
  const place = await makeEmptyPlace();
  await place.restore(file);
  const hosts = createHosts(await place.open());
  const headers = { host: new URL(harness.base_url).host, authorization: `Bearer ${author.token}` };
  const ask = async (query: string) => {
    const request = new Request(`${harness.base_url}/api/changes${query}`, { headers });
    const response = await hosts.fetch(request, () => "127.0.0.1");
    return { status: response.status, body: await response.json() };
  };
  expect(await ask(`?since=${body.next_cursor}`)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("begin anew") },
  });
  const anew = await ask("");
  expect(anew.status).toBe(200);
  expect(await ask(`?since=${anew.body.next_cursor}`)).toMatchObject({ status: 200, body: { changes: [] } });
});

test("tar opens a backup, the parts of a table are its COPY, and sha256sum agrees with the manifest", async () => {
  const { file, manifest } = await backUpServer(harness.runtime);
  const folder = makeFolder();
  expect(Bun.spawnSync(["tar", "xf", file, "-C", folder]).exitCode).toBe(0);
  expect(Bun.spawnSync(["sha256sum", "-c", "manifest.json.sha256"], { cwd: folder }).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toEqual(manifest);
  for (const table of manifest.tables) {
    const parts = join(folder, "tables", table.name);
    const names = existsSync(parts) ? readdirSync(parts).sort() : [];
    const bytes = Buffer.concat(names.map((name) => readFileSync(join(parts, name))));
    expect(sha256Hex(bytes)).toBe(table.sha256);
    expect(bytes.toString("utf8").split("\n").length - 1).toBe(table.rows);
  }
  const hashes = readdirSync(join(folder, "blobs"));
  for (const hash of hashes) {
    for (const key of readdirSync(join(folder, "blobs", hash))) {
      expect(sha256Hex(readFileSync(join(folder, "blobs", hash, key)))).toBe(hash);
    }
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a backup taken while writers publish, trash, purge and sweep restores to one moment with all its bytes", async () => {
  const busy = await openHarness({ env: environmentOf(s3.config) });
  const people = await Promise.all(Array.from({ length: 4 }, () => busy.person()));
  for (const person of people) await publish(busy, person, { title: "First", html: "<p>first</p>" });
  let written = 0;
  let over = false;
  async function write(as: Person): Promise<void> {
    while (!over) {
      written += 1;
      const id = await publish(busy, as, {
        title: `Page ${written}`,
        html: `<p>${written} ${crypto.randomUUID()}</p>${written % 2 ? FILLER : ""}`,
      });
      if (written % 3 === 0) expect((await busy.call(`DELETE /api/docs/${id}`, { as })).status).toBeLessThan(300);
    }
  }
  async function clearAway(): Promise<void> {
    while (!over) {
      // What is trashed is purged, and what a purge leaves unnamed is swept, days before its time.
      busy.clock.advance(3 * 24 * 60 * 60 * 1000);
      await busy.runtime.jobs.runDue();
    }
  }
  const work = [...people.map(write), clearAway()];
  const backups: Awaited<ReturnType<typeof backUpServer>>[] = [];
  for (let round = 0; round < 4; round += 1) backups.push(await backUpServer(busy.runtime));
  over = true;
  await Promise.all(work);
  for (const { file, manifest } of backups) {
    const place = await makeEmptyPlace();
    await place.restore(file);
    const [row] = await place.database.sql<{ documents: number; versions: number }[]>`
      select (select count(*) from documents) as documents, (select count(*) from document_versions) as versions`;
    expect(row?.versions).toBe(row!.documents);
    const everything = await readEverything(place.database, place.store);
    expect([...everything.values()].filter((sum) => sum.includes("but"))).toEqual([]);
    const [files] = await place.database.sql<{ count: number }[]>`select count(*) as count from document_files`;
    expect(everything.size).toBe(files!.count);
    expect((await place.contents()).keys).toHaveLength(manifest.blobs.count);
  }
});

test("a blob that the store lost or changed fails the backup by name and leaves no file", async () => {
  const sick = await openHarness();
  const person = await sick.person();
  await publish(sick, person, { title: "One", html: `<p>one</p>${FILLER}` });
  const { database, blobs: store, clock } = sick.runtime;
  const [blob] = await database.sql<{ key: string }[]>`select storage_key as key from blobs limit 1`;
  const path = store.path!(blob!.key);
  const file = join(makeFolder(), "backup.tar");
  const attempt = () => backUp(file, { database, store, clock, edition: "community" });

  writeFileSync(path, "<p>0ne</p>");
  await expect(attempt()).rejects.toThrow(`blob ${blob!.key} is damaged in the store`);
  await store.remove(blob!.key);
  await expect(attempt()).rejects.toThrow(`the store does not give blob ${blob!.key}`);
  expect(readdirSync(dirname(file))).toEqual([]);
});

test("a content that was changed in its row fails the backup by name and leaves no file", async () => {
  const sick = await openHarness();
  await publish(sick, await sick.person(), { title: "One", html: "<p>one</p>" });
  const { database, blobs: store, clock } = sick.runtime;
  const [blob] = await database.sql<{ key: string }[]>`
    update blobs set bytes = 'changed' returning storage_key as key`;
  const file = join(makeFolder(), "backup.tar");
  const attempt = backUp(file, { database, store, clock, edition: "community" });
  await expect(attempt).rejects.toThrow(`blob ${blob!.key} is damaged in its row`);
  expect(readdirSync(dirname(file))).toEqual([]);
});

test("a backup never replaces a file, and one that is stopped leaves none", async () => {
  const { file } = await backUpServer(harness.runtime);
  const before = sha256Hex(readFileSync(file));
  const { database, blobs: store, clock } = harness.runtime;
  const options = { database, store, clock, edition: "community" };
  await expect(backUp(file, options)).rejects.toThrow("exists already");
  expect(sha256Hex(readFileSync(file))).toBe(before);
  const stopped = join(dirname(file), "stopped.tar");
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(backUp(stopped, { ...options, signal })).rejects.toThrow("stopped");
  expect(readdirSync(dirname(file))).toEqual(["backup.tar"]);
  await database.ping();
});

test("a second backup under the same name waits for the first, leaves it its file, and finds the name taken", async () => {
  const { database, blobs: store, clock } = harness.runtime;
  await publish(harness, await harness.person(), { title: "Large", html: `<p>${FILLER}</p>` });
  const file = join(makeFolder(), "backup.tar");
  const options = { database, clock, edition: "community" };
  let second: Promise<unknown> | null = null;
  const waiting: BlobStore = {
    ...store,
    bytes: async (key) => {
      second ??= backUp(file, { ...options, store }).catch((error: unknown) => error);
      await until(async () => {
        const [row] = await database.sql`
          select 1 from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
        return row !== undefined;
      });
      return store.bytes(key);
    },
  };
  await backUp(file, { ...options, store: waiting });
  expect(String(await second)).toContain("exists already");
  expect(readdirSync(dirname(file))).toEqual(["backup.tar"]);
});

test("an empty database is no backup but a mistake in the address", async () => {
  const { database, store } = await makeEmptyPlace();
  const file = join(makeFolder(), "backup.tar");
  const attempt = backUp(file, { database, store, clock: harness.clock, edition: "community" });
  await expect(attempt).rejects.toThrow("there is nothing to back up");
  expect(existsSync(file)).toBeFalse();
});
