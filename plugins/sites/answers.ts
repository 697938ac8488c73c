// Answers of sites: a stranger's from memory for as long as nothing they were made from has changed, everybody else's made each time.
import { LRUCache } from "lru-cache";
import { chooseEncoding, compress, type Encoding, type House, matchesEtag, port, sha256Hex } from "../../kernel/mod.ts";
import { createBodyReader, type ReadBody } from "./bodies.ts";
import { createStampReader, type ReadStamp } from "./stamps.ts";

/** A page as it is made, before anybody asks for it in an encoding. */
export interface MadeAnswer {
  text: string;
  content_type: string;
  headers: Readonly<Record<string, string>>;
  /** Until when it holds if nothing changes; null for good. */
  valid_until: Date | null;
  /** Of a document that is shown, so that its reading is counted. */
  shown: { document_id: number } | null;
}

/** One that is kept. */
export interface KeptAnswer extends MadeAnswer {
  workspace_id: number;
  stamp: string;
  /** It is sent more than once. */
  is_kept: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  /** The same: what is sent of a blob is copied by nobody. */
  body: Blob;
  etag: string;
  forms: Map<Encoding, Promise<Blob>>;
}

/** What this server remembers of sites. */
export interface Sites {
  readStamp: ReadStamp;
  readBody: ReadBody;
  /** The stranger's answer at an address, where one is kept that still holds. */
  recall(key: string, now: Date): Promise<KeptAnswer | null>;
  keep(key: string, answer: MadeAnswer, of: { workspace_id: number; stamp: string }): KeptAnswer;
}

export const sitesPort = port<Sites>("sites");

const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** What an entry costs beside its bytes, its compressed forms among it. */
const ENTRY_SHARE = 2;
/** Below this the headers weigh as much as what is saved. */
const PACKED_BYTES_MIN = 1024;

export function openSites(house: House): Sites {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: KEPT_BYTES_MAX,
    maxEntrySize: KEPT_BYTES_MAX / 4,
    sizeCalculation: ({ bytes }) => bytes.length * ENTRY_SHARE + 1000,
  });
  const readStamp = createStampReader(house);
  return {
    readStamp,
    readBody: createBodyReader(house),
    recall: async (key, now) => {
      const answer = kept.get(key);
      if (!answer) return null;
      const isOver = answer.valid_until !== null && answer.valid_until <= now;
      if (!isOver && (await readStamp(answer.workspace_id)) === answer.stamp) return answer;
      kept.delete(key);
      return null;
    },
    keep: (key, made, of) => {
      const answer = { ...prepareAnswer(made, of), is_kept: true };
      kept.set(key, answer);
      return answer;
    },
  };
}

/** An answer ready to be sent, kept by nobody. */
export function prepareAnswer(made: MadeAnswer, of: { workspace_id: number; stamp: string }): KeptAnswer {
  const bytes = new TextEncoder().encode(made.text);
  return {
    ...made,
    ...of,
    is_kept: false,
    bytes,
    body: new Blob([bytes]),
    etag: `"${sha256Hex(made.text).slice(0, 32)}"`,
    forms: new Map(),
  };
}

/** Sends what everybody gets alike. Caches ask again each time: who is known gets another page at the same address. */
export async function sendKept(
  answer: KeptAnswer,
  { method, headers: asked }: { method: string; headers: Headers },
): Promise<Response> {
  const headers = new Headers({
    "content-type": answer.content_type,
    "cache-control": "public, no-cache",
    vary: "accept, accept-encoding, cookie",
    etag: answer.etag,
    ...answer.headers,
  });
  if (matchesEtag(asked.get("if-none-match") ?? "", answer.etag)) return new Response(null, { status: 304, headers });
  const encoding = answer.bytes.length < PACKED_BYTES_MIN ? null : chooseEncoding(asked.get("accept-encoding"));
  const body = encoding === null ? answer.body : await packed(answer, encoding);
  if (encoding !== null) {
    headers.set("content-encoding", encoding);
    // The same content in other bytes (RFC 9110, 8.8.1).
    headers.set("etag", `W/${answer.etag}`);
  }
  headers.set("content-length", String(body.size));
  return new Response(method === "HEAD" ? null : body, { headers });
}

function packed(answer: KeptAnswer, encoding: Encoding): Promise<Blob> {
  const known = answer.forms.get(encoding);
  if (known) return known;
  const making = compress(answer.bytes, encoding, { often: answer.is_kept }).then((bytes) => new Blob([bytes]));
  answer.forms.set(encoding, making);
  return making;
}

/** Sends a page that was made for one reader, which no cache keeps. */
export function sendPrivate({ text, content_type, headers }: MadeAnswer): Response {
  return new Response(text, {
    headers: { "content-type": content_type, "cache-control": "private, no-store", vary: "accept, cookie", ...headers },
  });
}
