// The operations on members: who is in the workspace, and their roles (rules: members/one_workspace).
import { type Actor, type Call, ROLES, type Role, refuse, setRole, t, type WriteCall } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { workspaceOwner } from "../permits.ts";
import { Member } from "../schemas.ts";
import { isByOwnersHand, noteGivenRole } from "../standing.ts";
import { countOthers, type MemberRow } from "../store/members.ts";
import { demandMember, openTeam } from "../team.ts";
import { answerMember } from "./member_list.ts";
import { refuseLastOwner as refuseLast } from "./removal.ts";

const memberId = { user_id: t.Id({ description: "The member's id, as list_members shows it." }) };

export const changeRole = operation({
  id: "member.role",
  route: "PATCH /api/members/{user_id}",
  decides: "membership",
  tool: {
    name: "set_member_role",
    wording: "Change a member's role. For owners of the workspace.",
    gives: ["id", "email", "role"],
    idempotent: true,
  },
  summary: "Change a member's role",
  description:
    "Owners only. The workspace keeps at least one owner. The new role holds from the person's next request. Whoever becomes owner or admin otherwise than in an owner's session sets nothing about sign-in until an owner says in one that it is meant, as by this call with the same role.",
  params: t.Object(memberId),
  body: t.Object({ role: t.OneOf(ROLES, { description: "What they become." }) }),
  elsewhere: {
    active: { hint: "somebody is removed with DELETE /api/members/{user_id}", holds: () => true },
    disabled: { hint: "somebody is removed with DELETE /api/members/{user_id}", holds: () => false },
  },
  output: Member,
  permit: workspaceOwner(),
  opens: ({ body }) => (body.role === "member" ? null : "restricted"),
  audit: "member.role",
  run: async (call, { params, body }) => {
    await openTeam(call, "owner");
    const member = await demandMember(call, params.user_id);
    if (member.role === "owner" && body.role !== "owner") await refuseLastOwner(call, member);
    await giveRole(call, member, body.role);
    return answerMember(call, member.user_id);
  },
});

export const transferOwnership = operation({
  id: "member.transfer",
  route: "POST /api/members/transfer",
  decides: "membership",
  summary: "Hand your ownership over to another member",
  description: "The other becomes an owner, you become an admin.",
  body: t.Object({ user_id: t.Id({ description: "Who becomes the owner." }) }),
  output: t.Object({
    owner: t.Integer({ description: "The new owner's user id." }),
    previous_owner: t.Integer({ description: "Your user id." }),
  }),
  permit: workspaceOwner(),
  opens: () => "restricted",
  audit: "member.role",
  refuses: [404],
  run: async (call, { body }) => {
    const { me } = await openTeam(call, "owner");
    const heir = await demandMember(call, body.user_id);
    if (heir.user_id === me.user_id) {
      throw refuse.invalid("you own this workspace already; name another member's user_id");
    }
    if (heir.disabled) throw refuse.invalid(`the account ${heir.email} is switched off and cannot own the workspace`);
    await giveRole(call, heir, "owner");
    await giveRole(call, me, "admin");
    return { owner: heir.user_id, previous_owner: me.user_id };
  },
});

/** Throws 400 when nobody else who is active owns the workspace. */
async function refuseLastOwner({ sql, actor }: Call<Actor>, member: MemberRow): Promise<void> {
  const others = await countOthers(sql, { workspace_id: actor.workspace.id, user_id: member.user_id });
  if (others.owners > 0) return;
  throw refuseLast(member);
}

async function giveRole(call: WriteCall<Actor>, member: MemberRow, role: Role): Promise<void> {
  const { user_id, email, role: previous_role } = member;
  const { workspace, user_id: given_by } = call.actor;
  if (previous_role !== role) {
    await setRole(call.sql, user_id, role);
    call.note("member.role", { target_type: "user", target_id: user_id, meta: { email, role, previous_role } });
  }
  // The same role again confirms it, where an owner gives it in a session.
  const by_owner = await isByOwnersHand(call);
  await noteGivenRole(call, { workspace_id: workspace.id, user_id, email, role, previous_role, by_owner, given_by });
}
