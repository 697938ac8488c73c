// The feed's main query: the documents that changed behind a position, the permission inside,
// as of one moment that is on the disk.
import { DAY_MS, later, type Role, type Sql } from "../../../kernel/plugin.ts";
import { readDurably } from "../../../kernel/ports/db.ts";
import type { KINDS } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { reach } from "../../places/port.ts";
import type { Position } from "../cursor.ts";
import { type Followed, isFollowed, isRemovedOfFollowed } from "./scope.ts";

/** For how long deleted documents stay in the feed (rules: changes/deleted), and the past of who could open what. */
export const KEPT_DAYS = manifest.caps.changes_kept_days;

export interface FeedOptions extends Followed {
  now: Date;
  /** Behind which to read. */
  after: Position;
  limit: number;
}

export interface ChangeRow {
  change_seq: number;
  document_id: number;
  doc_id: string;
  title: string;
  folder: string;
  root_id: number | null;
  root_slug: string | null;
  root_name: string | null;
  tags: string[];
  attrs: Record<string, unknown>;
  filename: string | null;
  kind: (typeof KINDS)[number];
  version: number;
  updated_at: Date;
  changed_at: Date;
  /** When it was deleted or expired; null while it lives. */
  deleted_at: Date | null;
  owner_email: string;
  mine: boolean;
  listing: "private" | "team";
  files: { path: string; sha256: string; size: number; content_type: string }[];
}

/** What else the moment of a reading says. */
export interface Moment {
  /** The number of the workspace's latest change. */
  latest: number;
  /** The number of the latest change of who may open what. */
  turned: number;
  /** Behind which the past is whole, and the caller was a member without a break. */
  oldest: number;
  /** Stands for this database: another text after a restore, or once another server has taken over from one that failed. */
  life: string;
  /** What the caller is; null for nobody. */
  standing: { workspace_id: number; role: Role; group_ids: number[] } | null;
}

/** A page of changed documents in the order of their commits, and the number up to which the workspace's changes were looked at. */
export interface ChangedPage {
  rows: ChangeRow[];
  has_more: boolean;
  moment: Moment;
}

/** Changes of the workspace that are looked at one by one, before the documents of the scope are looked for instead. */
const NEAR = 2_000;

/**
 * Most pages end among the next changes: a reader who follows finds the last of them there, and one who begins, where much
 * is theirs, finds a whole page. The planner does not know which, and would sort all that is theirs for each page.
 */
export async function readChanged(sql: Sql, options: FeedOptions): Promise<ChangedPage> {
  const upTo = options.after.seq + NEAR;
  const near = await readUpTo(sql, options, upTo);
  return near.has_more || near.moment.latest <= upTo ? near : readUpTo(sql, options, null);
}

/** A page of the changes up to a number; without one, of all. */
async function readUpTo(sql: Sql, options: FeedOptions, upTo: number | null): Promise<ChangedPage> {
  const { limit } = options;
  const page = sql`
    select * from ((${livingAfter(sql, options, upTo)}) union all (${removedAfter(sql, options, upTo)})) as found
    order by change_seq ${atLeast(sql, limit + 1)}`;
  const { rows, moment } = await showPage(sql, options, page);
  return { rows: rows.slice(0, limit), has_more: rows.length > limit, moment };
}

/** What of the given documents the feed asked for follows now, wherever they stand in the feed; those removed for good among them. */
export async function readNow(sql: Sql, options: FeedOptions, documentIds: readonly number[]): Promise<ChangeRow[]> {
  const ids = sql`${[...documentIds]}::bigint[]`;
  const page = sql`
    select d.document_id, c.change_seq, c.changed_at, false as removed from documents d join document_changes c using (document_id)
    where d.document_id = any(${ids}) and ${isFollowed(sql, options)}
    union all
    select p.document_id, p.change_seq, null, true from (select *, folder as path from document_tombstones) as p
    where p.document_id = any(${ids}) and p.workspace_id = ${options.actor.workspace.id} and ${isRemovedOfFollowed(sql, options)}`;
  return (await showPage(sql, options, page)).rows;
}

type Fragment = ReturnType<typeof endless>;

/** Shows the `document_id, change_seq, changed_at, removed` of a page, which may use `reach`. */
async function showPage(
  sql: Sql,
  options: FeedOptions,
  page: Fragment,
): Promise<{ rows: ChangeRow[]; moment: Moment }> {
  const { actor, now } = options;
  const rows = await sql<(ChangeRow & { moment: Moment; doc_id: string | null })[]>`
    with ${reach(sql, actor)}, page as materialized (${page}), counted as (select ${momentOf(sql, options)} as moment)
    select counted.moment, page.change_seq, d.document_id, d.doc_id, d.title, p.path as folder, p.root_id, r.slug as root_slug,
      r.name as root_name, d.tags, d.attrs, d.filename, d.kind, d.version, d.updated_at, u.email as owner_email,
      d.owner_id = ${actor.user_id} as mine, d.listing,
      greatest(d.updated_at, page.changed_at, ${goneAt(sql, now)}) as changed_at, ${goneAt(sql, now)} as deleted_at,
      case when ${goneAt(sql, now)} is null then ${manifestOf(sql)} else '[]'::json end as files,
      ${readDurably(sql)}
    from counted left join page on not page.removed left join documents d using (document_id) left join places p using (place_id)
      left join roots r on r.root_id = p.root_id left join users u on u.user_id = d.owner_id
    union all
    select counted.moment, page.change_seq, t.document_id, t.doc_id, t.title, t.folder, t.root_id, r.slug, r.name, t.tags, '{}'::jsonb,
      null::text, t.kind, t.version, t.updated_at, coalesce(u.email, ''), coalesce(t.owner_id = ${actor.user_id}, false), t.listing, greatest(t.updated_at, t.deleted_at), t.deleted_at, '[]'::json, true
    from counted join page on page.removed join document_tombstones t using (document_id)
      left join roots r on r.root_id = t.root_id left join users u on u.user_id = t.owner_id
    order by change_seq`;
  const [first] = rows;
  if (!first) throw new Error("a page of the feed came without its moment");
  return { rows: rows.filter((row) => row.doc_id !== null), moment: first.moment };
}

function momentOf(sql: Sql, { actor }: FeedOptions) {
  const workspaceId = actor.workspace.id;
  return sql`json_build_object(
    'latest', coalesce((select change_seq from document_counters where workspace_id = ${workspaceId}), 0),
    'turned', coalesce((select max(change_seq) from scope_turns where workspace_id = ${workspaceId}), 0),
    'oldest', coalesce(greatest(
      (select change_seq from scope_horizons where workspace_id = ${workspaceId}),
      (select max(since_seq) from standing_spans where user_id = ${actor.user_id} and workspace_id = ${workspaceId}
        and standing = 'member' and until_seq = ${endless(sql)})), 0),
    'life', (select left(md5(concat_ws(' ', system_identifier, timeline_id, oid)), 8)
      from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()),
    'standing', (select json_build_object('workspace_id', workspace_id, 'role', role,
        'group_ids', array(select group_id from group_members gm where gm.user_id = u.user_id order by group_id))
      from users u where user_id = ${actor.user_id} and disabled_at is null))`;
}

/** Where a span ends that holds. */
export function endless(sql: Sql) {
  return sql`9223372036854775807`;
}

/** Documents whose rows are there, the deleted and the expired among them. */
function livingAfter(sql: Sql, options: FeedOptions, upTo: number | null) {
  const { actor, now, limit } = options;
  const changes = sql`select * from document_changes c where workspace_id = ${actor.workspace.id} and ${isBehind(sql, options, sql`c`)}`;
  // Each by its key and in the order of the changes: the limits and the offset keep the planner from beginning elsewhere.
  const documents =
    upTo === null
      ? sql`(${changes}) as c join documents d using (document_id)`
      : sql`(${changes} and change_seq <= ${upTo} order by change_seq offset 0) as c
          cross join lateral (select * from documents where document_id = c.document_id limit 1) as d`;
  return sql`
    select c.document_id, c.change_seq, c.changed_at, false as removed from ${documents}
    where ${isFollowed(sql, options)} and coalesce(${goneAt(sql, now)} > ${forgottenBefore(now)}, true)
    order by c.change_seq ${atLeast(sql, limit + 1)}`;
}

/** What is left of documents that were removed for good, for those who could open them. */
function removedAfter(sql: Sql, options: FeedOptions, upTo: number | null) {
  const { actor, now, limit } = options;
  return sql`
    select p.document_id, p.change_seq, null::timestamptz as changed_at, true as removed
    from (select *, folder as path from document_tombstones) as p
    where p.workspace_id = ${actor.workspace.id} and ${isBehind(sql, options, sql`p`)} ${upTo === null ? sql`` : sql`and p.change_seq <= ${upTo}`} and p.deleted_at > ${forgottenBefore(now)}
      and ${isRemovedOfFollowed(sql, options)}
    order by p.change_seq ${atLeast(sql, limit + 1)}`;
}

function isBehind(sql: Sql, { after: { seq, document_id } }: FeedOptions, row: Fragment) {
  if (document_id === null) return sql`${row}.change_seq > ${seq}`;
  return sql`${row}.change_seq >= ${seq} and (${row}.change_seq, ${row}.document_id) > (${seq}, ${document_id})`;
}

/** Over `documents d`: when it was deleted or expired, null while it lives. */
function goneAt(sql: Sql, now: Date) {
  return sql`coalesce(d.deleted_at, case when d.expires_at <= ${now}::timestamptz then d.expires_at end)`;
}

export function forgottenBefore(now: Date): Date {
  return later(now, -KEPT_DAYS * DAY_MS);
}

/** Over `documents d`. */
function manifestOf(sql: Sql) {
  return sql`(select coalesce(json_agg(json_build_object('path', f.path, 'sha256', encode(f.sha256, 'hex'), 'size', f.size_bytes,
      'content_type', f.content_type) order by f.path collate "C"), '[]')
    from document_files f where f.document_id = d.document_id and f.version = d.version)`;
}

/** Pages have one of these lengths, so that few plans are kept; the plan for a limit that is not known would read everything. */
const LENGTHS = [2, 11, 51, 201];

function atLeast(sql: Sql, limit: number) {
  return sql.unsafe(`limit ${LENGTHS.find((length) => length >= limit) ?? limit}`);
}

/** The numbers of the latest changes of the given workspaces. */
export async function readLatest(sql: Sql, workspaceIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ workspace_id: number; change_seq: number }[]>`
    select workspace_id, change_seq from document_counters where workspace_id = any(${[...workspaceIds]}::bigint[])`;
  return new Map(rows.map((row) => [row.workspace_id, row.change_seq]));
}
