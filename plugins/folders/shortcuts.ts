// Shortcuts as a person sees them: what they lead to under the reader's own rights.

import { type Actor, type Call, type Static, t } from "../../kernel/plugin.ts";
import { findDocuments } from "../documents/port/read.ts";
import type { Tree } from "../places/port.ts";
import type { ShortcutRow } from "./store/shortcuts.ts";

const ShortcutTarget = t.Object(
  {
    doc_id: t.Optional(t.String()),
    title: t.Optional(t.String()),
    kind: t.Optional(t.String()),
    url: t.Optional(t.String()),
    root: t.Optional(t.Nullable(t.String({ description: "The slug of a folder's root; ~ for My documents." }))),
    folder: t.Optional(t.String()),
  },
  { $id: "ShortcutTarget" },
);

const shortcutMembers = {
  id: t.Integer(),
  root: t.String({ description: "The slug of the root in which it lies; ~ for My documents." }),
  folder: t.String(),
  target: t.Nullable(ShortcutTarget, { description: "A document or a folder; null where you may not open it." }),
  hidden: t.Boolean({ description: "True where you may not open what it leads to." }),
  label: t.Nullable(t.String()),
  icon: t.Nullable(t.String()),
  position: t.Integer(),
  created_at: t.Instant(),
};

export const Shortcut = t.Object(shortcutMembers, { $id: "Shortcut" });

type Asking = Pick<Call<unknown>, "sql" | "now" | "runtime"> & { actor: Actor };

/** The rows of one folder as the caller sees them; one more query for the documents of all. */
export async function showShortcuts(
  call: Asking,
  at: Tree & { path: string },
  rows: readonly ShortcutRow[],
): Promise<Static<typeof Shortcut>[]> {
  const docs = await findDocuments(
    call,
    rows.flatMap((row) => row.target_doc_id ?? []),
  );
  return rows.map((row) => {
    const target = row.target_doc_id === null ? folderTarget(row) : documentTarget(docs.get(row.target_doc_id));
    const { shortcut_id: id, label, icon, position } = row;
    const where = { root: at.root?.slug ?? "~", folder: at.path };
    return {
      id,
      ...where,
      target,
      hidden: target === null,
      label,
      icon,
      position,
      created_at: row.created_at.toISOString(),
    };
  });
}

function folderTarget({ target_open, target_path, target_root }: ShortcutRow): Static<typeof ShortcutTarget> | null {
  return target_open ? { root: target_root?.slug ?? "~", folder: target_path ?? "" } : null;
}

function documentTarget(doc: { doc_id: string; title: string; kind: string; url: string } | undefined) {
  if (!doc) return null;
  const { doc_id, title, kind, url } = doc;
  return { doc_id, title, kind, url };
}
