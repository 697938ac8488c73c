// What other plugins may use of members: who may manage people, what waits in invites, and the words of a redirect.
import { type Html, hook, type Role, type Sql } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";

export { searchFilter, wordsOf } from "./filters.ts";
export { inviteWords } from "./invites/verdict.ts";
export { ADMISSION_AUDIT, admit } from "./joining/admission.ts";
export { joiningHook } from "./joining/joining_hook.ts";
export { endInvitesOfLast, isOnlyOwner, sendHome, takeIn } from "./joining/moving.ts";
export { listed } from "./pages.ts";
export { managedRow, workspaceManager, workspaceOwner } from "./permits.ts";
export { hasFreeSeat, readSeats } from "./seats.ts";
export {
  CONFIRMATIONS_PATH,
  demandConfirmed,
  isByHand,
  isByOwnersHand,
  isOwnersHandAmong,
  mailOwners,
  mayConfirmRole,
} from "./standing.ts";
export { countOthers, listActive, listManagers, listOwners } from "./store/members.ts";
export { countPendingByGroup, listPendingOfGroup } from "./store/pending.ts";
export { dropUnconfirmedRole, listUnconfirmedRoles, type UnconfirmedRole } from "./store/unconfirmed_roles.ts";
export { demandMember, openTeam } from "./team.ts";

/** People of a workspace of whom one thing is true, as the subquery that answers their ids. */
export interface MemberMarks {
  mark: "sso" | "scim";
  user_ids: ReturnType<Sql>;
}

/** Asked for a list of members: the plugins that sign people in or keep their accounts say whose. */
export const memberMarksHook = hook<{ sql: Sql; workspace_id: number }, MemberMarks>("members.marks");

/** Asked by the form of invitations: the groups that somebody may be invited into. */
export const inviteGroupsHook = hook<Asking, { value: string; label: string }[]>("members.invite_groups");

/** A part of the page about a member, such as their tokens. */
export interface MemberPart {
  order: number;
  id: string;
  heading: string;
  body: Html;
}

/** Asked by the page about a member that owners and admins see; null for nothing to show. */
export const memberPartHook = hook<
  { call: Asking; member: { id: number; email: string; name: string | null; role: Role; is_me: boolean } },
  MemberPart | null
>("members.member_part");
