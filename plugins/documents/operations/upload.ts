// Publishing or replacing a file as a raw request body, streamed straight to the store.
import { type Actor, type Permit, readBytes, refuse, refuseDeclaredSize, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import type { WriteCall } from "../calls.ts";
import { type Content, type ContentFile, fileContent, shareContent } from "../content.ts";
import { endingOf, isWebCode, kindOfFile, SHARE_KINDS } from "../kinds.ts";
import { baseName, parseFilePath, parseFolder, parseTags } from "../paths.ts";
import { documentNamed, publishPlace } from "../permits.ts";
import { filesOfWrite, refuseGenerated, revise } from "../revise.ts";
import { type LoadedDocument, showDocument } from "../rows.ts";
import { baseVersion, Document, folder, idempotencyKey, message, placement } from "../schemas.ts";
import { refuseStorage } from "../store/writes.ts";
import { publish } from "./publish.ts";

/** What a raw upload says of itself, in the query or in its ticket. */
export const uploadMembers = {
  filename: t.String({ minLength: 1, maxLength: 255, description: "Decides what kind of document it becomes." }),
  title: placement.title,
  description: t.Optional(t.String({ maxLength: 16_384, description: "Shown on the page of a file share." })),
  visibility: t.Optional(
    t.OneOf(["restricted", "unlisted", "workspace"], { default: "restricted", description: "Who may open it." }),
  ),
  listing: placement.listing,
  retention_days: placement.retention_days,
  folder,
  root: placement.root,
  render: t.Optional(t.Boolean({ default: true, description: "False shares a markdown file as a download." })),
  doc_id: t.Optional(t.String({ description: "Replaces a file of this document instead of publishing a new one." })),
  path: t.Optional(t.String({ description: "The file to replace; index.html for an HTML document." })),
  base_version: baseVersion,
  message,
  idempotency_key: idempotencyKey,
};

/** Where the bytes of one upload go, with its tags as a list. */
export interface UploadWish {
  filename: string;
  title?: string;
  description?: string;
  visibility?: "restricted" | "unlisted" | "workspace";
  listing?: "private" | "team";
  retention_days?: number;
  folder?: string;
  tags?: string[];
  render?: boolean;
  path?: string;
  base_version?: number;
  message?: string;
}

/** An upload whose bytes are in the store. `fingerprint` tells equal bytes apart from others under one idempotency key. */
export type Received = { fingerprint: string } & ({ content: Content } | { put: ContentFile[] });

/** The most bytes that an upload of this name may have (part 1, "size rules"). */
export function uploadBytesMax(
  call: Pick<WriteCall, "house">,
  wish: { filename: string; render?: boolean; replaces: boolean },
): number {
  const { editable_upload_bytes: small = 0, share_upload_bytes: large = 0 } = call.house.caps;
  const rendered = (wish.render ?? true) && ["md", "markdown"].includes(endingOf(wish.filename));
  return wish.replaces || isWebCode(wish.filename) || rendered ? small : large;
}

/** Throws 413 for a declared size that can never fit, before a byte is read; answers the cap. */
export async function refuseOversizedUpload(
  call: WriteCall,
  wish: { filename: string; render?: boolean; replaces: boolean },
): Promise<number> {
  const most = uploadBytesMax(call, wish);
  const declared = refuseDeclaredSize(call.request.headers, most);
  if (declared === 0) throw refuse.framework("invalid", "the body is empty; send the bytes of the file");
  const cap = call.house.plans.allowance("storage_bytes", call.actor.workspace.plan);
  if (cap === null || declared === null) return most;
  const [counter] = await call.sql<{ bytes: number }[]>`
    select bytes from document_counters where workspace_id = ${call.actor.workspace.id}`;
  if ((counter?.bytes ?? 0) + declared > cap) throw refuseStorage(call, cap);
  return most;
}

/** Receives the body of a new document: pages are read whole and rendered, everything else streams to the store. */
export async function receiveNew(
  call: WriteCall,
  wish: UploadWish,
  body: ReadableStream<Uint8Array> | null,
): Promise<Received> {
  const most = await refuseOversizedUpload(call, { ...wish, replaces: false });
  const filename = baseName(wish.filename);
  const named = { title: wish.title ?? null, description: wish.description ?? "", render: wish.render ?? true };
  if (SHARE_KINDS.includes(kindOfFile(filename, named))) {
    const stored = await call.store(body ?? new Uint8Array(), { size_max: most });
    if (stored.size_bytes === 0) throw refuse.framework("invalid", "the body is empty; send the bytes of the file");
    return { fingerprint: stored.sha256, content: await shareContent(call, { filename, stored }, named) };
  }
  const bytes = await readBytes({ headers: call.request.headers, stream: body, size_max: most });
  const content = await fileContent(call, { filename, bytes }, named);
  return { fingerprint: content.files[0]?.stored.sha256 ?? "", content };
}

/** Receives the new bytes of one file of a document that is there already. */
export async function receiveReplacement(
  call: WriteCall & { subject: LoadedDocument },
  path: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<Received> {
  const { subject } = call;
  refuseGenerated(subject, path);
  if (SHARE_KINDS.includes(subject.kind) && path === subject.source_path) {
    throw refuse.invalid(
      `"${path}" is the file that this document shares and cannot be replaced by an upload; publish a new one`,
    );
  }
  const most = await refuseOversizedUpload(call, { filename: path, replaces: true });
  const bytes = await readBytes({ headers: call.request.headers, stream: body, size_max: most });
  if (bytes.byteLength === 0) throw refuse.framework("invalid", "the body is empty; send the bytes of the file");
  const put = await filesOfWrite(call, subject, { path, bytes });
  return { fingerprint: put[0]?.stored.sha256 ?? "", put };
}

/** Writes what was received; a new document, or a version of `subject`. */
export async function writeReceived(
  call: WriteCall,
  received: Received,
  wish: UploadWish,
  subject: LoadedDocument | null,
) {
  if ("content" in received) return publish(call, { content: received.content, password_hash: null }, wish);
  if (!subject) throw new Error("a replacement was received without its document");
  const { document, changed } = await revise(call, subject, {
    put: received.put,
    base_version: wish.base_version,
    message: wish.message,
  });
  if (changed) {
    const meta = { version: document.version, path: wish.path };
    call.note("doc.edit", { target_type: "doc", target_id: subject.doc_id, meta });
  }
  return showDocument(document, { content_url: call.house.config.content_url, level: subject.level, now: call.now });
}

/** Throws 400 for metadata that does not go with replacing, or a path without a document. */
export function checkUpload(wish: UploadWish & { doc_id?: string; root?: string | null }): void {
  if (wish.folder) parseFolder(wish.folder);
  if (wish.tags) parseTags(wish.tags);
  if (wish.doc_id === undefined) {
    if (wish.path !== undefined) throw refuse.invalid("path goes with doc_id; leave it out to publish a new document");
    return;
  }
  if (wish.path === undefined) throw refuse.invalid("doc_id needs a path; use path=index.html for an HTML document");
  parseFilePath(wish.path);
  const stray = (["title", "description", "folder", "tags", "root"] as const).find((name) => wish[name] !== undefined);
  if (stray) throw refuse.invalid(`${stray} goes with a new document; leave it out when replacing a file`);
}

/** What an upload is allowed by: a place for a new document, or the document whose file it replaces. */
export function uploadTarget(wish: { doc_id?: string; root?: string | null }): Permit<Actor | LoadedDocument> {
  return wish.doc_id === undefined ? publishPlace(wish.root) : documentNamed("edit", wish.doc_id);
}

/** The tags of a query: one text with commas. */
function splitTags(tags: string | undefined): string[] | undefined {
  return tags
    ?.split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
}

export const upload = operation({
  id: "doc.upload",
  route: "PUT /api/upload",
  summary: "Publish a file as a raw body, or replace one",
  description:
    "Streams up to 2 GiB. HTML and markdown become pages. With doc_id and path it replaces a file of that document and answers 200.",
  query: t.Object({
    ...uploadMembers,
    tags: t.Optional(t.String({ maxLength: 1000, description: "Separated by commas." })),
  }),
  output: Document,
  status: 201,
  also: [200],
  raw: "upload",
  dialect: "upload",
  rules: ({ query }) => checkUpload({ ...query, tags: splitTags(query.tags) }),
  permit: ({ query }) => uploadTarget(query),
  quota: "publish",
  once: "idempotency_key",
  audit: ["doc.publish", "doc.edit"],
  refuses: [404, 409, 423],
  prepare: (call, { query }) => {
    const wish = { ...query, tags: splitTags(query.tags) };
    const { subject } = call;
    if ("doc_id" in subject) return receiveReplacement({ ...call, subject }, query.path ?? "", call.request.body);
    return receiveNew(call, wish, call.request.body);
  },
  run: async (call, { query }, received) => {
    const { subject } = call;
    const replaced = "doc_id" in subject ? subject : null;
    const shown = await writeReceived(call, received, { ...query, tags: splitTags(query.tags) }, replaced);
    if (replaced) call.reply.status = 200;
    return shown;
  },
});
