// What somebody shares: their own documents that others may open,
// and those that they wrote and that are open beyond their space.
import { type Actor, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import type { ListedDocument } from "../../documents/port/read.ts";
import { atLeast, live, openTo, ownedColumns, ownedFrom } from "../../documents/port/sql.ts";
import { andInReach, isToOthers, reach } from "../../places/port.ts";

/** By what others come in. */
export const WAYS = ["person", "group", "workspace", "link", "password", "end"] as const;
export type Way = (typeof WAYS)[number];

interface SharedPosition {
  updated_at: Date;
  document_id: number;
}

/** A document with the places whose grants count for it as the caller's own: those of a space are that space's. */
export type SharedRow = ListedDocument & { guard_ids: number[]; is_narrowed: boolean };

export const SHARED = pagesOf(
  "shared",
  (at): SharedPosition => ({ updated_at: at.time("updated_at"), document_id: at.id("document_id") }),
);

interface Asked extends PageOptions<SharedPosition> {
  actor: Actor;
  now: Date;
  /** Null for all of it. */
  way: Way | null;
  /** Words of the title; nothing for any. */
  q: string;
}

type Fragment = ReturnType<typeof live>;

/** The last changed first, by one query: what is open by itself, and what lies in folders that are shared. */
export function findShared(sql: Sql, asked: Asked): Promise<SharedRow[]> {
  const { actor, now, way, q, after, limit } = asked;
  const inOrder = sql`order by updated_at desc, document_id desc ${atLeast(sql, limit ?? 1)}`;
  const isMeant = sql`d.owner_id = ${actor.user_id} and ${live(sql, now)} and ${openTo(sql, actor)} and ${byWay(sql, actor, way)}
    ${q === "" ? sql`` : sql`and strpos(lower(d.title), lower(${q})) > 0`}
    ${after === null ? sql`` : sql`and (d.updated_at, d.document_id) < (${after.updated_at}, ${after.document_id})`}`;
  const keys = sql`select d.document_id, d.updated_at from documents d`;
  return sql<SharedRow[]>`
    with ${reach(sql, actor)}, given_places as materialized (
      select p.place_id from places p where p.owner_id = ${actor.user_id} and p.workspace_id = ${actor.workspace.id}
        ${andInReach(sql, actor)}
        and exists (select from grants g where g.place_id = any(p.guard_ids) and ${isToOthers(sql, actor)})
    ), page as materialized (
      select document_id, updated_at from (
        (${keys} where d.deleted_at is null and (d.visibility <> 'restricted' or d.grant_count > 0) and ${isMeant} ${inOrder})
        union
        select part.document_id, part.updated_at from given_places
          cross join lateral (${keys} where d.place_id = given_places.place_id and d.deleted_at is null and ${isMeant} ${inOrder}) as part
      ) as found ${inOrder}
    )
    select ${ownedColumns(sql, actor)}, case when p.root_id is null then p.guard_ids else '{}' end as guard_ids,
      d.grant_count > 0 as is_narrowed
    from ${ownedFrom(sql, sql`page`)}
    order by page.updated_at desc, page.document_id desc limit ${limit}`;
}

/** Over `documents d` of the caller: others come in by this way, or by any. */
function byWay(sql: Sql, actor: Actor, way: Way | null): Fragment {
  const given = (
    more = sql``,
  ) => sql`(exists (select from grants g where g.document_id = d.document_id and ${isToOthers(sql, actor)} ${more})
    or d.place_id in (select place_id from given_places) and exists (select from places p join grants g on g.place_id = any(p.guard_ids)
      where p.place_id = d.place_id and ${isToOthers(sql, actor)} ${more}))`;
  const toWorkspace = sql`(d.visibility = 'workspace' and d.grant_count = 0)`;
  switch (way) {
    case "person":
      return given(sql`and g.subject_type = 'user'`);
    case "group":
      return given(sql`and g.subject_type = 'group'`);
    case "workspace":
      return sql`(${toWorkspace} or ${given(sql`and g.subject_type = 'workspace'`)})`;
    case "end":
      return given(sql`and g.expires_at is not null`);
    case "link":
      return sql`d.visibility = 'unlisted'`;
    case "password":
      return sql`d.visibility = 'password'`;
    case null:
      return sql`(d.visibility in ('unlisted', 'password') or ${toWorkspace} or ${given()})`;
  }
}
