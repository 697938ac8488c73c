// Lets somebody into a workspace on the word of its own provider:
// no invite is needed, but a seat is, and an open invite is taken up.
import {
  type Belonging,
  createPerson,
  findPerson,
  lockEmail,
  lockWorkspaces,
  type Person,
  type Role,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { refusalOf } from "../invites/verdict.ts";
import { readSeats, refuseFull } from "../seats.ts";
import { noteInvitedRole } from "../standing.ts";
import { findOpenInvite, type InviteRow, markAccepted } from "../store/invites.ts";
import { belongingsOf, joinGroups, lockBoth } from "./joining.ts";
import { joiningHook } from "./joining_hook.ts";
import { isOnlyOwner, takeIn } from "./moving.ts";

/** What the operation that admits has to declare. */
export const ADMISSION_AUDIT = ["member.join", "member.leave", "invite.accept", "invite.revoke"] as const;

export interface Applicant {
  workspace_id: number;
  email: string;
  name: string | null;
  /** An account elsewhere has been shown what it leaves, and moves. */
  is_decided: boolean;
}

/** Of an account elsewhere that has something to leave, `belongings` says what, and it stays there. */
export interface Admitted {
  person: Person;
  is_new: boolean;
  belongings: readonly Belonging[];
}

/**
 * The account of an address, as a member of the workspace: there already, made, or moved from where it leaves nothing behind. Throws
 * 402, naming the plan, where no seat is left; 409 for the only owner of another workspace; 403 for an account there that is switched off.
 */
export async function admit(call: WriteCall<unknown, true>, applicant: Applicant): Promise<Admitted> {
  const holder = await lockEmail(call.sql, applicant.email);
  if (holder?.workspace.id === applicant.workspace_id) return { person: holder, is_new: false, belongings: [] };
  return holder ? takeOver(call, applicant, holder.user_id) : takeOn(call, applicant);
}

async function takeOn(call: WriteCall<unknown, true>, applicant: Applicant): Promise<Admitted> {
  const { sql, now } = call;
  const { workspace_id, email, name } = applicant;
  const locked = await lockWorkspaces(sql, [workspace_id]);
  const invite = await takeSeat(call, applicant, locked);
  const role = invite?.role ?? "member";
  await call.callHook(joiningHook, { sql, workspace_id, email });
  const user_id = await createPerson(sql, { email, name, workspace_id, role, now });
  if (invite) await noteInvitedRole(call, invite, { user_id, email });
  const by = { user_id, email, workspace_id };
  const meta = { email, role, ...(invite ? { invite_id: invite.invite_id } : {}) };
  call.note("member.join", { target_type: "user", target_id: user_id, meta, by });
  return { person: await settle(call, { invite, by }), is_new: true, belongings: [] };
}

async function takeOver(call: WriteCall<unknown, true>, applicant: Applicant, userId: number): Promise<Admitted> {
  const { workspace_id, email } = applicant;
  const { person, locked } = await lockBoth(call, { workspace_id, user_id: userId });
  if (person.workspace.id === workspace_id) return { person, is_new: false, belongings: [] };
  const mover = { ...person, workspace_id: person.workspace.id };
  if (await isOnlyOwner(call, mover)) throw refusalOf("last_owner");
  const belongings = applicant.is_decided ? [] : await belongingsOf(call, person);
  if (belongings.length > 0) return { person, is_new: false, belongings };
  const invite = await takeSeat(call, applicant, locked);
  const role: Role = invite?.role ?? "member";
  await takeIn(call, mover, { workspace_id, role, meta: invite ? { invite_id: invite.invite_id } : {} });
  if (invite) await noteInvitedRole(call, invite, person);
  const by = { user_id: userId, email, workspace_id };
  return { person: await settle(call, { invite, by }), is_new: false, belongings: [] };
}

/** The open invite of the address, whose seat it takes; without one a free seat has to be there. */
async function takeSeat(
  call: WriteCall<unknown, true>,
  { workspace_id, email }: Applicant,
  locked: readonly Person["workspace"][],
): Promise<InviteRow | null> {
  const { sql, now, runtime } = call;
  const workspace = locked.find(({ id }) => id === workspace_id);
  if (!workspace) throw new Error("a workspace that was just found is gone");
  const waiting = await findOpenInvite(sql, { workspace_id, email });
  const invite = waiting && waiting.expires_at > now ? waiting : null;
  const seats = await readSeats(runtime, sql, { workspace, now });
  const taken = seats.members + seats.pending - (invite ? 1 : 0);
  if (seats.cap !== null && taken >= seats.cap) throw refuseFull(runtime, { plan: workspace.plan, seats });
  return invite;
}

/** Takes the invite of somebody who is a member now: its groups begin to count, and it is used. */
export async function settle(
  call: WriteCall<unknown, true>,
  { invite, by }: { invite: InviteRow | null; by: { user_id: number; email: string; workspace_id: number } },
): Promise<Person> {
  if (invite) {
    await joinGroups(call, invite, by);
    await markAccepted(call.sql, { ...invite, user_id: by.user_id, now: call.now });
    const meta = { email: by.email, invited_by: invite.invited_by };
    call.note("invite.accept", { target_type: "invite", target_id: invite.invite_id, meta, by });
  }
  const person = await findPerson(call.sql, by.user_id);
  if (!person) throw new Error("an account that was just admitted is gone");
  return person;
}
