// A document as rows tell it, and as the wire shows it.
import { DAY_MS, later, type Runtime, type Static } from "../../../kernel/plugin.ts";
import type { Level } from "../../places/port.ts";
import { documentAddress } from "./address.ts";
import type { Attrs } from "./attrs.ts";
import type { Kind } from "./kinds.ts";
import type { CallerAccess } from "./levels.ts";
import type { DOC_TYPES, Document, LISTINGS, VISIBILITIES } from "./schemas.ts";

/** One file of one version. */
export interface FileRow {
  path: string;
  blob_id: number;
  /** Hex. */
  sha256: string;
  size_bytes: number;
  content_type: string;
  /** Set on pages that the service made. */
  renderer: number | null;
}

/** What a document is beyond its files. */
export type DocType = (typeof DOC_TYPES)[number];

/** A document's own columns. */
export interface DocumentRow {
  document_id: number;
  workspace_id: number;
  doc_id: string;
  slug: string;
  /** Whose account it counts against; in My documents also whose it is. */
  owner_id: number;
  /** Who first published it; null once that account is gone. */
  created_by: number | null;
  creator_email: string | null;
  place_id: number;
  title: string;
  /** Somebody chose the title; otherwise it follows what the document calls itself. */
  title_set: boolean;
  kind: Kind;
  doc_type: DocType;
  folder: string;
  /** Null in somebody's My documents. */
  root_id: number | null;
  root_slug: string | null;
  root_name: string | null;
  /** The file that a person edits; the page is made from it, unless it is the page. */
  source_path: string;
  tags: string[];
  /** The name by which others link to it. */
  alias: string | null;
  icon: string | null;
  visibility: (typeof VISIBILITIES)[number];
  listing: (typeof LISTINGS)[number];
  password_hash: string | null;
  retention_days: number;
  expires_at: Date | null;
  /** It has no expiry then, whatever its retention, and nothing removes it. */
  legal_hold: boolean;
  /** The same, since another document is held: a database whose records name it, or whose form it is. */
  held_with: boolean;
  description: string;
  attrs: Attrs;
  /** Of the file that it was made from; relative links of its neighbours find it by this name. */
  filename: string | null;
  version: number;
  size_bytes: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  purge_at: Date | null;
  /** When it stopped being charged because it had expired; null again once it came back. */
  released_at: Date | null;
  /** The slug of a root that was deleted while the document lay in its trash, deleted or expired; null again once it is back. */
  lost_root: string | null;
  /** Until when somebody may have leased it; null where nobody has since it was made. Whether they still do is the lease's to say. */
  leased_until: Date | null;
}

/** A document in a list, with what the caller holds on it and on its place. */
export type ListedDocument = DocumentRow & { owner_email: string; level: Level; place_level: Level };

/** A document with the files of its current version, loaded for one caller. */
export interface LoadedDocument extends DocumentRow, CallerAccess {
  root_id: number | null;
  files: FileRow[];
  /** Stands for this reading: while it is the same, so is what was read. Not for what a transaction reads. */
  stamp?: string;
}

/** The document object as who holds `level` on it sees it. `files` are shown where they were loaded. */
export function showDocument(
  row: DocumentRow & { files?: FileRow[]; level: Level },
  { runtime, now }: { runtime: Pick<Runtime, "contentHosts">; now: Date },
): Static<typeof Document> {
  const shown: Static<typeof Document> = {
    doc_id: row.doc_id,
    title: row.title,
    kind: row.kind,
    doc_type: row.doc_type,
    url: documentAddress(runtime, row),
    slug: row.slug,
    folder: row.folder,
    root: rootOf(row),
    root_id: row.root_id,
    tags: row.tags,
    alias: row.alias,
    icon: row.icon,
    description: row.description,
    attrs: row.attrs,
    filename: row.filename,
    visibility: row.visibility,
    listing: row.listing,
    retention_days: row.retention_days,
    expires_at: row.expires_at?.toISOString() ?? null,
    legal_hold: row.legal_hold,
    version: row.version,
    size: row.size_bytes,
    created_at: row.created_at.toISOString(),
    created_by: row.creator_email,
    updated_at: row.updated_at.toISOString(),
    my_level: row.level,
    state: stateOf(row, now),
  };
  if (row.files)
    shown.files = row.files.map(({ path, size_bytes, content_type }) => ({ path, size: size_bytes, content_type }));
  return shown;
}

/** The root of a document, as document objects show it. */
export function rootOf({ root_id, root_slug, root_name }: DocumentRow): Static<typeof Document>["root"] {
  if (root_id === null) return null;
  return { id: root_id, slug: root_slug ?? "", name: root_name ?? "", kind: "shared" };
}

/** Whether nothing may remove it, by its own legal hold or with another document. */
export function isHeld(row: Pick<DocumentRow, "legal_hold" | "held_with">): boolean {
  return row.legal_hold || row.held_with;
}

/** Days in the trash before the purge, for deleted and for expired documents (rules: documents/trash). */
export const TRASH_DAYS = 7;

/** What says when the purge takes a document. */
type Ending = Pick<DocumentRow, "deleted_at" | "purge_at" | "expires_at" | "legal_hold" | "held_with">;

/** When the purge takes a document that was deleted or has expired; null while it lives, or is held. */
export function purgeTimeOf(row: Ending, now: Date): Date | null {
  if (isHeld(row)) return null;
  if (row.deleted_at) return row.purge_at;
  return row.expires_at && row.expires_at <= now ? later(row.expires_at, TRASH_DAYS * DAY_MS) : null;
}

/** True from that time on, although the job that removes the document may not have come round yet. */
export function isPurgeDue(row: Ending, now: Date): boolean {
  const due = purgeTimeOf(row, now);
  return due !== null && due <= now;
}

/** What a document counts in its workspace's storage and its account: nothing in the trash, and nothing once it has expired. */
export function chargeOf(row: Pick<DocumentRow, "deleted_at" | "released_at" | "size_bytes">): {
  bytes: number;
  live: number;
} {
  return row.deleted_at || row.released_at ? { bytes: 0, live: 0 } : { bytes: row.size_bytes, live: 1 };
}

export function stateOf(
  row: Pick<DocumentRow, "deleted_at" | "expires_at">,
  now: Date,
): "live" | "expired" | "deleted" {
  if (row.deleted_at) return "deleted";
  return row.expires_at && row.expires_at <= now ? "expired" : "live";
}

export function fileAt(files: readonly FileRow[], path: string): FileRow | undefined {
  return files.find((file) => file.path === path);
}

/** The file of which a document's page is made. */
export function sourceFileOf(
  document: Pick<DocumentRow, "doc_id" | "source_path"> & { files: readonly FileRow[] },
): FileRow {
  const file = fileAt(document.files, document.source_path);
  if (!file) throw new Error(`document ${document.doc_id} lost its source`);
  return file;
}
