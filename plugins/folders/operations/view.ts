// Everything that the pane of one folder shows, in one call (rules: folders/views).

import { isManager, nextCursor, paging, t } from "../../../kernel/plugin.ts";
import {
  countDocumentsFor,
  DocumentShape,
  findDocuments,
  knownFolder,
  listTitlesAt,
  RootShape,
} from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { manages, parseFolder, pathsDownTo, reaches } from "../../places/port.ts";
import { listFolders, showRoot } from "../listing.ts";
import { Folder, MyLevel, rootQuery, shownLevel } from "../schemas.ts";
import { answerSettings, FolderSettings } from "../settings.ts";
import { Shortcut, showShortcuts } from "../shortcuts.ts";
import { listShortcuts } from "../store/shortcuts.ts";
import { type Child, documentsAfter, inOrder, pageInOrder } from "../view.ts";
import { nameOf } from "../visible.ts";

const PAGE = 500;

const ShownChild = t.Object({
  key: t.String({ description: "f:<name>, d:<doc_id> or s:<shortcut_id>, as child_order has it." }),
  type: t.OneOf(["folder", "document", "shortcut"]),
  folder: t.Optional(Folder),
  doc: t.Optional(DocumentShape),
  shortcut: t.Optional(Shortcut),
});

/** What a folder shows, a document among it by its id until it is known to be on the page. */
type ShownOrNamed = Child & Omit<typeof ShownChild.static, "key" | "doc"> & { doc_id?: string };

export const readFolderView = operation({
  id: "folder.view",
  route: "GET /api/folder-view",
  summary: "Read all that a folder shows",
  description: "Its settings, what lies in it in the folder's own order and then by name, and the way to it.",
  query: t.Object({
    root: rootQuery,
    path: t.Optional(t.String({ maxLength: 1024, description: "The folder; empty for the top." })),
    ...paging({ maximum: PAGE, default: PAGE }),
  }),
  output: t.Object(
    {
      root: t.Nullable(RootShape),
      path: t.String(),
      name: t.String(),
      breadcrumb: t.Array(t.Object({ path: t.String(), name: t.String() })),
      settings: FolderSettings,
      my_level: MyLevel,
      can_edit: t.Boolean(),
      can_manage: t.Boolean({ description: "Whether you may say who may open it." }),
      index: t.Nullable(DocumentShape, { description: "The document that stands for it, where you may open that." }),
      children: t.Array(ShownChild),
      order: t.Array(t.String()),
      shortcuts: t.Array(Shortcut),
      stats: t.Object({
        docs: t.Integer({ description: "Documents directly in it that you may open." }),
        folders: t.Integer(),
        skipped: t.Integer({ description: "Documents directly in it that are closed to you." }),
      }),
      ...nextCursor,
    },
    { $id: "FolderView" },
  ),
  rules: ({ query }) => void parseFolder(query.path ?? ""),
  permit: ({ query }) => knownFolder("sight", { root: query.root, folder: query.path }),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject: at, sql, actor, now } = call;
    const { place_id, path } = at;
    const [settings, inside, counts, rows] = await Promise.all([
      answerSettings(call, at),
      listFolders(call, { tree: at, path, is_flat: true, detailed: true }),
      countDocumentsFor(sql, { actor, place_ids: [place_id], now }),
      listShortcuts(sql, { actor, place_id }),
    ]);
    const order = settings.child_order;
    const limit = query.limit ?? PAGE;
    const [shortcuts, titles] = await Promise.all([
      showShortcuts(call, at, rows),
      listTitlesAt(sql, {
        ...{ actor, now, place_id, limit: limit + 1, after: documentsAfter(query.cursor, order) },
        named: order.filter((key) => key.startsWith("d:")).map((key) => key.slice("d:".length)),
      }),
    ]);
    const { live = 0, open = 0 } = counts.get(place_id) ?? {};
    const indexed = settings.index_doc_id === null ? [] : [settings.index_doc_id];
    const children: ShownOrNamed[] = [
      ...inside.map((folder) => ({ key: `f:${folder.name}`, name: folder.name, type: "folder" as const, folder })),
      ...titles.map(({ doc_id, title, counted }) => ({
        ...{ key: `d:${doc_id}`, name: title, counted, type: "document" as const, doc_id },
      })),
      ...shortcuts.map((shortcut) => ({
        key: `s:${shortcut.id}`,
        name: shortcut.label ?? shortcut.target?.title ?? nameOf(shortcut.target?.folder ?? ""),
        type: "shortcut" as const,
        shortcut,
      })),
    ];
    const { rows: page, next } = pageInOrder(inOrder(children, order), { ...query, limit, order });
    // Of many documents in a folder, those alone are read that are on the page.
    const docs = await findDocuments(call, [...indexed, ...page.flatMap((child) => child.doc_id ?? [])]);
    const top = at.root?.name ?? "My documents";
    return {
      root: showRoot(at),
      path,
      name: path === "" ? top : nameOf(path),
      breadcrumb: pathsDownTo(path).map((above) => ({ path: above, name: above === "" ? top : nameOf(above) })),
      settings,
      my_level: shownLevel(at.level),
      can_edit: reaches(at.level, "edit"),
      can_manage: at.root === null ? at.owner_id === actor.user_id : isManager(actor) || manages(actor, at.root),
      index: docs.get(settings.index_doc_id ?? "") ?? null,
      children: page.flatMap(({ name: _name, counted: _counted, doc_id, ...child }) => {
        if (doc_id === undefined) return [child];
        const doc = docs.get(doc_id);
        return doc ? [{ ...child, doc }] : [];
      }),
      order,
      shortcuts,
      stats: { docs: open, folders: inside.length, skipped: live - open },
      ...next,
    };
  },
});
