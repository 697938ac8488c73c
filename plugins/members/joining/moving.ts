// The two ways between workspaces: home to one of one's own, and in from another.
// Both lock nothing; the caller has the locks.
import { createPersonalWorkspace, type Role, type WriteCall } from "../../../kernel/plugin.ts";
import { endCredentials } from "../../../kernel/ports/access.ts";
import { isAddressProven } from "../../../kernel/ports/auth.ts";
import { revokeOpenInvites } from "../store/invites.ts";
import { countOthers } from "../store/members.ts";
import { joiningHook } from "./joining_hook.ts";
import { relocate } from "./relocate.ts";

type AnyCall = WriteCall<unknown, boolean>;

/** Somebody on their way. */
interface Mover {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  workspace_id: number;
}

/** Sends a person to a new workspace of their own, with what is theirs alone (rules: members/removal). */
export async function sendHome(call: AnyCall, person: Omit<Mover, "role">): Promise<{ id: number; slug: string }> {
  const { sql, runtime, now } = call;
  const home = await createPersonalWorkspace(sql, { person, plan: runtime.plans.initial, now });
  const { user_id, workspace_id } = person;
  await relocate(call, { user_id, from_workspace_id: workspace_id, to_workspace_id: home.id, role: "owner" });
  return home;
}

/**
 * Takes a person in from another workspace, and notes it there and here; `meta` is told here beside address and role. `by` is who
 * does it, where that is not the person.
 */
export async function takeIn(
  call: AnyCall,
  person: Mover,
  to: { workspace_id: number; role: Role; meta: Record<string, unknown>; by?: { user_id: null; email: string } },
): Promise<void> {
  const { sql } = call;
  const { user_id, email, workspace_id: left } = person;
  await call.callHook(joiningHook, { sql, workspace_id: to.workspace_id, email });
  await relocate(call, { user_id, from_workspace_id: left, to_workspace_id: to.workspace_id, role: to.role });
  // Whoever made the account by an invite may not be whom this workspace takes in.
  if (!(await isAddressProven(sql, user_id))) await endCredentials(call, { workspace_id: to.workspace_id, user_id });
  const target = { target_type: "user", target_id: user_id };
  const by = to.by ?? { user_id, email };
  call.note("member.leave", { ...target, meta: { email, role: person.role }, by: { ...by, workspace_id: left } });
  const meta = { email, role: to.role, ...to.meta };
  call.note("member.join", { ...target, meta, by: { ...by, workspace_id: to.workspace_id } });
  await endInvitesOfLast(call, { user_id, by: { ...by, workspace_id: left } });
}

/**
 * Ends what is open of the invites to the workspace of `by`, once `user_id` is gone who was the last there: whoever was invited
 * would find nobody, and no owner. The caller's operation has to declare `invite.revoke`.
 */
export async function endInvitesOfLast(
  call: AnyCall,
  { user_id, by }: { user_id: number; by: { user_id: number | null; email: string; workspace_id: number } },
): Promise<void> {
  const { sql, now } = call;
  const { workspace_id } = by;
  const others = await countOthers(sql, { workspace_id, user_id });
  const ended = others.members === 0 ? await revokeOpenInvites(sql, { workspace_id, now }) : [];
  for (const id of ended) call.note("invite.revoke", { target_type: "invite", target_id: id, by });
}

/** Whether a person is the only owner of a workspace in which others stay behind. */
export async function isOnlyOwner(
  { sql }: Pick<AnyCall, "sql">,
  person: Pick<Mover, "user_id" | "role" | "workspace_id">,
): Promise<boolean> {
  if (person.role !== "owner") return false;
  const others = await countOthers(sql, person);
  return others.members > 0 && others.owners === 0;
}
