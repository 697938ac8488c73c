// Copying a document: one version of it becomes the first of a new one, which shares nothing else
// (rules: documents/copies).

import { type Call, firstCharacters, type Permit, refuse, t } from "../../../kernel/plugin.ts";
import { type BlobContent, findContents, type StoredBytes } from "../../../kernel/ports/blobs.ts";
import { operation } from "../../operation.ts";
import { opennessAt } from "../../places/port.ts";
import { copyAttrs } from "../model/attrs.ts";
import type { PrepareCall } from "../model/calls.ts";
import { setLater } from "../model/elsewhere.ts";
import { type FileRow, type LoadedDocument, showDocument } from "../model/rows.ts";
import { checkPlaced } from "../model/rules.ts";
import { Document, folder, idempotencyKey, placement, titleText } from "../model/schemas.ts";
import { PUBLISHED } from "../model/tool_results.ts";
import { loadWith, refuseMissing } from "../permits.ts";
import { holdDocument } from "../store/reading/by_key.ts";
import { filesOfVersion } from "../store/reading/version_files.ts";
import { insertDocument } from "../store/writing/new_documents.ts";
import type { ContentFile } from "../write/content_file.ts";
import { type CopiedDocument, copyCommentsHook, documentsCopiedHook } from "../write/copying.ts";
import { filesBeside, renderPage, sourceOf } from "../write/page.ts";
import { heldTexts } from "../write/publishing.ts";
import { loadTarget, settle, type Target } from "../write/targets.ts";
import { tellType } from "../write/typed_documents.ts";

/** A document that may be read, and the place where its copy may lie. */
type Duplicable = LoadedDocument & { target: Target };

function duplicable(options: { folder?: string; root?: string | null }): Permit<Duplicable> {
  return {
    needs: "view on the document, and edit where the copy goes",
    check: async (call, input) => {
      const found = await loadWith(call, { needed: "view", doc_id: String(input.params["doc_id"]) });
      return { ...found, target: await loadTarget(call, { root: options.root, folder: options.folder }) };
    },
  };
}

export const duplicate = operation({
  id: "doc.duplicate",
  route: "POST /api/docs/{doc_id}/duplicate",
  tool: {
    name: "duplicate_doc",
    wording: "Copy a document that you may read into a new one of yours, open to nobody else at first.",
    gives: [...PUBLISHED, "attrs"],
  },
  summary: "Copy a document",
  description:
    "The copy begins at version 1 with the files of one version. It has a link of its own and the tags, and neither the alias nor the grants, and with `include.comments` the comments as they are.",
  body: t.Object({
    title: t.Optional(titleText("Without it, the source's and (copy).")),
    folder,
    root: placement.root,
    version: t.Optional(t.Version({ description: "Without it, the current one." })),
    include: t.Optional(
      t.Object(
        {
          comments: t.Optional(t.Boolean({ default: false, description: "The document's comments, too." })),
          records: t.Optional(t.Boolean({ default: false, description: "The records of a database, too." })),
        },
        { description: "What comes along beside the files." },
      ),
    ),
    idempotency_key: idempotencyKey,
  }),
  output: Document,
  status: 201,
  rules: ({ body }) => checkPlaced(body),
  permit: ({ body }) => duplicable(body),
  elsewhere: {
    ...setLater("visibility", "password", "listing", "retention_days", "expires_at", "alias", "legal_hold"),
    tags: { hint: "it has those of its source; set others with PATCH /api/docs/{doc_id}", holds: ({ tags }) => tags },
    html: { hint: "a copy holds what its source does; write into it with PATCH /api/docs/{doc_id}" },
    markdown: { hint: "a copy holds what its source does; write into it with PATCH /api/docs/{doc_id}" },
  },
  connection_limit: "places",
  publishes: (_input, { target }) => opennessAt(target),
  gate: { name: "comments", when: ({ body }) => body.include?.comments === true },
  quota: "publish",
  once: "idempotency_key",
  audit: "doc.duplicated",
  refuses: [402, 413],
  prepare: async (call, { body }) => {
    const { subject, sql } = call;
    const version = body.version ?? subject.version;
    const files = await filesOfVersion(sql, subject, version);
    const title = body.title ?? `${firstCharacters(subject.title, 493)} (copy)`;
    const renamed = { ...subject, title, title_set: true };
    const page = await renderPage(call, renamed, sourceOf(call, { ...subject, files }));
    const sources = await storedOf(call, filesBeside(page, files));
    return { title, version, files: page ? [...sources, page] : sources };
  },
  run: async (call, { body }, { title, version, files }) => {
    const { subject, sql, now } = call;
    // What is held is not purged, so neither are the bytes that the copy is about to name.
    if (!(await holdDocument(sql, subject.document_id))) throw refuseMissing();
    const source = { doc_id: subject.doc_id, version };
    const with_records = body.include?.records ?? false;
    const row = await insertDocument(
      call,
      {
        title,
        title_set: true,
        kind: subject.kind,
        doc_type: subject.doc_type,
        source_path: subject.source_path,
        place: await settle(call, subject.target),
        tags: subject.tags,
        visibility: "restricted",
        listing: "private",
        password_hash: null,
        retention_days: null,
        description: subject.description,
        attrs: copyAttrs(subject.attrs, source),
        // Its neighbours' links go on meaning the original.
        filename: null,
      },
      {
        files,
        entries: () => heldTexts(call, subject, with_records),
        message: firstCharacters(`copied from version ${version} of "${subject.title}"`, 500),
      },
    );
    const copied = { sql, now, actor: call.actor, workspace_id: subject.workspace_id, doc_type: subject.doc_type };
    const ids = { version, from_document_id: subject.document_id, to_document_id: row.document_id };
    const copy = { ...copied, ...ids, with_records };
    await call.callHook(documentsCopiedHook, copy);
    const comments = body.include?.comments ? await copyComments(call, copy) : null;
    const meta = { title, source, version: 1, ...(comments !== null && { comments }) };
    await tellType(call, row, { what: "create", meta: { name: title } });
    call.note("doc.duplicated", { target_type: "doc", target_id: row.doc_id, meta });
    return showDocument({ ...row, level: subject.target.level }, call);
  },
});

async function copyComments({ callHook }: Pick<Call, "callHook">, copy: CopiedDocument): Promise<number> {
  const [copied] = await callHook(copyCommentsHook, copy);
  if (copied === undefined) throw refuse.invalid("include.comments: this server keeps no comments");
  return copied;
}

/** Bytes that are stored already, as a new document names them; those under another workspace's row are stored again, since a key has one row. */
async function storedOf(call: PrepareCall, files: readonly FileRow[]): Promise<ContentFile[]> {
  const contents = await findContents(
    call.sql,
    files.map((file) => file.blob_id),
  );
  return Promise.all(
    files.map(async ({ path, content_type, blob_id, sha256, size_bytes, renderer }) => {
      const content = contents.get(blob_id);
      if (!content) throw refuseMissing();
      const { storage_key: key, workspace_id } = content;
      const bytes = content.bytes ? { bytes: content.bytes } : {};
      const isHere = workspace_id === call.actor.workspace.id;
      const stored = isHere ? { key, sha256, size_bytes, ...bytes } : await storeAgain(call, content);
      return { path, content_type, renderer, stored };
    }),
  );
}

async function storeAgain(call: PrepareCall, { storage_key, bytes }: BlobContent): Promise<StoredBytes> {
  const body = bytes ?? (await call.runtime.blobs.get(storage_key));
  return call.store(body instanceof Blob ? body.stream() : body);
}
