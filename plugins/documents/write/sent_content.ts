// The content of one file as a write takes it: here with the request, or in the store since an upload that came ahead.
import { hook, refuse } from "../../../kernel/plugin.ts";
import type { StoredBytes } from "../../../kernel/ports/blobs.ts";
import type { Later } from "../../rendering/port.ts";
import type { PrepareCall, WriteCall } from "../model/calls.ts";
import { type ContentBody, inlineBytes } from "../model/content_members.ts";

/** A file that came ahead of its write. The bytes are there for as long as the upload is held, which the write does first of all. */
export interface StagedFile {
  upload_id: number;
  stored: StoredBytes;
  read: () => Promise<Uint8Array>;
}

/** Asked while a write is prepared: the caller's upload, or 404 for one that is not theirs, 409 without a file, 410 when it is over. */
export const stagedFileHook = hook<{ call: PrepareCall; upload_id: number }, StagedFile>("documents.staged_file");

/** Asked first in the transaction of a write: locks the uploads or throws as before, and answers what ends them with what was written. */
export const lockedUploadsHook = hook<{ call: WriteCall; upload_ids: readonly number[] }, EndUploads>(
  "documents.locked_uploads",
);

type EndUploads = (written: { doc_id: string; version: number }) => Promise<void>;

/** The content of one file; what came ahead is used up by the write that takes it. */
export interface SentContent extends Later<Uint8Array> {
  staged?: StagedFile;
}

/** Content that is here in whole. */
export function wholeContent(bytes: Uint8Array): SentContent {
  return { read: async () => bytes, size_bytes: bytes.byteLength };
}

/** The content of a body that `checkContent` has let through. Throws 404, 409 or 410 for an upload that cannot be used. */
export async function readContent(call: PrepareCall, body: ContentBody): Promise<SentContent> {
  const bytes = await inlineBytes(body);
  if (bytes) return wholeContent(bytes);
  const { upload_id = 0 } = body;
  const [staged] = await call.callHook(stagedFileHook, { call, upload_id });
  if (!staged) throw refuse.notFound(`upload ${upload_id} not found; this server takes no uploads`);
  return { staged, size_bytes: staged.stored.size_bytes, read: staged.read };
}

/** Runs a write in its transaction and uses up the uploads that its files came in: of two writes that take one, one succeeds. */
export async function usingUploads<Written extends { document: { doc_id: string; version: number } }>(
  call: WriteCall,
  files: readonly { upload_id?: number }[],
  write: () => Promise<Written>,
): Promise<Written> {
  const upload_ids = [...new Set(files.flatMap((file) => file.upload_id ?? []))];
  const ends = upload_ids.length > 0 ? await call.callHook(lockedUploadsHook, { call, upload_ids }) : [];
  const written = await write();
  for (const end of ends) await end(written.document);
  return written;
}
