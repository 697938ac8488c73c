// Who may do what with a document, as pure rules and as the same rules in SQL (part 5, 5.1).
import type { Actor, Sql } from "../../kernel/mod.ts";

/** From nothing to everything; each level includes those before it. */
export const LEVELS = ["none", "view", "comment", "edit", "own"] as const;
export type Level = (typeof LEVELS)[number];

export function reaches(held: Level, needed: Level): boolean {
  return LEVELS.indexOf(held) >= LEVELS.indexOf(needed);
}

/** What the rule looks at. */
export interface Guarded {
  workspace_id: number;
  owner_id: number;
  visibility: string;
  listing: string;
}

/** A person's level on a document in someone's My documents. */
export function levelOf(document: Guarded, actor: Pick<Actor, "user_id" | "workspace"> | null): Level {
  if (!actor || document.workspace_id !== actor.workspace.id) return "none";
  if (document.owner_id === actor.user_id) return "own";
  return isOpenToMembers(document) ? "view" : "none";
}

function isOpenToMembers(document: Guarded): boolean {
  if (document.visibility === "workspace") return true;
  return document.visibility === "unlisted" && document.listing === "team";
}

/** `levelOf(...) !== "none"` as a predicate over `documents d`. */
export function openTo(sql: Sql, actor: Actor) {
  return sql`d.workspace_id = ${actor.workspace.id} and (d.owner_id = ${actor.user_id} or d.visibility = 'workspace'
    or (d.visibility = 'unlisted' and d.listing = 'team'))`;
}

/** The predicate behind `view=team`: others' and own documents that are listed to the caller (part 5, "Listed"). */
export function listedToTeam(sql: Sql, actor: Actor) {
  return sql`d.workspace_id = ${actor.workspace.id} and d.listing = 'team'
    and (d.owner_id = ${actor.user_id} or d.visibility in ('workspace', 'unlisted'))`;
}
