// Navigations as the wire shows them.
import type { Actor, Call, Runtime, Static } from "../../kernel/plugin.ts";
import { documentAddress } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";
import type { HeldNavigation } from "./permits.ts";
import { readerOf } from "./reader.ts";
import { type ReaderEntry, readNavigation, showEntry } from "./reading.ts";
import type { LinkedDocumentShape, Navigation, NavigationEntry, NavigationTree } from "./schemas.ts";
import { countEntries } from "./store/counts.ts";
import type { EntryRow } from "./store/entries.ts";
import { findLinked, type LinkedDocument, listOrphans } from "./store/entries.ts";

type Asking = Pick<Call, "sql" | "now" | "runtime"> & { actor: Actor };
type Shown = Omit<HeldNavigation, "workspace_id" | "created_at" | "updated_at">;

/** A navigation without its entries. */
export function showNavigation(row: Shown & { entry_count: number }): Static<typeof Navigation> {
  const { navigation_id: id, name, slug, icon, version, entry_count, published, can_manage } = row;
  return { id, name, slug, icon, version, entry_count, published, can_manage };
}

/** The same as its editor sees it. */
export async function answerNavigation({ sql }: Asking, row: HeldNavigation): Promise<Static<typeof Navigation>> {
  return showNavigation({ ...row, entry_count: await countEntries(sql, row) });
}

/** The tree as the caller may edit it, or to whom may not, as they read it. */
export async function answerTree(
  call: Asking,
  row: HeldNavigation,
  { expand }: { expand: boolean },
): Promise<Static<typeof NavigationTree>> {
  const { sql, now, actor, runtime } = call;
  const { navigation_id, can_manage: whole } = row;
  const read = { navigation_id, reader: readerOf(row.workspace_id, actor), now, whole };
  const [tree, orphans] = await Promise.all([
    readNavigation(sql, { ...read, expand }),
    whole && expand ? listOrphans(sql, { ...read, after: null, limit: manifest.caps.navigation_orphans }) : null,
  ]);
  const where = { runtime, workspace_id: row.workspace_id };
  const entries = showEntries(tree.entries, where);
  return {
    ...showNavigation({ ...row, entry_count: countBelow(entries) }),
    entries,
    ...(orphans && { orphans: orphans.map((doc) => showLinked(doc, where)) }),
  };
}

type Shape = Static<typeof NavigationTree>["entries"][number];
/** Whose documents they are. */
type Where = { runtime: Pick<Runtime, "contentHosts">; workspace_id: number };

/** Entries with the addresses of what they lead to. */
export function showEntries(entries: readonly ReaderEntry[], where: Where): Shape[] {
  return entries.map(({ doc, items, children, ...entry }) => ({
    ...entry,
    doc: doc && showLinked(doc, where),
    ...(items && { items: items.map((item) => showLinked(item, where)) }),
    children: showEntries(children, where).map((child) => ({ ...child })),
  }));
}

function countBelow(entries: readonly { children: readonly unknown[] }[]): number {
  return entries.reduce((sum, { children }) => sum + 1 + countBelow(children as typeof entries), 0);
}

export function showLinked(doc: LinkedDocument, { runtime, workspace_id }: Where): Static<typeof LinkedDocumentShape> {
  const { doc_id, slug, title, alias, kind, icon, folder, updated_at } = doc;
  const url = documentAddress(runtime, { workspace_id, slug });
  return { doc_id, slug, url, title, alias, kind, icon, folder, updated_at };
}

/** One entry as its editor sees it. */
export async function answerEntry(
  call: Asking,
  navigation: { workspace_id: number; slug: string; version: number },
  row: EntryRow,
): Promise<Static<typeof NavigationEntry>> {
  const { sql, actor, now, runtime } = call;
  const doc = await findLinked(sql, { reader: readerOf(navigation.workspace_id, actor), now, entry_id: row.entry_id });
  return {
    ...showEntry(row, doc, actor),
    doc: doc && showLinked(doc, { runtime, workspace_id: navigation.workspace_id }),
    navigation: navigation.slug,
    version: navigation.version,
  };
}
