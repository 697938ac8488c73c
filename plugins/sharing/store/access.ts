// What an access list shows beside the grants themselves.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import { andPlaceInReach, type GrantedLevel, isInForce } from "../../places/port.ts";

/** Whose document it is, in a root whose account it counts against; and whether it has grants of its own. */
export async function findOwner(
  sql: Sql,
  { owner_id, document_id, workspace_id }: Pick<LoadedDocument, "owner_id" | "document_id" | "workspace_id">,
): Promise<{ owner: { id: number; email: string }; has_grants: boolean }> {
  const [row] = await sql<{ email: string | null; has_grants: boolean }[]>`
    select (select email from users where user_id = ${owner_id} and workspace_id = ${workspace_id}) as email,
      exists (select from grants where document_id = ${document_id} and workspace_id = ${workspace_id}) as has_grants`;
  return { owner: { id: owner_id, email: row?.email ?? "" }, has_grants: row?.has_grants ?? false };
}

/** The places whose grants reach what lies at a place: the folders above it, in a root the nearest list. */
export async function findGuards(
  sql: Sql,
  { place_id, workspace_id }: { place_id: number; workspace_id: number },
): Promise<number[]> {
  const [row] = await sql<{ guard_ids: number[] }[]>`
    select guard_ids from places where place_id = ${place_id} and workspace_id = ${workspace_id}`;
  return row?.guard_ids ?? [];
}

/** The place whose list counts for what lies at another place of a root, by its path, and the root's makers. */
export async function findList(
  sql: Sql,
  { place_id, workspace_id }: { place_id: number; workspace_id: number },
): Promise<{ path: string; is_general: boolean; created_by: number | null } | null> {
  const [row] = await sql<{ path: string; is_general: boolean; created_by: number | null }[]>`
    select list.path, r.is_general, r.created_by
    from places p join places list on list.place_id = any(p.guard_ids) join roots r on r.root_id = p.root_id
    where p.place_id = ${place_id} and p.workspace_id = ${workspace_id}`;
  return row ?? null;
}

/** A folder of somebody's My documents that was shared with the caller by name; null for every other. */
export async function findOwnPlace(
  sql: Sql,
  at: { actor: Actor; owner_id: number; path: string },
): Promise<number | null> {
  const { actor, owner_id, path } = at;
  const [row] = await sql<{ place_id: number }[]>`
    select p.place_id from places p join grants g using (place_id)
    where p.owner_id = ${owner_id} and p.root_id is null and p.path = ${path} and p.workspace_id = ${actor.workspace.id}
      and g.subject_type = 'user' and g.subject_id = ${actor.user_id} and ${isInForce(sql, actor)}`;
  return row?.place_id ?? null;
}

/** A group has at most so many shown. */
const GROUP_GRANTS_MAX = 1000;

/** What a group was given on documents, whoever may open those, and on folders of the caller's My documents. */
export function listGrantsToGroup(
  sql: Sql,
  by: { actor: Actor; group_id: number },
): Promise<{ grant_id: number; doc_id: string | null; folder: string | null; level: GrantedLevel }[]> {
  const reached = andPlaceInReach(sql, by.actor, sql`coalesce(d.place_id, p.place_id)`);
  return sql<{ grant_id: number; doc_id: string | null; folder: string | null; level: GrantedLevel }[]>`
    select g.grant_id, d.doc_id, p.path as folder, (array['view', 'comment', 'edit'])[g.level] as level
    from grants g left join documents d on d.document_id = g.document_id left join places p on p.place_id = g.place_id
    where g.workspace_id = ${by.actor.workspace.id} and g.subject_type = 'group' and g.subject_id = ${by.group_id} and ${isInForce(sql, by.actor)}
      and (g.document_id is not null or p.owner_id = ${by.actor.user_id})${reached}
    order by g.grant_id limit ${GROUP_GRANTS_MAX}`;
}
