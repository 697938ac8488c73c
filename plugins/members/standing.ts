// Whose word on sign-in counts:
// somebody's in a session, whose own role came from an owner in a session (rules: companies/waiting).
import { type Actor, findPerson, type Role, refuse, type Sql, type WriteCall } from "../../kernel/plugin.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import type { InviteRow } from "./store/invites.ts";
import { listOwners } from "./store/members.ts";
import {
  dropUnconfirmedRole,
  insertUnconfirmedRole,
  isHandedOver,
  isUnconfirmed,
  type UnconfirmedRole,
} from "./store/unconfirmed_roles.ts";

type Asking = { sql: Sql; actor: Actor };

/**
 * Whether what the caller sets about sign-in counts at once: they are signed in, and no owner has to confirm their role first. A token
 * acts as its person everywhere, but mints no session, which what it sets here would.
 */
export async function isByHand({ sql, actor }: Asking): Promise<boolean> {
  if (actor.credential !== "session") return false;
  return !(await isUnconfirmed(sql, { workspace_id: actor.workspace.id, user_id: actor.user_id }));
}

/** The same of an owner, who confirms what others have set. */
export async function isByOwnersHand(asking: Asking): Promise<boolean> {
  return asking.actor.role === "owner" && (await isByHand(asking));
}

/** The same by the roles of the workspace that wait, where they are read already. */
export function isOwnersHandAmong(waiting: readonly Pick<UnconfirmedRole, "user_id">[], actor: Actor): boolean {
  const { role, credential, user_id } = actor;
  return role === "owner" && credential === "session" && !waiting.some((one) => one.user_id === user_id);
}

/** Throws 403 for somebody whose own role waits for an owner: what they hand out would outlast it. */
export async function demandConfirmed({ sql, actor }: Asking): Promise<void> {
  if (!(await isUnconfirmed(sql, { workspace_id: actor.workspace.id, user_id: actor.user_id }))) return;
  throw refuse.forbidden(
    `you became ${actor.role} while no owner was signed in; an owner confirms that at ${CONFIRMATIONS_PATH} first`,
    { code: "role_required" },
  );
}

/** Whether the caller may confirm a role: an owner, or who handed ownership over by a token and is none any more. */
export async function mayConfirmRole(
  asking: Asking,
  role: Pick<UnconfirmedRole, "role" | "given_by">,
): Promise<boolean> {
  if (await isByOwnersHand(asking)) return true;
  return role.role === "owner" && role.given_by === asking.actor.user_id && (await isByHand(asking));
}

export interface GivenRole {
  workspace_id: number;
  user_id: number;
  email: string;
  role: Role;
  /** What they were before in this workspace. */
  previous_role: Role;
  /** An owner gave it in a session. */
  by_owner: boolean;
  given_by: number | null;
}

/** Keeps whether a role that was just given counts, and tells the owners of one that does not. */
export async function noteGivenRole(call: WriteCall<unknown, boolean>, given: GivenRole): Promise<void> {
  const { sql, now } = call;
  const { workspace_id, user_id, email, role, previous_role, by_owner, given_by } = given;
  if (role === "member" || by_owner) return void (await dropUnconfirmedRole(sql, user_id));
  // Who has less than before sets no more than before.
  if (previous_role === "owner" || previous_role === role) return;
  const isWaiting = (id: number) => isUnconfirmed(sql, { workspace_id, user_id: id });
  // Who handed ownership over by a token and gets it back has what owners gave them before.
  if (role === "owner" && !(await isWaiting(user_id)) && (await isHandedOver(sql, { workspace_id, user_id }))) return;
  // Whose own role waits hands over nothing that counts.
  const giver = given_by !== null && (await isWaiting(given_by)) ? null : given_by;
  await insertUnconfirmedRole(sql, { workspace_id, user_id, given_by: giver, now });
  const by = { user_id: null, email: "system", workspace_id };
  call.noteLent("member.unconfirmed", { target_type: "user", target_id: user_id, meta: { email, role }, by });
  await mailOwners(sql, {
    workspace_id,
    now,
    subject: `${email} is ${role === "owner" ? "an owner" : "an admin"} now: is that meant?`,
    text: `${email} became ${role} of your workspace, and no owner was signed in when that was decided.

What they set about sign-in waits, and they confirm nothing, until an owner who is signed in says that it is meant:

${call.runtime.config.base_url}${CONFIRMATIONS_PATH}

If it is not, change their role back, and revoke the tokens that you do not know.
`,
  });
}

/** The same of who comes by an invite, which says whether an owner made it in a session. */
export function noteInvitedRole(
  call: WriteCall<unknown, boolean>,
  invite: Pick<InviteRow, "workspace_id" | "role" | "by_owner" | "invited_by">,
  { user_id, email }: { user_id: number; email: string },
): Promise<void> {
  const { workspace_id, role, by_owner, invited_by: given_by } = invite;
  return noteGivenRole(call, { workspace_id, user_id, email, role, previous_role: "member", by_owner, given_by });
}

/** The page on which owners confirm, of the plugin that keeps it. */
export const CONFIRMATIONS_PATH = "/auth/confirmations";

/** Mails every owner of a workspace, whatever they chose to be told of: it is about who gets into their accounts. */
export async function mailOwners(
  sql: Sql,
  mail: { workspace_id: number; subject: string; text: string; now: Date },
): Promise<void> {
  const { workspace_id, subject, text, now } = mail;
  for (const user_id of await listOwners(sql, workspace_id)) {
    const person = await findPerson(sql, user_id);
    if (person) await queueMail(sql, { to: person.email, subject, text }, now);
  }
}
