// The history of a document: its versions, and bringing the content of an earlier one back.
import { nextCursor, paging, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { forItsReaders } from "../model/openness.ts";
import { showDocument } from "../model/rows.ts";
import { baseVersion, DocumentRestored, lockToken, message, VersionEntry } from "../model/schemas.ts";
import { document } from "../permits.ts";
import { filesOfVersion } from "../store/reading/version_files.ts";
import { listVersions, VERSIONS } from "../store/reading/versions.ts";
import { refuseConflict } from "../write/conflict.ts";
import { filesBeside, showSource, sourceOf } from "../write/page.ts";
import { revise } from "../write/revise.ts";

export const getVersions = operation({
  id: "doc.versions",
  route: "GET /api/docs/{doc_id}/versions",
  tool: {
    name: "list_versions",
    wording: "List a document's versions, newest first, with who wrote them how.",
    idempotent: true,
  },
  summary: "List a document's versions, newest first",
  query: t.Object({
    ...paging({ maximum: 500, default: 100 }),
  }),
  output: t.Object({
    doc_id: t.String(),
    versions: t.Array(VersionEntry),
    ...nextCursor,
  }),
  permit: document("view"),
  connection_limit: "places",
  run: async ({ subject, sql }, { query }) => {
    const found = await listVersions(sql, { document_id: subject.document_id, ...VERSIONS.options(query) });
    const { rows, next } = VERSIONS.page(found, query);
    const versions = rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      current: row.version === subject.version,
    }));
    return { doc_id: subject.doc_id, versions, ...next };
  },
});

export const restore = operation({
  id: "doc.restore",
  route: "POST /api/docs/{doc_id}/versions/{version}/restore",
  tool: {
    name: "restore_version",
    wording: "Make an earlier version's content the newest version again.",
    gives: ["doc_id", "url", "version", "changed", "restored_from"],
    idempotent: true,
  },
  summary: "Restore a version",
  params: t.Object({
    doc_id: t.String(),
    version: t.Version({ description: "The number of the version to bring back." }),
  }),
  body: t.Object({ base_version: baseVersion, lock_token: lockToken, message }),
  output: DocumentRestored,
  permit: document("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.restore",
  refuses: [409, 423],
  prepare: async (call, { params: { version }, body }) => {
    const { subject, sql } = call;
    await refuseConflict(call, subject, { ...body, paths: [subject.source_path] });
    const files = await filesOfVersion(sql, subject, version);
    const shown = await showSource(call, subject, sourceOf(call, { ...subject, files }));
    return { sources: filesBeside(shown.page, files), ...shown };
  },
  run: async (call, { params, body }, { sources, page, title }) => {
    const { subject } = call;
    const { document: row, changed } = await revise(call, subject, {
      replace: sources,
      put: page ? [page] : [],
      title,
      ...body,
      message: body.message ?? `restored version ${params.version}`,
    });
    if (changed) {
      call.note("doc.restore", {
        target_type: "doc",
        target_id: subject.doc_id,
        meta: { restored_from: params.version, version: row.version },
      });
    }
    const shown = showDocument(row, call);
    return { ...shown, restored_from: params.version, changed };
  },
});
