// A sign-in link that an owner or admin makes for a member where no mail is set up (rules: signin/made_links).
import { findPerson, Refusal, type Role, refuse, sessionOnly, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { demandLinkFor, isAbove, makeMemberLink, makesByHand } from "../../signin/port.ts";
import { workspaceManager } from "../permits.ts";
import { demandConfirmed } from "../standing.ts";
import { demandMember, openTeam } from "../team.ts";

export const makeSignInLink = operation({
  id: "member.sign_in_link",
  route: "POST /api/members/{user_id}/sign-in-link",
  decides: "sign-in",
  summary: "Make a sign-in link for a member where no mail is set up",
  description:
    "For owners and admins, signed in, and for somebody of a lower role who has no provider of their own. The link works once, for 15 minutes, in the browser that opens it first; an earlier one ends. The person sees at their next sign-ins who made one and when it was used. A session that comes by it makes no token, exports, hands over and deletes nothing for 24 hours. Where mail is set up, and in the cloud edition, it is a 409.",
  params: t.Object({ user_id: t.Id({ description: "The member's id, as list_members shows it." }) }),
  output: t.Object({
    user_id: t.Integer({ description: "Whom it signs in." }),
    email: t.String({ description: "Their address." }),
    url: t.String({ description: "The link, in this answer and nowhere else: hand it to the person yourself." }),
    expires_at: t.Instant(),
  }),
  permit: () => [workspaceManager(), sessionOnly("make a sign-in link")],
  quota: "invite",
  unrepeatable: "the answer holds the link, which is kept nowhere",
  opens: null,
  audit: {
    "member.sign_in_link": {
      says: { en: "made a sign-in link for {on}", de: "hat einen Anmeldelink für {on} gemacht" },
      since: "2026-11-29",
      on: ["user"],
      meta: { email: "string" },
    },
  },
  refuses: [404, 409],
  run: async (call, { params }) => {
    const { sql, runtime, actor, now } = call;
    const { me, workspace } = await openTeam(call, "manager");
    await demandConfirmed(call);
    const { user_id, email, ...member } = await demandMember(call, params.user_id);
    demandLower(me.role, { email, ...member });
    const made = {
      workspace_id: workspace.id,
      user_id,
      email,
      made_by: actor.user_id,
      made_by_email: actor.email,
      now,
    };
    const { url, expires_at } = await makeMemberLink(runtime, sql, made);
    call.note("member.sign_in_link", { target_type: "user", target_id: user_id, meta: { email } });
    return { user_id, email, url, expires_at: expires_at.toISOString() };
  },
});

/** Throws 403 for somebody whose role is no lower, oneself among them, and 409 for one who is switched off. */
function demandLower(mine: Role, { role, disabled, email }: { role: Role; disabled: boolean; email: string }): void {
  if (!isAbove(mine, role))
    throw refuse.forbidden("a sign-in link is made for somebody of a lower role alone", { code: "role_required" });
  if (disabled) throw refuse.conflict(`the account ${email} is switched off`);
}

export const readSignInLink = operation({
  id: "member.sign_in_link.get",
  route: "GET /api/members/{user_id}/sign-in-link",
  summary: "Whether a sign-in link can be made for a member, and why not",
  description: "For owners and admins, signed in. Makes none.",
  params: t.Object({ user_id: t.Id({ description: "The member's id, as list_members shows it." }) }),
  output: t.Object({
    is_by_hand: t.Boolean({
      description: "Whether links are made for others on this server at all: where no mail is set up.",
    }),
    can_make: t.Boolean({ description: "Whether making one would work for you and this member now." }),
    why_not: t.Nullable(t.String(), { description: "What making one would be refused with; null where it would not." }),
  }),
  permit: () => [workspaceManager(), sessionOnly("make a sign-in link")],
  refuses: [404],
  run: async (call, { params }) => {
    const { sql, runtime, actor } = call;
    const member = await findPerson(sql, params.user_id);
    if (member?.workspace.id !== actor.workspace.id) throw refuse.notFound("member not found");
    const is_by_hand = makesByHand(runtime);
    try {
      await demandConfirmed({ sql, actor });
      demandLower(actor.role, member);
      await demandLinkFor(runtime, sql, { ...member, workspace_id: actor.workspace.id });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { is_by_hand, can_make: false, why_not: error.said };
    }
    return { is_by_hand, can_make: true, why_not: null };
  },
});
