// The operations on members: who is in the workspace, their roles, and the ways out (rules: members 1, members 3).
import { type Actor, type Call, ROLES, type Role, refuse, setRole, t, type WriteCall } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { sendHome } from "../moving.ts";
import { workspaceManager, workspaceOwner } from "../permits.ts";
import { Member } from "../schemas.ts";
import { countOthers, type MemberRow } from "../store/members.ts";
import { demandMember, openTeam } from "../team.ts";
import { answerMember } from "./member_list.ts";

const memberId = { user_id: t.Id({ description: "The member's id, as list_members shows it." }) };

export const changeRole = operation({
  id: "member.role",
  route: "PATCH /api/members/{user_id}",
  tool: {
    name: "set_member_role",
    wording: "Change a member's role. For owners of the workspace.",
    gives: ["id", "email", "role"],
    idempotent: true,
  },
  summary: "Change a member's role",
  description:
    "Owners only. The workspace keeps at least one owner. The new role holds from the person's next request.",
  params: t.Object(memberId),
  body: t.Object({ role: t.OneOf(ROLES, { description: "What they become." }) }),
  output: Member,
  permit: workspaceOwner(),
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
  summary: "Hand your ownership over to another member",
  description: "The other becomes an owner, you become an admin.",
  body: t.Object({ user_id: t.Id({ description: "Who becomes the owner." }) }),
  output: t.Object({
    owner: t.Integer({ description: "The new owner's user id." }),
    previous_owner: t.Integer({ description: "Your user id." }),
  }),
  permit: workspaceOwner(),
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

export const removeMember = operation({
  id: "member.remove",
  route: "DELETE /api/members/{user_id}",
  summary: "Remove a member from the workspace",
  description:
    "The person moves to a new workspace of their own and takes My documents along; what they wrote in General and shared roots stays. They leave every group, and grants that name them here end. A document under legal hold has to be released before.",
  params: t.Object(memberId),
  output: t.Object({
    removed: t.Integer({ description: "The person's user id." }),
    moved_to: t.Object({ id: t.Integer(), slug: t.String() }),
  }),
  permit: workspaceManager(),
  // Their grants go too, and a workspace document that has none left is for everybody again.
  opens: () => "workspace",
  audit: "member.leave",
  refuses: [423],
  run: async (call, { params }) => {
    const { me } = await openTeam(call, "manager");
    const member = await demandMember(call, params.user_id);
    if (member.user_id === me.user_id) {
      throw refuse.invalid("you cannot remove yourself; ask another owner or admin to do it");
    }
    if (member.role === "owner") {
      if (me.role !== "owner") throw refuse.forbidden("only an owner may remove an owner", { code: "role_required" });
      await refuseLastOwner(call, member);
    }
    const moved_to = await sendHome(call, { ...member, workspace_id: call.actor.workspace.id });
    const { user_id, email, role } = member;
    call.note("member.leave", {
      target_type: "user",
      target_id: user_id,
      meta: { email, role, removed: true, moved_to: moved_to.slug },
    });
    return { removed: user_id, moved_to };
  },
});

/** Throws 400 when nobody else who is active owns the workspace. */
async function refuseLastOwner({ sql, actor }: Call<Actor>, member: MemberRow): Promise<void> {
  const others = await countOthers(sql, { workspace_id: actor.workspace.id, user_id: member.user_id });
  if (others.owners > 0) return;
  throw refuse.invalid(`${member.email} is the last owner of this workspace; make another member an owner first`);
}

async function giveRole(call: WriteCall<Actor>, member: MemberRow, role: Role): Promise<void> {
  if (member.role === role) return;
  await setRole(call.sql, member.user_id, role);
  const meta = { email: member.email, role, previous_role: member.role };
  call.note("member.role", { target_type: "user", target_id: member.user_id, meta });
  // Whoever was answered may rely on it: this server knows the new role by then, the others are being told.
  call.afterCommit(() => call.house.database.bus.catchUp());
}
