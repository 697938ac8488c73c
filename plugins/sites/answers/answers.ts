// Answers of sites, from memory for as long as nothing they were made from has changed:
// a stranger's for all strangers, a member's for that member alone.

import { port, type Runtime, sha256Hex } from "../../../kernel/plugin.ts";
import { viewerTextOf } from "../../../kernel/ports/auth.ts";
import { type ContentHost, chooseEncoding, compress, type KeptEncoding } from "../../../kernel/ports/http.ts";
import {
  createReadings,
  packedForm,
  packedHeaders,
  type ReadyAnswer,
  type ReadyForm,
  sendReady,
} from "../../content/port.ts";
import { documentChangesPort } from "../../documents/port/read.ts";
import { createBodyReader, type ReadBody } from "../bodies.ts";
import type { Site } from "../model/site.ts";
import { readStamp } from "../store/workspaces.ts";
import { createHeld, type Held, type MadeFrom } from "./held.ts";

/** A page as it is made, before anybody asks for it in an encoding. */
export interface MadeAnswer {
  text: string;
  content_type: string;
  headers: Readonly<Record<string, string>>;
  /** Until when it holds if nothing changes; null for good. */
  valid_until: Date | null;
  /** Of a document that is shown, so that its reading is counted. */
  shown: { document_id: number } | null;
  /** Set for what hangs on more than the address's path and the site: made for each request, and kept by nobody. */
  live?: { status: number };
}

/** What an answer is made for, and from. */
export interface AnswerOf extends MadeFrom {
  /** As the metrics name it. */
  operation: string;
}

/** One that is kept. */
export interface KeptAnswer extends ReadyAnswer, AnswerOf {
  body: Uint8Array<ArrayBuffer>;
  /** It is sent more than once. */
  is_kept: boolean;
  making: Map<KeptEncoding, Promise<ReadyForm>>;
  made: Map<KeptEncoding, ReadyForm>;
}

/** An answer with what of it a client takes. */
export interface ReadyPage {
  answer: KeptAnswer;
  form: ReadyForm;
}

/** A page that was made for one reader, whole. */
export interface OwnPage {
  workspace_id: number;
  document_id: number | null;
  status: number;
  body: Blob;
  headers: Headers;
}

/** What this server remembers of sites. */
export interface Sites {
  /** Pages of members by themselves and the address. */
  own_pages: Held<OwnPage>;
  /** Sites as one reader sees them, so that the next page of theirs needs no tree of its own. */
  trees: Held<Site>;
  /** The same by what is seen: members who see the same have one site, and its pages. */
  shared: Held<Site>;
  /** Pages of documents by the site that they are of, before they are anybody's answer. */
  made: Held<MadeAnswer>;
  /** What stands for all that a stranger's page of the workspace is made from, as far as this server has heard. */
  readStamp(workspace_id: number, now: Date): Promise<string>;
  readBody: ReadBody;
  /** The stranger's answer at an address, where one is kept that still holds. */
  recall(key: string, now: Date): Promise<KeptAnswer | null>;
  /** The same without waiting for anything, for a path as it stands in the address; null also for whoever brings a viewer's cookie. */
  recallReady(host: ContentHost, asked: { path: string; headers: Headers; now: Date }): ReadyPage | null;
  keep(key: string, answer: MadeAnswer, of: AnswerOf): KeptAnswer;
  /** Something of a workspace was changed here: it is looked at anew. Null stands for any. */
  forget(workspace_id: number | null): void;
}

export const sitesPort = port<Sites>("sites");

/** Told of by the triggers of `0002_announced.sql`. */
const CHANNEL = "site_stamps";
const WORKSPACES_MAX = 10_000;
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
const OWN_BYTES_MAX = 32 * 1024 * 1024;
const TREES_BYTES_MAX = 48 * 1024 * 1024;
/** What a page and an entry of a tree take, as objects. */
const PAGE_BYTES = 1500;
/** What an entry costs beside its bytes, its compressed forms among it. */
const ENTRY_SHARE = 2;
/** Below this the headers weigh as much as what is saved. */
const PACKED_BYTES_MIN = 1024;

export function openSites(runtime: Runtime): Sites {
  const kept = createHeld<KeptAnswer>({
    bytes_max: KEPT_BYTES_MAX,
    sizeOf: ({ size }) => size * ENTRY_SHARE,
  });
  const stamps = createReadings<{ stamp: string; ends_at: Date | null }>(runtime, {
    ...{ channel: CHANNEL, size_max: WORKSPACES_MAX },
    read: (key, now) => readStamp(runtime.database.sql, { workspace_id: Number(key), now }),
    endsAt: ({ ends_at }) => ends_at,
  });
  runtime.use(documentChangesPort).watch((workspace_id) => void stamps.refresh([String(workspace_id)]));
  const readStampOf = async (workspace_id: number, now: Date) =>
    (await stamps.find(String(workspace_id), now))?.stamp ?? "";

  return {
    readStamp: readStampOf,
    readBody: createBodyReader(),
    own_pages: createHeld<OwnPage>({ bytes_max: OWN_BYTES_MAX, sizeOf: ({ body }) => body.size }),
    trees: createHeld<Site>({ bytes_max: TREES_BYTES_MAX, sizeOf: sizeOfSite }),
    shared: createHeld<Site>({ bytes_max: TREES_BYTES_MAX, sizeOf: sizeOfSite }),
    made: createHeld<MadeAnswer>({ bytes_max: OWN_BYTES_MAX, sizeOf: ({ text }) => text.length }),
    recall: async (key, now) => {
      const answer = kept.peek(key);
      return answer && kept.recall(key, { stamp: await readStampOf(answer.workspace_id, now), now });
    },
    recallReady: (host, { path, headers, now }) => {
      const key = answerKey(host, { path, wants_markdown: acceptsMarkdown(headers) });
      const known = kept.peek(key);
      const stamp = known && stamps.recall(String(known.workspace_id), now)?.stamp;
      if (!stamp || viewerTextOf(headers) !== null) return null;
      const answer = kept.recall(key, { stamp, now });
      if (!answer) return null;
      const encoding = encodingOf(answer, headers);
      const form = encoding === null ? answer : answer.made.get(encoding);
      return form ? { answer, form } : null;
    },
    keep: (key, made, of) => {
      const answer = { ...prepareAnswer(made, of), is_kept: true };
      kept.keep(key, answer, { stamp: of.stamp, valid_until: made.valid_until });
      return answer;
    },
    forget: (workspace_id) => {
      if (workspace_id === null) stamps.forgetAll();
      else stamps.forget(String(workspace_id));
    },
  };
}

const sizeOfSite = ({ pages }: Site): number => pages.length * PAGE_BYTES;

/** By the registration of a domain, and not its name: the next holder of that has other sites. */
export function answerKey({ host_key }: ContentHost, of: { path: string; wants_markdown: boolean }): string {
  return `${host_key} ${of.wants_markdown} ${of.path}`;
}

/** Whether a client names markdown and would rather have it than a page (RFC 9110, 12.5.1); of what it likes alike, what it names first. */
export function acceptsMarkdown(headers: Headers): boolean {
  const accept = headers.get("accept")?.toLowerCase() ?? "";
  // Browsers do not, and ask for most pages.
  if (!accept.includes("text/markdown")) return false;
  const ranges = accept.split(",").map(readRange);
  const markdown = ranges.find(({ type }) => type === "text/markdown");
  const named = ranges.find(({ type }) => type === "text/html");
  const page = named ?? ranges.find(({ type }) => type === "text/*") ?? ranges.find(({ type }) => type === "*/*");
  if (!markdown || markdown.weight === 0) return false;
  if (!page || markdown.weight !== page.weight) return markdown.weight > (page?.weight ?? 0);
  return !named || ranges.indexOf(markdown) < ranges.indexOf(named);
}

/** A range of an `Accept` in lower case. A weight that cannot be read is none. */
function readRange(range: string): { type: string; weight: number } {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
  const sent = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const [, weight] = /^q\s*=\s*([01](?:\.\d{0,3})?)$/.exec(sent ?? "q=1") ?? [];
  return { type, weight: Number(weight ?? 0) };
}

/** An answer ready to be sent, kept by nobody. Caches ask again each time: who is known gets another page at the same address. */
export function prepareAnswer(made: MadeAnswer, of: AnswerOf): KeptAnswer {
  const body = new TextEncoder().encode(made.text);
  const etag = `"${sha256Hex(made.text).slice(0, 32)}"`;
  const unchanged = new Headers({
    "content-type": made.content_type,
    "cache-control": "public, no-cache",
    vary: "accept, accept-encoding, cookie",
    "x-content-type-options": "nosniff",
    ...made.headers,
  });
  return {
    ...of,
    ...{ etag, body, size: body.length, headers: unchanged, unchanged },
    ...{ is_kept: false, is_page: true, making: new Map(), made: new Map() },
    document_id: made.shown?.document_id ?? null,
  };
}

/** Sends what everybody gets alike. */
export async function sendKept(answer: KeptAnswer, asked: { method: string; headers: Headers }): Promise<Response> {
  const encoding = encodingOf(answer, asked.headers);
  const form = encoding === null ? answer : await packed(answer, encoding);
  return sendReady(answer, { form, ...asked });
}

function encodingOf({ size }: KeptAnswer, headers: Headers): KeptEncoding | null {
  return size < PACKED_BYTES_MIN ? null : chooseEncoding(headers.get("accept-encoding"));
}

function packed(answer: KeptAnswer, encoding: KeptEncoding): Promise<ReadyForm> {
  const making = answer.making.get(encoding) ?? pack(answer, encoding);
  answer.making.set(encoding, making);
  return making;
}

async function pack(answer: KeptAnswer, encoding: KeptEncoding): Promise<ReadyForm> {
  const body = await compress(answer.body, encoding, { often: answer.is_kept });
  const form = packedForm(answer, { body, size: body.length, headers: packedHeaders(answer.headers, encoding) });
  answer.made.set(encoding, form);
  return form;
}

/** A page for one reader, which no cache but theirs here keeps. */
export function prepareOwn({ text, content_type, headers, shown, live }: MadeAnswer, workspace_id: number): OwnPage {
  return {
    workspace_id,
    document_id: shown?.document_id ?? null,
    status: live?.status ?? 200,
    body: new Blob([text]),
    headers: new Headers({
      "content-type": content_type,
      "cache-control": "private, no-store",
      vary: "accept, cookie",
      ...headers,
    }),
  };
}

export function sendOwn({ body, status, headers }: OwnPage): Response {
  return new Response(body, { status, headers });
}
