// What becomes of a visit to an invite's link, and the words for it.
import { type Refusal, refuse } from "../../../kernel/plugin.ts";
import type { InviteRow } from "../store/invites.ts";

/** Why somebody lands in the app; the value of `?invite=` there. */
const INVITE_REASONS = [
  "joined",
  "unknown",
  "revoked",
  "used",
  "expired",
  "other_account",
  "full",
  "last_owner",
] as const;
export type InviteReason = (typeof INVITE_REASONS)[number];

const WORDS: Readonly<Record<InviteReason, string>> = {
  joined: "you have joined the workspace",
  unknown: "this invite link is not known, or a newer one was sent; open the link in the last mail",
  revoked: "this invite was taken back; ask who invited you for another",
  used: "this invite was used already",
  expired: "this invite has expired; ask who invited you to send it again",
  other_account: "this invite is addressed to a different account; sign in with the address that it was sent to",
  full: "the workspace has no seat left; ask who invited you",
  last_owner:
    "you are the only owner of a workspace with other members; make one of them an owner, then open the link again",
};

/** The words for a reason, lower case and without a full stop; null for a text that is no reason. */
export function inviteWords(reason: string): string | null {
  return isReason(reason) ? WORDS[reason] : null;
}

/** Why an invite's link leads nowhere, or null while it is open. */
export function closedBecause(invite: InviteRow | null, now: Date): InviteReason | null {
  if (!invite) return "unknown";
  if (invite.accepted_at) return "used";
  if (invite.revoked_at) return "revoked";
  return invite.expires_at <= now ? "expired" : null;
}

/** The reason as a status, for callers that want data and not a page (rules: members/closed_links). */
export function refusalOf(reason: Exclude<InviteReason, "joined">): Refusal {
  const words = WORDS[reason];
  switch (reason) {
    case "unknown":
      return refuse.notFound(words);
    case "other_account":
      return refuse.forbidden(words);
    case "full":
      return refuse.plan(words);
    case "last_owner":
      return refuse.conflict(words);
    default:
      return refuse.gone(words);
  }
}

function isReason(text: string): text is InviteReason {
  return (INVITE_REASONS as readonly string[]).includes(text);
}
