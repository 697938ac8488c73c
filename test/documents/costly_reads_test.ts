// Reads that cost work have a bucket of their own each, by account, whichever door they come by.
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { publish } from "./published.ts";

const BUCKETS = ["SEARCH", "GREP", "DIFF", "BLAME", "DOCUMENT_RENDER", "MARKDOWN_RENDER"];
const h = await openHarness({ env: Object.fromEntries(BUCKETS.map((name) => [`QUOTA_${name}`, "2"])) });
const cloud = await openHarness({ env: { EDITION: "cloud" } });

const READS: [string, (at: string) => string, string][] = [
  ["search", () => "GET /api/search?q=word", "search rate limit exceeded (2/minute); slow down and retry later"],
  [
    "ranked search",
    () => "GET /api/search/ranked?q=word",
    "search rate limit exceeded (2/minute); slow down and retry later",
  ],
  ["grep", (at) => `GET ${at}/grep?pattern=word`, "grep rate limit exceeded (2/minute); slow down and retry later"],
  [
    "diff",
    (at) => `GET ${at}/diff?path=source.md&from=1`,
    "diff rate limit exceeded (2/minute); slow down and retry later",
  ],
  [
    "blame",
    (at) => `GET ${at}/blame?path=source.md`,
    "blame rate limit exceeded (2/minute); slow down and retry later",
  ],
  [
    "a rendered document",
    (at) => `GET ${at}/rendered`,
    "document render rate limit exceeded (2/minute); slow down and retry later",
  ],
  ["rendered markdown", () => "POST /api/render/markdown", "too many requests (2/minute); wait a moment"],
];

test.each(READS)("%s is limited by account, and another account is not", async (_, callOf, error) => {
  const { as, at } = await publish(h, { markdown: "a word" });
  const call = callOf(at);
  const json = call.startsWith("POST") ? { json: { content: "a" } } : {};
  for (const status of [200, 200, 429]) expect((await h.call(call, { as, ...json })).status).toBe(status);
  const refused = await h.call(call, { as, ...json });
  expect(refused.body).toMatchObject({ error, retry_after: expect.any(Number) });
  const other = await publish(h, { markdown: "a word" });
  expect((await h.call(callOf(other.at), { as: other.as, ...json })).status).toBe(200);
});

test.each(["search", "grep", "diff", "blame", "activity", "sql", "document_render"] as const)(
  "%s has the room in the cloud that it has elsewhere",
  (name) => {
    const { limit, editions = {} } = cloud.runtime.quotas.entry(name);
    expect({ limit, editions }).toEqual({ limit: manifest.quotas[name].limit, editions: {} });
  },
);
