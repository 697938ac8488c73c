// Publishing or replacing a file as a raw request body, streamed straight to the store.
import { demandActor, type Permit, type PermitCall, refuse, t } from "../../../kernel/plugin.ts";
import { isKeyKnown } from "../../../kernel/ports/pipeline.ts";
import {
  asUploaded,
  Document,
  descriptionMember,
  folder,
  idempotencyKey,
  LISTINGS,
  placement,
  publish,
  publishAlone,
  publishTarget,
  type Target,
} from "../../documents/port/create.ts";
import { baseName, documentNamed, type LoadedDocument, showDocument } from "../../documents/port/read.ts";
import type { WriteCall } from "../../documents/port/write.ts";
import {
  baseSha256,
  baseVersion,
  type Conditions,
  conditionsOf,
  demandBase,
  lockToken,
  message,
  refuseConflict,
  requestedConditions,
  revise,
} from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import {
  arrivingFor,
  checkUpload,
  declaredLength,
  type Received,
  receiveNew,
  receiveReplacement,
  refuseIrreplaceable,
  refuseUnstorable,
  type UploadOptions,
} from "../receive.ts";

/**
 * What a raw upload says of itself, in the query or in its ticket. No member has a default here: what was said must be told
 * from what was not, since metadata has no place beside a replacement.
 */
export const uploadMembers = {
  filename: t.Name({ minLength: 1, maxLength: 255, description: "Decides what kind of document it becomes." }),
  title: placement.title,
  description: descriptionMember("Shown on the page of a file share."),
  visibility: t.Optional(
    t.OneOf(["restricted", "unlisted", "workspace"], { description: "Who may open it; restricted unless told." }),
  ),
  listing: t.Optional(t.OneOf(LISTINGS, { description: "Private unless told." })),
  retention_days: t.Optional(
    t.Integer({ minimum: 0, maximum: 36_500, description: "0, which is also the default, keeps forever." }),
  ),
  folder,
  root: placement.root,
  render: t.Optional(t.Boolean({ description: "False shares a markdown file as a download." })),
  doc_id: t.Optional(t.String({ description: "Replaces a file of this document instead of publishing a new one." })),
  path: t.Optional(t.Name({ description: "The file to replace; index.html for an HTML document." })),
  base_version: baseVersion,
  base_sha256: baseSha256,
  lock_token: lockToken,
  message,
  idempotency_key: idempotencyKey,
};

/** Writes what was received: a new document at the place that was permitted, or a version of the document that was. */
export async function writeReceived(
  call: WriteCall,
  received: Received,
  options: UploadOptions & { permitted: Target | LoadedDocument; conditions: Conditions },
) {
  const { permitted } = options;
  if ("content" in received) {
    if ("doc_id" in permitted) throw new Error("a new document was received in the place of another");
    return publish(call, { content: received.content, password_hash: null, target: permitted }, options);
  }
  if (!("doc_id" in permitted)) throw new Error("a replacement was received without its document");
  const replaced = permitted;
  const { document, changed } = await revise(call, replaced, {
    put: received.put,
    ...options.conditions,
    message: options.message,
  });
  if (changed) {
    const meta = { version: document.version, path: options.path };
    call.note("doc.edit", { target_type: "doc", target_id: replaced.doc_id, meta });
  }
  return showDocument(document, call);
}

/**
 * What an upload is allowed by: a place for a new document, or the document whose file it replaces, which the sender must have
 * read. `read` finds what of it they claim to have read; it is part of the query unless told.
 */
export function uploadTarget(
  options: UploadOptions,
  read: (call: PermitCall) => Conditions = () => requestedConditions(options),
): Permit<Target | LoadedDocument> {
  const target: Permit<Target | LoadedDocument> =
    options.doc_id === undefined ? publishTarget(options) : documentNamed("edit", options.doc_id);
  return {
    needs: target.needs,
    check: async (call, input) => {
      const conditions = read(call);
      if (options.doc_id !== undefined) demandBase(conditions);
      const subject = await target.check(call, input);
      if ("doc_id" in subject) await refuseReplacing(call, subject, { ...options, conditions });
      return subject;
    },
  };
}

/**
 * What can be refused of a replacement before its bytes come; it is all looked at again after them. Under an idempotency key a
 * stale one may be the repeat of what made it stale, which shows only once its bytes are here.
 */
async function refuseReplacing(
  call: PermitCall,
  subject: LoadedDocument,
  options: UploadOptions & { conditions: Conditions },
): Promise<void> {
  const path = options.path ?? "";
  refuseIrreplaceable(subject, path);
  if (options.idempotency_key !== undefined) return;
  const writer = { ...call, actor: demandActor(call.actor) };
  await refuseConflict(writer, subject, { ...options.conditions, paths: [path] });
}

/** The same for a body that is on its way: whatever its length rules out is refused before a byte of it is read. */
function arrivingUpload(options: UploadOptions): Permit<Target | LoadedDocument> {
  const target = uploadTarget(options, (call) => conditionsOf(call, options));
  return {
    needs: target.needs,
    check: async (call, input) => {
      const declared = declaredLength(call, options);
      const subject = await target.check(call, input);
      const { actor } = call;
      if (!actor) throw refuse.unauthenticated("authentication required");
      // Whether it is a repeat shows when its bytes are here; the first one may have taken the room.
      if (declared !== null && !(await isKeyKnown({ ...call, actor }, options.idempotency_key))) {
        await refuseUnstorable({ ...call, actor }, { size: declared, for: arrivingFor(subject) });
      }
      return subject;
    },
  };
}

/**
 * The query with its tags as a list, which are one text with commas, and with a name: that of the file that is replaced, where
 * its sender says no other. Throws 400 for an upload that nothing names.
 */
function optionsOf<Q extends { tags?: string; filename?: string; doc_id?: string; path?: string }>({
  tags,
  ...rest
}: Q): Omit<Q, "tags"> & { tags?: string[]; filename: string } {
  const list = tags
    ?.split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  const { doc_id, path = "" } = rest;
  const { filename = doc_id === undefined ? undefined : baseName(path) || UNNAMED } = rest;
  if (filename === undefined) {
    throw refuse.unprocessable([{ loc: ["query", "filename"], msg: "filename is required", type: "missing" }]);
  }
  return { ...rest, filename, ...(list ? { tags: list } : {}) };
}

/** Of a replacement that does not say of what, which is refused for that. */
const UNNAMED = "file";

export const upload = operation({
  id: "doc.upload",
  route: "PUT /api/upload",
  summary: "Publish a file as a raw body, or replace one",
  description:
    "Streams up to 2 GiB; pages, JavaScript, CSS and replacements up to 20 MiB. HTML and markdown become pages. With doc_id, path and base_version (or If-Match) it replaces a file of that document and answers 200.",
  query: t.Object({
    ...uploadMembers,
    filename: t.Optional(
      t.Name({
        minLength: 1,
        maxLength: 255,
        description: "Decides what kind of document it becomes. Required, but of a replacement, which path names.",
      }),
    ),
    tags: t.Optional(t.String({ maxLength: 1000, description: "Separated by commas." })),
  }),
  output: Document,
  status: 201,
  also: [200],
  raw: "upload",
  error_format: "upload",
  rules: ({ query }) => checkUpload(optionsOf(query)),
  permit: ({ query }) => arrivingUpload(optionsOf(query)),
  connection_limit: "places",
  publishes: ({ query }, target) => asUploaded(query, target),
  quota: "publish",
  once: "idempotency_key",
  audit: ["doc.publish", "doc.edit"],
  refuses: [409, 423],
  prepare: (call, { query }) => {
    const { subject, request } = call;
    const options = optionsOf(query);
    const body = { stream: request.body, size_bytes: declaredLength(call, options), sha256: null };
    if ("doc_id" in subject) return receiveReplacement(call, { ...options, document: subject }, body);
    return receiveNew(call, options, body);
  },
  // What a replacement is held to may have changed while its bytes came: it is looked at again in a transaction.
  single: async (call, { query }, received) => {
    const { subject } = call;
    if (!("content" in received) || "doc_id" in subject) return null;
    return publishAlone(call, { content: received.content, password_hash: null, target: subject }, optionsOf(query));
  },
  run: async (call, { query }, received) => {
    const { subject } = call;
    const conditions = conditionsOf(call, query);
    const shown = await writeReceived(call, received, { ...optionsOf(query), permitted: subject, conditions });
    if ("doc_id" in subject) call.reply.status = 200;
    return shown;
  },
});
