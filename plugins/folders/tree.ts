// The tree of a folder: nodes within the depth that is asked for, documents in them, and a sign where more lies below.
import type { Static } from "../../kernel/plugin.ts";
import type { FolderDocument } from "../documents/port/read.ts";
import { parentOf } from "../places/port.ts";
import type { TreeDocument } from "./schemas.ts";
import type { SettingsRow } from "./store/settings.ts";
import { nameOf, type SeenFolder } from "./visible.ts";

type ShownDocument = Static<typeof TreeDocument>;

/** A folder in the tree; without documents and children where the depth ends. */
export interface Node {
  path: string;
  name: string;
  icon: string | null;
  description: string | null;
  doc_count: number;
  docs?: ShownDocument[];
  children?: Node[];
  truncated?: true;
}

export interface TreeFacts {
  /** The folder of which it is the tree. */
  top: string;
  /** 0 is every level. */
  depth: number;
  folders: readonly SeenFolder[];
  /** Those that the caller may open. */
  docs: readonly FolderDocument[];
  settings: ReadonlyMap<number, SettingsRow>;
  /** The address of a document. */
  addressOf: (slug: string) => string;
  include_team: boolean;
}

/** The folders directly below the top, and the documents directly in it. */
export function buildTree(facts: TreeFacts): { folders: Node[]; docs: ShownDocument[] } {
  const docsByPath = new Map<string, ShownDocument[]>();
  for (const doc of facts.docs) put(docsByPath, doc.folder, showTreeDocument(doc, facts));
  const below = new Map<string, SeenFolder[]>();
  for (const folder of facts.folders) put(below, parentOf(folder.path), folder);
  const nodesBelow = (path: string, level: number): Node[] =>
    (below.get(path) ?? []).map((folder) => {
      const node = { ...describe(folder, facts), doc_count: folder.docs };
      const isEnd = facts.depth !== 0 && level >= facts.depth;
      const isEmpty = folder.docs === 0 && !below.has(folder.path);
      if (isEnd && !isEmpty) return { ...node, truncated: true };
      return { ...node, docs: docsByPath.get(folder.path) ?? [], children: nodesBelow(folder.path, level + 1) };
    });
  return { folders: nodesBelow(facts.top, 1), docs: docsByPath.get(facts.top) ?? [] };
}

/** Levels below the top; 0 is the top itself. */
export function levelBelow(top: string, path: string): number {
  if (path === top) return 0;
  const rest = top === "" ? path : path.slice(top.length + 1);
  return rest.split("/").length;
}

function describe({ path, row }: SeenFolder, { settings }: TreeFacts) {
  const { icon = null, description = null } = settings.get(row?.place_id ?? 0) ?? {};
  return { path, name: nameOf(path), icon, description };
}

/** A document as a row of the tree. */
function showTreeDocument(
  doc: FolderDocument,
  { addressOf, include_team }: Pick<TreeFacts, "addressOf" | "include_team">,
): ShownDocument {
  return {
    doc_id: doc.doc_id,
    title: doc.title,
    kind: doc.kind,
    icon: doc.icon,
    alias: doc.alias,
    size: doc.size_bytes,
    updated_at: doc.updated_at.toISOString(),
    url: addressOf(doc.slug),
    tags: doc.tags,
    visibility: doc.visibility,
    ...(include_team && { own: doc.is_own, owner: doc.owner_email }),
  };
}

function put<V>(into: Map<string, V[]>, key: string, value: V): void {
  const existing = into.get(key);
  if (existing) existing.push(value);
  else into.set(key, [value]);
}
