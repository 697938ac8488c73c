// Arranges a published folder on the server: its first page, and its chapters as its table of contents has them.
import { posix } from "node:path";
import type { Outline, OutlineLine } from "../navigation/outline.ts";
import { CallError } from "../server/caller.ts";
import type { Done } from "./documents.ts";
import { INDEX_STEMS, PAGE } from "./folder_index.ts";
import type { FolderOrder, Remote, RemoteDocument } from "./remote.ts";
import type { Report } from "./report.ts";

/** What is to be set of a folder of the server. */
export interface Arranged {
  folder: string;
  /** The document that stands for it; null for none. */
  index: string | null;
  /** Keys of what lies in it, as the server's `child_order` has them; empty where names decide. */
  order: string[];
}

/** What every repository carries and nobody reads first. */
const LAST_STEMS = /^(license|licence|copying|notice|authors|code_of_conduct|contributing|security)\b/i;
/** As many as the server keeps of one folder. */
const ORDER_MAX = 2000;

type Placed = Pick<RemoteDocument, "doc_id" | "folder">;

interface Child {
  key: string;
  name: string;
  /** Where the table of contents has it first. */
  at: number;
  is_last: boolean;
}

const byName = new Intl.Collator("en", { numeric: true });

/** What is to be said of the folders from `top` on, by the documents of each file's path. */
export function arrangeFolders(
  documents: ReadonlyMap<string, Placed>,
  { top, outline }: { top: string; outline: Outline | null },
): Arranged[] {
  const ranks = new Map(pathsOf(outline?.lines ?? []).map((path, at) => [path, at]));
  const children = new Map<string, Map<string, Child>>();
  const indexes = new Map<string, { doc_id: string; rank: number }>();
  for (const [path, { doc_id, folder }] of documents) {
    const at = ranks.get(path) ?? Infinity;
    const name = posix.basename(path);
    const stem = name.replace(PAGE, "").toLowerCase();
    addChild(children, folder, { key: `d:${doc_id}`, name, at, is_last: LAST_STEMS.test(stem) });
    const rank = PAGE.test(name) ? INDEX_STEMS.indexOf(stem) : -1;
    if (rank >= 0 && rank < (indexes.get(folder)?.rank ?? Infinity)) indexes.set(folder, { doc_id, rank });
    for (let below = folder; below !== top && below !== ""; below = parentOf(below)) {
      const called = posix.basename(below);
      addChild(children, parentOf(below), { key: `f:${called}`, name: called, at, is_last: false });
    }
  }
  return [...children].map(([folder, inside]) => ({
    folder,
    index: indexes.get(folder)?.doc_id ?? null,
    order: orderOf([...inside.values()]),
  }));
}

function addChild(children: Map<string, Map<string, Child>>, folder: string, child: Child): void {
  const inside = children.get(folder) ?? new Map<string, Child>();
  children.set(folder, inside);
  const known = inside.get(child.key);
  if (!known || child.at < known.at) inside.set(child.key, child);
}

function parentOf(folder: string): string {
  const parent = posix.dirname(folder);
  return parent === "." ? "" : parent;
}

/** Files in the order in which a table of contents names them first. */
function pathsOf(lines: readonly OutlineLine[]): string[] {
  const all = lines.flatMap(({ leads, children }) => [
    ...(leads && "path" in leads ? [leads.path] : []),
    ...pathsOf(children),
  ]);
  return [...new Set(all)];
}

function orderOf(children: readonly Child[]): string[] {
  const isSaid = children.some(({ at }) => at !== Infinity);
  const hasLast = children.some(({ is_last }) => is_last);
  if ((!isSaid && !hasLast) || children.length > ORDER_MAX) return [];
  const turn = ({ at, is_last }: Child) => (at !== Infinity ? 0 : is_last ? 2 : 1);
  return children
    .toSorted((a, b) => turn(a) - turn(b) || (a.at === b.at ? 0 : a.at - b.at) || byName.compare(a.name, b.name))
    .map(({ key }) => key);
}

/**
 * Whether an order that stands leaves another alone: nobody has arranged the folder but an earlier run, after which chapters may have
 * come.
 */
export function isOfEarlierRun(standing: readonly string[], wanted: readonly string[]): boolean {
  const places = standing.map((key) => wanted.indexOf(key));
  return places.every((place, at) => place >= 0 && (at === 0 || place > (places[at - 1] ?? -1)));
}

/** Sets what nobody has set otherwise; whoever may not change a folder leaves it as it is. */
export async function arrange(
  { remote, report, ...by }: { remote: Remote; report: Pick<Report, "remark">; top: string; outline: Outline | null },
  { documents }: Pick<Done, "documents">,
): Promise<void> {
  let changed = 0;
  for (const { folder, index, order } of arrangeFolders(documents, by)) {
    if (index === null && order.length === 0) continue;
    try {
      const standing = await remote.folderOrder(folder);
      const changes: Partial<FolderOrder> = {
        ...(index !== null && standing.index_doc_id === null && { index_doc_id: index }),
        ...(isGivingWay(standing.child_order, order) && { child_order: order }),
      };
      if (Object.keys(changes).length === 0) continue;
      await remote.changeFolder(folder, changes);
      changed += 1;
    } catch (error) {
      if (!(error instanceof CallError) || error.status === 401) throw error;
      report.remark(`the order of folder "${folder}" stays as it is: ${error.message}`);
    }
  }
  if (changed > 0) report.remark(`first page and order are set for ${changed} ${changed === 1 ? "folder" : "folders"}`);
}

function isGivingWay(standing: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && !Bun.deepEquals(standing, wanted) && isOfEarlierRun(standing, wanted);
}
