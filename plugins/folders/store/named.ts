// Folders by their name among all places that are open to somebody.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { live } from "../../documents/port/sql.ts";
import { reach, standing } from "../../places/port.ts";

interface NamedFolder {
  path: string;
  root_id: number | null;
  slug: string | null;
  name: string | null;
}

/** Those that stand by themselves, or in which or below which a document lies; the shortest paths first. */
export function findFoldersNamed(
  sql: Sql,
  { actor, now, q, limit }: { actor: Actor; now: Date; q: string; limit: number },
): Promise<NamedFolder[]> {
  return sql<NamedFolder[]>`
    with ${reach(sql, actor)}
    select p.path, p.root_id, r.slug, r.name
    from open_places here join places p on p.place_id = here.place_id left join roots r on r.root_id = p.root_id
    where p.path <> '' and (p.root_id is not null or p.owner_id = ${actor.user_id})
      and strpos(lower(substring(p.path from '[^/]*$')), lower(${q})) > 0
      and (${standing(sql, sql`p`)} or exists (
        select from places below join documents d on d.place_id = below.place_id
        where below.workspace_id = p.workspace_id and below.root_id is not distinct from p.root_id
          and below.owner_id is not distinct from p.owner_id
          and (below.path = p.path or starts_with(below.path, p.path || '/')) and ${live(sql, now)}))
    order by length(p.path), p.path collate "C" limit ${limit}`;
}
