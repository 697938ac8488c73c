// The operations on invites, for owners and admins (rules: members 2).
import { type Actor, type Call, holdGroups, mailboxOf, refuse, t, type WriteCall } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { linkOf, makeLink } from "../invite_link.ts";
import { firstStatus, queueInviteMail } from "../invite_mail.ts";
import { joiningSlot } from "../joining_slot.ts";
import { workspaceManager } from "../permits.ts";
import { GroupIds, INVITED_ROLES, Invite, showInvite } from "../schemas.ts";
import {
  assignGroups,
  FIRST_ROUND,
  findInvite,
  findOpenInvite,
  type InviteRow,
  insertInvite,
  markRevoked,
  renewInvite,
} from "../store/invites.ts";
import { findMemberByEmail } from "../store/members.ts";
import { demandSeat, openTeam } from "../team.ts";

const inviteId = { id: t.Id({ description: "The invite's id, as list_invites shows it." }) };

export const invite = operation({
  id: "invite.create",
  route: "POST /api/invites",
  tool: {
    name: "invite_member",
    wording: "Invite a person to the workspace by mail; they join when they follow the link.",
    gives: ["id", "email", "role", "expires_at", "group_ids", "delivery_status"],
  },
  summary: "Invite a person to the workspace",
  description:
    "Queues a mail with a link that works for 14 days and for this address alone. Where mail is not set up (`delivery_status: not_configured`), pass `url` on yourself: it is in this answer and nowhere else. The invite holds a seat; membership and groups begin when it is accepted.",
  body: t.Object({
    email: t.Email(),
    role: t.Optional(t.OneOf(INVITED_ROLES, { default: "member", description: "What the person becomes." })),
    group_ids: t.Optional(GroupIds),
  }),
  output: Invite,
  status: 201,
  permit: workspaceManager(),
  gate: { name: "groups", when: ({ body }) => (body.group_ids ?? []).length > 0 },
  quota: "invite",
  unrepeatable: "the answer holds the link, which is kept nowhere; a second invite is refused as one that waits",
  audit: ["invite.create", "invite.revoke"],
  refuses: [402, 404, 409],
  prepare: (call, { body }) => countMail(call, body.email),
  run: async (call, { body }) => {
    const { sql, house, now, actor } = call;
    const { email, role = "member", group_ids = [] } = body;
    const workspace_id = actor.workspace.id;
    const team = await openTeam(call, "manager");
    await refuseKnown(call, email);
    await call.ask(joiningSlot, { sql, workspace_id, email });
    await demandSeat(call, team);
    await demandGroups(call, group_ids);
    const link = { ...makeLink(house), delivery_status: firstStatus(house) };
    const invite_id = await insertInvite(sql, {
      ...link,
      ...{ workspace_id, email, role, now },
      invited_by: actor.user_id,
    });
    await assignGroups(sql, { workspace_id, invite_id, group_ids });
    await queueInviteMail(sql, { workspace_id, invite_id, round: FIRST_ROUND, now });
    call.afterCommit(() => house.jobs.poke());
    const meta = { email, role, group_ids };
    call.note("invite.create", { target_type: "invite", target_id: invite_id, meta });
    return showInvite(await demandInvite(call, invite_id), { now, url: linkOf(house, link.nonce).url });
  },
});

export const assignInviteGroups = operation({
  id: "invite.groups",
  route: "PATCH /api/invites/{id}/groups",
  summary: "Change which groups an invited person joins",
  description: "Replaces the assignments; they begin to count when the invite is accepted.",
  params: t.Object(inviteId),
  body: t.Object({ group_ids: GroupIds }),
  output: Invite,
  permit: workspaceManager(),
  gate: { name: "groups", when: ({ body }) => body.group_ids.length > 0 },
  audit: "invite.groups",
  refuses: [409, 410],
  run: async (call, { params, body }) => {
    await openTeam(call, "manager");
    const { invite_id, workspace_id, email } = await demandOpenInvite(call, params.id);
    await demandGroups(call, body.group_ids);
    await assignGroups(call.sql, { workspace_id, invite_id, group_ids: body.group_ids });
    const meta = { email, group_ids: body.group_ids };
    call.note("invite.groups", { target_type: "invite", target_id: invite_id, meta });
    return showInvite(await demandInvite(call, invite_id), { now: call.now });
  },
});

export const resendInvite = operation({
  id: "invite.resend",
  route: "POST /api/invites/{id}/resend",
  summary: "Send an invite again with a new link",
  description: "The old link ends, the new one works for 14 days. An expired invite takes a seat again.",
  params: t.Object(inviteId),
  output: Invite,
  permit: workspaceManager(),
  quota: "invite",
  unrepeatable: "the answer holds the link, which is kept nowhere",
  audit: "invite.resend",
  refuses: [402, 410],
  prepare: async (call, { params }) => countMail(call, (await demandOpenInvite(call, params.id)).email),
  run: async (call, { params }) => {
    const { sql, house, now } = call;
    const team = await openTeam(call, "manager");
    const { invite_id, workspace_id, email, expires_at } = await demandOpenInvite(call, params.id);
    if (expires_at <= now) await demandSeat(call, team);
    const link = { ...makeLink(house), delivery_status: firstStatus(house) };
    const round = await renewInvite(sql, { ...link, workspace_id, invite_id, now });
    await queueInviteMail(sql, { workspace_id, invite_id, round, now });
    call.afterCommit(() => house.jobs.poke());
    call.note("invite.resend", { target_type: "invite", target_id: invite_id, meta: { email } });
    return showInvite(await demandInvite(call, invite_id), { now, url: linkOf(house, link.nonce).url });
  },
});

export const revokeInvite = operation({
  id: "invite.revoke",
  route: "DELETE /api/invites/{id}",
  tool: { name: "revoke_invite", wording: "Take back an open invite; its link stops working.", destructive: true },
  summary: "Revoke an open invite",
  params: t.Object(inviteId),
  output: t.Object({ revoked: t.Integer({ description: "The invite's id." }) }),
  permit: workspaceManager(),
  audit: "invite.revoke",
  refuses: [410],
  run: async (call, { params }) => {
    await openTeam(call, "manager");
    const { invite_id, workspace_id, email } = await demandOpenInvite(call, params.id);
    await markRevoked(call.sql, { workspace_id, invite_id, now: call.now });
    call.note("invite.revoke", { target_type: "invite", target_id: invite_id, meta: { email } });
    return { revoked: invite_id };
  },
});

/** Throws 429 when the mailbox has had its invites of the day, whoever sent them. */
function countMail({ house, now }: Call<Actor>, email: string): Promise<void> {
  return house.quotas.take("invite_recipient", mailboxOf(email), now);
}

/** Throws 409 for a member and for an address whose invite still works; one that has expired makes room for the new. */
async function refuseKnown(call: WriteCall<Actor>, email: string): Promise<void> {
  const { sql, now } = call;
  const by = { workspace_id: call.actor.workspace.id, email };
  if (await findMemberByEmail(sql, by))
    throw refuse.conflict(`${email} is already a member of this workspace`, { code: "already_exists" });
  const open = await findOpenInvite(sql, by);
  if (!open) return;
  if (open.expires_at > now) {
    throw refuse.conflict(`there is already a pending invite for ${email}; send it again or revoke it`, {
      code: "already_exists",
      invite_id: open.invite_id,
    });
  }
  await markRevoked(sql, { ...open, now });
  const meta = { email, expired: true };
  call.note("invite.revoke", { target_type: "invite", target_id: open.invite_id, meta });
}

/** Throws 404 for a group that is not in the workspace, and 409 for one that a directory fills. */
async function demandGroups({ sql, actor }: Call<Actor>, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const found = await holdGroups(sql, { workspace_id: actor.workspace.id, group_ids: groupIds });
  const missing = groupIds.find((id) => !found.some((group) => group.group_id === id));
  if (missing !== undefined) throw refuse.notFound(`group ${missing} not found`);
  const foreign = found.find((group) => group.source !== "native");
  if (foreign) throw refuse.conflict(`"${foreign.name}" is kept by ${foreign.source}; assign it there`);
}

async function demandInvite({ sql, actor }: Call<Actor>, inviteId: number): Promise<InviteRow> {
  const found = await findInvite(sql, { workspace_id: actor.workspace.id, invite_id: inviteId });
  // A revoked invite is gone for its managers; its row is there for whoever follows the link.
  if (!found || found.revoked_at) throw refuse.notFound("invite not found");
  return found;
}

/** Throws 404 for an invite that is not there, and 410 for one that was accepted. */
async function demandOpenInvite(call: Call<Actor>, inviteId: number): Promise<InviteRow> {
  const found = await demandInvite(call, inviteId);
  if (found.accepted_at) throw refuse.gone(`${found.email} has accepted this invite already`);
  return found;
}
