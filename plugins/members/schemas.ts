// The wire shapes of members and invites.
import { ROLES, t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import type { InviteRow } from "./store/invites.ts";
import { DELIVERY_STATUSES } from "./store/invites.ts";

export const INVITED_ROLES = ["member", "admin"] as const;
const GROUPS_MAX = manifest.caps.groups_per_invite;

export const Member = t.Object(
  {
    id: t.Integer({ description: "The person's user id." }),
    email: t.String(),
    name: t.Nullable(t.String()),
    role: t.OneOf(ROLES),
    joined: t.Instant({ description: "When they came into this workspace." }),
    disabled: t.Boolean({ description: "The account is switched off; it holds no seat." }),
    last_sign_in: t.Nullable(t.Instant()),
    sso: t.Boolean({ description: "They sign in through the workspace's own provider." }),
    scim: t.Boolean({ description: "Their account is kept by SCIM." }),
    is_me: t.Boolean(),
  },
  { $id: "Member" },
);

export const Invite = t.Object(
  {
    id: t.Integer(),
    email: t.String(),
    role: t.OneOf(INVITED_ROLES),
    created_at: t.Instant(),
    expires_at: t.Instant({ description: "The link works and holds a seat until then." }),
    expired: t.Boolean({ description: "Resend it for another 14 days, or revoke it." }),
    accepted_at: t.Nullable(t.Instant()),
    url: t.Nullable(t.String({ description: "The link, in the answer that made it and nowhere else." })),
    invited_by: t.Nullable(t.String({ description: "The address of who invited." })),
    group_ids: t.Array(t.Integer()),
    groups: t.Array(t.Object({ id: t.Integer(), slug: t.String(), name: t.String() }), {
      description: "Groups that the person joins on acceptance.",
    }),
    delivery_status: t.OneOf(DELIVERY_STATUSES, {
      description:
        "How the mail fares: it waits (also for another try, with what went wrong in delivery_error), the mail server took it, it was given up, or mail is not set up on this server and the link has to be passed on by hand.",
    }),
    delivery_error: t.Nullable(t.String({ description: "What went wrong last, while it is not sent." })),
  },
  { $id: "Invite" },
);

export const GroupIds = t.Array(t.Id(), {
  maxItems: GROUPS_MAX,
  description: `Ids of groups to join on acceptance, at most ${GROUPS_MAX}.`,
});

/** An invite as managers see it; `url` only where it was just made. */
export function showInvite(row: InviteRow, { now, url = null }: { now: Date; url?: string | null }) {
  return {
    id: row.invite_id,
    email: row.email,
    role: row.role,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
    accepted_at: row.accepted_at?.toISOString() ?? null,
    url,
    invited_by: row.inviter,
    group_ids: row.groups.map((group) => group.id),
    groups: row.groups,
    delivery_status: row.delivery_status,
    delivery_error: row.delivery_error,
  };
}
