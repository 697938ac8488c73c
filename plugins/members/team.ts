// The workspace behind its lock:
// whoever changes who belongs to it looks here first, so that of two who collide one sees the other's deed.
import { type Actor, type Call, lockWorkspaces, type Person, refuse } from "../../kernel/plugin.ts";
import { refuseLowStanding, type Standing } from "./permits.ts";
import { readSeats, refuseFull } from "./seats.ts";
import { holdMember, type MemberRow } from "./store/members.ts";

/** The caller's workspace, locked until the transaction ends, and the caller as they stand behind the lock. */
export interface Team {
  workspace: Person["workspace"];
  me: MemberRow;
}

/** Locks the caller's workspace. Throws 403 when they have lost their standing since the request came in. */
export async function openTeam(call: Call<Actor>, needed: Standing): Promise<Team> {
  const { sql, actor } = call;
  const [workspace] = await lockWorkspaces(sql, [actor.workspace.id]);
  const me = await holdMember(sql, { workspace_id: actor.workspace.id, user_id: actor.user_id });
  if (!workspace || !me || me.disabled) throw refuse.forbidden("you are not a member of this workspace any more");
  refuseLowStanding(me, needed);
  return { workspace, me };
}

/** Somebody of the team, held until the transaction ends. Throws 404 for everyone else. */
export async function demandMember(call: Call<Actor>, userId: number): Promise<MemberRow> {
  const member = await holdMember(call.sql, { workspace_id: call.actor.workspace.id, user_id: userId });
  if (!member) throw refuse.notFound("member not found");
  return member;
}

/** Throws 402 when the team's plan carries nobody more. */
export async function demandSeat(call: Call<Actor>, { workspace }: Team): Promise<void> {
  const seats = await readSeats(call.runtime, call.sql, { workspace, now: call.now });
  if (seats.cap !== null && seats.members + seats.pending >= seats.cap) {
    throw refuseFull(call.runtime, { plan: workspace.plan, seats });
  }
}
