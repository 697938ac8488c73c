// Sharing a folder of one's own My documents (rules: sharing/who_shares).
import { paging, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import {
  checkSharing,
  DocumentGrant,
  endOf,
  GRANTS,
  listGrants,
  opennessTo,
  parseFolder,
  sharing,
  showDocumentGrant,
} from "../../places/port.ts";
import { give } from "../give.ts";
import { ownFolder, refuseNoGrant, revocableOwnFolder, sharableFolder } from "../permits.ts";
import { FolderAccess, grantId, Removed } from "../schemas.ts";
import { findGuards } from "../store/access.ts";
import { takeBack } from "../take_back.ts";

const folderPath = {
  path: t.Optional(
    t.String({
      default: "",
      maxLength: 1024,
      description: "A folder of My documents, such as Plans/2026.",
      examples: ["Plans"],
    }),
  ),
};

export const readFolderAccess = operation({
  id: "access.folder.list",
  route: "GET /api/folders/access",
  tool: { name: "list_folder_access", wording: "List whom a folder of My documents is shared with.", idempotent: true },
  summary: "List whom a folder of yours is shared with",
  query: t.Object({ ...folderPath, ...paging({ maximum: 500 }) }),
  output: FolderAccess,
  permit: ({ query }) => ownFolder(query.path ?? ""),
  connection_limit: "places",
  run: async ({ subject, actor, sql }, { query }) => {
    const { path, place_id } = subject;
    const by = { workspace_id: actor.workspace.id };
    const on = { ...by, place_ids: await findGuards(sql, { ...by, place_id }) };
    const { rows, next } = GRANTS.page(await listGrants(sql, { ...on, ...GRANTS.options(query) }), query);
    const grants = rows.map((row) => showDocumentGrant(row, { doc_id: null, inherited: row.place_id !== place_id }));
    return { path, grants, ...next };
  },
});

export const shareFolder = operation({
  id: "access.folder.grant",
  route: "POST /api/folders/access",
  tool: {
    name: "share_folder",
    wording: "Share a folder of My documents with a person, a group or the whole workspace.",
    idempotent: true,
  },
  summary: "Share a folder of yours",
  description:
    "Holds for every document of yours at or under the path, those to come too. Sharing again changes the level.",
  query: t.Object(folderPath),
  body: t.Object(sharing),
  output: DocumentGrant,
  status: 201,
  rules: ({ query, body }) => {
    if (parseFolder(query.path ?? "") === "") {
      throw refuse.invalid("the root of My documents cannot be shared; name a folder in path");
    }
    checkSharing(body);
  },
  permit: ({ query, body }) => sharableFolder(query.path ?? "", body),
  connection_limit: "places",
  opens: ({ body }) => opennessTo(body),
  gate: { name: "groups", when: ({ body }) => body.subject_type === "group" },
  audit: "access.grant",
  run: async (call, { body }) => {
    const { subject, actor } = call;
    const { folder, named } = subject;
    if (named.type === "user" && named.id === actor.user_id) {
      throw refuse.invalid("the folder is yours; share it with somebody else");
    }
    const target = { target_type: "folder", target_id: folder.path, meta: { folder: folder.path } };
    const given = { level: body.level ?? ("view" as const), expires_at: endOf(body, call.now) };
    const row = await give(call, { on: { place_id: folder.place_id }, named, ...given, target });
    return showDocumentGrant(row, { doc_id: null, inherited: false });
  },
});

export const revokeFolder = operation({
  id: "access.folder.revoke",
  route: "DELETE /api/folders/access",
  tool: {
    name: "unshare_folder",
    wording: "Take access to a folder of My documents away again, by the id of its grant.",
    destructive: true,
  },
  summary: "Take a grant on a folder of yours away",
  query: t.Object(grantId),
  output: Removed,
  permit: ({ query }) => revocableOwnFolder(query.grant_id),
  connection_limit: "places",
  opens: null,
  audit: "access.revoke",
  run: async (call, { query }) => {
    if (!(await takeBack(call, call.subject))) throw refuseNoGrant();
    return { id: query.grant_id, deleted: true as const };
  },
});
