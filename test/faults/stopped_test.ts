// A server that is stopped and goes on, as a paused machine is:
// what was closed meanwhile is closed in its first answer.

import { expect, test } from "bun:test";
import { createHosts } from "../../hosts/listener/hosts.ts";
import { until } from "../harness/until.ts";
import { openRaw } from "./raw_http.ts";
import { openStand } from "./stand.ts";

const stand = await openStand();
const { place, server, headers, lines } = stand;
const beside = createHosts(stand.runtime);
const READERS = 40;
/** Longer than what passes for a busy moment. */
const STOPPED_MS = 700;

test("a page that was closed while the server stood still is closed in all answers that it gives then", async () => {
  const made = await fetch(`${place.base_url}/api/docs`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ html: "<h1>Open</h1>", visibility: "unlisted" }),
  });
  const { doc_id, slug } = (await made.json()) as { doc_id: string; slug: string };
  const path = `/d/${slug}/`;
  // From memory, which goes out under an id that counts on.
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${place.port}${path}`);
    await answer.bytes();
    return /^[0-9a-f-]{36}-/.test(answer.headers.get("x-request-id") ?? "");
  });
  const readers = await Promise.all(Array.from({ length: READERS }, () => openRaw(place.port)));
  const ask = (some: typeof readers) => {
    for (const { send } of some) send(`GET ${path} HTTP/1.1\r\n${lines.content}\r\n\r\n`);
  };
  ask(readers);
  for (const { next } of readers) expect((await next())?.status).toBe(200);
  process.kill(server.pid, "SIGSTOP");
  // These lie with the kernel: some from before the page is closed, some from behind it, and all are answered behind it.
  ask(readers.slice(0, READERS / 2));
  const stopped = Bun.sleep(STOPPED_MS);
  const json = JSON.stringify({ visibility: "restricted" });
  const closed = await beside.fetch(
    new Request(`${place.base_url}/api/docs/${doc_id}`, {
      method: "PATCH",
      headers: { ...headers, host: new URL(place.base_url).host, "content-type": "application/json" },
      body: json,
    }),
    () => "127.0.0.1",
  );
  expect(closed.status).toBe(200);
  ask(readers.slice(READERS / 2));
  await stopped;
  process.kill(server.pid, "SIGCONT");
  const statuses = await Promise.all(readers.map(async ({ next }) => (await next())?.status));
  for (const { socket } of readers) socket.destroy();
  expect(statuses).toEqual(statuses.map(() => 302));
});
