// Who reads a navigation, and what of it and of documents they may see, as SQL that the queries over either build in.
import { type Actor, isManager, type Sql } from "../../kernel/plugin.ts";
import { listedTo, openToMembers } from "../documents/port/sql.ts";
import { reach } from "../places/port.ts";

/** Somebody before a navigation: nobody known, a member, or a person from outside who may read what is open to all members. */
export interface Reader {
  workspace_id: number;
  /** Set for a member alone; what they may open is theirs by name. */
  actor: Actor | null;
  /** Known, and let in to what is for every member: a member, or whom `content.outsider` lets in. */
  is_signed_in: boolean;
}

/**
 * The reader that a person is in a workspace; null is somebody unknown. `is_let_in` says of a person from outside that they may
 * read what is open to all members.
 */
export function readerOf(workspaceId: number, person: Actor | null, { is_let_in = false } = {}): Reader {
  const isMember = person !== null && person.workspace.id === workspaceId;
  return {
    workspace_id: workspaceId,
    actor: isMember ? person : null,
    is_signed_in: isMember || (person !== null && is_let_in),
  };
}

/** Whoever manages the workspace edits its navigations. */
export function mayManage(actor: Actor): boolean {
  return isManager(actor);
}

/** Over `navigation_entries e`: neither the entry nor one above it is hidden from the reader. */
export function isShownTo(sql: Sql, reader: Reader) {
  if (!reader.is_signed_in) return sql`(not e.for_members and e.for_groups = '{}')`;
  return sql`(e.for_groups <@ ${[...(reader.actor?.group_ids ?? [])]}::bigint[])`;
}

/** The sets that `isOpenByName` and `isListed` ask of, for a `with`; ends with a comma where there are any. */
export function readerSets(sql: Sql, { actor }: Reader) {
  return actor ? sql`${reach(sql, actor)},` : sql``;
}

/**
 * Over `documents d join places p`, in a query with `closed_guards`: a section shows it to the reader among others. To people by name
 * it is what is listed to them; to everybody what has a link for everybody and is no private matter: listed to the team, or in a
 * shared root, but for folders that are closed there. `isOffered` holds where somebody has put just that folder there.
 */
export function isListed(sql: Sql, { actor, is_signed_in }: Reader, isOffered: ReturnType<typeof readerSets>) {
  const inOpenFolder = sql`(p.root_id is not null and p.guard_ids[1] not in (select place_id from closed_guards))`;
  const inTheOpen = sql`(d.listing = 'team' or ${inOpenFolder} or ${isOffered})`;
  const toAll = sql`(d.visibility = 'unlisted' and ${inTheOpen})`;
  if (actor) return sql`(${toAll} or ${listedTo(sql, actor)})`;
  return is_signed_in ? sql`(${toAll} or (${openToMembers(sql)} and ${inTheOpen}))` : toAll;
}

/** Over `places guard`: a folder of a root with a list of its own that is not for every member. */
export function isClosedFolder(sql: Sql, { workspace_id }: Reader, now: Date) {
  return sql`(guard.workspace_id = ${workspace_id} and guard.root_id is not null and guard.has_list and guard.path <> ''
    and not exists (select from grants g where g.place_id = guard.place_id and g.subject_type = 'workspace'
      and (g.expires_at > ${now}::timestamptz or g.expires_at is null)))`;
}

/** Over paths in one tree: the one lies below the other, and is not the same. */
export function isBelow(sql: Sql, path: ReturnType<typeof readerSets>, above: ReturnType<typeof readerSets>) {
  return sql`(${path} <> '' and (${above} = '' or starts_with(${path}, ${above} || '/')))`;
}
