// Bodies far larger than the memory they may take, sent to a server in a process of its own.
import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { makeReadyPlace } from "../faults/server_process.ts";

const MIB = 1024 ** 2;
const place = await makeReadyPlace();
const email = "sender@example.org";
await place.runHere("user", "add", email);
const token = await place.runHere("token", "create", email, "--name", "test");
const server = await place.start();
afterAll(async () => {
  await server.stop();
  place.remove();
});

/** Only Linux tells the most memory that another process has ever held, and lets it be counted anew. */
const measurable = process.platform === "linux";

/** What the server grows by, at most, while `work` runs. */
async function peakGrowth(work: () => Promise<void>): Promise<number> {
  writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
  const before = readMemory("VmRSS");
  await work();
  return readMemory("VmHWM") - before;
}

function readMemory(name: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
}

/** Sends so many MiB from a process of its own and answers the status. */
async function sendMany(target: string, options: { mib: number; range?: string }): Promise<number> {
  const script = Bun.fileURLToPath(new URL("./upload_sender.ts", import.meta.url));
  const args = [String(place.port), target, String(options.mib), options.range ? "" : token, options.range ?? ""];
  const child = Bun.spawn([process.execPath, script, ...args], { stdout: "pipe", stderr: "inherit" });
  const text = await new Response(child.stdout).text();
  return Number(text.split(" ")[1]);
}

test.skipIf(!measurable)("a body of 300 MiB takes little memory", async () => {
  const upload = (mib: number) => sendMany("/api/upload?filename=big.bin", { mib });
  expect(await upload(20)).toBe(201);
  const growth = await peakGrowth(async () => {
    expect(await upload(300)).toBe(201);
  });
  expect(growth).toBeLessThan(128 * MIB);
});

test.skipIf(!measurable)("300 MiB in parts are joined in little memory", async () => {
  const response = await fetch(`${place.base_url}/api/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ filename: "big.bin", size: 300 * MIB }),
  });
  const { upload_url } = await response.json();
  const { pathname } = new URL(upload_url);
  const growth = await peakGrowth(async () => {
    for (const [index, status] of [202, 202, 201].entries()) {
      const range = `${index * 100 * MIB}-${(index + 1) * 100 * MIB - 1}/${300 * MIB}`;
      expect(await sendMany(pathname, { mib: 100, range })).toBe(status);
    }
  });
  expect(growth).toBeLessThan(128 * MIB);
});
