// What other plugins may use of members: who may manage people, what waits in invites, and the words of a redirect.
import { type Port, port, type Sql, slot } from "../../kernel/mod.ts";

export { workspaceManager } from "./permits.ts";
export { EmailText } from "./schemas.ts";
export { hasFreeSeat } from "./seats.ts";
export { inviteWords } from "./verdict.ts";

/** An invite that waits for its acceptance, as a group's managers see it. */
export interface PendingInvite {
  id: number;
  email: string;
  role: "admin" | "member";
  created_at: Date;
  expires_at: Date;
}

export interface Members {
  /** How many invites wait with each group of a workspace assigned; groups that none waits for are absent. */
  countPendingByGroup(sql: Sql, by: { workspace_id: number; now: Date }): Promise<ReadonlyMap<number, number>>;
  /** The invites that wait with a group assigned, the oldest first. */
  listPendingOfGroup(sql: Sql, by: { workspace_id: number; group_id: number; now: Date }): Promise<PendingInvite[]>;
}

export const membersPort: Port<Members> = port("members");

/** People of a workspace of whom one thing is true. */
export interface MemberMarks {
  mark: "sso" | "scim";
  user_ids: readonly number[];
}

/** Asked for a list of members: the plugins that sign people in or keep their accounts say whose. */
export const memberMarksSlot = slot<{ sql: Sql; workspace_id: number }, MemberMarks>("members.marks");
