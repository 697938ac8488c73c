// The files that a respondent may see: those that they sent, and those that the form has them review.
// Each address is looked at again when it is used.

import {
  isJsonObject,
  later,
  MINUTE_MS,
  type RequestFacts,
  type Runtime,
  refuse,
  type Sql,
} from "../../../kernel/plugin.ts";
import { fileResponse } from "../../../kernel/ports/input.ts";
import { findOpenFiles, isSameFile } from "../../databases/port.ts";
import { attachment, baseName } from "../../documents/port/read.ts";
import { type AddressedForm, isLetIn } from "../answers/gate.ts";
import { demandOpen } from "../answers/taking.ts";
import type { Writer } from "../standing.ts";
import { askedFields, type FormRow } from "../store/rows.ts";
import { findSession, listSent } from "../store/sessions.ts";
import { fingerprintOf } from "../tickets.ts";
import type { Respondent } from "./proof.ts";

/** A file of a document, pinned to a version. */
export type FileRef = { doc_id: string; version: number; path: string };

export interface SeenFile {
  type: string;
  size: number;
  url: string;
  expires_at: string;
}

const LIFETIME_MS = 10 * MINUTE_MS;
const PURPOSE = "form_media";

type Asking = { runtime: Runtime; sql: Sql; now: Date; request: RequestFacts; subject: AddressedForm };

/** For each reference what shows it, null for whatever is not this respondent's to see. */
export async function seeFiles(
  call: Asking,
  respondent: Respondent,
  refs: readonly FileRef[],
): Promise<(SeenFile | null)[]> {
  const { form } = call.subject;
  const { writer, isShown } = await openSight(call, respondent);
  const shown = refs.map((ref) => (isShown(ref) ? ref : null));
  const asked = shown.filter((ref) => ref !== null);
  const found = await findOpenFiles(call.sql, { actor: writer.actor, now: call.now, refs: asked });
  const expires = later(call.now, LIFETIME_MS);
  return shown.map((ref) => {
    const file = ref && found[asked.indexOf(ref)];
    if (!ref || !file) return null;
    const claims = {
      f: fingerprintOf(form),
      u: respondent.ticket.user_id,
      r: hexOf(respondent.resume_sha256),
      d: ref.doc_id,
      v: ref.version,
      p: ref.path,
    };
    const ticket = call.runtime.signer.sign(PURPOSE, claims, expires);
    const url = `${call.request.content_host.origin}/d/${form.slug}/_media/file/${ticket}`;
    return { type: file.content_type, size: file.size_bytes, url, expires_at: expires.toISOString() };
  });
}

interface Sight {
  writer: Writer;
  isShown(ref: FileRef): boolean;
}

async function openSight(call: Asking, { resume_sha256 }: Pick<Respondent, "resume_sha256">): Promise<Sight> {
  const { sql, now } = call;
  const { form } = call.subject;
  const session = await findSession(sql, { ...form, resume_sha256 });
  const writer = await demandOpen(call, form, { going_on: session?.response_id != null });
  const sent = session ? await listSent(sql, { session_id: session.session_id, now }) : [];
  const fixed = sourcesOf(form);
  return {
    writer,
    isShown: (ref) =>
      fixed.some((one) => isSameFile(one, ref)) || sent.some((one) => isSameFile({ ...one, version: 1 }, ref)),
  };
}

/** The fixed files of the reviews that the form asks for. */
function sourcesOf(form: FormRow): FileRef[] {
  return askedFields(form).flatMap(({ type, sources }) => (type === "review" ? (sources ?? []) : []));
}

/** Shown in the page; everything else is offered to be kept. */
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/|video\/|application\/pdf)/;

interface StoredFile {
  sha256: string;
  size_bytes: number;
  content_type: string;
  storage_key: string;
}

/** Sends the file of an address that was given out. Throws the neutral 404 for one that does not hold any more. */
export async function sendSeen(call: Asking, ticket: string): Promise<Response> {
  const { runtime, sql, now, request, subject } = call;
  const claims = runtime.signer.verify(PURPOSE, ticket, now);
  if (!isJsonObject(claims) || claims["f"] !== fingerprintOf(subject.form)) throw refuse.notFound("not found");
  const { u, r, d: doc_id, v: version, p: path } = claims;
  if (!(await isLetIn(call, subject, { user_id: typeof u === "number" ? u : null })))
    throw refuse.notFound("not found");
  if (typeof r !== "string" || typeof doc_id !== "string" || typeof version !== "number" || typeof path !== "string") {
    throw refuse.notFound("not found");
  }
  const ref = { doc_id, version, path };
  const { writer, isShown } = await openSight(call, { resume_sha256: Buffer.from(r, "hex") });
  const [open] = isShown(ref) ? await findOpenFiles(sql, { actor: writer.actor, now, refs: [ref] }) : [];
  const file = open ? await findStored(sql, subject.form, ref) : null;
  if (!file) throw refuse.notFound("not found");
  const { content_type, storage_key } = file;
  const isInline = INLINE.test(content_type);
  return fileResponse({
    request: { method: request.method, headers: request.headers },
    size: file.size_bytes,
    etag: `"${file.sha256}"`,
    content_type,
    open: (range) => runtime.blobs.get(storage_key, range),
    headers: {
      "cache-control": "private, no-store",
      "content-disposition": isInline ? "inline" : attachment(baseName(path)),
      // A PDF viewer is a frame of the browser's own, which no sandbox lets in.
      "content-security-policy": content_type.startsWith("application/pdf")
        ? "frame-ancestors 'self'"
        : "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
    },
  });
}

async function findStored(sql: Sql, { workspace_id }: FormRow, ref: FileRef): Promise<StoredFile | null> {
  const [row] = await sql<StoredFile[]>`
    select encode(f.sha256, 'hex') as sha256, f.size_bytes, f.content_type, b.storage_key
    from documents d join document_files f using (document_id) join blobs b using (blob_id)
    where d.doc_id = ${ref.doc_id} and d.workspace_id = ${workspace_id} and f.version = ${ref.version} and f.path = ${ref.path}`;
  return row ?? null;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
