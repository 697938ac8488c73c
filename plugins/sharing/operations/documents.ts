// Who has access to a document, and giving it (rules: sharing/grants, sharing/who_shares).
import { paging, refuse, t } from "../../../kernel/plugin.ts";
import { documentWith, holds } from "../../documents/port/read.ts";
import { lockWith } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import {
  checkSharing,
  DocumentGrant,
  endOf,
  GRANTS,
  listGrants,
  opennessTo,
  sharing,
  showDocumentGrant,
} from "../../places/port.ts";
import { give } from "../give.ts";
import { demandRevocable, refuseNoGrant, revocable, sharable } from "../permits.ts";
import { DocumentAccess, docId, grantId, Removed } from "../schemas.ts";
import { findGuards, findOwner } from "../store/access.ts";
import { takeBack } from "../take_back.ts";

export const readAccess = operation({
  id: "access.list",
  route: "GET /api/docs/{doc_id}/access",
  tool: { name: "list_access", wording: "List who may open a document, and at which level.", idempotent: true },
  summary: "List who has access to a document",
  params: t.Object(docId),
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: DocumentAccess,
  permit: documentWith("view"),
  connection_limit: "places",
  run: async ({ subject, sql }, { query }) => {
    const { doc_id, document_id, workspace_id } = subject;
    const [{ owner, has_grants }, guards] = await Promise.all([findOwner(sql, subject), findGuards(sql, subject)]);
    const on = { workspace_id, document_id, place_ids: guards };
    const { rows, next } = GRANTS.page(await listGrants(sql, { ...on, ...GRANTS.options(query) }), query);
    return {
      doc_id,
      owner,
      my_level: subject.level,
      can_manage: holds(subject, "own"),
      narrowed: subject.visibility === "workspace" && has_grants,
      grants: rows.map((row) => {
        const inherited = row.document_id === null;
        return showDocumentGrant(row, { doc_id: inherited ? null : doc_id, inherited });
      }),
      ...next,
    };
  },
});

export const shareDocument = operation({
  id: "access.grant",
  route: "POST /api/docs/{doc_id}/access",
  tool: {
    name: "share_doc",
    wording: "Share a document with a person, a group or the whole workspace; again to change the level.",
    idempotent: true,
  },
  summary: "Share a document",
  description:
    "Sharing again changes the level. A grant on a workspace document narrows it: from then on only those it is shared with may open it.",
  params: t.Object(docId),
  body: t.Object(sharing),
  output: DocumentGrant,
  status: 201,
  rules: ({ body }) => checkSharing(body),
  permit: ({ body }) => sharable(body),
  connection_limit: "places",
  opens: ({ body }) => opennessTo(body),
  gate: { name: "groups", when: ({ body }) => body.subject_type === "group" },
  audit: "access.grant",
  run: async (call, { body }) => {
    const { subject } = call;
    const document = await lockWith(call, subject.document, "own");
    const { named } = subject;
    if (document.root_id === null && named.type === "user" && named.id === document.owner_id) {
      throw refuse.invalid(`${body.subject} owns the document and needs no grant`);
    }
    const target = { target_type: "doc", target_id: document.doc_id, meta: { doc_id: document.doc_id } };
    const row = await give(call, {
      on: { document_id: document.document_id },
      named,
      level: body.level ?? "view",
      expires_at: endOf(body, call.now),
      target,
    });
    return showDocumentGrant(row, { doc_id: document.doc_id, inherited: false });
  },
});

export const revoke = operation({
  id: "access.revoke",
  route: "DELETE /api/access/{grant_id}",
  tool: { name: "unshare_doc", wording: "Take access away again, by the id of its grant.", destructive: true },
  summary: "Take a grant away",
  description:
    "For the owner of the document or folder, who gave the grant, and the workspace's owners and admins; for a grant of a root, for the root's managers and from the Business plan on.",
  params: t.Object(grantId),
  output: Removed,
  permit: ({ params }) => revocable(params.grant_id),
  connection_limit: "places",
  // A workspace document is narrowed to its grants, so without this one it may be for everybody again.
  opens: (_input, { visibility }) => (visibility === "workspace" ? "workspace" : null),
  audit: "access.revoke",
  refuses: [402],
  run: async (call, { params }) => {
    await demandRevocable(call.sql, { actor: call.actor, grant_id: params.grant_id, now: call.now });
    if (!(await takeBack(call, call.subject))) throw refuseNoGrant();
    return { id: params.grant_id, deleted: true as const };
  },
});
