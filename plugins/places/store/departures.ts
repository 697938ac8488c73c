// What goes when a person or a group leaves a workspace:
// the grants that name them, and a person's My documents with them.
import type { PersonEnd, PersonLeave, PersonMove, RemovalFacts, Runtime, Sql } from "../../../kernel/plugin.ts";
import { type Telling, tellGone } from "../grants_gone.ts";

/** Removes every grant to a subject. */
export async function dropSubject(
  telling: Telling,
  gone: { workspace_id: number; subject_type: "user" | "group"; subject_id: number },
): Promise<void> {
  const removed = await telling.sql<{ workspace_id: number; document_id: number | null }[]>`
    delete from grants where workspace_id = ${gone.workspace_id} and subject_type = ${gone.subject_type}
      and subject_id = ${gone.subject_id} returning workspace_id, document_id`;
  await tellGone(telling, removed);
}

/** Ends what a workspace has given a person: the grants that name them, and the roots that they manage for having made them. */
export async function endRightsOf(
  telling: Telling,
  { workspace_id, user_id }: { workspace_id: number; user_id: number },
): Promise<void> {
  const { sql } = telling;
  await dropSubject(telling, { workspace_id, subject_type: "user", subject_id: user_id });
  await sql`update roots set created_by = null where workspace_id = ${workspace_id} and created_by = ${user_id}`;
}

/** Takes a person's folders to their new workspace. Whom they were shared with stays behind, so the grants go. */
export async function moveOwnPlaces(
  { sql, user_id, from_workspace_id, to_workspace_id }: PersonMove,
  callHook: Runtime["callHook"],
): Promise<void> {
  await endRightsOf({ sql, callHook }, { workspace_id: from_workspace_id, user_id });
  await sql`
    delete from grants where workspace_id = ${from_workspace_id}
      and place_id in (select place_id from places where owner_id = ${user_id})`;
  await sql`
    update places set workspace_id = ${to_workspace_id}
    where owner_id = ${user_id} and workspace_id = ${from_workspace_id}`;
  await sql`delete from member_folders where workspace_id = ${from_workspace_id} and user_id = ${user_id}`;
}

/** Drops what was given to a person, and forgets that they gave something or made a root. Their own folders go after the documents in them. */
export async function endPerson({ sql, user_id }: PersonEnd, callHook: Runtime["callHook"]): Promise<void> {
  const removed = await sql<{ workspace_id: number; document_id: number | null }[]>`
    delete from grants where subject_type = 'user' and subject_id = ${user_id} returning workspace_id, document_id`;
  await tellGone({ sql, callHook }, removed);
  await sql`update grants set created_by = null where created_by = ${user_id}`;
  await sql`update roots set created_by = null where created_by = ${user_id}`;
  await sql`delete from member_folders where user_id = ${user_id}`;
}

/** Removes the folders of a person's My documents, in which nothing lies any more. */
export async function deleteOwnPlaces(sql: Sql, userId: number): Promise<void> {
  await sql`delete from places where owner_id = ${userId}`;
}

/** What of places and grants somebody's removal from the workspace concerns. */
export async function readPlaceFacts({ sql, workspace_id, user_id }: PersonLeave): Promise<Partial<RemovalFacts>> {
  const [row] = await sql<[{ grants: number; roots: RemovalFacts["roots"] | null }]>`
    select (select count(*)::int from grants where workspace_id = ${workspace_id} and subject_type = 'user' and subject_id = ${user_id}) as grants,
      (select json_agg(json_build_object('slug', slug, 'name', name) order by lower(name), root_id)
        from roots where workspace_id = ${workspace_id} and created_by = ${user_id} and not is_general) as roots`;
  return { grants: row.grants, roots: row.roots ?? [] };
}
