// The rule's second shape, the sets that lists are made of: everybody's level on every document and whether it is listed, in one query.
import type { Actor, Sql } from "../../kernel/mod.ts";
import { listedTo, listedToTeam, reachedBy, reachedLevels } from "../../plugins/documents/levels.ts";
import { placed } from "../../plugins/documents/store/documents.ts";
import { reach } from "../../plugins/places/rule.ts";
import type { Harness } from "../harness.ts";
import { level, listed } from "./model.ts";
import type { Server } from "./server.ts";
import { docIn, type Level, type Ref, type World } from "./world.ts";

interface SetRow {
  user_id: number;
  doc_id: string;
  level: Level;
  in_all: boolean;
  in_team: boolean;
}

/** Differences between the sets of the server and those of the model, in words. */
export async function lookAtSets(h: Harness, world: World, server: Server): Promise<string[]> {
  const people = [...server.people].map(([ref, { user_id }]) => ({ ref, user_id }));
  const live = [...server.docs].filter(([ref]) => !docIn(world, ref).deleted);
  if (live.length === 0) return [];
  const actors = await Promise.all(people.map(({ user_id }) => h.house.identifier.identifyId(user_id)));
  const docIds = live.map(([, id]) => id);
  const rows = await queryAll(h.house.database.sql, { actors: actors.filter((one) => one !== null), docIds });
  const seen = new Map(rows.map((row) => [`${row.user_id} ${row.doc_id}`, row]));
  return people.flatMap(({ ref: person, user_id }) => {
    const inAll = listed(world, person, { view: "all" });
    const inTeam = listed(world, person, { view: "team" });
    return live.flatMap(([doc, id]) => {
      const row = seen.get(`${user_id} ${id}`);
      const told = row ? [row.level, row.in_all, row.in_team] : null;
      const hoped = [level(world, person, doc), inAll?.has(doc), inTeam?.has(doc)];
      return differ({ person, doc }, told, hoped);
    });
  });
}

function queryAll(sql: Sql, { actors, docIds }: { actors: Actor[]; docIds: string[] }): Promise<SetRow[]> {
  const [first, ...others] = actors.map((actor) => queryOne(sql, actor, docIds));
  return sql<SetRow[]>`${others.reduce((all, one) => sql`${all} union all ${one}`, first ?? sql``)}`;
}

function queryOne(sql: Sql, actor: Actor, docIds: string[]) {
  return sql`(with ${reach(sql, actor)}
    select ${actor.user_id}::bigint as user_id, d.doc_id, ${reachedLevels(sql, actor)},
      ${listedTo(sql, actor)} as in_all, ${listedToTeam(sql, actor)} as in_team
    from ${placed(sql)} ${reachedBy(sql)}
    where d.doc_id = any(${docIds}) and d.deleted_at is null)`;
}

function differ({ person, doc }: { person: Ref; doc: Ref }, told: unknown, hoped: unknown): string[] {
  const [one, other] = [JSON.stringify(told), JSON.stringify(hoped)];
  return one === other
    ? []
    : [`level, view=all, view=team of ${doc} for ${person}: the sets say ${one}, the model ${other}`];
}
