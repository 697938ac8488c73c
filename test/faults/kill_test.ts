// Power cuts: whatever was answered 2xx is there afterwards, whole, and the next start needs no hand.
import { afterAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { makeServerPlace, type ServerPlace } from "./server_process.ts";

const place = await makeServerPlace({ QUOTA_PUBLISH: "1000000" });
await place.run("user", "add", "writer@example.org", "--workspace", "faults");
const token = await place.run("token", "create", "writer@example.org", "--name", "faults");
afterAll(() => place.remove());

interface Written {
  doc_id: string;
  sha256: string;
}

const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

/** Publishes without pause until it is told to stop; keeps what was answered 201 and every other status. */
async function writeOn(at: ServerPlace, stop: AbortSignal, kept: Written[], others: Set<number>): Promise<void> {
  while (!stop.aborted) {
    const html = `<h1>${crypto.randomUUID()}</h1>`;
    try {
      const response = await fetch(`${at.base_url}/api/docs`, {
        method: "POST",
        headers,
        body: JSON.stringify({ html }),
      });
      const body = await response.json();
      if (response.status === 201)
        kept.push({ doc_id: body.doc_id, sha256: createHash("sha256").update(html).digest("hex") });
      else others.add(response.status);
    } catch {
      // The connection died with the server: no answer, no promise.
      await Bun.sleep(20);
    }
  }
}

async function expectAll(at: ServerPlace, kept: readonly Written[]): Promise<void> {
  for (const { doc_id, sha256 } of kept) {
    const response = await fetch(`${at.base_url}/api/docs/${doc_id}/files/index.html`, { headers });
    expect(response.status).toBe(200);
    expect(
      createHash("sha256")
        .update(new Uint8Array(await response.arrayBuffer()))
        .digest("hex"),
    ).toBe(sha256);
  }
}

test("kill -9 of the server loses nothing that was answered, three times over", async () => {
  const kept: Written[] = [];
  const others = new Set<number>();
  for (let round = 0; round < 3; round++) {
    const server = await place.start();
    const stop = new AbortController();
    const writers = Array.from({ length: 8 }, () => writeOn(place, stop.signal, kept, others));
    await Bun.sleep(300 + Math.random() * 500);
    await server.kill();
    stop.abort();
    await Promise.all(writers);
  }
  const server = await place.start();
  expect(kept.length).toBeGreaterThan(10);
  expect([...others]).toEqual([]);
  await expectAll(place, kept);
  expect(await server.stop()).toBe(0);
});

test("kill -9 of Postgres loses nothing that was answered; meanwhile requests get 503, afterwards they work again", async () => {
  const server = await place.start();
  const kept: Written[] = [];
  const others = new Set<number>();
  const stop = new AbortController();
  const writers = Array.from({ length: 8 }, () => writeOn(place, stop.signal, kept, others));
  for (let round = 0; round < 3; round++) {
    await Bun.sleep(400);
    process.kill(place.postgresPid(), "SIGKILL");
    await untilWritten(kept);
  }
  stop.abort();
  await Promise.all(writers);
  expect([...others].filter((status) => status !== 503)).toEqual([]);
  await expectAll(place, kept);
  expect(await server.stop()).toBe(0);
});

/** Waits for the next acknowledged write, which is how recovery shows. */
async function untilWritten(kept: readonly Written[]): Promise<void> {
  const before = kept.length;
  const until = performance.now() + 20_000;
  await Bun.sleep(100);
  while (kept.length <= before + 8) {
    if (performance.now() > until) throw new Error("no write was answered within 20 s after Postgres was killed");
    await Bun.sleep(20);
  }
}

test("SIGTERM answers the requests under way before the server ends", async () => {
  const server = await place.start();
  const size = 4 * 1024 * 1024;
  let sent = 0;
  const slow = new ReadableStream({
    async pull(controller) {
      if (sent >= size) return controller.close();
      controller.enqueue(new Uint8Array(256 * 1024));
      sent += 256 * 1024;
      await Bun.sleep(30);
    },
  });
  const upload = fetch(`${place.base_url}/api/upload?filename=slow.bin`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body: slow,
  });
  await Bun.sleep(100);
  const ended = server.stop();
  expect((await upload).status).toBe(201);
  expect(await ended).toBe(0);
});
