// A whole list of a directory's group made the group's, in pieces:
// however many are in it, what goes to the database and comes back is bounded or numbers.

import type { Sql } from "../../../kernel/plugin.ts";
import { addToGroup, removeFromGroup } from "../../../kernel/ports/auth.ts";
import type { DirectoryGroupRow } from "./groups.ts";

/** Addresses and people in one statement. */
const PIECE = 2000;

/** How many people here a snapshot has put in and taken out. */
export interface Changed {
  added: number;
  removed: number;
}

/** Makes a whole list of addresses the group's: who has an account here is in the group, and access goes on. */
export async function applySnapshot(
  sql: Sql,
  group: DirectoryGroupRow,
  { emails, now }: { emails: ReadonlySet<string>; now: Date },
): Promise<Changed> {
  await keepAddresses(sql, group, emails);
  const present = new Set(await listPresent(sql, group));
  const missing = (await listMatching(sql, group)).filter((id) => !present.delete(id));
  let [added, removed] = [0, 0];
  for (const user_ids of piecesOf([...present])) removed += (await removeFromGroup(sql, { group, user_ids })).length;
  for (const user_ids of piecesOf(missing)) added += (await addToGroup(sql, { group, user_ids, now })).length;
  await sql`
    update directory_groups set paused = false, refreshed_at = ${now} where directory_group_id = ${group.directory_group_id}`;
  return { added, removed };
}

/** Writes what differs from the list alone: most of it is there from the last time. */
async function keepAddresses(sql: Sql, group: DirectoryGroupRow, emails: ReadonlySet<string>): Promise<void> {
  const { directory_group_id, workspace_id } = group;
  const wanted = new Set(emails);
  const gone: string[] = [];
  for (let after = ""; ; ) {
    const known = await sql<{ email: string }[]>`
      select email from directory_members where directory_group_id = ${directory_group_id} and email > ${after}
      order by email limit ${PIECE}`;
    for (const { email } of known) if (!wanted.delete(email)) gone.push(email);
    const last = known.at(-1);
    if (!last || known.length < PIECE) break;
    after = last.email;
  }
  for (const piece of piecesOf(gone)) {
    await sql`
      delete from directory_members where directory_group_id = ${directory_group_id} and email = any(${piece}::text[])`;
  }
  for (const piece of piecesOf([...wanted])) {
    await sql`
      insert into directory_members (directory_group_id, workspace_id, email)
      select ${directory_group_id}, ${workspace_id}, email from unnest(${piece}::text[]) as email`;
  }
}

/** Who is in the group here. */
async function listPresent(sql: Sql, { group_id, workspace_id }: DirectoryGroupRow): Promise<number[]> {
  const [row] = await sql<{ ids: number[] }[]>`
    select array(select user_id from group_members where group_id = ${group_id} and workspace_id = ${workspace_id}) as ids`;
  return row?.ids ?? [];
}

/** Who of the directory's has an account here. */
async function listMatching(sql: Sql, group: DirectoryGroupRow): Promise<number[]> {
  const { directory_group_id, workspace_id } = group;
  const [row] = await sql<{ ids: number[] }[]>`
    select array(select u.user_id from directory_members m join users u on lower(u.email) = m.email
      where m.directory_group_id = ${directory_group_id} and u.workspace_id = ${workspace_id}
        and u.disabled_at is null) as ids`;
  return row?.ids ?? [];
}

function* piecesOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += PIECE) yield all.slice(at, at + PIECE);
}
