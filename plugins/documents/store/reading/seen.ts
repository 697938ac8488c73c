// Which folders on the way to a path somebody sees:
// those that stand by themselves, and those that hold what is open to them.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { type Level, levelNamed, pathsDownTo, reach, type Spot, standing } from "../../../places/port.ts";
import { openTo } from "../../model/levels.ts";
import { live } from "../../model/live.ts";

/** A place on the way down a path. */
export interface PlaceSeen {
  place_id: number;
  path: string;
  level: Level;
  /** It is a folder to the caller: it stands by itself and gives them a level, or such a folder or an open document is in it. */
  is_seen: boolean;
}

/** The places on the way to a spot, the spot's own included, as far as there are any; the top first. */
export async function findWayTo(
  sql: Sql,
  { actor, spot, now }: { actor: Actor; spot: Spot; now: Date },
): Promise<PlaceSeen[]> {
  const { root, owner_id, path } = spot;
  const inTree = (table: string) =>
    root === null
      ? sql`${sql(table)}.owner_id = ${owner_id} and ${sql(table)}.root_id is null`
      : sql`${sql(table)}.root_id = ${root.root_id}`;
  const rows = await sql<(Omit<PlaceSeen, "level"> & { level: number })[]>`
    with ${reach(sql, actor)}
    select p.place_id, p.path, coalesce(here.level, 0) as level, exists (
      select from places below left join open_places there on there.place_id = below.place_id
      where ${inTree("below")} and (p.path = '' or below.path = p.path or starts_with(below.path, p.path || '/'))
        and ((there.place_id is not null and ${standing(sql, sql`below`)}) or exists (
          select from documents d where d.place_id = below.place_id and ${live(sql, now)} and ${openTo(sql, actor)}))) as is_seen
    from places p left join open_places here on here.place_id = p.place_id
    where ${inTree("p")} and p.workspace_id = ${actor.workspace.id} and p.path = any(${pathsDownTo(path)})
    order by length(p.path)`;
  return rows.map((row) => ({ ...row, level: levelNamed(row.level) }));
}
