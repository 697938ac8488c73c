// Receives one file that comes as a raw body, to a new document or into one that is there,
// refusing early what cannot end well.
import { type PermitCall, refuse, sha256Hex } from "../../kernel/plugin.ts";
import type { StoredBytes } from "../../kernel/ports/blobs.ts";
import { readBytes, refuseDeclaredSize, withLargeBody } from "../../kernel/ports/input.ts";
import {
  type Content,
  checkDescription,
  fileContent,
  refuseFullAccount,
  refuseStorage,
  shareContent,
  type Target,
  wholeContent,
} from "../documents/port/create.ts";
import type { LoadedDocument } from "../documents/port/read.ts";
import {
  endingOf,
  isWebCode,
  kindOfFile,
  parseFileName,
  parseFilePath,
  parseTags,
  readStanding,
  SHARE_KINDS,
} from "../documents/port/read.ts";
import type { AnyCall, ContentFile, PrepareCall } from "../documents/port/write.ts";
import { filesOfWrite, ownerOf, refuseGenerated } from "../documents/port/write.ts";
import { capOf } from "../operation.ts";
import { parseFolder } from "../places/port.ts";

/** What an upload says of itself, in its query or in its ticket; tags as a list. */
export interface UploadOptions {
  filename: string;
  title?: string;
  description?: string;
  visibility?: "restricted" | "unlisted" | "workspace";
  listing?: "private" | "team";
  retention_days?: number;
  folder?: string;
  root?: string | null;
  tags?: string[];
  render?: boolean;
  doc_id?: string;
  path?: string;
  base_version?: number;
  base_sha256?: string;
  lock_token?: string;
  /** In a ticket, which keeps no token: the SHA-256 of it. */
  lock_hash?: string;
  /** Keeps the file for a write that takes it by the upload's id. */
  stage?: boolean;
  message?: string;
  idempotency_key?: string;
  /** Of who takes less than the kind of file allows. */
  bytes_max?: number;
}

/** The bytes on their way, and what their sender promised of the whole. */
export interface SentBody {
  stream: ReadableStream<Uint8Array> | null;
  size_bytes: number | null;
  /** Hex. */
  sha256: string | null;
}

/** An upload whose bytes are in the store. `fingerprint` tells equal bytes apart from others under one idempotency key. */
export type Received = { fingerprint: string } & ({ content: Content } | { put: ContentFile[] });

/** Members that describe a new document and have no place beside `doc_id`. */
const OF_NEW_DOCUMENTS = [
  "title",
  "description",
  "visibility",
  "listing",
  "retention_days",
  "folder",
  "root",
  "tags",
  "render",
] as const;

/** Members that are about the document whose file is replaced. */
const OF_REPLACEMENTS = ["path", "base_version", "base_sha256", "lock_token"] as const;

/** Throws 400 for a value that cannot stand, metadata that does not go with replacing, or a path without a document. */
export function checkUpload(options: UploadOptions): void {
  if (options.folder) parseFolder(options.folder);
  if (options.tags) parseTags(options.tags);
  parseFileName(options.filename);
  if (options.stage) checkStaged(options);
  else if (options.doc_id === undefined) checkNewDocument(options);
  else checkReplacement(options);
}

function checkNewDocument(options: UploadOptions): void {
  const stray = OF_REPLACEMENTS.find((name) => options[name] !== undefined);
  if (stray) throw refuse.invalid(`${stray} goes with doc_id; leave it out to publish a new document`);
  const kind = kindOfFile(options.filename, { render: options.render ?? true });
  if (options.description !== undefined && !SHARE_KINDS.includes(kind)) {
    throw refuse.invalid(`a description goes with file shares; "${options.filename}" becomes a page of kind ${kind}`);
  }
  checkDescription(options.description ?? "");
}

function checkStaged(options: UploadOptions): void {
  const stray = [...OF_NEW_DOCUMENTS, "doc_id", ...OF_REPLACEMENTS, "message"].find(
    (name) => Reflect.get(options, name) !== undefined,
  );
  if (stray)
    throw refuse.invalid(`${stray} goes with the write that takes the upload; leave it out beside stage: true`);
}

function checkReplacement(options: UploadOptions): void {
  if (options.path === undefined) throw refuse.invalid("doc_id needs a path; use path=index.html for an HTML document");
  parseFilePath(options.path);
  const stray = OF_NEW_DOCUMENTS.find((name) => options[name] !== undefined);
  if (stray) throw refuse.invalid(`${stray} goes with a new document; leave it out when replacing a file`);
}

/** The most bytes that such an upload may have (rules: uploads/one_request). */
export function uploadBytesMax({ runtime }: Pick<PermitCall, "runtime">, options: UploadOptions): number {
  const small = capOf(runtime, "editable_upload_bytes");
  const large = capOf(runtime, "share_upload_bytes");
  const rendered = (options.render ?? true) && ["md", "markdown"].includes(endingOf(options.filename));
  const most = options.doc_id !== undefined || isWebCode(options.filename) || rendered ? small : large;
  return Math.min(most, options.bytes_max ?? most);
}

/**
 * The declared length of the body, null for a chunked one. Throws 413 for a length over the limit and 400 for an empty
 * body, before a byte is read.
 */
export function declaredLength(call: Pick<PermitCall, "runtime" | "request">, options: UploadOptions): number | null {
  const declared = refuseDeclaredSize(call.request.headers, uploadBytesMax(call, options));
  if (declared === 0 || call.request.body === null) throw refuseEmpty();
  return declared;
}

/** What is about to be stored. */
export interface Arriving {
  /** Null where nobody has said how much comes, of which nothing is known before it is here. */
  size: number | null;
  /** The document that it changes, `new` for one of its own, null where a later write says what becomes of it. */
  for: Pick<LoadedDocument, "size_bytes"> | "new" | null;
}

/**
 * Throws 413 when so many bytes, or a document more, can never fit into what the plan and the account hold; the write itself counts
 * exactly. What is replaced may go: content that shrinks fits also where nothing else does.
 */
export async function refuseUnstorable(
  call: Pick<PermitCall, "runtime" | "sql"> & Pick<AnyCall, "actor">,
  { size, for: purpose }: Arriving,
): Promise<void> {
  if (size === null) return;
  const { runtime, actor } = call;
  const { workspace, user_id: owner_id } = actor;
  const { used, cap, live } = await readStanding(call.sql, { runtime, workspace, owner_id });
  const replaced = purpose === null || purpose === "new" ? 0 : purpose.size_bytes;
  if (cap !== null && used - replaced + size > cap) throw refuseStorage(call, cap);
  if (purpose === "new") refuseFullAccount(call, live);
}

/** How `refuseUnstorable` takes what a permit found: a document whose file is replaced, or the place of a new one. */
export function arrivingFor(permitted: Target | LoadedDocument): LoadedDocument | "new" {
  return "doc_id" in permitted ? permitted : "new";
}

/** Throws 404 for a path that the document does not have, and 400 for one that no upload may replace. */
export function refuseIrreplaceable(document: LoadedDocument, path: string): void {
  refuseGenerated(document, path);
  if (SHARE_KINDS.includes(document.kind) && path === document.source_path) {
    throw refuse.invalid(
      `"${path}" is the file that this document shares and cannot be replaced by an upload; replace it with PUT /api/docs/${document.doc_id}/files/${encodeURI(path)}`,
    );
  }
  if (!document.files.some((file) => file.path === path)) {
    throw refuse.notFound(`no file at "${path}"; an upload replaces a file, POST /api/docs/{doc_id}/files adds one`);
  }
}

/** Receives the body of a new document: pages are read whole and rendered, everything else streams to the store. */
export async function receiveNew(call: PrepareCall, options: UploadOptions, body: SentBody): Promise<Received> {
  const filename = parseFileName(options.filename);
  const named = {
    title: options.title ?? null,
    description: options.description ?? "",
    render: options.render ?? true,
  };
  if (SHARE_KINDS.includes(kindOfFile(filename, named))) {
    const stored = await call.store(body.stream ?? new Uint8Array(), { size_max: uploadBytesMax(call, options) });
    refuseDifferent(body, stored);
    return { fingerprint: stored.sha256, content: await shareContent(call, { filename, stored }, named) };
  }
  return readWhole(call, { options, body }, async (bytes) => {
    const content = await fileContent(call, { filename, content: wholeContent(bytes) }, named);
    return { fingerprint: sha256Hex(bytes), content };
  });
}

/** Receives the new bytes of one file of a document that is there already. */
export async function receiveReplacement(
  call: PrepareCall,
  options: UploadOptions & { document: LoadedDocument },
  body: SentBody,
): Promise<Received> {
  const { document, path = "" } = options;
  refuseIrreplaceable(document, path);
  return readWhole(call, { options, body }, async (bytes) => {
    const put = await filesOfWrite(call, document, { path, bytes });
    return { fingerprint: sha256Hex(bytes), put };
  });
}

/** A body that is whole and what its sender promised, kept for a later write. */
export async function receiveStaged(call: PrepareCall, options: UploadOptions, body: SentBody): Promise<StoredBytes> {
  const stored = await call.store(body.stream ?? new Uint8Array(), { size_max: uploadBytesMax(call, options) });
  refuseDifferent(body, stored);
  return stored;
}

/** What `make` makes of the whole body, which is held in memory no longer. */
async function readWhole<Made>(
  call: PrepareCall,
  { options, body }: { options: UploadOptions; body: SentBody },
  make: (bytes: Uint8Array) => Promise<Made>,
): Promise<Made> {
  // Only the request's own stream is held to its length by HTTP; any other is counted as it comes.
  const headers = body.stream === call.request.body ? call.request.headers : new Headers();
  return withLargeBody({ headers: call.request.headers, ...ownerOf(call) }, async () => {
    const bytes = await readBytes({ headers, stream: body.stream, size_max: uploadBytesMax(call, options) });
    refuseDifferent(body, { size_bytes: bytes.byteLength, sha256: sha256Hex(bytes) });
    return make(bytes);
  });
}

/** Throws 400 for a body that is empty or not what its sender promised. */
function refuseDifferent(promised: SentBody, came: { size_bytes: number; sha256: string }): void {
  if (came.size_bytes === 0) throw refuseEmpty();
  if (promised.size_bytes !== null && came.size_bytes !== promised.size_bytes) {
    throw refuse.framework(
      "invalid",
      `${came.size_bytes} bytes came, ${promised.size_bytes} were declared; nothing is kept`,
    );
  }
  if (promised.sha256 !== null && came.sha256 !== promised.sha256) {
    throw refuse.framework(
      "invalid",
      `the bytes have sha256 ${came.sha256}, declared was ${promised.sha256}; nothing is kept, send the file again`,
    );
  }
}

function refuseEmpty(): Error {
  return refuse.framework("invalid", "the body is empty; send the bytes of the file");
}
