// Every way in which a text comes to be written, rendered, searched or compared, as somebody sends it from outside.
import { createHash } from "node:crypto";

/** Where a text is sent, and by whom. */
export interface Sender {
  base_url: string;
  token: string;
}

/** The answer to the costly step, the last one. */
export interface Outcome {
  status: number;
  /** What a refusal says; empty otherwise. */
  says: string;
  took_ms: number;
}

export interface Way {
  name: string;
  /** Longer texts are not taken this way; any that a document may hold without it. */
  bytes_max?: number;
  send(to: Sender, text: string): Promise<Outcome>;
}

const MIB = 1024 * 1024;
const SOURCE = "source.md";
const SEED = "seed\n";

export const WAYS: readonly Way[] = [
  { name: "published as markdown", send: (to, markdown) => post(to, "/api/docs", { markdown }) },
  { name: "published as a page", send: (to, html) => post(to, "/api/docs", { html }) },
  {
    name: "published as a snippet",
    send: (to, content) => publishSnippet(to, { content, language: "javascript" }),
  },
  { name: "uploaded as markdown", send: (to, text) => put(to, "/api/upload?filename=a.md", text) },
  { name: "uploaded as a page", send: (to, text) => put(to, "/api/upload?filename=a.html", text) },
  { name: "uploaded by a ticket", send: uploadByTicket },
  { name: "sent as a form", send: (to, text) => sendForm(to, "/api/files", text) },
  {
    name: "added to a document",
    send: async (to, text) => sendForm(to, `/api/docs/${await publishSeed(to)}/files`, text),
  },
  {
    name: "put as the source",
    send: async (to, content) => put(to, `/api/docs/${await publishSeed(to)}/files/${SOURCE}`, { content }),
  },
  { name: "edited into the source", bytes_max: MIB - SEED.length, send: editSource },
  {
    name: "patched into the source",
    bytes_max: MIB - SEED.length,
    send: async (to, text) => post(to, `/api/docs/${await publishSeed(to)}/patch`, { diff: diffTo(text) }),
  },
  { name: "committed as the source", send: commitSource },
  { name: "rendered", send: (to, content) => post(to, "/api/render/markdown", { content }) },
  { name: "shown as rendered", bytes_max: MIB, send: readRendered },
];

export function publishSnippet(to: Sender, body: { content: string; language: string }): Promise<Outcome> {
  return post(to, "/api/snippets", body);
}

/** Greps a document of `text`, and then all documents. */
export async function grep(
  to: Sender,
  text: string,
  { pattern, regex }: { pattern: string; regex: boolean },
): Promise<Outcome[]> {
  const doc_id = await shareText(to, text);
  const inOne = new URLSearchParams({ pattern, regex: String(regex) });
  const inAll = new URLSearchParams({ q: pattern, regex: String(regex) });
  return [await get(to, `/api/docs/${doc_id}/grep?${inOne}`), await get(to, `/api/search?${inAll}`)];
}

/** Writes `after` over `before`, compares the two, traces the lines back, and edits what matches nowhere. */
export async function compare(to: Sender, before: string, after: string) {
  const at = `/api/docs/${await shareText(to, before)}`;
  const missing = `${after.slice(0, after.length / 2)}\u0001`;
  return {
    written: await put(to, `${at}/files/text.txt`, { content: after }),
    diff: await get(to, `${at}/diff?path=text.txt&from=2`),
    blame: await get(to, `${at}/blame?path=text.txt`),
    edit: await post(to, `${at}/edit`, { path: "text.txt", old_string: missing, new_string: "" }),
  };
}

async function uploadByTicket(to: Sender, text: string): Promise<Outcome> {
  const { upload_url } = await made(to, "/api/uploads", { filename: "a.md" });
  return put(to, new URL(String(upload_url)).pathname, text);
}

async function editSource(to: Sender, text: string): Promise<Outcome> {
  const edit = { path: SOURCE, old_string: "seed", new_string: text };
  return post(to, `/api/docs/${await publishSeed(to)}/edit`, edit);
}

async function commitSource(to: Sender, text: string): Promise<Outcome> {
  const at = `/api/docs/${await publishSeed(to)}/commits`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  const { commit_id } = await made(to, at, { files: [{ path: SOURCE, sha256, size: Buffer.byteLength(text) }] });
  const sent = await put(to, `${at}/${commit_id}/blobs/${sha256}`, text);
  return sent.status < 300 ? post(to, `${at}/${commit_id}/finalize`, {}) : sent;
}

async function readRendered(to: Sender, markdown: string): Promise<Outcome> {
  const started = performance.now();
  const response = await send(to, { method: "POST", path: "/api/docs", body: { markdown } });
  if (!response.ok) return outcomeOf(response, started);
  const { doc_id } = await response.json();
  return get(to, `/api/docs/${doc_id}/rendered`);
}

/** A markdown document to write into. */
async function publishSeed(to: Sender): Promise<unknown> {
  return (await made(to, "/api/docs", { markdown: SEED }))["doc_id"];
}

/** A document with a file of `text` that is shown as it is. */
async function shareText(to: Sender, text: string): Promise<unknown> {
  const doc_id = await publishSeed(to);
  const { status, says } = await put(to, `/api/docs/${doc_id}/files/text.txt`, { content: text });
  if (status >= 300) throw new Error(`text.txt answered ${status}: ${says}`);
  return doc_id;
}

function diffTo(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const added = lines.map((line) => `+${line}\n`).join("");
  return `--- a/${SOURCE}\n+++ b/${SOURCE}\n@@ -1 +1,${lines.length + 1} @@\n seed\n${added}`;
}

function get(to: Sender, path: string): Promise<Outcome> {
  return ask(to, { method: "GET", path });
}

function post(to: Sender, path: string, body: object): Promise<Outcome> {
  return ask(to, { method: "POST", path, body });
}

function put(to: Sender, path: string, body: object | string): Promise<Outcome> {
  return ask(to, { method: "PUT", path, body });
}

function sendForm(to: Sender, path: string, text: string): Promise<Outcome> {
  const form = new FormData();
  form.append("file", new Blob([text]), "a.md");
  return ask(to, { method: "POST", path, body: form });
}

async function made(to: Sender, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await send(to, { method: "POST", path, body });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

interface Asked {
  method: string;
  path: string;
  body?: object | string;
}

function ask(to: Sender, asked: Asked): Promise<Outcome> {
  const started = performance.now();
  return send(to, asked).then((response) => outcomeOf(response, started));
}

function send({ base_url, token }: Sender, { method, path, body }: Asked): Promise<Response> {
  const authorization = `Bearer ${token}`;
  if (body === undefined || typeof body === "string" || body instanceof FormData) {
    return fetch(base_url + path, { method, headers: { authorization }, ...(body !== undefined && { body }) });
  }
  const headers = { authorization, "content-type": "application/json" };
  return fetch(base_url + path, { method, headers, body: JSON.stringify(body) });
}

async function outcomeOf(response: Response, started: number): Promise<Outcome> {
  const text = await response.text();
  const says = response.status < 300 ? "" : text.slice(0, 1000);
  return { status: response.status, says, took_ms: performance.now() - started };
}
