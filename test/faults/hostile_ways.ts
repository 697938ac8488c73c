// Every way in which a text comes to be written, rendered, searched or compared, as somebody sends it from outside.
import { createHash } from "node:crypto";

/** Whom the text is sent to, and by whom. */
export interface Sender {
  base_url: string;
  token: string;
}

/** What came of it: the last answer, which is that of the costly step. */
export interface Outcome {
  status: number;
  /** What a refusal says; empty otherwise. */
  says: string;
}

export interface Way {
  name: string;
  /** Longer texts are not taken this way. */
  bytes_max: number;
  send(sender: Sender, text: string): Promise<Outcome>;
}

const MIB = 1024 * 1024;
const FILE_TEXT_BYTES = MIB;
const SOURCE = "source.md";
const SEED = "seed\n";

/** In bytes of text; what is more is cut by whoever sends. */
export const WAYS: readonly Way[] = [
  way("published as markdown", (to, markdown) => post(to, "/api/docs", { markdown })),
  way("published as a page", (to, html) => post(to, "/api/docs", { html })),
  way("published as a snippet", (to, content) => post(to, "/api/snippets", { content, language: "javascript" })),
  way("uploaded as markdown", (to, text) => put(to, "/api/upload?filename=a.md", text)),
  way("uploaded as a page", (to, text) => put(to, "/api/upload?filename=a.html", text)),
  way("uploaded by a ticket", async (to, text) => {
    const ticket = await made(to, "/api/uploads", { filename: "a.md" });
    return put(to, new URL(String(ticket["upload_url"])).pathname, text);
  }),
  way("sent as a form", (to, text) => form(to, "/api/files", text)),
  way("added to a document", async (to, text) => form(to, `/api/docs/${await seed(to)}/files`, text)),
  way("put as the source", async (to, content) => put(to, `/api/docs/${await seed(to)}/files/${SOURCE}`, { content })),
  way(
    "edited into the source",
    async (to, text) => post(to, `/api/docs/${await seed(to)}/edit`, { path: SOURCE, old_string: "seed", new_string: text }),
    FILE_TEXT_BYTES,
  ),
  way("patched into the source", async (to, text) => post(to, `/api/docs/${await seed(to)}/patch`, { diff: diffOf(text) })),
  way("committed as the source", async (to, text) => {
    const at = `/api/docs/${await seed(to)}/commits`;
    const bytes = Buffer.from(text);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { commit_id } = await made(to, at, { files: [{ path: SOURCE, sha256, size: bytes.length }] });
    const sent = await put(to, `${at}/${commit_id}/blobs/${sha256}`, text);
    return sent.status < 300 ? post(to, `${at}/${commit_id}/finalize`, {}) : sent;
  }),
  way("rendered", (to, content) => post(to, "/api/render/markdown", { content })),
  way(
    "shown as rendered",
    async (to, text) => {
      const doc = await publish(to, text);
      return doc.doc_id === null ? doc.outcome : get(to, `/api/docs/${doc.doc_id}/rendered`);
    },
    FILE_TEXT_BYTES,
  ),
];

/** Searches a document of `text` for a pattern, and everything for it. */
export async function grep(to: Sender, text: string, query: { pattern: string; regex: boolean }): Promise<Outcome[]> {
  const doc_id = await share(to, text);
  const regex = String(query.regex);
  const inDocument = new URLSearchParams({ pattern: query.pattern, regex });
  const inAll = new URLSearchParams({ q: query.pattern, regex });
  return [await get(to, `/api/docs/${doc_id}/grep?${inDocument}`), await get(to, `/api/search?${inAll}`)];
}

/** Compares two versions of a file, traces its lines back, and edits what matches nowhere. */
export async function compare(to: Sender, before: string, after: string): Promise<Outcome[]> {
  const doc_id = await share(to, before);
  const at = `/api/docs/${doc_id}`;
  const written = await put(to, `${at}/files/text.txt`, { content: after });
  return [
    written,
    await get(to, `${at}/diff?path=text.txt&from=2`),
    await get(to, `${at}/blame?path=text.txt`),
    await post(to, `${at}/edit`, { path: "text.txt", old_string: `${before.slice(0, before.length / 2)}x`, new_string: "" }),
  ];
}

function way(name: string, send: Way["send"], bytes_max = 2 * MIB): Way {
  return { name, send, bytes_max };
}

/** A markdown document to write into. */
async function seed(to: Sender): Promise<string> {
  return String((await made(to, "/api/docs", { markdown: SEED }))["doc_id"]);
}

/** A document with a plain file of `text`. */
async function share(to: Sender, text: string): Promise<string> {
  const doc_id = await seed(to);
  await expectOk(put(to, `/api/docs/${doc_id}/files/text.txt`, { content: text }));
  return doc_id;
}

/** The document of `text`, or why there is none: what cannot be rendered may still be put beside. */
async function publish(to: Sender, markdown: string): Promise<{ doc_id: string | null; outcome: Outcome }> {
  const response = await send(to, "POST", "/api/docs", { markdown });
  const body = await response.json();
  return { doc_id: body.doc_id ?? null, outcome: { status: response.status, says: body.error ?? "" } };
}

function diffOf(text: string): string {
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  return `--- a/${SOURCE}\n+++ b/${SOURCE}\n@@ -1 +1,${lines.length + 1} @@\n seed\n${lines.map((line) => `+${line}\n`).join("")}`;
}

function form(to: Sender, path: string, text: string): Promise<Outcome> {
  const parts = new FormData();
  parts.append("file", new Blob([text]), "a.md");
  return outcomeOf(send(to, "POST", path, parts));
}

function get(to: Sender, path: string): Promise<Outcome> {
  return outcomeOf(send(to, "GET", path));
}

function post(to: Sender, path: string, body: object): Promise<Outcome> {
  return outcomeOf(send(to, "POST", path, body));
}

function put(to: Sender, path: string, body: object | string): Promise<Outcome> {
  return outcomeOf(send(to, "PUT", path, body));
}

async function made(to: Sender, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await send(to, "POST", path, body);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function expectOk(asked: Promise<Outcome>): Promise<void> {
  const { status, says } = await asked;
  if (status >= 300) throw new Error(`answered ${status}: ${says}`);
}

function send({ base_url, token }: Sender, method: string, path: string, body?: object | string): Promise<Response> {
  const isJson = typeof body === "object" && !(body instanceof FormData);
  const headers = { authorization: `Bearer ${token}`, ...(isJson && { "content-type": "application/json" }) };
  const sent = isJson ? JSON.stringify(body) : body;
  return fetch(base_url + path, { method, headers, ...(sent !== undefined && { body: sent }) });
}

async function outcomeOf(asked: Promise<Response>): Promise<Outcome> {
  const response = await asked;
  const text = await response.text();
  return { status: response.status, says: response.status < 300 ? "" : text.slice(0, 1000) };
}
