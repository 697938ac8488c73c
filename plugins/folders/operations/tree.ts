// The tree of a folder in one call (rules: folders/trees).

import { t } from "../../../kernel/plugin.ts";
import { endLongTurn } from "../../../kernel/ports/db.ts";
import {
  countDocumentsFor,
  countTeamDocuments,
  documentAddress,
  knownFolder,
  listDocumentsAt,
  listTeamDocumentsAt,
  refuseMissingFolder,
  sightOf,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { isPersonal, listFolderRows, parseFolder } from "../../places/port.ts";
import { FolderTree, rootQuery } from "../schemas.ts";
import { findSettings } from "../store/settings.ts";
import { buildTree, levelBelow } from "../tree.ts";
import { seenFolders } from "../visible.ts";

export const readTree = operation({
  id: "folder.tree",
  route: "GET /api/tree",
  tool: { name: "list_tree", wording: "Show folders and documents as a tree, so many levels deep.", idempotent: true },
  summary: "Read a tree of folders and documents",
  query: t.Object({
    folder: t.Optional(t.String({ maxLength: 1024, description: "The folder to start from; the top without it." })),
    depth: t.Optional(t.Integer({ minimum: 0, maximum: 8, default: 1, description: "Levels of folders; 0 for all." })),
    include_team: t.Optional(
      t.Boolean({
        default: false,
        description: "Without root: others' documents too that are listed to the team or shared with you.",
      }),
    ),
    root: rootQuery,
  }),
  output: FolderTree,
  rules: ({ query }) => void parseFolder(query.folder ?? ""),
  permit: ({ query }) =>
    // In My documents the folder may be one that others' documents imply.
    query.include_team && isPersonal(query.root)
      ? sightOf({ root: query.root, folder: query.folder })
      : knownFolder("sight", { root: query.root, folder: query.folder }),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject: at, sql, actor, now, runtime } = call;
    const { path: top, workspace_id } = at;
    const depth = query.depth ?? 1;
    const include_team = query.include_team ?? false;
    const rows = await listFolderRows(sql, actor, at);
    const place_ids = rows.map((row) => row.place_id);
    const near = rows.filter((row) => depth === 0 || levelBelow(top, row.path) < depth).map((row) => row.place_id);
    const isTeam = include_team && at.root === null;
    const [counts, listed, others, teamListed, settings] = await Promise.all([
      countDocumentsFor(sql, { actor, place_ids, now }),
      listDocumentsAt(sql, { actor, place_ids: near, now }),
      isTeam ? countTeamDocuments(sql, { actor, now }) : new Map<string, number>(),
      isTeam ? listTeamDocumentsAt(sql, { actor, path: top, depth, now }) : [],
      findSettings(sql, { workspace_id, place_ids }),
    ]);
    await endLongTurn();
    const isWithin = (path: string) => top === "" || path === top || path.startsWith(`${top}/`);
    const byPath = new Map([...others].filter(([path]) => isWithin(path)));
    const folders = seenFolders(rows, counts, byPath).filter((folder) => folder.path !== top && isWithin(folder.path));
    await endLongTurn();
    const shown = [...listed, ...teamListed];
    if (
      top !== "" &&
      byPath.size === 0 &&
      shown.length === 0 &&
      folders.length === 0 &&
      !rows.some((row) => row.path === top)
    ) {
      throw refuseMissingFolder(top);
    }
    const built = buildTree({
      top,
      depth,
      folders,
      docs: shown,
      settings,
      addressOf: (slug) => documentAddress(runtime, { workspace_id: actor.workspace.id, slug }),
      include_team,
    });
    const totals = [...counts.values()];
    const open = totals.reduce((sum, one) => sum + one.open, 0);
    return {
      folder: top,
      depth,
      include_team,
      folders: built.folders.map((node) => ({ ...node })),
      docs: built.docs,
      doc_count: open + [...byPath.values()].reduce((sum, one) => sum + one, 0),
      skipped: totals.reduce((sum, one) => sum + one.live, 0) - open,
    };
  },
});
