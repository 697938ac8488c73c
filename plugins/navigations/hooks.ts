// What navigations ask of the plugins above: what goes when one goes, and which are published.
import { hook, type Sql, type WriteCall } from "../../kernel/plugin.ts";

/** A navigation that is about to be deleted. */
export interface NavigationEnd {
  call: WriteCall;
  workspace_id: number;
  navigation_id: number;
}

/**
 * Asked inside the transaction that deletes a navigation, before its row goes: each plugin drops what names it, or refuses
 * while something cannot do without it.
 */
export const navigationEndHook = hook<NavigationEnd>("navigations.end");

/** Asked which navigations of a workspace are published, so that anybody reads their public entries: their ids. */
export const publishedNavigationsHook = hook<{ sql: Sql; workspace_id: number }, readonly number[]>(
  "navigations.published",
);
