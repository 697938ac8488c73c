// Many requests for one thing at the same moment, dealt out over two server processes:
// one wins, the others are told, nothing is torn.

import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { ParsedBody } from "../harness/harness.ts";
import { openStand } from "./stand.ts";

const stand = await openStand({ WORKERS: "2" });
const { base_url } = stand.place;

interface Answer {
  status: number;
  body: ParsedBody;
}

/** Every request has a connection of its own, so that the two processes share them. */
async function call(route: string, json?: unknown): Promise<Answer> {
  const [method = "GET", path = ""] = route.split(" ");
  const response = await fetch(base_url + path, {
    method,
    keepalive: false,
    headers: {
      ...stand.headers,
      connection: "close",
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
  };
}

/** Calls all at once, and counts the statuses. */
async function race(count: number, run: (index: number) => Promise<Answer>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => run(index)));
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return { answers, statuses };
}

async function publish(html = "<p>first</p>"): Promise<string> {
  const { status, body } = await call("POST /api/docs", { html });
  expect(status).toBe(201);
  return body.doc_id;
}

test("of 64 writes of one file with one base_version, one is kept and 63 are told of the conflict", async () => {
  const doc_id = await publish();
  const at = `/api/docs/${doc_id}`;
  const { answers, statuses } = await race(64, (index) =>
    call(`PUT ${at}/files/index.html`, { content: `<p>writer ${index}</p>`, base_version: 1 }),
  );
  expect(statuses).toEqual({ 200: 1, 409: 63 });
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await call(`GET ${at}/files/index.html`)).body).toContain(`writer ${winner}`);
  expect((await call(`GET ${at}`)).body.version).toBe(2);
  for (const { status, body } of answers) if (status === 409) expect(body.current_version).toBe(2);
});

test("of 64 new pages for one document with one base_version, one is kept and 63 are told of the conflict", async () => {
  const at = `/api/docs/${await publish()}`;
  const { statuses } = await race(64, (index) =>
    call(`PATCH ${at}`, { html: `<p>writer ${index}</p>`, base_version: 1 }),
  );
  expect(statuses).toEqual({ 200: 1, 409: 63 });
  expect((await call(`GET ${at}`)).body.version).toBe(2);
});

test("32 raw replacements with one base_version end in one new version", async () => {
  const at = await publish();
  const { statuses } = await race(32, (index) => {
    const query = new URLSearchParams({ filename: "a.html", doc_id: at, path: "index.html", base_version: "1" });
    return call(`PUT /api/upload?${query}`, { writer: index });
  });
  expect(statuses).toEqual({ 200: 1, 409: 31 });
});

test("64 writers of different files without a base_version are all kept, one version each", async () => {
  const at = `/api/docs/${await publish()}`;
  const { statuses } = await race(64, (index) => call(`PUT ${at}/files/f${index}.txt`, { content: `file ${index}` }));
  expect(statuses).toEqual({ 200: 64 });
  const { body } = await call(`GET ${at}/manifest`);
  expect(body.version).toBe(65);
  for (let index = 0; index < 64; index++) expect(Object.keys(body.manifest)).toContain(`f${index}.txt`);
});

test("32 twins with one idempotency_key make one document, and all are answered with it", async () => {
  const before = await stand.traces();
  const key = crypto.randomUUID();
  const { answers, statuses } = await race(32, () =>
    call("POST /api/docs", { html: "<p>once</p>", idempotency_key: key }),
  );
  expect(statuses).toEqual({ 201: 32 });
  expect(new Set(answers.map(({ body }) => body.doc_id)).size).toBe(1);
  const after = await stand.traces();
  expect(after["documents"]).toBe((before["documents"] ?? 0) + 1);
  await stand.expectTraces({ ...after, objects: (before["objects"] ?? 0) + 1 });
});

test("32 raw twins with one idempotency_key make one document, and all are answered with it", async () => {
  const before = await stand.traces();
  const query = new URLSearchParams({ filename: "a.bin", idempotency_key: crypto.randomUUID() });
  const { answers, statuses } = await race(32, () => call(`PUT /api/upload?${query}`, "x".repeat(200_000)));
  expect(statuses).toEqual({ 201: 32 });
  expect(new Set(answers.map(({ body }) => body.doc_id)).size).toBe(1);
  const after = await stand.traces();
  expect(after["documents"]).toBe((before["documents"] ?? 0) + 1);
});

test("16 senders to one upload ticket make one document", async () => {
  const before = await stand.traces();
  const ticket = await call("POST /api/uploads", { filename: "a.bin" });
  const { pathname } = new URL(ticket.body.upload_url);
  const { answers } = await race(16, (index) => call(`PUT ${pathname}`, `sender ${index} `.repeat(20_000)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
  const made = answers.filter(({ status }) => status < 300).map(({ body }) => body.doc_id);
  expect(new Set(made).size).toBe(1);
  expect((await stand.traces())["documents"]).toBe((before["documents"] ?? 0) + 1);
});

test("deleting, taking back, restoring and changing one document at once tears nothing", async () => {
  const doc_id = await publish();
  const at = `/api/docs/${doc_id}`;
  await call(`PUT ${at}/files/a.txt`, { content: "second version" });
  const moves: ((index: number) => Promise<Answer>)[] = [
    () => call(`DELETE ${at}`),
    () => call(`POST ${at}/undelete`),
    () => call(`POST ${at}/undelete`),
    () => call(`POST ${at}/versions/1/restore`),
    () => call(`POST ${at}/versions/2/restore`),
    (index) => call(`PATCH ${at}`, { title: `title ${index}` }),
    (index) => call(`PATCH ${at}`, { html: `<p>page ${index}</p>` }),
    (index) => call(`PUT ${at}/files/a.txt`, { content: `text ${index}` }),
    () => call(`DELETE ${at}/files?path=a.txt`),
    () => call(`GET ${at}`),
    () => call(`GET ${at}/manifest`),
  ];
  const { answers } = await race(220, (index) => (moves[index % moves.length] ?? (() => call(`GET ${at}`)))(index));
  expect(answers.filter(({ status }) => ![200, 201, 404, 409].includes(status))).toEqual([]);
  await call(`POST ${at}/undelete`);
  const { body: manifest } = await call(`GET ${at}/manifest`);
  const { body: history } = await call(`GET ${at}/versions`);
  const numbers = history.versions
    .map((entry: { version: number }) => entry.version)
    .sort((a: number, b: number) => a - b);
  expect(numbers).toEqual(Array.from({ length: manifest.version }, (_, index) => index + 1));
  for (const [path, file] of Object.entries<{ sha256: string }>(manifest.manifest)) {
    const { status, body } = await call(`GET ${at}/files/${path}`);
    expect(status).toBe(200);
    expect(createHash("sha256").update(body).digest("hex")).toBe(file.sha256);
  }
});

test("purging a document while others write to it leaves it gone, and its bytes go with the sweep", async () => {
  const doc_id = await publish("<p>to be purged, told apart from every other page</p>");
  const at = `/api/docs/${doc_id}`;
  const { answers } = await race(40, (index) =>
    index === 20
      ? call(`DELETE ${at}?purge=true`)
      : call(`PUT ${at}/files/f${index}.txt`, { content: `${doc_id} ${index}` }),
  );
  expect(answers[20]?.status).toBe(200);
  expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
  expect((await call(`GET ${at}`)).status).toBe(404);
  expect((await call(`POST ${at}/undelete`)).status).toBe(404);
  await stand.sweep();
  const { blobs, objects, unfinished } = await stand.traces();
  expect({ objects, unfinished }).toEqual({ objects: blobs ?? 0, unfinished: 0 });
});

test("none of it was logged as a fault of the server", async () => {
  expect(await stand.stopAndReadErrors()).toEqual([]);
});
