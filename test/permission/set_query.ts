// The rule's second shape, the sets that lists are made of:
// everybody's level on every document and whether it is listed, in one query.
import type { Actor, Sql } from "../../kernel/plugin.ts";
import { reachedBy, reachedLevels } from "../../plugins/documents/model/levels.ts";
import { listedTo, listedToTeam, nearTo, placed } from "../../plugins/documents/port/sql.ts";
import { foldCounts } from "../../plugins/documents/store/counting/counts.ts";
import { reach } from "../../plugins/places/rule.ts";
import type { Harness } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";
import { limitedTo } from "./door.ts";
import { limitFrom, namesOf, within } from "./limit.ts";
import { level, listed } from "./model.ts";
import type { Server } from "./server.ts";
import type { Level, Ref, World } from "./world.ts";

interface SetRow {
  asker: number;
  doc_id: string;
  level: Level;
  in_all: boolean;
  in_team: boolean;
  /** Whether it is left out of those that may be listed to somebody who is listed few. */
  is_far: boolean;
}

/** More than any world here has. */
const NEAR_MAX = 1000;

/** Differences between the sets of the server and those of the model, in words. */
export async function lookAtSets(
  h: Harness,
  { world, server, turn }: { world: World; server: Server; turn: number },
): Promise<string[]> {
  // One that is gone for good is known to the server alone.
  const live = [...server.docs].filter(([ref]) => world.docs.get(ref)?.deleted === false);
  if (live.length === 0) return [];
  const askers = await findAskers(h, { world, server, turn });
  const miscounts = await foldAndRecount(h, askers, turn);
  const docIds = live.map(([, id]) => id);
  const actors = askers.map((one) => one.actor);
  const rows = await queryAll(h.runtime.database.sql, { actors, docIds });
  const seen = new Map(rows.map((row) => [`${row.asker} ${row.doc_id}`, row]));
  const differences = askers.flatMap(({ person, name, sees }, asker) => {
    const inAll = listed(sees, person, { view: "all" });
    const inTeam = listed(sees, person, { view: "team" });
    return live.flatMap(([doc, id]) => {
      const row = seen.get(`${asker} ${id}`);
      const told = row ? [row.level, row.in_all, row.in_team] : null;
      if (row?.in_all && row.is_far) return [`${doc} is listed to ${name}, and not among what is near to them`];
      const hoped = [level(sees, person, doc), inAll?.has(doc), inTeam?.has(doc)];
      return differ({ name, doc }, told, hoped);
    });
  });
  return [...miscounts, ...differences];
}

/** What is counted as it happens equals what is there, added up or not; sometimes a little of it is added up. */
async function foldAndRecount(h: Harness, askers: readonly Asker[], turn: number): Promise<string[]> {
  const { database } = h.runtime;
  const ids = [...new Set(askers.map((one) => one.actor.workspace.id))];
  if (turn % 3 === 1) {
    for (const workspace_id of ids)
      await database.withTransaction((sql) => foldCounts(sql, { workspace_id, limit: 1 + (turn % 7) }));
  }
  return findMiscounts(database.sql, ids);
}

/** Somebody who asks, and what there is for them. */
interface Asker {
  person: Ref;
  name: string;
  actor: Actor;
  sees: World;
}

/** Everybody, and every third of them by a limited token too. */
async function findAskers(
  h: Harness,
  { world, server, turn }: { world: World; server: Server; turn: number },
): Promise<Asker[]> {
  const found = [...server.people].map(async ([person, { user_id }], index): Promise<Asker[]> => {
    const actor = await h.runtime.identifier.identifyId(user_id);
    if (!actor) return [];
    const plain = { person, name: person, actor, sees: world };
    if ((index + turn) % 3 > 0) return [plain];
    const limit = limitFrom(world, turn * 29 + index * 7 + 2);
    const names = namesOf(server, limit);
    const sees = within(world, person, limit);
    return [plain, { person, name: `${person} within ${names}`, actor: limitedTo(actor, names), sees }];
  });
  return (await Promise.all(found)).flat();
}

function queryAll(sql: Sql, { actors, docIds }: { actors: Actor[]; docIds: string[] }): Promise<SetRow[]> {
  const [first, ...others] = actors.map((actor, asker) => queryOne(sql, actor, { asker, docIds }));
  return sql<SetRow[]>`${others.reduce((all, one) => sql`${all} union all ${one}`, first ?? sql``)}`;
}

function queryOne(sql: Sql, actor: Actor, { asker, docIds }: { asker: number; docIds: string[] }) {
  return sql`(with ${reach(sql, actor)}
    select ${asker}::int as asker, d.doc_id, ${reachedLevels(sql, actor)},
      ${listedTo(sql, actor)} as in_all, ${listedToTeam(sql, actor)} as in_team,
      d.document_id not in (select document_id from ${nearTo(sql, actor, NEAR_MAX)} as near) as is_far
    from ${placed(sql)} ${reachedBy(sql)}
    where d.doc_id = any(${docIds}) and d.deleted_at is null)`;
}

function differ({ name, doc }: { name: string; doc: Ref }, told: unknown, hoped: unknown): string[] {
  const [one, other] = [JSON.stringify(told), JSON.stringify(hoped)];
  return one === other
    ? []
    : [`level, view=all, view=team of ${doc} for ${name}: the sets say ${one}, the model ${other}`];
}
