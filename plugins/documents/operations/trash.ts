// The end of a document's life and the way back:
// delete, the trash, undelete (rules: documents/trash, documents/undelete).
import { enqueue, nextCursor, paging, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { parseFolder, rootNamed } from "../../places/port.ts";
import { EMPTY_TRASH_JOB, type EmptyTrash } from "../jobs.ts";
import { broughtBack } from "../model/openness.ts";
import { showDocument } from "../model/rows.ts";
import { checkReturn } from "../model/rules.ts";
import { baseVersion, placement, TrashedDocument, Undeleted, VISIBILITIES } from "../model/schemas.ts";
import { document, purgeable } from "../permits.ts";
import { purgeDocument, trashDocument, undeleteDocument } from "../store/life/lifecycle.ts";
import { listTrashed } from "../store/life/shown_trash.ts";
import { countTrash } from "../store/life/trash.ts";
import { lockLoaded } from "../store/reading/documents.ts";
import { refuseStale } from "../write/conflict.ts";
import { hashPassword } from "../write/passwords.ts";
import { undeletable } from "../write/undelete.ts";

const PAGE = 100;

export const deleteDoc = operation({
  id: "doc.delete",
  route: "DELETE /api/docs/{doc_id}",
  tool: {
    name: "delete_doc",
    wording:
      "Move a document to the trash, from where it can be brought back for 7 days; with purge it is gone for good. Its link stops working at once.",
    destructive: true,
    idempotent: true,
  },
  summary: "Delete a document",
  description:
    "Moves it to the trash. With purge it is gone for good: for its owner, and in a root for who wrote it, while they may edit there, and the root's managers.",
  query: t.Object({
    purge: t.Optional(t.Boolean({ description: "True removes it for good, at once; out of the trash too." })),
    base_version: baseVersion,
  }),
  output: t.Object({ doc_id: t.String(), deleted: t.Boolean() }),
  permit: ({ query }) => (query.purge ? purgeable() : document("settings")),
  connection_limit: "places",
  opens: null,
  audit: ["doc.delete", "doc.purge"],
  refuses: [409, 423],
  run: async (call, { query }) => {
    const { subject } = call;
    // Held from here on, so that nobody's newer text goes with it.
    if (query.base_version !== undefined) {
      const current = await lockLoaded(call.sql, subject.document_id, call.actor);
      if (current) await refuseStale(call, current, { base_version: query.base_version, paths: [] });
    }
    await (query.purge ? purgeDocument(call, subject) : trashDocument(call, subject));
    call.note(query.purge ? "doc.purge" : "doc.delete", {
      target_type: "doc",
      target_id: subject.doc_id,
      meta: { title: subject.title, ...(subject.alias !== null && { alias: subject.alias }) },
    });
    return { doc_id: subject.doc_id, deleted: true };
  },
});

export const getTrash = operation({
  id: "doc.trash",
  route: "GET /api/trash",
  tool: {
    name: "list_trash",
    wording: "List deleted and expired documents that can still be brought back.",
    idempotent: true,
  },
  summary: "List the trash, the last to leave first",
  description: "Your own by default; with root, what left that root from folders where you hold edit.",
  query: t.Object({
    folder: t.Optional(t.String({ description: "Only documents that were in this folder." })),
    root: placement.root,
    ...paging({ maximum: 500, default: PAGE }),
  }),
  output: t.Object({ docs: t.Array(TrashedDocument), ...nextCursor }),
  rules: ({ query }) => {
    if (query.folder) parseFolder(query.folder);
  },
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  run: (call, { query }) => {
    const { limit = PAGE, cursor } = query;
    const folder = query.folder === undefined ? null : parseFolder(query.folder);
    return listTrashed(call, { root: call.subject, folder, limit, cursor });
  },
});

export const emptyTrash = operation({
  id: "doc.trash.empty",
  route: "DELETE /api/trash",
  tool: {
    name: "empty_trash",
    wording:
      "Remove everything in the trash for good: your own, or with root what left that root, where you manage it all of it and else what you wrote. Nothing brings it back.",
    destructive: true,
    idempotent: true,
  },
  summary: "Empty the trash",
  description:
    "Removes what GET /api/trash lists at this moment, expired documents too, in the background; in a root, for others than its managers, only what they wrote. What is brought back before its turn comes stays.",
  query: t.Object({ root: placement.root }),
  output: t.Object({
    docs: t.Integer({ description: "How many documents are about to be removed." }),
    kept: t.Integer({ description: "How many more the trash lists to you that only a manager of the root removes." }),
  }),
  status: 202,
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  opens: null,
  audit: "trash.empty",
  run: async (call) => {
    const { sql, actor, runtime, now, subject: root, via } = call;
    const root_id = root?.root_id ?? null;
    const { docs, kept } = await countTrash(sql, { actor, now, root_id });
    if (docs === 0) return { docs, kept };
    const workspace_id = actor.workspace.id;
    const options: EmptyTrash = { workspace_id, user_id: actor.user_id, root_id, left_by: now.getTime(), via };
    await enqueue(sql, { kind: EMPTY_TRASH_JOB, payload: { ...options }, due_at: now, workspace_id });
    call.afterCommit(() => runtime.jobs.wake());
    call.note("trash.empty", { target_type: "trash", target_id: root?.slug ?? "~", meta: { docs } });
    return { docs, kept };
  },
});

export const undelete = operation({
  id: "doc.undelete",
  route: "POST /api/docs/{doc_id}/undelete",
  tool: {
    name: "undelete_doc",
    wording: "Bring a document back from the trash, at its old link.",
    gives: ["doc_id", "title", "url", "folder", "version", "alias_lost"],
    idempotent: true,
  },
  summary: "Bring a document back from the trash",
  description:
    "With its visibility, unless another is sent: a policy may not allow the former one any more. A retention outside the policy is brought within it.",
  body: t.Object({
    folder: t.Optional(
      t.Name({ description: 'Path, made on the fly; "" for the top. Without it, where it was.', maxLength: 1024 }),
    ),
    root: t.Optional(
      t.Nullable(t.String(), { description: "A shared root's slug, or ~ for My documents; without it, where it was." }),
    ),
    visibility: t.Optional(t.OneOf(VISIBILITIES, { description: "Whom it opens for from then on." })),
    password: placement.password,
  }),
  output: Undeleted,
  rules: ({ body }) => checkReturn(body),
  permit: ({ body }) => undeletable(body),
  connection_limit: "places",
  opens: ({ body }, document) => broughtBack({ ...document, visibility: body.visibility ?? document.visibility }),
  audit: ["doc.undelete", "doc.visibility"],
  refuses: [402, 409, 413],
  prepare: async (_call, { body }) => ({ ...body, password_hash: await hashPassword(body.password) }),
  run: async (call, _input, { visibility, password_hash }) => {
    const { subject } = call;
    const readers = { password_hash, ...(visibility === undefined ? {} : { visibility }) };
    const { alias_lost, ...row } = await undeleteDocument(call, subject, { target: subject.target, readers });
    call.note("doc.undelete", {
      target_type: "doc",
      target_id: row.doc_id,
      meta: {
        title: row.title,
        folder: row.folder,
        ...(row.alias !== null && { alias: row.alias }),
        ...(alias_lost !== null && { alias_lost }),
      },
    });
    if (row.visibility !== subject.visibility || password_hash !== null) {
      const meta = { from: subject.visibility, to: row.visibility };
      call.note("doc.visibility", { target_type: "doc", target_id: row.doc_id, meta });
    }
    const shown = showDocument(row, call);
    return alias_lost === null ? shown : { ...shown, alias_lost };
  },
});
