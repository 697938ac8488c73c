// The operations on invites, for owners and admins (rules: members/roles).
import { type Actor, type Call, mailboxOf, Refusal, refuse, t } from "../../../kernel/plugin.ts";
import { holdGroups } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { linkOf, makeLink } from "../invites/invite_link.ts";
import { firstStatus, queueInviteMails } from "../invites/invite_mail.ts";
import { countInvites, inviteAll, whyNotIn } from "../invites/inviting.ts";
import { workspaceManager } from "../permits.ts";
import { GroupIds, INVITED_ROLES, Invite, showInvite } from "../schemas.ts";
import { assignGroups, findInvite, type InviteRow, markRevoked, renewInvite } from "../store/invites.ts";
import { demandSeat, openTeam } from "../team.ts";

const inviteId = { id: t.Id({ description: "The invite's id, as list_invites shows it." }) };

export const invite = operation({
  id: "invite.create",
  route: "POST /api/invites",
  decides: "membership",
  tool: {
    name: "invite_member",
    wording: "Invite a person to the workspace by mail; they join when they follow the link.",
    gives: ["id", "email", "role", "expires_at", "group_ids", "delivery_status"],
  },
  summary: "Invite a person to the workspace",
  description:
    "Queues a mail with a link that works for 14 days and for this address alone. Where mail is not set up (`delivery_status: not_configured`), pass `url` on yourself: it is in this answer and nowhere else, and makes the account of an address that has none. The invite holds a seat; membership and groups begin when it is accepted.",
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
  opens: () => "outsiders",
  audit: ["invite.create", "invite.revoke"],
  refuses: [402, 404, 409],
  prepare: (call, { body }) => countInvites(call, [body.email]),
  run: async (call, { body }, [refusal = null]) => {
    const { email, role = "member", group_ids = [] } = body;
    const [outcome] = await inviteAll(call, [{ email, role, group_ids, refusal }]);
    if (!outcome) throw new Error("an invite that was asked for was not answered");
    if (outcome instanceof Refusal) throw outcome;
    return showInvite(outcome.invite, { now: call.now, url: outcome.url });
  },
});

export const assignInviteGroups = operation({
  id: "invite.groups",
  route: "PATCH /api/invites/{id}/groups",
  decides: "membership",
  summary: "Change which groups an invited person joins",
  description: "Replaces the assignments; they begin to count when the invite is accepted.",
  params: t.Object(inviteId),
  body: t.Object({ group_ids: GroupIds }),
  output: Invite,
  permit: workspaceManager(),
  gate: { name: "groups", when: ({ body }) => body.group_ids.length > 0 },
  opens: () => "outsiders",
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
  decides: "membership",
  summary: "Send an invite again with a new link",
  description: "The old link ends, the new one works for 14 days. An expired invite takes a seat again.",
  params: t.Object(inviteId),
  output: Invite,
  permit: workspaceManager(),
  quota: "invite",
  unrepeatable: "the answer holds the link, which is kept nowhere",
  opens: () => "outsiders",
  audit: "invite.resend",
  refuses: [402, 410],
  prepare: async (call, { params }) => countMail(call, (await demandOpenInvite(call, params.id)).email),
  run: async (call, { params }) => {
    const { sql, runtime, now } = call;
    const team = await openTeam(call, "manager");
    const { invite_id, workspace_id, email, expires_at } = await demandOpenInvite(call, params.id);
    if (expires_at <= now) await demandSeat(call, team);
    const link = { ...makeLink(runtime), delivery_status: firstStatus(runtime) };
    const round = await renewInvite(sql, { ...link, workspace_id, invite_id, now });
    await queueInviteMails(runtime, sql, { workspace_id, invites: [{ invite_id, round }], now });
    call.afterCommit(() => runtime.jobs.wake());
    call.note("invite.resend", { target_type: "invite", target_id: invite_id, meta: { email } });
    return showInvite(await demandInvite(call, invite_id), { now, url: linkOf(runtime, link.nonce).url });
  },
});

export const revokeInvite = operation({
  id: "invite.revoke",
  route: "DELETE /api/invites/{id}",
  decides: "membership",
  tool: { name: "revoke_invite", wording: "Take back an open invite; its link stops working.", destructive: true },
  summary: "Revoke an open invite",
  params: t.Object(inviteId),
  output: t.Object({ revoked: t.Integer({ description: "The invite's id." }) }),
  permit: workspaceManager(),
  opens: null,
  audit: "invite.revoke",
  refuses: [410],
  run: async (call, { params }) => {
    await openTeam(call, "manager");
    const { invite_id, workspace_id, email } = await demandOpenInvite(call, params.id);
    await markRevoked(call.sql, { workspace_id, invite_ids: [invite_id], now: call.now });
    call.note("invite.revoke", { target_type: "invite", target_id: invite_id, meta: { email } });
    return { revoked: invite_id };
  },
});

/** Throws 429 when the mailbox has had its invites of the day, whoever sent them. */
function countMail({ runtime, now }: Call<Actor>, email: string): Promise<void> {
  return runtime.quotas.take("invite_recipient", mailboxOf(email), now);
}

/** Throws 404 for a group that is not in the workspace, and 409 for one that a directory fills. */
async function demandGroups({ sql, actor }: Call<Actor>, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const found = await holdGroups(sql, { workspace_id: actor.workspace.id, group_ids: groupIds });
  const refusal = whyNotIn(groupIds, found);
  if (refusal) throw refusal;
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
