// Files of attachment fields: sent to become documents, and resolved into what shows them.
import { t } from "../../../kernel/plugin.ts";
import { asPlaced, createDocument } from "../../documents/port/create.ts";
import { baseName, parseFilePath } from "../../documents/port/read.ts";
import { settleRetention } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { capOf, operation } from "../../operation.ts";
import { declaredLength, downloadAddress, receiveNew } from "../../uploads/port.ts";
import { checkFileRef, type FileRef } from "../fields/mod.ts";
import { demandRepeat, mediaUpload, refuseOther, uploadOptions } from "../media_upload.ts";
import { database } from "../permits.ts";
import { databaseId, databaseParams, tableId } from "../schemas.ts";
import { completeUpload, findOpenFiles, findUpload, takeUpload } from "../store/media.ts";

const FILES_MAX = manifest.caps.media_per_request;

const fileMembers = {
  doc_id: t.String({ description: "The document that holds the file." }),
  version: t.Integer(),
  path: t.String(),
};

const UploadedFile = t.Object({ file: t.Object(fileMembers, { $id: "MediaReference" }) }, { $id: "UploadedMedia" });

export const uploadMedia = operation({
  id: "database.upload_media",
  route: "PUT /api/databases/{database_id}/tables/{table_id}/media/{field}",
  summary: "Send a file for an attachment field",
  description:
    "The body is the file. `X-Service-Filename` is its name, percent-encoded; `X-Service-Upload-Id` is 8 to 64 letters, digits, `_` or `-`, the same for each try: a repeat answers the first file, and other bytes under it are a 409. The file becomes a document in the field's folder, or the database's; save the answered reference in a record within 7 days, or it expires.",
  params: t.Object({
    database_id: databaseId,
    table_id: tableId,
    field: t.String({ description: "The key of the attachment field." }),
  }),
  output: UploadedFile,
  raw: "upload",
  error_format: "upload",
  permit: mediaUpload(),
  connection_limit: "places",
  publishes: (_input, { target }) => asPlaced(undefined, target),
  quota: { name: "publish", when: (_input, { done }) => done === null },
  audit: "doc.publish",
  refuses: [404, 409, 413, 415],
  prepare: async (call) => {
    const { done, ...upload } = call.subject;
    if (done) {
      await demandRepeat(call, { ...upload, done });
      return null;
    }
    const options = uploadOptions(upload);
    const size_bytes = declaredLength(call, options);
    return receiveNew(call, options, { stream: call.request.body, size_bytes, sha256: null });
  },
  run: async (call, _input, received) => {
    const { sql, subject, actor, now } = call;
    const { done, named, target, filename, table } = subject;
    if (done) return { file: { doc_id: done.doc_id, version: 1, path: done.path } };
    if (!received || !("content" in received)) throw new Error("an upload was not received as a document");
    const { content, fingerprint: sha256 } = received;
    const file = content.files.find(({ path }) => path === content.source_path);
    const came = { filename, sha256, size_bytes: file?.stored.size_bytes ?? 0 };
    if (!(await takeUpload(sql, { ...named, ...came, workspace_id: actor.workspace.id, now }))) {
      const twin = refuseOther(await findUpload(sql, { ...named, now }), came);
      return { file: { doc_id: twin.doc_id, version: 1, path: twin.path } };
    }
    const days = capOf(call.runtime, "pending_media_days");
    const retention_days = await settleRetention(call, { workspace_id: table.workspace_id, retention_days: days });
    const { document_id, doc_id, expires_at } = await createDocument(call, { content, target }, { retention_days });
    await completeUpload(sql, named, { document_id, path: content.source_path, expires_at });
    return { file: { doc_id, version: 1, path: content.source_path } };
  },
});

const ResolvedFile = t.Object(
  {
    ...fileMembers,
    available: t.Boolean({ description: "False for a file that is not there or not open to you." }),
    name: t.Nullable(t.String()),
    type: t.Nullable(t.String()),
    size: t.Nullable(t.Integer(), { description: "Bytes." }),
    url: t.Nullable(t.String(), { description: "Needs no other credential, and answers while you may open the file." }),
    expires_at: t.Nullable(t.Instant(), { description: "Of url." }),
  },
  { $id: "ResolvedMedia" },
);

export const resolveMedia = operation({
  id: "database.media",
  route: "POST /api/databases/{database_id}/media",
  summary: "Resolve references to files into what shows them",
  description: `At most ${FILES_MAX} references, answered in their order.`,
  effect: "read",
  params: databaseParams,
  body: t.Object({
    files: t.Array(
      t.Object({
        doc_id: t.String({ minLength: 1 }),
        version: t.Version({ description: "The version that the record is pinned to." }),
        path: t.Name({ minLength: 1 }),
      }),
      { maxItems: FILES_MAX },
    ),
  }),
  output: t.Object({ files: t.Array(ResolvedFile) }),
  rules: ({ body }) => {
    for (const { path } of body.files) parseFilePath(path);
  },
  permit: database("view"),
  connection_limit: "places",
  run: async (call, { body }) => {
    const { sql, actor, now } = call;
    const refs = body.files.map((file): FileRef => {
      const checked = checkFileRef(file);
      return "ref" in checked ? checked.ref : file;
    });
    const found = await findOpenFiles(sql, { actor, now, refs });
    return {
      files: refs.map((ref, index) => {
        const file = found[index];
        if (!file) return { ...ref, available: false, name: null, type: null, size: null, url: null, expires_at: null };
        const { url, expires_at } = downloadAddress(call, ref);
        const { content_type: type, size_bytes: size } = file;
        return { ...ref, available: true, name: baseName(ref.path), type, size, url, expires_at };
      }),
    };
  },
});
