// The question whether an address may become a member, for whoever keeps some out.
import { hook, refuse, type Sql } from "../../../kernel/plugin.ts";

/** Asked when an address is invited and when it joins, whichever way; a handler that says no throws. */
export const joiningHook = hook<{ sql: Sql; workspace_id: number; email: string }>("members.joining");

/**
 * This plugin's own answer. A workspace whose only person ended their account may still have a provider of its own, and whoever
 * that sends would be there for good without anybody who can change a role. Throws 409.
 */
export async function refuseOwnerless({ sql, workspace_id }: { sql: Sql; workspace_id: number }): Promise<void> {
  const [row] = await sql<{ name: string; owned: boolean }[]>`
    select w.name, exists (select from users u where u.workspace_id = w.workspace_id and u.role = 'owner'
      and u.disabled_at is null) as owned from workspaces w where w.workspace_id = ${workspace_id}`;
  if (!row || row.owned) return;
  throw refuse.conflict(
    `"${row.name}" has no owner any more, so nobody can join it; ask whoever owned it to sign in and take the deletion of their account back`,
  );
}
