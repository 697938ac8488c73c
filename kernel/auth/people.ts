// Accounts as rows: finding people, making them, changing who they are and what they may do.

import type { Plan } from "../base/plan.ts";
import type { Clock } from "../base/time.ts";
import type { Sql } from "../db/sql.ts";
import type { Actor, Role } from "./actor.ts";
import { forgetPeople, forgetPerson } from "./changes.ts";

/** An account with its workspace. */
export interface Person {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  group_ids: number[];
  epoch: number;
  disabled: boolean;
  workspace: { id: number; slug: string; name: string; plan: Plan };
}

interface PersonRow extends Omit<Person, "workspace"> {
  workspace_id: number;
  workspace_slug: string;
  workspace_name: string;
  plan: Plan;
}

/** The columns of a person, for queries over `users u join workspaces w`. */
export function personColumns(sql: Sql) {
  return sql`u.user_id, u.email, u.name, u.role, u.epoch, u.disabled_at is not null as disabled,
    array(select gm.group_id from group_members gm where gm.user_id = u.user_id) as group_ids,
    w.workspace_id, w.slug as workspace_slug, w.name as workspace_name, w.plan`;
}

/** A row of `personColumns` as a person. */
export function personOf(row: PersonRow): Person {
  const { workspace_id, workspace_slug, workspace_name, plan, ...own } = row;
  return { ...own, workspace: { id: workspace_id, slug: workspace_slug, name: workspace_name, plan } };
}

/** A person as the caller that they are, or would be: by `token`, else as if signed in. */
export function actorOf(
  person: Person,
  {
    clock,
    token = null,
    held_until,
    signed_in,
  }: {
    clock: Clock;
    token?: Actor["token"] | undefined;
    held_until?: Date | undefined;
    signed_in?: Actor["signed_in"] | undefined;
  },
): Actor {
  const { user_id, email, name, role, epoch, group_ids, workspace } = person;
  const credential = token ? "token" : "session";
  return {
    user_id,
    email,
    name,
    role,
    epoch,
    group_ids,
    workspace,
    credential,
    token,
    ...(held_until && { held_until }),
    ...(signed_in && { signed_in }),
    clock,
  };
}

/** Addresses are compared without regard to case. */
export async function findPersonByEmail(sql: Sql, email: string): Promise<Person | null> {
  const [row] = await sql<PersonRow[]>`
    select ${personColumns(sql)} from users u join workspaces w using (workspace_id) where lower(u.email) = lower(${email})`;
  return row ? personOf(row) : null;
}

export async function findPerson(sql: Sql, userId: number): Promise<Person | null> {
  const [row] = await sql<PersonRow[]>`
    select ${personColumns(sql)} from users u join workspaces w using (workspace_id) where u.user_id = ${userId}`;
  return row ? personOf(row) : null;
}

/** Keeps two makers of one address apart until the transaction ends, then answers whose it is. */
export async function lockEmail(sql: Sql, email: string): Promise<Person | null> {
  await sql`select ${lockOf(sql, email)}`;
  return findPersonByEmail(sql, email);
}

function lockOf(sql: Sql, email: string) {
  return sql`pg_advisory_xact_lock(hashtextextended('signin:' || lower(${email}), 0))`;
}

/** Whether nobody has an account yet: the first one is made through the setup link. */
export async function hasNoAccounts(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`select not exists (select from users) as empty`;
  return row?.empty ?? true;
}

/** The owner with the lowest id, as whom the server's own command line acts. */
export async function findFirstOwner(sql: Sql): Promise<Person | null> {
  const [row] = await sql<PersonRow[]>`
    select ${personColumns(sql)} from users u join workspaces w using (workspace_id)
    where u.role = 'owner' and u.disabled_at is null order by u.user_id limit 1`;
  return row ? personOf(row) : null;
}

/** Whether a workspace has an owner besides this person. */
export async function hasOtherOwner(sql: Sql, person: Pick<Person, "user_id" | "workspace">): Promise<boolean> {
  const [row] = await sql<{ has: boolean }[]>`
    select exists (select from users where workspace_id = ${person.workspace.id} and role = 'owner'
      and disabled_at is null and user_id <> ${person.user_id}) as has`;
  return row?.has ?? false;
}

/** Adds an account to a workspace. The address must be free; `is_unproven` says that nothing has shown whose it is. */
export async function createPerson(
  sql: Sql,
  options: {
    email: string;
    name: string | null;
    workspace_id: number;
    role: Role;
    is_unproven?: boolean;
    now: Date;
  },
): Promise<number> {
  const { workspace_id, email, name, role, is_unproven = false, now } = options;
  const [row] = await sql<{ user_id: number }[]>`
    insert into users (workspace_id, email, name, role, address_unproven, created_at)
    values (${workspace_id}, ${email}, ${name}, ${role}, ${is_unproven}, ${now}) returning user_id`;
  if (!row) throw new Error("insert into users returned no row");
  return row.user_id;
}

/** The same where the address may be taken: null then, and nothing is written. Whoever signs up with it meanwhile waits. */
export async function createPersonUnlessTaken(
  sql: Sql,
  options: { email: string; workspace_id: number; role: Role; now: Date },
): Promise<number | null> {
  const [row] = await sql<{ user_id: number }[]>`
    insert into users (workspace_id, email, role, created_at)
    select ${options.workspace_id}::bigint, ${options.email}::text, ${options.role}::text, ${options.now}::timestamptz
    from (select ${lockOf(sql, options.email)}) as locked
    on conflict (lower(email)) do nothing returning user_id`;
  return row?.user_id ?? null;
}

/** Changes the address of an account; false when another account has it, whoever was faster. */
export async function setEmail(sql: Sql, userId: number, email: string): Promise<boolean> {
  // Two who want one address are kept apart as those are who make accounts.
  const holder = await lockEmail(sql, email);
  if (holder && holder.user_id !== userId) return false;
  await sql`update users set email = ${email} where user_id = ${userId}`;
  await forgetPerson(sql, userId);
  return true;
}

/** Changes a person's role; their next request runs with the new one. */
export async function setRole(sql: Sql, userId: number, role: Role): Promise<void> {
  await sql`update users set role = ${role} where user_id = ${userId}`;
  await forgetPerson(sql, userId);
}

/**
 * Moves a person into another workspace with their credentials; their next request, by cookie or token, runs there.
 * What the plugins keep of them is for `personMoveHook`, asked before.
 */
export async function movePerson(
  sql: Sql,
  move: { user_id: number; to_workspace_id: number; role: Role; now: Date },
): Promise<void> {
  const { user_id, to_workspace_id, role, now } = move;
  await sql`
    update users set workspace_id = ${to_workspace_id}, role = ${role}, joined_at = ${now} where user_id = ${user_id}`;
  await sql`update tokens set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
  await sql`update remembered_answers set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
  await sql`update ended_viewings set workspace_id = ${to_workspace_id} where user_id = ${user_id}`;
  await forgetPerson(sql, user_id);
}

/** Changes the name that others see. */
export async function setName(sql: Sql, userId: number, name: string): Promise<void> {
  await sql`update users set name = ${name} where user_id = ${userId}`;
  await forgetPerson(sql, userId);
}

/** Ends every session of a person at once, on every server, by raising their epoch. Tokens stay. */
export async function endSessions(sql: Sql, userId: number): Promise<void> {
  await endSessionsOf(sql, [userId]);
}

/** The same of many people. */
export async function endSessionsOf(sql: Sql, userIds: readonly number[]): Promise<void> {
  await sql`update users set epoch = epoch + 1 where user_id = any(${[...userIds]}::bigint[])`;
  await forgetPeople(sql, userIds);
}

/** Switches an account off: its sessions and tokens are worth nothing from the commit on, on every server. */
export async function disablePerson(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql`update users set disabled_at = ${now}, epoch = epoch + 1 where user_id = ${userId}`;
  await forgetPerson(sql, userId);
}

/** Switches an account on again. What ended when it was switched off stays ended: the epoch is another. */
export async function enablePerson(sql: Sql, userId: number): Promise<void> {
  await sql`update users set disabled_at = null where user_id = ${userId}`;
  await forgetPerson(sql, userId);
}

/**
 * Removes a switched-off person for good, with their groups and tokens; the address is free from then on. What the plugins keep
 * of them is for `personEndHook`, asked before. A workspace that nobody is left in loses its name, which was a person's.
 */
export async function erasePerson(sql: Sql, by: { user_id: number; workspace_id: number }): Promise<void> {
  const { user_id, workspace_id } = by;
  await forgetPerson(sql, user_id);
  await sql`delete from tokens where user_id = ${user_id}`;
  await sql`delete from group_members where user_id = ${user_id}`;
  await sql`delete from remembered_answers where user_id = ${user_id}`;
  await sql`delete from ended_viewings where user_id = ${user_id}`;
  await sql`delete from users where user_id = ${user_id} and disabled_at is not null`;
  await sql`
    update workspaces set name = 'Deleted', slug = ${`deleted-${workspace_id}`}
    where workspace_id = ${workspace_id} and not exists (select from users where workspace_id = ${workspace_id})`;
}

/** Whether the address of an account counts as theirs, over `users u`: the one place that says so (rules: signin/unproven). */
export function hasProvenAddress(sql: Sql) {
  return sql`not u.address_unproven`;
}

/** Whether the address of an account counts as theirs. */
export async function isAddressProven(sql: Sql, userId: number): Promise<boolean> {
  const [row] = await sql<{ proven: boolean }[]>`
    select ${hasProvenAddress(sql)} as proven from users u where u.user_id = ${userId}`;
  return row?.proven ?? false;
}

/** Notes that mail or a provider has shown whose the address is; false where that was known. */
export async function proveAddress(sql: Sql, userId: number): Promise<boolean> {
  const proven = await sql`update users set address_unproven = false where user_id = ${userId} and address_unproven`;
  return proven.count === 1;
}

/** Notes a completed sign-in. */
export async function noteSignIn(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql`update users set last_sign_in_at = ${now} where user_id = ${userId}`;
}
