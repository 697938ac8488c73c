// One account sends many large bodies at once, or greps a large document many times:
// the server holds few of them, and others go on.
import { expect, test } from "bun:test";
import { readUsage } from "../../kernel/workers/usage.ts";
import { pickByDepth } from "../harness/depth.ts";
import { until } from "../harness/until.ts";
import { openStand } from "./stand.ts";

const MIB = 1024 * 1024;
const AT_ONCE = 20;
const BODY_BYTES = pickByDepth({ small: 2, deep: 19 }) * MIB;
const TEXTS = pickByDepth({ small: 4, deep: 18 });
const GREPS = 120;
const LOOK_EVERY_MS = 20;

const stand = await openStand({ QUOTA_GREP: "1000000" });
const { base_url } = stand.place;
const other = await stand.tokenOf("other@example.org");

/** Answers what the server held at most while `work` went on, in bytes. */
async function peakOf(work: Promise<unknown>): Promise<number> {
  let most = 0;
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, (await readUsage(stand.server.pid))?.memory_bytes ?? 0);
    await Bun.sleep(LOOK_EVERY_MS);
  }
  await work;
  return most;
}

async function statusOf(asked: Promise<Response>): Promise<number> {
  const response = await asked;
  await response.arrayBuffer();
  return response.status;
}

function post(path: string, body: BodyInit, token?: string): Promise<Response> {
  const headers = {
    ...stand.headers,
    "content-type": "application/json",
    ...(token && { authorization: `Bearer ${token}` }),
  };
  return fetch(base_url + path, { method: "POST", headers, body });
}

const page = () => JSON.stringify({ html: `<p>${"a".repeat(BODY_BYTES)}</p>` });

const LARGE: Record<string, (body: string) => Promise<Response>> = {
  "to publish": (body) => post("/api/docs", body),
  "to agents' tools": (body) =>
    post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"publish_html","arguments":${body}}}`),
  "to upload": (body) =>
    fetch(`${base_url}/api/upload?filename=a.html`, { method: "PUT", headers: stand.headers, body }),
  "that do not say how large they are": (body) => post("/api/docs", new Blob([body]).stream()),
};

/** Sends a body in two pieces, the second of which comes once `rest` does; by then the server has begun to take the first. */
async function beginLarge(body: string, rest: Promise<void>): Promise<{ answered: Promise<Response> }> {
  const bytes = new TextEncoder().encode(body);
  const sent = Promise.withResolvers<void>();
  const pieces = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(bytes.subarray(0, MIB)),
    pull: async (to) => {
      sent.resolve();
      await rest;
      to.enqueue(bytes.subarray(MIB));
      to.close();
    },
  });
  const answered = post("/api/docs", pieces);
  await sent.promise;
  // The server turns to what came first before it answers what comes behind it.
  for (let times = 0; times < 3; times += 1) expect(await statusOf(fetch(`${base_url}/healthz`))).toBe(200);
  return { answered };
}

test("a large body waits for the one of its account before it, while a small one and those of others do not", async () => {
  const rest = Promise.withResolvers<void>();
  const answered: string[] = [];
  const note = async (name: string, asked: Promise<Response>) => {
    expect(await statusOf(asked)).toBe(201);
    answered.push(name);
  };
  const first = note("first", (await beginLarge(page(), rest.promise)).answered);
  const second = note("second", post("/api/docs", page()));
  for (let times = 0; times < 5; times += 1) {
    await note("small", post("/api/docs", JSON.stringify({ html: "<p>line</p>" })));
    await note("other's", post("/api/docs", page(), other));
  }
  expect(new Set(answered)).toEqual(new Set(["small", "other's"]));
  rest.resolve();
  await Promise.all([first, second]);
  expect(answered.slice(-2)).toEqual(["first", "second"]);
});

test.each(Object.entries(LARGE))(
  "many large bodies %s at once are taken one after the other or refused with 429, and another account publishes",
  async (_, send) => {
    const body = page();
    const line = JSON.stringify({ html: "<p>line</p>" });
    const seen: number[] = [];
    // However quickly the server takes them, the others wait while this one is under way.
    const rest = Promise.withResolvers<void>();
    const first = statusOf((await beginLarge(body, rest.promise)).answered);
    const sending = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        seen.push(await statusOf(send(body)));
      }),
    );
    const peak = peakOf(sending);
    expect(await statusOf(post("/api/docs", line, other))).toBe(201);
    await until(() => seen.includes(429));
    rest.resolve();
    expect(await first).toBe(201);
    expect(await peak).toBeLessThan(1024 * MIB);
    const refused = seen.filter((status) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(seen.filter((status) => status === 201 || status === 200)).toHaveLength(AT_ONCE - refused.length);
  },
);

test("120 searches of a large document at once keep the server under 1 GiB", async () => {
  const { doc_id } = await (await post("/api/docs", JSON.stringify({ markdown: "# Texts" }))).json();
  for (let number = 0; number < TEXTS; number += 1) {
    const content = `line ${number} of aaaa\n`.repeat(MIB / 20);
    const path = `${base_url}/api/docs/${doc_id}/files/${number}.txt`;
    const headers = { ...stand.headers, "content-type": "application/json" };
    expect(await statusOf(fetch(path, { method: "PUT", headers, body: JSON.stringify({ content }) }))).toBe(200);
  }
  const query = new URLSearchParams({ pattern: "(a{0,9}){0,9}b", regex: "true" });
  const greps = Array.from({ length: GREPS }, () =>
    statusOf(fetch(`${base_url}/api/docs/${doc_id}/grep?${query}`, { headers: stand.headers })),
  );
  const all = Promise.all(greps);
  expect(await peakOf(all)).toBeLessThan(1024 * MIB);
  expect([...new Set(await all)].toSorted()).toEqual([200, 429]);
});

test("none of it was logged as a fault of the server", async () => {
  expect(await stand.killAndReadErrors()).toEqual([]);
});
