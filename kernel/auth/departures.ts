// What the house is asked when somebody or something leaves: each plugin answers for its own tables, in the same transaction.
import { slot } from "../meet.ts";
import type { Sql } from "../storage/sql.ts";

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
 * along what belongs to the person (rules: members 3) and drops what named them in the old workspace.
 */
export const personMoveSlot = slot<PersonMove>("person.move");

/** Asked inside the transaction that deletes a group, before its row goes: each plugin drops what names it. */
export const groupEndSlot = slot<GroupEnd>("group.end");

/**
 * Asked inside the transaction in which a person ends their account, days before it is erased: each plugin ends what they have
 * given out, such as connections and tickets, so that it stays ended when they come back.
 */
export const personLeaveSlot = slot<PersonLeave>("person.leave");

/**
 * Asked inside the transaction that erases a person, before their own row goes: each plugin drops what is theirs and takes their
 * name off what stays, in every workspace. `test/account/traces_test.ts` looks into every table for what was left.
 */
export const personEndSlot = slot<PersonEnd>("person.end");

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
export const personKeptSlot = slot<PersonsDue, readonly number[]>("person.kept");

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
export const belongingsSlot = slot<PersonLeave, readonly Belonging[]>("person.belongings");
