// The most that a process of Bun can do for published pages:
// no framework, no database, bytes from a Map by their address.
import { readFileSync } from "node:fs";

/** A body for each path, with the headers that a published page has. */
const pages: Record<string, string> = JSON.parse(readFileSync(`${process.env["FLOOR_FOLDER"]}/bare.json`, "utf8"));
const bodies = new Map(Object.entries(pages).map(([path, text]) => [path, Buffer.from(text)]));
const headers = new Headers({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "public, no-cache",
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  vary: "accept-encoding",
  "accept-ranges": "bytes",
  etag: '"0000000000000000000000000000000000000000000000000000000000000000"',
  "x-request-id": "00000000-0000-0000-0000-000000000000-0000",
});

Bun.serve({
  hostname: "0.0.0.0",
  port: Number(process.env["PORT"]),
  fetch: ({ url }) => new Response(bodies.get(url.slice(url.indexOf("/", 8))) ?? "ready", { headers }),
});
