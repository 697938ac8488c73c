// A grant with who may take it away and who sees it, both inside the query, so that nobody else learns that it exists.

import { type Actor, isManager, type Sql, type VisibilityLimit } from "../../../kernel/plugin.ts";
import { live, openTo } from "../../documents/port/sql.ts";
import { andPlaceInReach, managesRoot, reach } from "../../places/port.ts";

/** A grant that the caller may take away, or sees in an access list. */
export interface Revocable {
  grant_id: number;
  /** What it is on: a document by its id on the wire, else a folder of a root or of My documents. */
  doc_id: string | null;
  document_id: number | null;
  folder: string | null;
  /** Whose My documents the folder is in. */
  folder_owner_id: number | null;
  /** The document's. */
  visibility: VisibilityLimit | null;
  /** Set for a grant on a root or a folder of one. */
  root_id: number | null;
  /** Of the root in which the folder or the document lies. */
  root_name: string | null;
  /** General's own list. */
  is_fixed: boolean;
  /** The caller may take it away: its document's or folder's owner, who gave it, the workspace's owners and admins; in a root its managers. */
  is_theirs: boolean;
  /** The caller sees it: they hold a level where it is, or on a document that it reaches. */
  is_seen: boolean;
}

/** The grant of an id as far as the caller may take it away or sees it; null for everybody else. */
export async function findRevocable(
  sql: Sql,
  by: { actor: Actor; grant_id: number; now: Date },
): Promise<Revocable | null> {
  const { actor, grant_id, now } = by;
  const reached = andPlaceInReach(sql, actor, sql`coalesce(gp.place_id, dp.place_id)`);
  const [row] = await sql<Revocable[]>`
    with ${reach(sql, actor)}
    select * from (
      select g.grant_id, d.doc_id, g.document_id, d.visibility, gp.path as folder, gp.owner_id as folder_owner_id, gp.root_id,
        r.name as root_name, coalesce(r.is_general and gp.path = '', false) as is_fixed, coalesce(${isTheirs(sql, actor)}, false) as is_theirs,
        case when g.document_id is not null then ${live(sql, now)} and ${openTo(sql, actor)}
          else gp.place_id in (select place_id from open_places) or exists (
            select from places p join documents d using (place_id)
            where p.guard_ids @> array[g.place_id] and ${live(sql, now)} and ${openTo(sql, actor)}) end as is_seen
      from grants g left join places gp on gp.place_id = g.place_id
        left join documents d on d.document_id = g.document_id left join places dp on dp.place_id = d.place_id
        left join roots r on r.root_id = coalesce(gp.root_id, dp.root_id)
      where g.grant_id = ${grant_id} and g.workspace_id = ${actor.workspace.id}${reached}
    ) as found where is_theirs or is_seen`;
  return row ?? null;
}

function isTheirs(sql: Sql, actor: Actor) {
  if (isManager(actor)) return sql`true`;
  return sql`case
    when gp.root_id is not null then ${managesRoot(sql, actor)}
    when g.created_by = ${actor.user_id} or gp.owner_id = ${actor.user_id} then true
    when dp.root_id is not null then ${managesRoot(sql, actor)}
    else dp.owner_id is not distinct from ${actor.user_id} end`;
}
