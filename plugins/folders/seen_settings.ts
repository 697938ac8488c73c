// A folder's settings as one person sees them:
// without the documents and folders in them that are closed to that person.

import type { Actor, Call } from "../../kernel/plugin.ts";
import { findDocuments, type KnownFolder } from "../documents/port/read.ts";
import { listFolders } from "./listing.ts";
import type { SettingsRow } from "./store/settings.ts";

type Asking = Pick<Call<unknown>, "sql" | "now" | "runtime"> & { actor: Actor };
type At = Pick<KnownFolder, "workspace_id" | "root" | "owner_id" | "path" | "level">;

const DOCUMENT = "d:";
const FOLDER = "f:";

/** What is closed is as if it had never been named. */
export async function showSettings(call: Asking, at: At, settings: SettingsRow): Promise<SettingsRow> {
  const { index_doc_id, child_order } = settings;
  const isSeen = await findSeen(call, at, { doc_id: index_doc_id, keys: child_order });
  return {
    ...settings,
    index_doc_id: index_doc_id !== null && isSeen(DOCUMENT + index_doc_id) ? index_doc_id : null,
    child_order: child_order.filter(isSeen),
  };
}

/** An order that somebody sends keeps what it does not show them, behind the rest; who owns the place says all of it. */
export async function mergeOrder(
  call: Asking,
  at: At,
  { sent, before, most }: { sent: readonly string[]; before: readonly string[]; most: number },
): Promise<string[]> {
  if (at.level === "own") return [...sent];
  const isSeen = await findSeen(call, at, { doc_id: null, keys: before });
  const hidden = before.filter((key) => !isSeen(key) && !sent.includes(key));
  return [...sent, ...hidden].slice(0, most);
}

/** Shortcuts are there for everybody who sees their folder; whoever owns the place sees every folder in it. */
async function findSeen(
  call: Asking,
  at: At,
  { doc_id, keys }: { doc_id: string | null; keys: readonly string[] },
): Promise<(key: string) => boolean> {
  const named = keys.filter((key) => key.startsWith(DOCUMENT)).map((key) => key.slice(DOCUMENT.length));
  const docIds = doc_id === null ? named : [...named, doc_id];
  const docs = await findDocuments(call, docIds);
  const isHandled = at.level !== "own" && keys.some((key) => key.startsWith(FOLDER));
  const inside = isHandled ? await listFolders(call, { tree: at, path: at.path, detailed: false }) : [];
  const folders = new Set(
    inside.filter((folder) => folder.path !== at.path && folder.parent === at.path).map((folder) => folder.name),
  );
  return (key) => {
    if (key.startsWith(DOCUMENT)) return docs.has(key.slice(DOCUMENT.length));
    if (key.startsWith(FOLDER)) return at.level === "own" || folders.has(key.slice(FOLDER.length));
    return true;
  };
}
