// What plugins above may say about what a document is about to hold and about who may read it,
// whichever way it comes to that.
import { type Actor, hook, type Sql, type Via } from "../../../kernel/plugin.ts";
import type { ByteRange } from "../../../kernel/ports/blobs.ts";
import type { NotingCall, WriteCall } from "../model/calls.ts";
import type { DocumentRow, FileRow } from "../model/rows.ts";
import { openFile, readFile } from "../store/reading/blobs.ts";
import { findShownFiles } from "../store/reading/documents.ts";
import type { ContentFile } from "./content_file.ts";
import { settleRetention } from "./retention.ts";
import type { Target } from "./targets.ts";

/** A file that people sent and that a document is about to hold. */
export interface PublishedFile {
  path: string;
  content_type: string;
  /** Hex. */
  sha256: string;
  size_bytes: number;
  /** The whole of a small file, in memory. */
  read(): Promise<Uint8Array>;
  /** The bytes as they come, all of them or a range, cut at the file's end: for files too large to be held. */
  open(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

/** A text that is no file, by the name of its place. */
export interface PublishedText {
  name: string;
  text: string;
}

/** Gathered only for a rule that reads them. */
export type PublishedTexts = () => Iterable<PublishedText> | AsyncIterable<PublishedText>;

/** A document as it is about to be: a new one, one with new content, or one whose place, readers or retention change. */
export interface Publishing {
  /** For reading: a new document has no transaction to write in. */
  sql: Sql;
  now: Date;
  actor: Actor;
  via: Via;
  workspace_id: number;
  /** Null for a new document. */
  document_id: number | null;
  /** What the wire calls it, a new one too. */
  doc_id: string;
  doc_type: DocumentRow["doc_type"];
  title: string;
  /** Null in My documents. */
  root_id: number | null;
  folder: string;
  visibility: DocumentRow["visibility"];
  listing: DocumentRow["listing"];
  /** Days; 0 is for ever. */
  retention_days: number;
  /** How it was until now; null for a new document. */
  before: (Pick<DocumentRow, "visibility" | "retention_days"> & { owner_id?: number | undefined }) | null;
  /** What people read beside the files, as far as it was not so before or not to as many. */
  texts: readonly { name: "title" | "description"; text: string }[];
  /** What is new of that which a plugin above keeps with the document, as the records of a database. */
  entries: PublishedTexts;
  /** What was not shown before: none where only the place, the readers or the retention change. */
  files: readonly PublishedFile[];
  /** Lets the write go through and tells the writer, in the answer's `warnings`. */
  warn(text: string): void;
  /** Writes an audit row of a lent action along with the change, if that is made. */
  note: NotingCall["noteLent"];
  /** What it shows until now, for a rule that looks again when a document is opened to others; none for a new one. */
  shown(): Promise<readonly PublishedFile[]>;
  /** The same of what plugins above keep with it, as far as they show it at once. */
  held: PublishedTexts;
}

/** A document whose texts are asked for. */
export interface HeldAsked {
  sql: Sql;
  workspace_id: number;
  document_id: number;
  /** False where a copy is made of what a database is made of alone. */
  with_records: boolean;
}

/** Filled by a plugin that keeps what people wrote beside the files of documents: all of it, for a rule on publishing. */
export const heldTextsHook = hook<HeldAsked, ReturnType<PublishedTexts>>("documents.held_texts");

/**
 * Asked in the transaction, with the document locked where there is one, before anything is written, or for a new document ahead
 * of the one statement that writes it; again where it is written after all in a transaction: for publishing, every new
 * version, a candidate when it is written and when it is shown, copies, restores, what comes back from the trash, moves, and
 * changes of visibility, listing, password, retention, title and description, and what plugins above keep with it. A handler throws a refusal to forbid it.
 *
 * Not asked: when an account is moved or comes back within its grace, its documents being what they were or closed further; for
 * pages that the service makes, which a plugin's own operations answer for.
 */
export const documentsPublishHook = hook<Publishing>("documents.publish");

/** The columns of a document that a handler looks at. */
export type PublishedAs = Pick<
  Publishing,
  | "workspace_id"
  | "document_id"
  | "doc_id"
  | "doc_type"
  | "title"
  | "root_id"
  | "folder"
  | "visibility"
  | "listing"
  | "retention_days"
> & { description?: string | null };

/** Asks about a document, which was `before` until now, about those of the files that people sent, and about `entries`. */
export async function askToPublish(
  call: NotingCall,
  document: PublishedAs,
  options: { before: Before | null; files: readonly (ContentFile | FileRow)[]; entries?: PublishedTexts },
): Promise<void> {
  const { before, files, entries = () => [] } = options;
  const { sql, now, actor, via } = call;
  const { workspace_id, document_id, doc_id, doc_type, title, root_id, folder, visibility, listing, retention_days } =
    document;
  const sentOf = (some: readonly (ContentFile | FileRow)[]) =>
    some.filter((file) => file.renderer === null).map((file) => publishedFile(call, file));
  const place = { workspace_id, root_id, folder, visibility, listing, retention_days };
  await call.callHook(documentsPublishHook, {
    ...{ sql, now, actor, via, document_id, doc_id, doc_type, title },
    warn: (text) => void call.reply.warnings.push(text),
    note: call.noteLent,
    ...place,
    before: before && {
      visibility: before.visibility,
      retention_days: before.retention_days,
      owner_id: before.owner_id,
    },
    texts: newTexts(document, before),
    entries,
    files: sentOf(files),
    held: () => (document_id === null ? [] : heldTexts(call, { workspace_id, document_id })),
    shown: async () => (document_id === null ? [] : sentOf(await findShownFiles(sql, document_id))),
  });
}

/** What plugins above keep with a document that there is. */
export async function* heldTexts(
  call: Pick<NotingCall, "callHook" | "sql">,
  { workspace_id, document_id }: Pick<HeldAsked, "workspace_id" | "document_id">,
  with_records = true,
): AsyncGenerator<PublishedText> {
  const asked = { sql: call.sql, workspace_id, document_id, with_records };
  for (const texts of await call.callHook(heldTextsHook, asked)) yield* texts;
}

/** Asks about what a plugin above is about to keep with a document, which stays as it is itself. */
export function askBeside(call: NotingCall, document: PublishedAs & Before, entries: PublishedTexts): Promise<void> {
  return askToPublish(call, document, { before: document, files: [], entries });
}

type Before = Pick<DocumentRow, "visibility" | "retention_days" | "title" | "description"> & { owner_id?: number };

/** A text that is another than it was, or that is opened to others. */
function newTexts(document: PublishedAs, before: Before | null): Publishing["texts"] {
  const names = ["title", "description"] as const;
  const isOpened = before === null || before.visibility !== document.visibility;
  return names.flatMap((name) => {
    const text = document[name] ?? "";
    return text !== "" && (isOpened || before[name] !== text) ? [{ name, text }] : [];
  });
}

/** What a caller says of a document whose content comes later. */
type Announced = Partial<Pick<Publishing, "title" | "visibility" | "listing" | "retention_days">>;

/** Asks about a document whose content comes later, when it is asked about again: what cannot stand is refused before it is sent. */
export async function askToAnnounce(call: WriteCall, target: Target, announced: Announced): Promise<void> {
  const workspace_id = call.actor.workspace.id;
  const chosen = announced.retention_days;
  const retention_days = chosen ?? (await settleRetention(call, { workspace_id, retention_days: 0 }));
  const { title = "", visibility = "restricted", listing = "private" } = announced;
  const place = { root_id: target.root?.root_id ?? null, folder: target.path, workspace_id };
  const document = {
    ...place,
    document_id: null,
    doc_id: "",
    doc_type: "document" as const,
    title,
    visibility,
    listing,
    retention_days,
  };
  await askToPublish(call, document, { before: null, files: [] });
}

function publishedFile(call: NotingCall, file: ContentFile | FileRow): PublishedFile {
  const { path, content_type } = file;
  const { sha256, size_bytes } = "stored" in file ? file.stored : file;
  const { read, slice } = "stored" in file ? sentBytes(call, file.stored) : storedBytes(call, file);
  return {
    ...{ path, content_type, sha256, size_bytes, read },
    open: async (range = { start: 0, end: size_bytes }) => {
      const end = Math.min(range.end, size_bytes);
      const start = Math.min(range.start, end);
      const part = start === end ? new Blob() : await slice({ start, end });
      return part instanceof Blob ? part.stream() : part;
    },
  };
}

/** Where bytes are read from, whole or a slice that lies inside them. */
interface Source {
  read(): Promise<Uint8Array>;
  slice(range: ByteRange): Promise<Blob | ReadableStream<Uint8Array>>;
}

function sentBytes({ runtime }: NotingCall, { key, bytes }: ContentFile["stored"]): Source {
  return {
    read: async () => bytes ?? runtime.blobs.bytes(key),
    slice: async (range) =>
      bytes ? new Blob([new Uint8Array(bytes)]).slice(range.start, range.end) : runtime.blobs.get(key, range),
  };
}

function storedBytes(call: NotingCall, file: FileRow): Source {
  return {
    read: () => readFile(call, file),
    slice: async (range) => (await openFile(call, file))(range),
  };
}
