// Naming a version, and showing one that was written as a candidate (rules: versions/named).
import { refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { besideIt, forItsReaders } from "../model/openness.ts";
import { showDocument } from "../model/rows.ts";
import { lockToken, writtenMembers } from "../model/schemas.ts";
import { WRITTEN } from "../model/tool_results.ts";
import { document, refuseMissingVersion } from "../permits.ts";
import { findVersion, labelVersion } from "../store/reading/versions.ts";
import { refuseConflict } from "../write/conflict.ts";
import { showSource, sourceOf } from "../write/page.ts";
import { showVersion } from "../write/revise.ts";

const version = t.Object({
  doc_id: t.String({ description: "The document." }),
  version: t.Version({ description: "The number of the version." }),
});

export const nameVersion = operation({
  id: "doc.version.label",
  route: "PATCH /api/docs/{doc_id}/versions/{version}",
  tool: {
    name: "label_version",
    wording: "Give a version of a document a name, such as 'sent to the printer'; null takes it away.",
    idempotent: true,
  },
  summary: "Give a version a label",
  params: version,
  body: t.Object({
    label: t.Nullable(t.String({ maxLength: 100 }), { description: "At most 100 characters; null or empty clears." }),
  }),
  output: t.Object(
    { doc_id: t.String(), version: t.Integer(), label: t.Nullable(t.String()) },
    { $id: "VersionLabelled" },
  ),
  permit: document("edit"),
  connection_limit: "places",
  publishes: (_input, document) => besideIt(document),
  audit: "doc.label",
  run: async ({ sql, subject, note }, { params, body }) => {
    const { document_id, workspace_id, doc_id } = subject;
    const label = body.label?.trim() || null;
    const changed = await labelVersion(sql, { document_id, workspace_id, version: params.version, label });
    if (changed === null) throw refuseMissingVersion(params.version);
    if (changed) note("doc.label", { target_type: "doc", target_id: doc_id, meta: { version: params.version, label } });
    return { doc_id, version: params.version, label };
  },
});

export const activateVersion = operation({
  id: "doc.version.activate",
  route: "POST /api/docs/{doc_id}/versions/{version}/activate",
  tool: {
    name: "activate_version",
    wording:
      "Show a candidate version, written with activate=false, from now on. base_version is the version shown now.",
    gives: WRITTEN.filter((name) => name !== "path"),
  },
  summary: "Show a candidate version",
  description:
    "409 when the current version is not base_version. A candidate older than the current version is shown as a new one.",
  params: version,
  body: t.Object({
    base_version: t.Version({ description: "The current version, as you have seen it." }),
    lock_token: lockToken,
  }),
  output: t.Object({ ...writtenMembers, activated: t.Integer() }, { $id: "VersionActivated" }),
  permit: document("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.activate",
  refuses: [409, 423],
  prepare: async (call, { params, body }) => {
    const { subject, sql } = call;
    await refuseConflict(call, subject, { ...body, paths: [subject.source_path] });
    const found = await findVersion(sql, { document_id: subject.document_id, version: params.version });
    if (!found) throw refuseMissingVersion(params.version);
    if (!found.candidate && params.version !== subject.version) {
      throw refuse.invalid(`version ${params.version} is no candidate; restore it to bring its content back`);
    }
    // One that is older is shown as a new one, which is the caller's.
    const of_version = params.version < subject.version ? undefined : params.version;
    return showSource({ ...call, of_version }, subject, sourceOf(call, { ...subject, files: found.files }));
  },
  run: async (call, { params, body }, source) => {
    const { subject } = call;
    const shown = await showVersion(call, subject, { ...body, version: params.version, ...source });
    if (shown.changed) {
      const meta = { version: shown.document.version, activated: params.version };
      call.note("doc.activate", { target_type: "doc", target_id: subject.doc_id, meta });
    }
    return {
      ...showDocument(shown.document, call),
      changed: shown.changed,
      activated: params.version,
    };
  },
});
