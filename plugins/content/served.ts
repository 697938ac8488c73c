// What the content host knows of a document, remembered by its slug until a change is announced.
import { LRUCache } from "lru-cache";
import type { ContentHost, House, Sql, VisibilityLimit } from "../../kernel/mod.ts";
import { type PackedFile, packedFiles } from "./packed_files.ts";
import { createPasswordCheck, type PasswordCheck } from "./password_check.ts";
import { createReadings, type Reading } from "./readings.ts";
import type { ReadyAnswer } from "./ready.ts";

/** A file as the content host sends it. */
export interface ServedFile {
  sha256: string;
  size_bytes: number;
  content_type: string;
  storage_key: string;
  /** True for a page that the service made; what people sent is hostile. */
  generated: boolean;
  /** The version of what made it; below 0 where it is marked to be made again. Null for what people sent. */
  renderer: number | null;
}

/** One reading of a document's row; a change makes a new one. */
export interface ServedDocument extends Reading {
  document_id: number;
  workspace_id: number;
  /** Of other types than `document` a plugin makes the page for each reader. */
  doc_type: string;
  visibility: VisibilityLimit;
  slug: string;
  version: number;
  password_hash: string | null;
  /** Of a password document: its page is all there is of it. */
  stands_alone: boolean;
  expires_at: Date | null;
  deleted: boolean;
}

/** The content host's view of the documents. */
export interface ServedDocuments {
  /** The live document of a slug, or null when there is none there, it was deleted or its time is over. */
  find(host: ContentHost, slug: string, now: Date): Promise<ServedDocument | null>;
  /** One file of the document's version, the current one unless the caller names another; null when it has none at that path. */
  findFile(document: ServedDocument, path: string): Promise<ServedFile | null>;
  /** Keeps the answer of a host for a file of a document that the link alone opens, for as long as this reading of it holds. */
  keepReady(document: ServedDocument, answer: ReadyAnswer, at: { host: ContentHost; path: string }): void;
  /** The answer that a host kept for a path as it stands in an address, without waiting for anything; null when there is none. */
  recall(host: ContentHost, slug: string, encodedPath: string, now: Date): ReadyAnswer | null;
  /** The compressed form of a file for a client that accepts it, once it is made. */
  findPacked(file: ServedFile, accepted: string | null): PackedFile | null;
  passwords: PasswordCheck;
  /** Announces, in the transaction, that what was open may be closed now. */
  announce(sql: Sql, slugs: readonly string[]): Promise<void>;
  /** Forgets here at once and elsewhere soon: for new content after its commit. */
  refresh(slugs: readonly string[]): Promise<void>;
}

/** The channel on which changed slugs are announced to every server. */
const CHANNEL = "served_documents";
const DOCUMENTS_MAX = 10_000;
const FILES_MAX = 50_000;
const READY_BYTES_MAX = 64 * 1024 * 1024;

export function serveDocuments(house: House): ServedDocuments {
  const { sql } = house.database;
  const documents = createReadings<ServedRow>(house, {
    ...{ channel: CHANNEL, size_max: DOCUMENTS_MAX },
    read: (slug) => findServed(sql, slug),
  });
  const files = new LRUCache<string, ServedFile>({ max: FILES_MAX });
  const ready = new LRUCache<string, ReadyAnswer>({
    maxSize: READY_BYTES_MAX,
    // One answer does not push out all others.
    maxEntrySize: READY_BYTES_MAX / 8,
    sizeCalculation: ({ body }) => body.size + ENTRY_BYTES,
  });

  return {
    passwords: createPasswordCheck(house),
    find: async (host, slug, now) => {
      const found = await documents.find(slug, now);
      return found && isLive(found, now) && isAt(host, found) ? found : null;
    },
    findFile: async (document, path) => {
      const key = keyOf(document, path);
      const remembered = files.get(key);
      if (remembered) return remembered;
      const file = await findServedFile(sql, document, path);
      if (file) files.set(key, file);
      return file;
    },
    keepReady: (document, answer, { host, path }) => {
      ready.set(readyKeyOf(host, document, encodePath(path)), answer);
    },
    recall: (host, slug, encodedPath, now) => {
      const document = documents.recall(slug, now);
      if (document?.visibility !== "unlisted" || !isLive(document, now) || !isAt(host, document)) return null;
      return ready.get(readyKeyOf(host, document, fileName(encodedPath))) ?? null;
    },
    findPacked: packedFiles(house.blobs),
    announce: documents.announce,
    refresh: documents.refresh,
  };
}

/** What an entry costs beside its bytes. */
const ENTRY_BYTES = 1024;

const keyOf = ({ reading, version }: ServedDocument, path: string): string => `${reading}/${version}/${path}`;

/** Answers name the origin that they are for, so each host has its own; the files behind them are the same. */
function readyKeyOf(host: ContentHost, document: ServedDocument, path: string): string {
  const key = keyOf(document, path);
  return host.workspace_id === null ? key : `${host.origin} ${key}`;
}

/** Whether a host serves a document: the shared one those of everybody, a domain its workspace's alone (rules: content 7). */
function isAt({ workspace_id }: ContentHost, document: ServedDocument): boolean {
  return workspace_id === null || workspace_id === document.workspace_id;
}

function isLive(document: ServedDocument, now: Date): boolean {
  return !document.deleted && (document.expires_at === null || document.expires_at > now);
}

/** The file behind a path: a folder is answered by its index page. */
export function fileName(path: string): string {
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** A path of a file as it stands in an address. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

type ServedRow = Omit<ServedDocument, keyof Reading>;

async function findServed(sql: Sql, slug: string): Promise<ServedRow | null> {
  const [row] = await sql<ServedRow[]>`
    select d.document_id, d.slug, d.workspace_id, d.doc_type, d.version, d.visibility, d.password_hash, d.expires_at,
      d.deleted_at is not null as deleted, d.visibility = 'password' and not exists (
        select from document_files f
        where f.document_id = d.document_id and f.version = d.version and f.path <> 'index.html') as stands_alone
    from documents d where d.slug = ${slug}`;
  return row ?? null;
}

async function findServedFile(sql: Sql, document: ServedDocument, path: string): Promise<ServedFile | null> {
  const [row] = await sql<ServedFile[]>`
    select encode(f.sha256, 'hex') as sha256, f.size_bytes, f.content_type, b.storage_key, f.renderer, f.renderer is not null as generated
    from document_files f join blobs b using (blob_id)
    where f.document_id = ${document.document_id} and f.version = ${document.version} and f.path = ${path}`;
  return row ?? null;
}
