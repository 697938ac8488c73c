// Whether a navigation reaches one document for a reader:
// the question of every page, answered without reading what else they may open.
import type { Sql } from "../../../kernel/plugin.ts";
import { levelColumns, live, openToMembers, placed, placedFor } from "../../documents/port/sql.ts";
import { type Level, seesRoot } from "../../places/port.ts";
import { isBelow, isClosedFolder, isShownTo, type Reader } from "../reader.ts";
import type { ReadBy } from "./reached.ts";

interface Found {
  by_link: boolean;
  to_members: boolean;
  on_team_list: boolean;
  in_open_folder: boolean;
  sees_root: boolean;
  is_granted: boolean;
  level: Level;
  place_level: Level;
  is_named: boolean;
  is_tagged: boolean;
  in_folder: boolean;
  is_offered: boolean;
}

/** The same answer as `isReached`, for one document by its key. */
export async function reachesDocument(sql: Sql, read: ReadBy & { document_id: number }): Promise<boolean> {
  const { navigation_id, reader, now, document_id } = read;
  const { actor, workspace_id } = reader;
  const held = actor
    ? sql`${levelColumns(sql, actor)}, given.on_document is not null as is_granted, ${seesRoot(sql, actor)} as sees_root`
    : sql`'none' as level, 'none' as place_level, false as is_granted, false as sees_root`;
  const entry = (leads: typeof held) => sql`exists (
    select from navigation_entries e where e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id}
      and ${leads} and ${isShownTo(sql, reader)})`;
  const isAbove = sql`(e.path is not null and (p.root_id = e.root_id or p.owner_id = e.owner_id)
    and (p.path = e.path or ${isBelow(sql, sql`p.path`, sql`e.path`)}))`;
  const inClosed = (where: typeof held) => sql`exists (
    select from places guard where guard.place_id = p.guard_ids[1] and ${isClosedFolder(sql, reader, now)} and ${where})`;
  const [found] = await sql<Found[]>`
    select d.visibility = 'unlisted' as by_link, (${openToMembers(sql)} and d.lost_root is null) as to_members,
      d.listing = 'team' as on_team_list, (p.root_id is not null and not ${inClosed(sql`true`)}) as in_open_folder, ${held},
      ${entry(sql`(e.doc_id = d.doc_id or e.alias = d.alias)`)} as is_named, ${entry(sql`e.tag = any(d.tags)`)} as is_tagged,
      ${entry(isAbove)} as in_folder,
      ${entry(sql`${isAbove} and not ${inClosed(isBelow(sql, sql`guard.path`, sql`e.path`))}`)} as is_offered
    from ${actor ? placedFor(sql, actor) : placed(sql)}
    where d.document_id = ${document_id} and d.workspace_id is not distinct from ${workspace_id} and ${live(sql, now)}`;
  if (!found) return false;
  return (
    (found.is_named && isReadable(found, reader)) || ((found.is_tagged || found.in_folder) && isListed(found, reader))
  );
}

function isReadable({ by_link, to_members, level }: Found, { actor, is_signed_in }: Reader): boolean {
  return by_link || (actor ? level !== "none" : is_signed_in && to_members);
}

function isListed(found: Found, { actor, is_signed_in }: Reader): boolean {
  const { by_link, to_members, on_team_list, in_open_folder, is_offered } = found;
  const inTheOpen = on_team_list || in_open_folder || is_offered;
  if (by_link && inTheOpen) return true;
  if (!actor) return is_signed_in && to_members && inTheOpen;
  const isGranted = found.place_level !== "none" || found.is_granted;
  return isGranted || (to_members && (on_team_list || found.sees_root));
}
