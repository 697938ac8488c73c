// The folder below Members/ in which a person's documents land when no folder is named (rules: places/members_folder).
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { segmentFor } from "../paths.ts";
import { type RootRow, refuseDeleted } from "./roots.ts";

const PARENT = "Members";

/** The path of the caller's own folder in a root; `options` is what it will be called before its first use. */
export async function findMemberFolder(sql: Sql, actor: Actor, root: RootRow): Promise<string> {
  const [row] = await sql<{ name: string }[]>`
    select name from member_folders
    where root_id = ${root.root_id} and user_id = ${actor.user_id} and workspace_id = ${actor.workspace.id}`;
  return `${PARENT}/${row?.name ?? defaultName(actor)}`;
}

/** The same path, fixed from now on. Two people of one name are told apart by a number. In a transaction. Throws 404 once the root is gone. */
export async function fixMemberFolder(sql: Sql, actor: Actor, root: RootRow): Promise<string> {
  const requested = defaultName(actor);
  for (let number = 1; ; number++) {
    const name = number === 1 ? requested : `${requested} ${number}`;
    const [row] = await sql<{ name: string; taken: boolean }[]>`
      with made as (
        insert into member_folders (root_id, user_id, workspace_id, name)
        values (${root.root_id}, ${actor.user_id}, ${actor.workspace.id}, ${name})
        on conflict do nothing returning name
      )
      select name from made
      union all select name from member_folders where root_id = ${root.root_id} and user_id = ${actor.user_id} limit 1`.catch(
      (error: unknown) => {
        throw isRootGone(error) ? refuseDeleted(root) : error;
      },
    );
    if (row) return `${PARENT}/${row.name}`;
  }
}

/** The person's name, else the part of their address before the @. */
function defaultName(actor: Actor): string {
  return segmentFor(actor.name?.trim() || actor.email.split("@")[0] || "");
}

function isRootGone(error: unknown): boolean {
  return (
    error instanceof Error && "constraint_name" in error && error.constraint_name === "member_folders_root_id_fkey"
  );
}
