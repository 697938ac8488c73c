// The operations on access lists of roots and of folders in them (rules: places/nearest_list, places/subjects).
import { paging, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import {
  checkSharing,
  deleteGrant,
  endList,
  endOf,
  findGrant,
  findSubject,
  isAnother,
  managedRoot,
  opennessAt,
  opennessTo,
  parseFolder,
  putGrant,
  sharing,
  startList,
} from "../../places/port.ts";
import { answerAccess, grantMeta, noteOf, refuseFixedList } from "../lists.ts";
import { inheriting, viewablePlace } from "../permits.ts";
import { accessFolder, RootAccess, root } from "../schemas.ts";

export const readAccess = operation({
  id: "root.access.list",
  route: "GET /api/roots/{root}/access",
  tool: {
    name: "list_root_access",
    wording: "Show who may open a shared root, or a folder of it, and at what level.",
    idempotent: true,
  },
  summary: "Show the access list of a root or folder",
  description:
    "A folder without a list of its own has the nearest one above it: `inherited_from` names that folder and `inherited` its entries.",
  params: t.Object({ root }),
  query: t.Object({ folder: accessFolder, ...paging({ maximum: 500 }) }),
  output: RootAccess,
  rules: ({ query }) => {
    if (query.folder) parseFolder(query.folder);
  },
  permit: ({ params, query }) => viewablePlace({ root: params.root, folder: query.folder }),
  connection_limit: "places",
  run: (call, { query }) => answerAccess(call, call.subject, query),
});

export const shareRoot = operation({
  id: "root.access.grant",
  route: "POST /api/roots/{root}/access",
  tool: {
    name: "share_root",
    wording:
      "Give a person, a group or the whole workspace a level at a shared root or a folder of it, or change the one they have.",
    idempotent: true,
  },
  summary: "Give access to a root or folder",
  description:
    "The first entry of a folder gives it a list of its own, which stands in for the one above it. General's top is open to everybody and cannot be changed.",
  params: t.Object({ root }),
  body: t.Object({ ...sharing, folder: accessFolder }),
  output: RootAccess,
  status: 201,
  rules: ({ body }) => {
    checkSharing(body);
    if (body.folder) parseFolder(body.folder);
  },
  permit: ({ params }) => managedRoot(params.root),
  connection_limit: "places",
  opens: ({ body }) => opennessTo(body),
  gate: { name: "group_access", when: ({ body }) => body.subject_type === "group" },
  audit: "access.grant",
  run: async (call, { body }) => {
    const { sql, actor, now, note } = call;
    const at = { root: call.subject, path: parseFolder(body.folder ?? "") };
    refuseFixedList(at);
    const expires_at = endOf(body, now);
    const subject = await findSubject(call, body);
    const place_id = await startList(sql, at.root, at.path);
    const level = body.level ?? "view";
    const { grant_id, was } = await putGrant(sql, { actor, on: { place_id }, subject, level, expires_at, now });
    const row = await findGrant(sql, { workspace_id: actor.workspace.id, grant_id });
    if (!row) throw new Error("a grant that was given is gone");
    if (isAnother(row, was)) note("access.grant", noteOf(at, { ...grantMeta(row), was: was?.level ?? null }));
    return answerAccess(call, at);
  },
});

export const inheritAccess = operation({
  id: "root.access.inherit",
  route: "POST /api/roots/{root}/access/inherit",
  tool: {
    name: "inherit_root_access",
    wording: "Drop a folder's own access list, so that the list above it counts there again.",
    destructive: true,
    idempotent: true,
  },
  summary: "Let a folder inherit its access again",
  description: "Removes the folder's own entries. Taking the last entry away does not do this: it closes the folder.",
  params: t.Object({ root }),
  body: t.Object({ folder: t.String({ minLength: 1, maxLength: 1024, description: "The folder." }) }),
  output: RootAccess,
  rules: ({ body }) => {
    if (parseFolder(body.folder) === "") throw refuse.invalid("the top of a root has nothing above it to inherit from");
  },
  permit: ({ params, body }) => inheriting(params.root, body.folder),
  connection_limit: "places",
  opens: (_input, { above }) => opennessAt(above),
  audit: "access.inherit",
  run: async (call, { body }) => {
    const at = { root: call.subject.root, path: parseFolder(body.folder) };
    if (await endList(call.sql, at.root, at.path)) call.note("access.inherit", noteOf(at));
    return answerAccess(call, at);
  },
});

export const unshareRoot = operation({
  id: "root.access.revoke",
  route: "DELETE /api/roots/{root}/access/{grant_id}",
  tool: {
    name: "unshare_root",
    wording: "Take an entry out of the access list of a shared root or a folder of it, by the id of its grant.",
    destructive: true,
  },
  summary: "Take access to a root or folder away",
  description: "A folder whose last entry goes is closed to all but the root's managers until it inherits again.",
  params: t.Object({ root, grant_id: t.Id({ description: "The grant's id, as list_root_access shows it." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ({ params }) => managedRoot(params.root),
  connection_limit: "places",
  opens: null,
  gate: "access_lists",
  audit: "access.revoke",
  run: async (call, { params: { grant_id } }) => {
    const { sql, subject, actor, note } = call;
    const by = { workspace_id: actor.workspace.id, grant_id };
    const row = await findGrant(sql, by);
    if (!row || row.root_id !== subject.root_id || row.folder === null) throw refuse.notFound("grant not found");
    const at = { root: subject, path: row.folder };
    refuseFixedList(at);
    if (!(await deleteGrant(sql, by))) throw refuse.notFound("grant not found");
    note("access.revoke", noteOf(at, grantMeta(row)));
    return { id: grant_id, deleted: true as const };
  },
});
