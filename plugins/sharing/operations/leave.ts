// Giving up what one was given oneself:
// a document, or a folder of somebody else's My documents (rules: sharing/giving_up).
import { demandActor, type Permit, refuse, t } from "../../../kernel/plugin.ts";
import { documentWith, readLoaded } from "../../documents/port/read.ts";
import { lockWith } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { isLimitedToRoots, LEVELS, listNaming, parseFolder } from "../../places/port.ts";
import { leave } from "../leave.ts";
import { docId } from "../schemas.ts";
import { findOwnPlace } from "../store/access.ts";

export const leaveDocument = operation({
  id: "access.leave",
  route: "DELETE /api/docs/{doc_id}/access/me",
  tool: {
    name: "leave_doc",
    wording: "Give up your own access to a document that was shared with you.",
    destructive: true,
  },
  summary: "Give up your access to a document",
  description:
    "Ends the grant that names you. What a group, the place or the visibility gives you stays, and `my_level` says what that is. A workspace document stays narrowed as it was.",
  params: t.Object(docId),
  output: t.Object({
    doc_id: t.String(),
    left: t.Literal(true),
    my_level: t.OneOf(LEVELS, { description: "What you hold on it now, by other ways." }),
  }),
  permit: documentWith("view"),
  connection_limit: "places",
  opens: null,
  audit: "access.leave",
  refuses: [409],
  run: async (call) => {
    const { sql, actor, subject } = call;
    const document = await lockWith(call, subject, "view");
    const { doc_id, document_id, visibility } = document;
    const [grant] = await listNaming(sql, actor, { document_id });
    if (!grant)
      throw refuseUnnamed(document.level === "own" ? "you own it" : `you hold ${document.level} on it by another way`);
    const target = { target_type: "doc", target_id: doc_id, meta: { doc_id } };
    await leave(call, { grants: [grant], narrowing: visibility === "workspace", targetOf: () => target });
    const now = await readLoaded(sql, document_id, actor);
    return { doc_id, left: true as const, my_level: now?.level ?? ("none" as const) };
  },
});

export const leaveFolder = operation({
  id: "access.folder.leave",
  route: "DELETE /api/folders/access/me",
  tool: {
    name: "leave_folder",
    wording: "Give up your own access to a folder of somebody else's My documents.",
    destructive: true,
  },
  summary: "Give up your access to somebody's folder",
  description:
    "Ends the grant that names you on just that folder; list_access of a document in it names owner and folder.",
  query: t.Object({
    owner_id: t.Id({ description: "Whose My documents it is in, as `folder_owner_id`." }),
    path: t.String({ minLength: 1, maxLength: 1024, description: "The folder." }),
  }),
  output: t.Object({ owner_id: t.Integer(), path: t.String(), left: t.Literal(true) }),
  rules: ({ query }) => void parseFolder(query.path),
  permit: ({ query }) => folderGivenToCaller({ owner_id: query.owner_id, path: parseFolder(query.path) }),
  connection_limit: "places",
  opens: null,
  audit: "access.leave",
  run: async (call) => {
    const { sql, actor, subject } = call;
    const { place_id, owner_id, path } = subject;
    const grants = await listNaming(sql, actor, { place_id });
    if (grants.length === 0) throw refuseNotGiven(path);
    const target = { target_type: "folder", target_id: path, meta: { folder: path } };
    await leave(call, { grants, narrowing: false, targetOf: () => target });
    return { owner_id, path, left: true as const };
  },
});

/** A folder that was shared with the caller by name. Throws the same 404 for every other. */
function folderGivenToCaller(at: {
  owner_id: number;
  path: string;
}): Permit<{ owner_id: number; path: string; place_id: number }> {
  return {
    needs: "a grant on the folder that names the caller",
    check: async ({ sql, actor }) => {
      const person = demandActor(actor);
      const place_id = isLimitedToRoots(person) ? null : await findOwnPlace(sql, { actor: person, ...at });
      if (place_id === null) throw refuseNotGiven(at.path);
      return { ...at, place_id };
    },
  };
}

function refuseNotGiven(path: string): Error {
  return refuse.notFound(`no folder "${path}" of theirs is shared with you by name`);
}

function refuseUnnamed(why: string): Error {
  return refuse.conflict(`nothing here was given to you by name: ${why}; there is no grant of yours to give up`);
}
