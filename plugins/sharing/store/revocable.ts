// A grant with the right to take it away inside the query, so that nobody else learns that it exists.
import { type Actor, isManager, type Sql } from "../../../kernel/mod.ts";
import { andInReach, andPlaceInReach, managesRoot } from "../../places/port.ts";

/** A grant that the caller may take away. */
export interface Revocable {
  grant_id: number;
  /** What it is on: a document by its id on the wire, else a folder of a root or of My documents. */
  doc_id: string | null;
  document_id: number | null;
  folder: string | null;
  /** Set for a grant on a root or a folder of one. */
  root_id: number | null;
  /** General's own list. */
  is_fixed: boolean;
}

/**
 * The grant of an id if it is the caller's to take away: its document's or folder's owner, who gave it, and the workspace's
 * owners and admins; in a root its managers. Null for everybody else.
 */
export async function findRevocable(sql: Sql, actor: Actor, grantId: number): Promise<Revocable | null> {
  const mine = isManager(actor)
    ? sql`true`
    : sql`case
        when gp.root_id is not null then ${managesRoot(sql, actor)}
        when g.created_by = ${actor.user_id} or gp.owner_id = ${actor.user_id} then true
        when dp.root_id is not null then ${managesDocumentRoot(sql, actor)}
        else dp.owner_id is not distinct from ${actor.user_id} end`;
  const reached = andPlaceInReach(sql, actor, sql`coalesce(gp.place_id, dp.place_id)`);
  const [row] = await sql<Revocable[]>`
    select g.grant_id, d.doc_id, g.document_id, gp.path as folder, gp.root_id,
      coalesce(r.is_general and gp.path = '', false) as is_fixed
    from grants g left join places gp on gp.place_id = g.place_id left join roots r on r.root_id = gp.root_id
      left join documents d on d.document_id = g.document_id left join places dp on dp.place_id = d.place_id
    where g.grant_id = ${grantId} and g.workspace_id = ${actor.workspace.id} and ${mine}${reached}`;
  return row ?? null;
}

function managesDocumentRoot(sql: Sql, actor: Actor) {
  return sql`exists (select from roots r where r.root_id = dp.root_id and ${managesRoot(sql, actor)})`;
}

/** A grant on a folder of the caller's own My documents, or null. */
export async function findOwnFolderGrant(sql: Sql, actor: Actor, grantId: number): Promise<Revocable | null> {
  const [row] = await sql<Revocable[]>`
    select g.grant_id, null::text as doc_id, null::bigint as document_id, p.path as folder, null::bigint as root_id, false as is_fixed
    from grants g join places p using (place_id)
    where g.grant_id = ${grantId} and g.workspace_id = ${actor.workspace.id} and p.owner_id = ${actor.user_id}${andInReach(sql, actor)}`;
  return row ?? null;
}
