// What plugins are asked when somebody or something leaves:
// each answers for its own tables, in the same transaction.

import type { Sql } from "../db/sql.ts";
import { hook } from "../hooks/hooks.ts";
import type { WriteCall } from "../operation/call.ts";

/** A person on the way from one workspace to another, with what is theirs alone. */
export interface PersonMove {
  sql: Sql;
  now: Date;
  user_id: number;
  from_workspace_id: number;
  to_workspace_id: number;
}

/** A person whose account ends for good, in the workspace where they are now. What they did in former ones names them too. */
export interface PersonEnd {
  sql: Sql;
  now: Date;
  workspace_id: number;
  user_id: number;
  email: string;
}

/** A person who ends their own account and may come back for some days. */
export type PersonLeave = Omit<PersonEnd, "email">;

/** What stands for the address of somebody whose account is gone, in texts that named them. */
export const DELETED_PERSON = "deleted account";

/** A group that is about to be deleted. */
export interface GroupEnd {
  sql: Sql;
  workspace_id: number;
  group_id: number;
}

/**
 * Asked inside the transaction that moves a person to another workspace, before their own row changes: each plugin takes
 * along what belongs to the person (rules: members/removal) and drops what named them in the old workspace.
 */
export const personMoveHook = hook<PersonMove>("person.move");

/** Asked inside the transaction that deletes a group, before its row goes: each plugin drops what names it. */
export const groupEndHook = hook<GroupEnd>("group.end");

/**
 * Asked inside the transaction in which a person ends their account, days before it is erased: each plugin ends what they have
 * given out, such as connections and tickets, so that it stays ended when they come back.
 */
export const personLeaveHook = hook<PersonLeave>("person.leave");

/**
 * Asked inside the transaction that erases a person, before their own row goes: each plugin drops what is theirs and takes their
 * name off what stays, in every workspace. `test/account/traces_test.ts` looks into every table for what was left.
 */
export const personEndHook = hook<PersonEnd>("person.end");

/** People whose days of grace are over. */
export interface PersonsDue {
  sql: Sql;
  now: Date;
  user_ids: readonly number[];
}

/**
 * Asked inside the transaction that erases people, before anybody is chosen: each plugin answers who of them has to stay for now,
 * because something of theirs may not go.
 */
export const personKeptHook = hook<PersonsDue, readonly number[]>("person.kept");

/** How much there is of one kind of thing that a person has in their workspace. */
export interface Belonging {
  count: number;
  /** What one of them and what several are called, to follow a number: `document in My documents`. */
  one: string;
  many: string;
  /** Whether it goes along to another workspace, rather than stay or end. */
  goes: boolean;
}

/** Asked before a person moves to another workspace: each plugin counts what of theirs would go along or be left behind. */
export const belongingsHook = hook<PersonLeave, readonly Belonging[]>("person.belongings");

/** What somebody's removal from a workspace concerns, in numbers: shown to whoever thinks of it, who may not open any of it. */
export interface RemovalFacts {
  /** In My documents, and go along unless they are handed over. */
  documents: number;
  /** Of these, those that somebody else may open too. */
  documents_shared: number;
  /** Under legal hold: they may not leave the workspace. */
  documents_on_hold: number;
  documents_in_trash: number;
  /** Written in General and shared roots: they stay. */
  documents_staying: number;
  tokens: number;
  connections: number;
  /** Grants that name them, and end. */
  grants: number;
  /** Shared roots that they made: managed by owners and admins alone from then on. */
  roots: readonly { slug: string; name: string }[];
}

/** Asked before a person is removed: each plugin counts what is its own. */
export const removalHook = hook<PersonLeave, Partial<RemovalFacts>>("person.removal");

/** Somebody's My documents, on their way to a colleague in the same workspace. */
export interface HandOver {
  /** In its transaction; nobody else may change either account until it ends. */
  call: WriteCall<unknown, false>;
  workspace_id: number;
  from: { user_id: number; email: string; name: string | null };
  to: { user_id: number; email: string };
}

/** Asked to hand somebody's My documents over: the plugin that keeps them answers how many there were, and in which folder they are. */
export const handOverHook = hook<HandOver, { docs: number; folder: string | null }>("person.hand_over");

/** Since when a workspace's rules let its owners hand over what belongs to others; null where they do not. */
export const handOverRuleHook = hook<{ sql: Sql; workspace_id: number; now: Date }, { from: Date } | null>(
  "person.hand_over_rule",
);
