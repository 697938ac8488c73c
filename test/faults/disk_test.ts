// A disk that is full or cannot be written:
// publishing says 503 and leaves nothing, reading goes on, and all is well once there is room.
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../harness/until.ts";
import { openStand, type Stand } from "./stand.ts";

const KIB = 1024;
const NOISE = Buffer.alloc(1536 * KIB, "noise");
let mounted = "";

/** A file system of 4 MiB of its own for the blobs; only root may make one. */
function mountSmallDisk(data_dir: string): () => void {
  const folder = join(data_dir, "blobs");
  mkdirSync(folder, { mode: 0o700 });
  const done = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", folder], { encoding: "utf8" });
  if (done.status === 0) mounted = folder;
  else console.warn(`skipped, no small disk can be mounted here: ${done.stderr?.trim() || done.error?.message}`);
  return () => {
    if (mounted) spawnSync("umount", ["-l", mounted]);
  };
}

const stand = await openStand({}, mountSmallDisk);

function remount(mode: "ro" | "rw"): void {
  const { status, stderr } = spawnSync("mount", ["-o", `remount,${mode}`, mounted], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the disk cannot be made ${mode}: ${stderr}`);
}

const filler = () => join(mounted, "filler");

/** Leaves so many bytes on the disk. */
function fill(free: number): void {
  const { bavail, bsize } = statfsSync(mounted);
  writeFileSync(filler(), Buffer.alloc(Math.max(0, bavail * bsize - free)));
}

const FAULTS: { name: string; begin: () => void; end: () => void }[] = [
  { name: "full", begin: () => fill(0), end: () => rmSync(filler()) },
  { name: "all but full", begin: () => fill(512 * KIB), end: () => rmSync(filler()) },
  { name: "read-only", begin: () => remount("ro"), end: () => remount("rw") },
];

type Sent = (stand: Stand) => Promise<Response>;

function send(route: string, body: BodyInit, headers: Record<string, string> = {}): Sent {
  const [method = "", path = ""] = route.split(" ");
  return ({ place, headers: own }) => fetch(place.base_url + path, { method, body, headers: { ...own, ...headers } });
}

function form(filename: string): FormData {
  const parts = new FormData();
  parts.append("file", new Blob([NOISE]), filename);
  return parts;
}

const JSON_TYPE = { "content-type": "application/json" };
const page = (text: string) => JSON.stringify({ html: `<p>${text}</p>` });
/** Larger than what is left of a disk that is all but full. */
const LARGE = NOISE.toString();

const DOORS: Record<string, Sent> = {
  "a JSON page": send("POST /api/docs", page(LARGE), JSON_TYPE),
  "a markdown page": send("POST /api/docs", JSON.stringify({ markdown: LARGE }), JSON_TYPE),
  "a share by form": send("POST /api/files", form("a.bin")),
  "a raw share": send("PUT /api/upload?filename=a.bin", NOISE),
  "a raw page": send("PUT /api/upload?filename=a.html", NOISE),
  "an upload by ticket": async (at) => {
    const made = await send("POST /api/uploads", JSON.stringify({ filename: "a.bin" }), JSON_TYPE)(at);
    return fetch((await made.json()).upload_url, { method: "PUT", body: NOISE });
  },
};

for (const { name, begin, end } of FAULTS) {
  describe.skipIf(!mounted)(`a disk that is ${name}`, () => {
    test("refuses every way of publishing with 503, leaves nothing, reads on, and recovers", async () => {
      const there = await send("POST /api/docs", page(`before ${name}`), JSON_TYPE)(stand);
      expect(there.status).toBe(201);
      const { doc_id } = await there.json();
      begin();
      const before = await stand.traces();
      for (const [door, sent] of Object.entries(DOORS)) {
        const response = await sent(stand);
        const said = await response.json();
        expect({ door, status: response.status, text: said.error ?? said.detail }).toMatchObject({ door, status: 503 });
        expect(said.error ?? said.detail).toContain("try again");
      }
      // Making a ticket needs no disk.
      await stand.expectTraces({
        ...before,
        upload_tickets: (before["upload_tickets"] ?? 0) + 1,
        audit_events: (before["audit_events"] ?? 0) + 1,
      });
      const read = await fetch(`${stand.place.base_url}/api/docs/${doc_id}/files/index.html`, {
        headers: stand.headers,
      });
      expect(await read.text()).toContain(`before ${name}`);
      expect((await fetch(`${stand.place.base_url}/healthz`)).status).toBe(200);
      end();
      const again = await send("POST /api/docs", page(`after ${name}`), JSON_TYPE)(stand);
      expect(again.status).toBe(201);
    });
  });
}

test.skipIf(!mounted)("a disk that cannot be written shows in /readyz, and so does its return", async () => {
  remount("ro");
  try {
    await untilReadiness({ status: 503, blobs: false });
  } finally {
    remount("rw");
  }
  await untilReadiness({ status: 200, blobs: true });
});

/** An answer of /readyz stands for a moment before the server looks again. */
async function untilReadiness(wanted: { status: number; blobs: boolean }): Promise<void> {
  await until(async () => {
    const response = await fetch(`${stand.place.base_url}/readyz`);
    return Bun.deepEquals({ status: response.status, blobs: (await response.json()).checks.blobs.ok }, wanted);
  });
}

test.skipIf(!mounted)("a ticket whose upload met a full disk takes the file once there is room", async () => {
  const made = await send("POST /api/uploads", JSON.stringify({ filename: "a.bin" }), JSON_TYPE)(stand);
  const { upload_url } = await made.json();
  fill(0);
  expect((await fetch(upload_url, { method: "PUT", body: NOISE })).status).toBe(503);
  rmSync(filler());
  expect((await fetch(upload_url, { method: "PUT", body: NOISE })).status).toBe(201);
});

test.skipIf(!mounted)("none of it was logged as a fault of the server, and the disk was named", async () => {
  expect(await stand.stopAndReadErrors()).toEqual([]);
  expect((await stand.server.printed()).stderr).toContain("EROFS");
});
