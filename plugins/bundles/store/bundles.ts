// Bundles as rows: what may go into one, and the one download of it.

import { type Actor, type JsonObject, later, MINUTE_MS, type Sql } from "../../../kernel/plugin.ts";
import { holdBlobs } from "../../../kernel/ports/blobs.ts";
import { filesColumn, inFolder, listedToTeam, live, openTo, placed, scopeOf } from "../../documents/port/sql.ts";
import type { Attrs } from "../../documents/port/write.ts";
import { type FolderRow, listFolderRows, placeLevel, type RootRow, reach } from "../../places/port.ts";
import type { ZippedDocument, ZippedFile } from "../contents.ts";

/** How long the link of a bundle works (rules: bundles/links). */
const BUNDLE_MINUTES = 10;
/** How long after its link a bundle still keeps its bytes for a download under way. */
const KEPT_MINUTES = 45;

export interface BundleOptions {
  actor: Actor;
  now: Date;
  root: RootRow | null;
  folder: string;
  recursive: boolean;
  include_team: boolean;
}

/** A document that may go into a zip. */
export interface PackableDocument extends Omit<ZippedDocument, "meta"> {
  document_id: number;
  workspace_id: number;
  kind: string;
  alias: string | null;
  /** Of the file that it was made of; null for one that was made of none. */
  filename: string | null;
  tags: string[];
  visibility: string;
  slug: string;
  attrs: Attrs;
}

/** The columns of a `PackableDocument`, over `placed`. */
export function packableColumns(sql: Sql) {
  return sql`d.document_id, d.workspace_id, d.doc_id, d.title, p.path as folder, d.version, d.updated_at, d.kind, d.alias, d.tags, d.visibility, d.slug,
    d.filename, d.attrs, ${filesColumn(sql)}`;
}

/** How much the bundle asked for would hold, without reading any of it. */
export async function weigh(
  sql: Sql,
  options: BundleOptions,
): Promise<{ docs: number; files: number; bytes: number; skipped: number }> {
  const { actor, root, now } = options;
  const closed = root
    ? sql`(select count(*)::int from documents d join places p using (place_id)
        where p.root_id = ${root.root_id} and d.workspace_id = ${actor.workspace.id} and ${live(sql, now)} ${inFolder(sql, options)} and not ${openTo(sql, actor)})`
    : sql`0`;
  const [row] = await sql<{ docs: number; files: number; bytes: number; skipped: number }[]>`
    with ${reach(sql, actor)}, wanted as materialized (
      select d.document_id, d.version from documents d where ${isWanted(sql, options)}
    )
    select (select count(*)::int from wanted) as docs, count(f.path)::int as files, coalesce(sum(f.size_bytes), 0)::bigint as bytes,
      ${closed} as skipped
    from wanted left join document_files f using (document_id, version)`;
  return row ?? { docs: 0, files: 0, bytes: 0, skipped: 0 };
}

export function listWanted(sql: Sql, options: BundleOptions): Promise<PackableDocument[]> {
  return sql<PackableDocument[]>`
    with ${reach(sql, options.actor)}
    select ${packableColumns(sql)} from ${placed(sql)} where ${isWanted(sql, options)}
    order by p.path, lower(d.title), d.document_id`;
}

/** The folders asked for that are there by themselves and open to the caller; the top is none. */
export async function listFolders(sql: Sql, options: BundleOptions): Promise<BundledFolder[]> {
  const { actor, root, folder, recursive } = options;
  const tree = { workspace_id: actor.workspace.id, root, owner_id: root ? null : actor.user_id };
  const rows = await listFolderRows(sql, actor, { ...tree, path: folder });
  const isHandled = ({ path }: BundledFolder) => path !== "" && (recursive || path === folder);
  return rows.filter((row) => row.stands && row.level !== "none" && isHandled(row));
}

/** A folder that goes into a bundle. */
export type BundledFolder = Pick<FolderRow, "place_id" | "path">;

/** Over `documents d`, in a query with `reach`. */
function isWanted(sql: Sql, options: BundleOptions) {
  const { actor, now, root, include_team } = options;
  const own = scopeOf(sql, { actor, view: root ? { root } : "mine" });
  const scope = root || !include_team ? own : sql`((${own}) or ${listedToTeam(sql, actor)})`;
  return sql`${live(sql, now)} and ${scope} ${inFolder(sql, options)}`;
}

/** Keeps a bundle for its download; false when bytes of it are gone already. In a transaction. */
export async function insertBundle(
  sql: Sql,
  bundle: Omit<BundleOptions, "root" | "include_team"> & {
    filename: string;
    skipped: number;
    folders: readonly BundledFolder[];
    documents: readonly { document_id: number; version: number; meta: JsonObject; files: readonly ZippedFile[] }[];
  },
): Promise<{ bundle_id: number; expires_at: Date } | null> {
  const { actor, now, folder, recursive, filename, skipped, folders, documents } = bundle;
  const workspace_id = actor.workspace.id;
  const blob_ids = [...new Set(documents.flatMap((one) => one.files.map((file) => file.blob_id)))];
  const locked = await holdBlobs(sql, { workspace_id, blob_ids });
  if (locked.size < blob_ids.length) return null;
  const expires_at = later(now, BUNDLE_MINUTES * MINUTE_MS);
  const [row] = await sql<{ bundle_id: number }[]>`
    insert into bundles (workspace_id, user_id, made_with, folder, recursive, filename, skipped, created_at, expires_at)
    values (${workspace_id}, ${actor.user_id}, ${JSON.stringify(actor.token)}::text::jsonb, ${folder}, ${recursive}, ${filename},
      ${skipped}, ${now}, ${expires_at})
    returning bundle_id`;
  if (!row) throw new Error("insert into bundles returned no row");
  const rows = JSON.stringify(documents.map(({ document_id, version, meta }) => ({ document_id, version, meta })));
  await sql`
    insert into bundle_documents (bundle_id, document_id, workspace_id, version, meta)
    select ${row.bundle_id}, document_id, ${workspace_id}, version, meta
    from jsonb_to_recordset(${rows}::text::jsonb) as one(document_id bigint, version integer, meta jsonb)`;
  await sql`
    insert into bundle_folders (bundle_id, place_id, workspace_id, path)
    select ${row.bundle_id}, place_id, ${workspace_id}, path
    from unnest(${folders.map((one) => one.place_id)}::bigint[], ${folders.map((one) => one.path)}::text[]) as one(place_id, path)`;
  await sql`
    insert into bundle_blobs (bundle_id, blob_id, workspace_id)
    select ${row.bundle_id}, blob_id, ${workspace_id} from unnest(${blob_ids}::bigint[]) as blob_id`;
  return { bundle_id: row.bundle_id, expires_at };
}

export interface BundleRow {
  bundle_id: number;
  workspace_id: number;
  user_id: number;
  /** The token that asked for it; null for a session. */
  made_with: Actor["token"];
  folder: string;
  recursive: boolean;
  filename: string;
  skipped: number;
  downloaded_at: Date | null;
}

export async function findBundle(sql: Sql, bundleId: number): Promise<BundleRow | null> {
  const [row] = await sql<BundleRow[]>`
    select bundle_id, workspace_id, user_id, made_with, folder, recursive, filename, skipped, downloaded_at
    from bundles where bundle_id = ${bundleId}`;
  return row ?? null;
}

/** Takes the one download; false when somebody else was first. */
export async function claimDownload(sql: Sql, bundle: BundleRow, now: Date): Promise<boolean> {
  const taken = await sql`
    update bundles set downloaded_at = ${now}
    where bundle_id = ${bundle.bundle_id} and workspace_id = ${bundle.workspace_id} and downloaded_at is null returning 1`;
  return taken.length > 0;
}

/** The documents of a bundle in the versions that it named; those are left out that its maker may not open any more. */
export async function listBundled(
  sql: Sql,
  { bundle, actor, now }: { bundle: BundleRow; actor: Actor; now: Date },
): Promise<{ document_id: number; meta: JsonObject; files: ZippedFile[]; is_open: boolean }[]> {
  return sql<{ document_id: number; meta: JsonObject; files: ZippedFile[]; is_open: boolean }[]>`
    with ${reach(sql, actor)}
    select b.document_id, b.meta, (held_now.document_id is not null) as is_open, ${filesColumn(sql)}
    from bundle_documents b cross join lateral (select b.document_id, b.version) as d
      left join lateral (
        select d.document_id from documents d where d.document_id = b.document_id and ${live(sql, now)} and ${openTo(sql, actor)}
      ) as held_now on true
    where b.bundle_id = ${bundle.bundle_id} and b.workspace_id = ${bundle.workspace_id}
    order by b.meta ->> 'folder', lower(b.meta ->> 'title'), b.document_id`;
}

/** The paths of a bundle's folders; those are left out that are gone or that its maker may not open any more. */
export async function listBundledFolders(
  sql: Sql,
  { bundle, actor }: { bundle: BundleRow; actor: Actor },
): Promise<string[]> {
  const rows = await sql<{ path: string }[]>`
    select b.path from bundle_folders b join places p using (place_id) left join roots r using (root_id)
    where b.bundle_id = ${bundle.bundle_id} and b.workspace_id = ${bundle.workspace_id} and ${placeLevel(sql, actor)} > 0
    order by b.path`;
  return rows.map((row) => row.path);
}

/** Forgets bundles whose link has ended long enough ago for every download to be over. */
export async function forgetBundles(sql: Sql, now: Date): Promise<void> {
  await sql`delete from bundles where expires_at <= ${later(now, -KEPT_MINUTES * MINUTE_MS)}`;
}

export async function dropOwnBundles(sql: Sql, userId: number): Promise<void> {
  await sql`delete from bundles where user_id = ${userId}`;
}
