// Folders as one person sees them, a few queries for all of them.

import type { Actor, Call, Sql, Static } from "../../kernel/plugin.ts";
import { endLongTurn } from "../../kernel/ports/db.ts";
import { countDocumentsFor, countTeamDocuments, findDocuments, refuseMissingFolder } from "../documents/port/read.ts";
import { listFolderRows, parentOf, type Tree } from "../places/port.ts";
import { type Folder, shownLevel } from "./schemas.ts";
import { findSettings, NO_SETTINGS, type SettingsRow } from "./store/settings.ts";
import { nameOf, type SeenFolder, seenFolders } from "./visible.ts";

type Shown = Static<typeof Folder>;
type Asking = Pick<Call<unknown>, "sql" | "now" | "runtime"> & { actor: Actor; sql: Sql };

/**
 * The folders of a tree that the caller sees, at and below `path`; with `is_flat` those directly in it. With `detailed` each row says
 * all that its root knows of it.
 */
export async function listFolders(
  call: Asking,
  options: { tree: Tree; path?: string; is_flat?: boolean; detailed: boolean; include_team?: boolean },
): Promise<Shown[]> {
  const { sql, actor, now } = call;
  const { tree, path = "", is_flat = false, detailed, include_team = false } = options;
  const isHandled = (one: string) => (is_flat ? one !== path && parentOf(one) === path : isWithin(one, path));
  const rows = await listFolderRows(sql, actor, { ...tree, path });
  const place_ids = rows.map((row) => row.place_id);
  const { workspace_id } = tree;
  const asked = rows.filter((row) => isHandled(row.path)).map((row) => row.place_id);
  const [counts, others, settings] = await Promise.all([
    countDocumentsFor(sql, { actor, place_ids, now }),
    include_team ? countTeamDocuments(sql, { actor, now }) : undefined,
    detailed ? findSettings(sql, { workspace_id, place_ids: asked }) : new Map<number, SettingsRow>(),
  ]);
  const indexed = [...settings.values()].flatMap((one) => one.index_doc_id ?? []);
  const open = await findDocuments(call, indexed);
  await endLongTurn();
  return seenFolders(rows, counts, others)
    .filter((folder) => isHandled(folder.path))
    .map((folder) => ({ ...showFolder(folder), ...(detailed && detailsOf(folder, { tree, settings, open })) }));
}

/** At a folder or below it. */
function isWithin(path: string, top: string): boolean {
  return top === "" || path === top || path.startsWith(`${top}/`);
}

/** One folder as it is now. Throws 404 when the caller sees nothing of it. */
export async function answerFolder(
  call: Asking,
  options: { tree: Tree; path: string; detailed: boolean },
): Promise<Shown> {
  const folder = (await listFolders(call, options)).find((one) => one.path === options.path);
  if (!folder) throw refuseMissingFolder(options.path);
  return folder;
}

function showFolder({ path, row, docs, shared }: SeenFolder): Shown {
  const shown = { path, name: nameOf(path), parent: parentOf(path), doc_count: docs, explicit: row?.explicit ?? false };
  return shared ? { ...shown, shared: true } : shown;
}

function detailsOf(
  { row }: SeenFolder,
  {
    tree,
    settings,
    open,
  }: { tree: Tree; settings: ReadonlyMap<number, SettingsRow>; open: { has(id: string): boolean } },
): Partial<Shown> {
  const { icon, description, index_doc_id, view_mode, published } = settings.get(row?.place_id ?? 0) ?? NO_SETTINGS;
  return {
    ...{ icon, description, view_mode, published },
    index_doc_id: index_doc_id !== null && open.has(index_doc_id) ? index_doc_id : null,
    my_level: shownLevel(row?.level ?? "none"),
    root: showRoot(tree),
    shared: true,
    restricted: tree.root !== null && (row?.has_list ?? false),
  };
}

/** The root of a tree as what lies in it names it. */
export function showRoot({ root }: Pick<Tree, "root">) {
  return root === null ? null : { id: root.root_id, slug: root.slug, name: root.name, kind: "shared" };
}
