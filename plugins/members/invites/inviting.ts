// Makes invites, one or many in a transaction:
// for each what stands in its way, and of those that go through the rows and mails.
import {
  type Actor,
  type Call,
  isEmailAddress,
  mailboxOf,
  Refusal,
  refuse,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { type GroupRow, holdGroups } from "../../../kernel/ports/auth.ts";
import type { QuotaGrant } from "../../../kernel/ports/limits.ts";
import { joiningHook } from "../joining/joining_hook.ts";
import { readSeats, refuseFull } from "../seats.ts";
import { isByOwnersHand } from "../standing.ts";
import { FIRST_ROUND, type InviteRow, listOpenInvites, markRevoked } from "../store/invites.ts";
import { insertInvites, type KnownAddress, type NewInvite, readAddresses } from "../store/inviting.ts";
import { openTeam } from "../team.ts";
import { linkOf, makeLink } from "./invite_link.ts";
import { firstStatus, queueInviteMails } from "./invite_mail.ts";

/** Whom somebody wants to invite. */
export interface WantedInvite {
  email: string;
  role: InviteRow["role"];
  group_ids: readonly number[];
  /** What was found out before the transaction, such as a throttle; null for nothing. */
  refusal: Refusal | null;
}

/** What came of it: the invite with its link, or why there is none. */
export type InviteOutcome = { invite: InviteRow; url: string } | Refusal;

/**
 * Invites people in the caller's transaction, in their order: seats are given to the first who may have them. Answers for each what
 * came of it; nothing is written of those that are refused.
 */
export async function inviteAll(call: WriteCall<Actor>, wanted: readonly WantedInvite[]): Promise<InviteOutcome[]> {
  const { sql, runtime, now, actor } = call;
  const { workspace } = await openTeam(call, "manager");
  const workspace_id = workspace.id;
  const addresses = await readAddresses(sql, { workspace_id, emails: wanted.map((one) => one.email) });
  const seats = await readSeats(runtime, sql, { workspace, now });
  const group_ids = [...new Set(wanted.flatMap((one) => one.group_ids))];
  const groups = group_ids.length === 0 ? [] : await holdGroups(sql, { workspace_id, group_ids });
  const taken = new Set<string>();
  const decided: (NewInvite | Refusal)[] = [];
  for (const [index, one] of wanted.entries()) {
    const known = addresses[index];
    if (!known) throw new Error("an address that was asked for was not answered");
    const pending = seats.pending + taken.size;
    const isFull = seats.cap !== null && seats.members + pending >= seats.cap;
    const refusal =
      one.refusal ??
      whyKnown(one.email, { known, taken, now }) ??
      (await whyKept(call, one.email)) ??
      (isFull ? refuseFull(runtime, { plan: workspace.plan, seats: { ...seats, pending } }) : null) ??
      whyNotIn(one.group_ids, groups);
    if (refusal === null) taken.add(known.key);
    decided.push(refusal ?? { email: one.email, role: one.role, group_ids: one.group_ids, ...makeLink(runtime) });
  }
  const invites = decided.filter((one): one is NewInvite => !(one instanceof Refusal));
  await endExpired(
    call,
    addresses.filter(({ key }) => taken.has(key)),
  );
  const delivery_status = firstStatus(runtime);
  const by_owner = await isByOwnersHand(call);
  const invited_by = actor.user_id;
  const ids = await insertInvites(sql, { workspace_id, invited_by, by_owner, delivery_status, invites, now });
  const made = invites.map((one) => ({ ...one, invite_id: ids.get(one.nonce) ?? 0 }));
  await queueInviteMails(runtime, sql, {
    workspace_id,
    invites: made.map(({ invite_id }) => ({ invite_id, round: FIRST_ROUND })),
    now,
  });
  for (const { invite_id, email, role, group_ids: assigned } of made) {
    const meta = { email, role, group_ids: [...assigned] };
    call.note("invite.create", { target_type: "invite", target_id: invite_id, meta });
  }
  if (made.length > 0) call.afterCommit(() => runtime.jobs.wake());
  const rows = await listOpenInvites(sql, { workspace_id, filters: { invite_ids: [...ids.values()] } });
  const byId = new Map(rows.map((row) => [row.invite_id, row]));
  return decided.map((one) => {
    if (one instanceof Refusal) return one;
    const row = byId.get(ids.get(one.nonce) ?? 0);
    if (!row) throw new Error("an invite that was just made is gone");
    return { invite: row, url: linkOf(runtime, one.nonce).url };
  });
}

/**
 * Counts invites that are about to be made, before the transaction, as if each came in a request of its own: by the account, of
 * which the call itself has counted one, and by mailbox, whoever sends them. What sends no mail is not counted. Answers for each
 * the 429 that it gets, or null.
 */
export async function countInvites(
  { runtime, actor, sql, request, now }: Call<Actor>,
  emails: readonly string[],
): Promise<(Refusal | null)[]> {
  const addresses = await readAddresses(sql, { workspace_id: actor.workspace.id, emails });
  const mails = emails.flatMap((email, index) => {
    const known = addresses[index];
    return known && isEmailAddress(email) && !whyKnown(email, { known, now }) ? [index] : [];
  });
  const refusals: (Refusal | null)[] = emails.map(() => null);
  if (mails.length === 0) return refusals;
  const { quotas } = runtime;
  const rest = mails.length - 1;
  const grant = rest === 0 ? null : await quotas.takeSomeFor("invite", rest, { actor, request, now });
  const counted = mails.slice(0, 1 + (grant?.granted ?? 0));
  for (const index of mails.slice(counted.length)) refusals[index] = grant?.refusal ?? null;
  const uses = new Map<string, number>();
  for (const index of counted) {
    const mailbox = mailboxOf(emails[index] ?? "");
    uses.set(mailbox, (uses.get(mailbox) ?? 0) + 1);
  }
  const left = new Map<string, QuotaGrant>(await quotas.takeSome("invite_recipient", uses, now));
  for (const index of counted) {
    const mailbox = mailboxOf(emails[index] ?? "");
    const { granted, refusal } = left.get(mailbox) ?? { granted: 0, refusal: null };
    if (granted <= 0) refusals[index] = refusal;
    left.set(mailbox, { granted: granted - 1, refusal });
  }
  return refusals;
}

/** Why the groups of an invite cannot be joined: 404 for one that is not in the workspace, 409 for one that a directory fills. */
export function whyNotIn(groupIds: readonly number[], groups: readonly GroupRow[]): Refusal | null {
  const missing = groupIds.find((id) => !groups.some((group) => group.group_id === id));
  if (missing !== undefined) return refuse.notFound(`group ${missing} not found`);
  const foreign = groups.find((group) => groupIds.includes(group.group_id) && group.source !== "native");
  return foreign ? refuse.conflict(`"${foreign.name}" is kept by ${foreign.source}; assign it there`) : null;
}

/** 409 for a member, and for an address whose invite still works: one that has expired makes room for the new. */
function whyKnown(
  email: string,
  { known, taken, now }: { known: KnownAddress; taken?: ReadonlySet<string>; now: Date },
): Refusal | null {
  if (!isEmailAddress(email)) return refuse.invalid(`"${email}" is no e-mail address; write it as anna@example.com`);
  if (known.is_member) {
    return refuse.conflict(`${email} is already a member of this workspace`, { code: "already_exists" });
  }
  if (taken?.has(known.key)) {
    return refuse.conflict(`${email} stands in this request twice; the first counts`, { code: "already_exists" });
  }
  if (known.expires_at === null || known.expires_at <= now) return null;
  return refuse.conflict(`there is already a pending invite for ${email}; send it again or revoke it`, {
    code: "already_exists",
    invite_id: known.invite_id,
  });
}

/** Why the workspace lets this address not join, whoever invites it. */
async function whyKept({ callHook, sql, actor }: WriteCall<Actor>, email: string): Promise<Refusal | null> {
  try {
    await callHook(joiningHook, { sql, workspace_id: actor.workspace.id, email });
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function endExpired(call: WriteCall<Actor>, addresses: readonly KnownAddress[]): Promise<void> {
  const { sql, actor, now } = call;
  const expired = addresses.flatMap(({ invite_id }) => invite_id ?? []);
  const ended = await markRevoked(sql, { workspace_id: actor.workspace.id, invite_ids: expired, now });
  for (const { invite_id, email } of ended) {
    const meta = { email, expired: true };
    call.note("invite.revoke", { target_type: "invite", target_id: invite_id, meta });
  }
}
