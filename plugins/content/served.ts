// What the content host knows of documents:
// by slug, believed until a change is announced or its stamp is another, with files and their bytes.
import { existsSync } from "node:fs";
import { LRUCache } from "lru-cache";
import type { Database, Runtime, Sql } from "../../kernel/plugin.ts";
import { isRowKey } from "../../kernel/ports/blobs.ts";
import { gathering } from "../../kernel/ports/db.ts";
import type { ContentHost } from "../../kernel/ports/http.ts";
import { createKeptBytes, type PackedFile } from "./kept_bytes.ts";
import { createPasswordCheck, type PasswordCheck } from "./password_check.ts";
import { createReadings } from "./readings.ts";
import type { ReadyAnswer, ReadyForm } from "./ready.ts";
import { formOf, type ReadyFile, readyFiles } from "./ready_files.ts";
import {
  findServed,
  findServedStamps,
  type ServedAsked,
  type ServedFile,
  type ServedFound,
  type ServedRow,
} from "./store/served_documents.ts";

export type { ServedFile } from "./store/served_documents.ts";

/** One reading of a document's row. */
export type ServedDocument = ServedRow;

/** The content host's view of the documents. */
export interface ServedDocuments {
  /**
   * The live document of a slug, or null when there is none there, it was deleted or its time is over. `path` is that of the file that
   * is wanted next, which is read with it.
   */
  find(
    host: ContentHost,
    slug: string,
    asked: { now: Date; path?: string | undefined },
  ): Promise<ServedDocument | null>;
  /** One file of the document's version, the current one unless the caller names another; null when it has none at that path. */
  findFile(document: ServedDocument, path: string): Promise<ServedFile | null>;
  /** The whole of a small file. */
  bytes(file: ServedFile): Promise<Uint8Array<ArrayBuffer>>;
  /** The bytes of a file, or a slice of them, for an answer. A file of a disk goes out as that. */
  open(file: ServedFile, range?: { start: number; end: number }): Promise<Body>;
  /** What a host answers everybody with the link, from what is remembered and without waiting for anything; null when that is not enough. */
  recall(host: ContentHost, asked: RecallAsked): { answer: ReadyAnswer; form: ReadyForm } | null;
  /** The compressed form of a file for a client that accepts it, once it is made. */
  findPacked(file: ServedFile, accepted: string | null): PackedFile | null;
  passwords: PasswordCheck;
  /** Announces, in the transaction, that what was open may be closed now. */
  announce(sql: Sql, slugs: readonly string[]): Promise<void>;
  /** Forgets here at once and elsewhere soon: for new content after its commit. */
  refresh(slugs: readonly string[]): Promise<void>;
}

type Body = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;

export interface RecallAsked {
  slug: string;
  /** The path as it stands in an address. */
  encodedPath: string;
  accepted: string | null;
  now: Date;
}

/** The channel on which changed slugs are announced to every server. */
const CHANNEL = "served_documents";
const DOCUMENTS_MAX = 25_000;
const FILES_MAX = 30_000;
/** What a store in the network holds is kept up to this size. */
const KEPT_BYTES_MAX = 256 * 1024;
/** So many are asked for by one statement, with up to 16 KiB of bytes each. */
const ASKED_MAX = 50;

export function serveDocuments(runtime: Runtime): ServedDocuments {
  const { blobs, database } = runtime;
  const kept = createKeptBytes(blobs);
  const files = new LRUCache<string, KnownFile>({ max: FILES_MAX });
  const readyFile = readyFiles(runtime.config);
  const documents = createReadings<ServedRow>(runtime, {
    ...{ channel: CHANNEL, size_max: DOCUMENTS_MAX },
    read: async (slug, _now, path) => (await read({ slug, path, version: null }))?.document ?? null,
    stamped: {
      stampOf: ({ stamp }) => stamp,
      readStamps: ({ pipelinedSql }, slugs) => findServedStamps(pipelinedSql, slugs),
    },
  });

  /** Remembers the file that it finds beside the document, with its bytes. */
  async function read(asked: ServedAsked): Promise<ServedFound | null> {
    const alone = async () => (await findServed(database.pipelinedSql, [asked]))[0] ?? null;
    const found = await gatherServed(database, { key: "", part: asked, alone, finish: (one) => one });
    if (!found?.file) return found;
    const { document, file, bytes } = found;
    const known = { document, version: asked.version ?? document.version, file, on_disk: diskPath(file), ready: null };
    files.set(keyOf(asked.slug, asked.path), known);
    if (bytes) kept.keep(file, bytes);
    return found;
  }

  /** The file of a disk that holds the bytes; null where they lie elsewhere. */
  function diskPath({ storage_key }: ServedFile): string | null {
    return isRowKey(storage_key) ? null : (blobs.path?.(storage_key) ?? null);
  }

  async function bytesOf(file: ServedFile): Promise<Uint8Array<ArrayBuffer>> {
    const known = kept.recall(file);
    if (known) return known;
    const bytes = await blobs.bytes(file.storage_key);
    if (diskPath(file) === null && bytes.length <= KEPT_BYTES_MAX) kept.keep(file, bytes);
    return bytes;
  }

  return {
    passwords: createPasswordCheck(runtime),
    find: async (host, slug, { now, path = "" }) => {
      const found = await documents.find(slug, now, path);
      return found && isLive(found, now) && isAt(host, found) ? found : null;
    },
    findFile: async (document, path) => {
      const { slug, version } = document;
      const known = files.get(keyOf(slug, path));
      if (known && isOf(known, document) && !isGone(known.on_disk)) return known.file;
      return (await read({ slug, path, version }))?.file ?? null;
    },
    bytes: bytesOf,
    open: async (file, range) => {
      const path = diskPath(file);
      if (isGone(path)) throw new Error(`the store has lost the bytes of blob ${file.storage_key}`);
      if (path !== null || file.size_bytes > KEPT_BYTES_MAX) return blobs.get(file.storage_key, range);
      const bytes = await bytesOf(file);
      return range ? bytes.slice(range.start, range.end) : bytes;
    },
    recall: (host, { slug, encodedPath, accepted, now }) => {
      const document = documents.recall(slug, now);
      if (document?.visibility !== "unlisted" || !isLive(document, now) || !isAt(host, document)) return null;
      const path = decodePath(fileName(encodedPath));
      if (path === null || isMadeLive(document, path)) return null;
      const known = files.get(keyOf(slug, path));
      if (!known || !isOf(known, document)) return null;
      const { file, on_disk } = known;
      const packed = accepted === null ? null : kept.findForm(file, accepted);
      const body = packed?.bytes ?? (on_disk === null ? kept.recall(file) : isGone(on_disk) ? null : Bun.file(on_disk));
      if (!body) return null;
      if (known.ready?.host !== host) known.ready = readyFile(host, { document, path, file });
      return { answer: known.ready.answer, form: formOf(known.ready, { body, packed }) };
    },
    findPacked: kept.findForm,
    announce: documents.announce,
    refresh: documents.refresh,
  };
}

const gatherServed = gathering<ServedAsked, ServedFound | null, Pick<Database, "pipelinedSql" | "isConnectionLoss">>({
  ...{ most: ASKED_MAX, size_max: ASKED_MAX, sizeOf: () => 1, has_batching_window: true, is_read: true },
  send: ({ pipelinedSql }, asked) => findServed(pipelinedSql, asked),
});

/** A file as it was found, and what its answers have alike on the host that asked last. */
interface KnownFile {
  document: ServedRow;
  version: number;
  file: ServedFile;
  on_disk: string | null;
  ready: ReadyFile | null;
}

/** By its address, so that what takes a file's place takes its place here. No slug holds a slash. */
const keyOf = (slug: string, path: string): string => `${slug}/${path}`;

/** Whether a file is one of the document as it is known now: what was found beside another row holds no longer. */
function isOf({ document, version }: KnownFile, asked: ServedDocument): boolean {
  if (version !== asked.version) return false;
  return document === asked || (document.stamp === asked.stamp && document.document_id === asked.document_id);
}

function isGone(path: string | null): boolean {
  return path !== null && !existsSync(path);
}

/** Whether a host serves a document: the shared one those of everybody, a domain its workspace's alone (rules: content/own_domain). */
function isAt({ workspace_id }: ContentHost, document: ServedDocument): boolean {
  return workspace_id === null || workspace_id === document.workspace_id;
}

function isLive(document: ServedDocument, now: Date): boolean {
  return !document.deleted && (document.expires_at === null || document.expires_at > now);
}

/** Whether the plugin of the document's type may make the page at a path for each reader. */
export function isMadeLive({ doc_type }: ServedDocument, path: string): boolean {
  return doc_type !== "document" && path === "index.html";
}

/** The file behind a path: a folder is answered by its index page. */
export function fileName(path: string): string {
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** A path of a file as it stands in an address. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** What `encodePath` writes; null for every other spelling, and for what asks for more than a file. */
function decodePath(encoded: string): string | null {
  if (/^[\w./-]*$/.test(encoded)) return encoded;
  try {
    const path = encoded.split("/").map(decodeURIComponent).join("/");
    return encodePath(path) === encoded ? path : null;
  } catch {
    return null;
  }
}
