// The operations on folders themselves (rules: folders/existence, folders/renaming, folders/deleting).
import {
  nextCursor,
  type Openness,
  type Permit,
  pageOfSorted,
  paging,
  refuse,
  t,
  widest,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import {
  ensurePlace,
  holdTree,
  makeExplicit,
  type PlaceFound,
  parentOf,
  parseFolder,
  rootNamed,
} from "../../places/port.ts";
import { answerFolder, listFolders, showRoot } from "../listing.ts";
import { moveFolder, removeEmptyFolder } from "../moving.ts";
import { opennessOfFolder } from "../openness.ts";
import { type Existing, existingFolder, movableFolder, newFolder } from "../permits.ts";
import { Folder, pathMember, rootMember, rootQuery } from "../schemas.ts";
import { sortKeysOf } from "../visible.ts";

export const readFolders = operation({
  id: "folder.list",
  route: "GET /api/folders",
  tool: { name: "list_folders", wording: "List folders with how many documents lie in each.", idempotent: true },
  summary: "List folders",
  description:
    "Folders that documents imply are listed like those made on their own. With root, only what you can see of it, and more of each.",
  query: t.Object({
    root: t.Optional(t.String({ description: "A shared root's slug, or ~ for My documents." })),
    include_team: t.Optional(
      t.Boolean({
        default: false,
        description: "Without root: folders of others' documents too that are listed to the team or shared with you.",
      }),
    ),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({
    root: t.Optional(t.Nullable(t.Json({ description: "The root that was asked for; null for My documents." }))),
    folders: t.Array(Folder),
    ...nextCursor,
  }),
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject: root, actor } = call;
    const tree = { workspace_id: actor.workspace.id, root, owner_id: root ? null : actor.user_id };
    const detailed = query.root !== undefined;
    const found = await listFolders(call, { tree, detailed, include_team: !detailed && query.include_team === true });
    const { rows: folders, next } = pageOfSorted("folders", found, { ...query, keysOf: sortKeysOf });
    return { ...(detailed && { root: showRoot(tree) }), folders, ...next };
  },
});

const META = "set it with PUT /api/folder-meta";

export const makeFolder = operation({
  id: "folder.create",
  route: "POST /api/folders",
  tool: { name: "create_folder", wording: "Make a folder, with those above it.", idempotent: true },
  summary: "Make a folder",
  description: "A folder that is there already is answered as it is.",
  body: t.Object({ path: pathMember, root: rootMember }),
  elsewhere: {
    published: { hint: META, holds: () => false },
    publish_visibility: { hint: META },
    publish_group_id: { hint: META },
    description: { hint: META, holds: () => "" },
    view_mode: { hint: META },
    index_doc_id: { hint: META },
    child_order: { hint: META },
  },
  output: Folder,
  status: 201,
  rules: ({ body }) => void parsePath(body.path, "path"),
  permit: ({ body }) => newFolder({ root: body.root, folder: body.path }),
  connection_limit: "places",
  publishes: (_input, at) => opennessOfFolder(at),
  audit: "folder.create",
  run: async (call, { body }) => {
    const { subject: at, sql } = call;
    await holdTree(sql, at);
    const place_id = await ensurePlace(sql, at);
    if (await makeExplicit(sql, { workspace_id: at.workspace_id, place_id })) {
      call.note("folder.create", { target_type: "folder", target_id: at.path, meta: whereOf(at) });
    }
    return answerFolder(call, { tree: at, path: at.path, detailed: isNamed(body.root) });
  },
});

export const renameFolder = operation({
  id: "folder.rename",
  route: "PATCH /api/folders",
  tool: {
    name: "rename_folder",
    wording: "Rename or move a folder with everything in it; links to documents stay. One that is there takes it in.",
    idempotent: true,
  },
  summary: "Rename or move a folder",
  description:
    "Documents, subfolders, stars, settings, access lists and shortcuts follow. Where a folder is at the new path already the two become one, with the settings and the access of that one.",
  body: t.Object({
    path: pathMember,
    new_path: t.String({ maxLength: 1024, description: "Its path from then on." }),
    root: rootMember,
  }),
  output: Folder,
  rules: ({ body }) => checkRename(body),
  permit: ({ body: { path, new_path, root } }) => {
    const to = parsePath(new_path, "new_path");
    return movableFolder({ root, folder: path }, { into: parentOf(to), to });
  },
  connection_limit: "places",
  // A site that it is goes along.
  opens: (_input, { there, site }) => widest(there, site),
  audit: ["folder.rename", "folder.move"],
  refuses: [409],
  run: async (call, { body }) => {
    const { subject: at } = call;
    const to = parsePath(body.new_path, "new_path");
    if (to !== at.path) {
      const { docs } = await moveFolder(call, { tree: at, from: at.path, to, removing: false });
      const action = parentOf(to) === parentOf(at.path) ? "folder.rename" : "folder.move";
      const meta = { ...whereOf(at), from: at.path, to, docs };
      call.note(action, { target_type: "folder", target_id: to, meta });
    }
    return answerFolder(call, { tree: at, path: to, detailed: isNamed(body.root) });
  },
});

/** Throws 400 for a rename that cannot be meant. */
function checkRename(body: { path: string; new_path: string }): void {
  const from = parsePath(body.path, "path");
  const to = parsePath(body.new_path, "new_path");
  if (to.startsWith(`${from}/`)) {
    throw refuse.invalid(`new_path "${to}" is inside "${from}"; a folder cannot be moved into itself`);
  }
}

export const removeFolder = operation({
  id: "folder.delete",
  route: "DELETE /api/folders",
  tool: {
    name: "delete_folder",
    wording: "Remove a folder. With force what is in it moves to the folder above; documents are never deleted.",
    destructive: true,
  },
  summary: "Remove a folder",
  description:
    "The folder above stays, also where this was the last one in it; one that documents alone imply goes with those.",
  query: t.Object({
    path: pathMember,
    force: t.Optional(t.Boolean({ default: false, description: "True moves its contents to the folder above." })),
    root: rootQuery,
  }),
  output: t.Object({ path: t.String(), deleted: t.Literal(true) }),
  rules: ({ query }) => void parsePath(query.path, "path"),
  permit: ({ query: { path, root, force } }): Permit<Existing & { there?: Openness }> => {
    const named = { root, folder: path };
    const above = parentOf(parsePath(path, "path"));
    return force ? movableFolder(named, { into: above, to: above }) : existingFolder("edit", named);
  },
  connection_limit: "places",
  opens: (_input, { there }) => there ?? null,
  audit: "folder.delete",
  refuses: [409],
  run: async (call, { query }) => {
    const { subject: at } = call;
    const force = query.force ?? false;
    const docs = force ? await putUp(call, at) : 0;
    if (!force) await removeEmptyFolder(call, { tree: at, path: at.path });
    const meta = { ...whereOf(at), force, moved_docs: docs };
    call.note("folder.delete", { target_type: "folder", target_id: at.path, meta });
    return { path: at.path, deleted: true as const };
  },
});

async function putUp(call: Parameters<typeof moveFolder>[0], at: PlaceFound): Promise<number> {
  const { docs } = await moveFolder(call, { tree: at, from: at.path, to: parentOf(at.path), removing: true });
  return docs;
}

/** A path in its one form. Throws 400 for the top, which is no folder, naming the member that said it. */
function parsePath(path: string, member: string): string {
  const parsed = parseFolder(path);
  if (parsed === "") throw refuse.invalid(`${member} is empty; name a folder, such as "Plans/2026"`);
  return parsed;
}

function isNamed(root: string | null | undefined): boolean {
  return root !== undefined && root !== null;
}

/** The root of a folder, for the audit log. */
function whereOf({ root }: PlaceFound): { root: string; root_id: number | null } {
  return { root: root?.slug ?? "~", root_id: root?.root_id ?? null };
}
