// More load than the server can carry, and inputs made to be costly:
// it says 429 or 503 at worst, stays small, and goes on answering others.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { pickByDepth } from "../harness/depth.ts";
import { openStand } from "./stand.ts";

const stand = await openStand();
const { base_url } = stand.place;
const KIB = 1024;
const MIB = 1024 * KIB;
const JSON_TYPE = { ...stand.headers, "content-type": "application/json" };

const other = await stand.tokenOf("other@example.org");

function post(path: string, body: string, token?: string): Promise<Response> {
  const headers = token === undefined ? JSON_TYPE : { ...JSON_TYPE, authorization: `Bearer ${token}` };
  return fetch(base_url + path, { method: "POST", headers, body });
}

/** Resident memory in bytes. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${stand.server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * KIB;
}

async function beHealthy(times: number): Promise<void> {
  for (let count = 0; count < times; count++) expect((await fetch(`${base_url}/healthz`)).status).toBe(200);
}

test("256 connections that read and write without pause get 2xx, 429 or 503, in bounded memory", async () => {
  const seen = new Set<number>();
  const page = JSON.stringify({ html: "<p>overload</p>".repeat(100) });
  const { doc_id } = await (await post("/api/docs", page)).json();
  const before = residentBytes();
  async function press(index: number): Promise<void> {
    for (let round = 0; round < 6; round++) {
      const response =
        (index + round) % 4 === 0
          ? await post("/api/docs", page)
          : await fetch(`${base_url}/api/docs/${doc_id}`, { headers: stand.headers });
      seen.add(response.status);
      await response.arrayBuffer();
    }
  }
  await Promise.all(Array.from({ length: 256 }, (_, index) => press(index)));
  expect([...seen].filter((status) => ![200, 201, 429, 503].includes(status))).toEqual([]);
  expect(seen).toContain(200);
  expect(seen).toContain(201);
  expect(residentBytes() - before).toBeLessThan(256 * MIB);
  await beHealthy(1);
});

/** Four at once, each of which takes seconds. */
const LAZY_LINES = pickByDepth({ small: 10 * KIB, deep: 40 * KIB });

const QUADRATIC = {
  "emphasis that never closes": "*a_".repeat(24 * KIB),
  "lazy lines in deep quotes": `${">".repeat(60)}a\n${"lazy\n".repeat(LAZY_LINES)}`,
};

for (const [name, markdown] of Object.entries(QUADRATIC)) {
  test(`while markdown with ${name} is rendered, 50 other requests and another account's page are answered first`, async () => {
    const order: string[] = [];
    const slow = Array.from({ length: 4 }, async () => {
      const body = JSON.stringify({ markdown });
      const response = await post("/api/docs", body);
      order.push("slow");
      expect([201, 400, 429]).toContain(response.status);
    });
    await beHealthy(50);
    const page = await post("/api/docs", JSON.stringify({ markdown: "# Quick" }), other);
    order.push("others");
    expect(page.status).toBe(201);
    expect(order).toEqual(["others"]);
    await Promise.all(slow);
  });
}

const COSTLY: Record<string, { path?: string; body: string; wanted: number[] }> = {
  "2 MiB of nested quotes": { body: JSON.stringify({ markdown: "> ".repeat(MIB) }), wanted: [400] },
  "a table of 25 million cells": {
    body: JSON.stringify({ markdown: `${"|a".repeat(5000)}|\n${"|-".repeat(5000)}|\n${"|b\n".repeat(5000)}` }),
    wanted: [400],
  },
  "references that repeat a long address": {
    body: JSON.stringify({ markdown: `[a]: /${"x".repeat(50_000)}\n\n${"[a] ".repeat(50_000)}` }),
    wanted: [400],
  },
  "8 MB of HTML on one line": { body: JSON.stringify({ html: "a".repeat(8_000_000) }), wanted: [201] },
  "8 MB of code on one line": {
    path: "/api/snippets",
    body: JSON.stringify({ content: "a".repeat(8_000_000), language: "javascript" }),
    wanted: [201],
  },
  "16 MB of opening brackets": { body: "[".repeat(16_000_000), wanted: [422] },
  "a million members": {
    body: `{"html":"a",${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(",")}}`,
    wanted: [422],
  },
  "a million brackets to the agents' door": { path: "/mcp", body: "[".repeat(1_000_000), wanted: [400] },
  "a number of a megabyte": { body: `{"html":"a","retention_days":${"9".repeat(MIB)}}`, wanted: [400, 422] },
  "a tag of five megabytes": { body: JSON.stringify({ html: "a", tags: ["t".repeat(5 * MIB)] }), wanted: [400, 422] },
  "attributes 20,000 levels deep": {
    body: `{"html":"a","attrs":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`,
    wanted: [400, 422],
  },
  "members named like those of every object": {
    body: '{"html":"a","__proto__":{"html":"b"},"constructor":{"prototype":{}}}',
    wanted: [201],
  },
};

for (const [name, { path = "/api/docs", body, wanted }] of Object.entries(COSTLY)) {
  test(`${name} is answered ${wanted.join(" or ")}, and others meanwhile`, async () => {
    const before = await stand.traces();
    // The first account's threads may still be at what it asked for before.
    const [response] = await Promise.all([post(path, body, other), beHealthy(50)]);
    expect(wanted).toContain(response.status);
    await response.arrayBuffer();
    if (response.status >= 400) await stand.expectTraces(before);
  });
}

test("none of it was logged as a fault of the server, and the server is still small", async () => {
  expect(residentBytes()).toBeLessThan(1536 * MIB);
  expect(await stand.killAndReadErrors()).toEqual([]);
});
