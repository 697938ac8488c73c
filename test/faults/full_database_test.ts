// A disk of Postgres that is full:
// writes are told so with 503, the probe says it, reading goes on, and there is no trace once there is room.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { until } from "../harness/until.ts";
import { openStand } from "./stand.ts";

const KIB = 1024;
const MIB = KIB ** 2;
/** Beyond what the tables take that a new database has, which lie in `base`. */
const ROOM = 24 * MIB;
let mounted = "";

/** A file system of its own for the tables, on which the log of writes is not; only root may make one. */
function mountSmallDisk(data_dir: string): () => void {
  const folder = join(data_dir, "postgres", "cluster", "base");
  const was = `${folder}.was`;
  renameSync(folder, was);
  mkdirSync(folder);
  const { stdout } = spawnSync("du", ["-sb", was], { encoding: "utf8" });
  const size = Math.ceil(Number(stdout.split("\t")[0]) * 1.1) + ROOM;
  const done = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { encoding: "utf8" });
  if (done.status === 0) mounted = folder;
  else console.warn(`skipped, no small disk can be mounted here: ${done.stderr?.trim() || done.error?.message}`);
  spawnSync("sh", [
    "-c",
    `cp -a "${was}/." "${folder}/" && chown --reference="${was}" "${folder}" && chmod 700 "${folder}"`,
  ]);
  rmSync(was, { recursive: true });
  return () => {
    if (mounted) spawnSync("umount", ["-l", mounted]);
  };
}

const stand = await openStand({}, mountSmallDisk);
const { base_url } = stand.place;

const filler = () => join(mounted, "filler");

/** To the last byte; the server may write beside it. */
function fill(): void {
  for (let size = MIB; size >= KIB; ) {
    try {
      appendFileSync(filler(), Buffer.alloc(size));
    } catch {
      size /= 2;
    }
  }
}

/**
 * Sees to it that Postgres can begin a session on a full disk. Each new one writes `pg_internal.init` where it is missing, and fails where
 * it cannot; a vacuum of the catalogue removes that file at any moment.
 */
async function keepSessionsPossible(): Promise<void> {
  const { sql } = stand.runtime.database;
  await sql`alter system set autovacuum = off`;
  await sql`select pg_reload_conf()`;
  // More at a time than there are sessions, so that one begins.
  await Promise.all(Array.from({ length: 32 }, () => sql`select pg_sleep(0.05)`));
}

async function send(route: string, json: object): Promise<{ status: number; error: string; doc_id: string }> {
  const [method = "", path = ""] = route.split(" ");
  const headers = { ...stand.headers, "content-type": "application/json" };
  const response = await fetch(base_url + path, { method, headers, body: JSON.stringify(json) });
  const body = await response.json();
  return { status: response.status, error: String(body.error ?? body.detail), doc_id: String(body.doc_id) };
}

const page = (text: string) => ({ html: `<p>${text}</p>` });
/** What the tables do not hold in the room that is left in their pages. */
const LONG = Array.from({ length: 400 }, () => crypto.randomUUID()).join(" ");

async function untilReadiness(wanted: { status: number; db: boolean }): Promise<void> {
  await until(async () => {
    const response = await fetch(`${base_url}/readyz`);
    return Bun.deepEquals({ status: response.status, db: (await response.json()).checks.db.ok }, wanted);
  });
}

test.skipIf(!mounted)(
  "a full disk of the database is a 503 that says so, whatever is written, and reading goes on",
  async () => {
    const { doc_id } = await send("POST /api/docs", page("before"));
    const made = await send("POST /api/docs", { ...page("edited"), title: "Edited" });
    await keepSessionsPossible();
    fill();
    // Also where nobody has met it yet.
    await untilReadiness({ status: 503, db: false });
    const probe = await (await fetch(`${base_url}/readyz`)).json();
    expect(probe.checks.db.detail).toContain("the disk that holds the database is full: free space there");
    const refused: string[] = [];
    const statuses = new Set<number>();
    const others: object[] = [];
    // Pages of tables that have room take some of it.
    for (let round = 0; refused.length < 60; round += 1) {
      for (const answer of await Promise.all([
        send("POST /api/docs", page(`${LONG} ${round}`)),
        send(`PATCH /api/docs/${made.doc_id}`, { title: `${LONG} ${round}`.slice(-200) }),
        send(`POST /api/docs/${made.doc_id}/comments`, { body: `${LONG} ${round}`.slice(-4000) }),
        send("POST /api/folders", { root: "~", path: `Folder ${round}` }),
      ])) {
        statuses.add(answer.status);
        if (answer.status === 503) refused.push(answer.error);
        else if (answer.status >= 400) others.push(answer);
      }
    }
    expect(others).toEqual([]);
    expect([...statuses].filter((status) => status >= 500)).toEqual([503]);
    expect([...new Set(refused)]).toEqual([
      "the disk that holds the database is full: free space there, then try again",
    ]);
    const read = await fetch(`${base_url}/api/docs/${doc_id}/files/index.html`, { headers: stand.headers });
    expect(await read.text()).toContain("before");
    expect((await fetch(`${base_url}/healthz`)).status).toBe(200);
    rmSync(filler());
    expect((await send("POST /api/docs", page(LONG))).status).toBe(201);
    await untilReadiness({ status: 200, db: true });
  },
);

test.skipIf(!mounted)("none of it was logged as a fault of the server, and the disk was named", async () => {
  expect(await stand.stopAndReadErrors()).toEqual([]);
  expect((await stand.server.printed()).stderr).toContain("No space left on device");
});
