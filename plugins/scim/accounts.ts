// What a provider does to accounts:
// makes them, takes them over, switches them off and on again (rules: provisioning/users, provisioning/deactivating,
// provisioning/taking_over).

import {
  disablePerson,
  enablePerson,
  findPersonByEmail,
  lockWorkspaces,
  personKeptHook,
  personLeaveHook,
  type Refusal,
  refuse,
  type WriteCall,
} from "../../kernel/plugin.ts";
import {
  createPersonUnlessTaken,
  lockForMove,
  removeFromAllGroups,
  revokeTokensOf,
  type ServiceAccount,
} from "../../kernel/ports/auth.ts";
import { planName } from "../../kernel/ports/limits.ts";
import { demandProven, domainOf } from "../email_domains/port.ts";
import { countOthers, isOnlyOwner, joiningHook, readSeats, sendHome, takeIn } from "../members/port.ts";
import { endRightsOf } from "../places/port.ts";
import { refuseTwin } from "./conflicts.ts";
import { findUser, holdAccount, isActive, keepUser, type UserRow } from "./store/users.ts";

export type ScimCall = WriteCall<ServiceAccount, true>;

/** The audit actions that these functions note. */
export const ACCOUNT_ACTIONS = ["member.join", "member.leave", "invite.revoke"] as const;

const ROLE = "member";

interface NewUser {
  email: string;
  external_id: string | null;
}

/** Makes an account in the workspace, or takes the one over that has the address. Answers its id; throws 409. */
export async function provision(call: ScimCall, user: NewUser): Promise<number> {
  const { sql, subject, now } = call;
  const workspace_id = subject.workspace.id;
  await demandSeat(call, user.email);
  await call.callHook(joiningHook, { sql, workspace_id, email: user.email });
  const user_id = await createPersonUnlessTaken(sql, { email: user.email, workspace_id, role: ROLE, now });
  if (user_id === null) return adopt(call, user);
  const kept = { user_id, workspace_id, external_id: user.external_id, made: true, deactivated_at: null, away: false };
  await refuseTwin(keepUser(sql, { ...kept, now }), user.external_id);
  call.note("member.join", { target_type: "user", target_id: user_id, meta: { email: user.email, role: ROLE } });
  return user_id;
}

async function adopt(call: ScimCall, { email, external_id }: NewUser): Promise<number> {
  const account = await lockAccount(call, email);
  if (isActive(account, call.subject.workspace.id))
    throw refuse.conflict(`${email} is a user of this workspace already`, { code: "already_exists" });
  await bringIn(call, { ...account, external_id: external_id ?? keptId(call, account) });
  return account.user_id;
}

/** The provider's id that the workspace itself has noted; that of another is nobody's business here. */
function keptId({ subject }: ScimCall, account: UserRow): string | null {
  return account.kept_by === subject.workspace.id ? account.external_id : null;
}

/** The account of an address behind the locks of its workspace and ours. */
async function lockAccount(call: ScimCall, email: string): Promise<UserRow> {
  const { sql, subject } = call;
  for (;;) {
    const person = await findPersonByEmail(sql, email);
    // Both in one statement, so that two who want the same do not block each other.
    if (person) {
      const workspace_ids = [subject.workspace.id, person.workspace.id];
      await lockForMove(sql, { user_id: person.user_id, workspace_ids });
    }
    const account = person && (await holdAccount(sql, email));
    if (!account) throw refuse.conflict(`the account of ${email} changed meanwhile; send this again`);
    // While the lock was waited for, the person may have been moved to another workspace.
    if (account.workspace_id === person.workspace.id) return account;
  }
}

/** Switches a user on: they are back in the workspace, on a seat. Throws 409. Who is active stays. */
export async function activate(call: ScimCall, row: UserRow): Promise<void> {
  if (isActive(row, call.subject.workspace.id)) return;
  await demandSeat(call, row.email);
  await bringIn(call, await lockAccount(call, row.email));
}

/** Behind the locks: the account joins the workspace from wherever it is, switched on. */
async function bringIn(call: ScimCall, account: UserRow): Promise<void> {
  const { sql, now, subject } = call;
  const workspace_id = subject.workspace.id;
  const { user_id, email, disabled } = account;
  const isHere = account.workspace_id === workspace_id;
  const isEnded = disabled && !account.deactivated;
  const isOwn = account.kept_by === workspace_id && disabled;
  // How an account elsewhere stands is told to nobody who may not take it over.
  if (!isOwn && !(isEnded && isHere)) await demandDomains(call, [email]);
  if (isEnded) throw refuseEnded(email);
  if (isHere) {
    call.note("member.join", { target_type: "user", target_id: user_id, meta: { email, role: account.role } });
  } else {
    if (!disabled && (await isOnlyOwner(call, account))) throw refuseNeeded(email);
    const by = { user_id: null, email: subject.name };
    await takeIn(call, account, { workspace_id, role: ROLE, meta: {}, by });
  }
  if (disabled) await enablePerson(sql, user_id);
  const kept = { user_id, workspace_id, made: account.made && isOwn, deactivated_at: null, away: false, now };
  await refuseTwin(keepUser(sql, { ...kept, external_id: account.external_id }), account.external_id);
}

/**
 * Switches a user off: sessions, tokens, connections and groups end, the seat is free, and the person moves to a workspace of their
 * own with My documents, unless a document of theirs has to stay. Throws 409 for the last owner. Who is switched off stays so, and an
 * account that its person has ended is left to them: marked as ours it could be switched on again.
 */
export async function deactivate(call: ScimCall, ref: string): Promise<void> {
  const { sql, now, subject } = call;
  const workspace_id = subject.workspace.id;
  const known = await findUser(sql, { workspace_id, ref });
  if (known) await lockForMove(sql, { user_id: known.user_id, workspace_ids: [workspace_id] });
  const row = known && (await findUser(sql, { workspace_id, ref: String(known.user_id), hold: true }));
  if (!row) throw refuse.notFound("user not found");
  if (!isActive(row, workspace_id)) return;
  const { user_id, email, role } = row;
  await refuseLastOwner(call, row);
  await call.callHook(personLeaveHook, { sql, now, workspace_id, user_id });
  await revokeTokensOf(sql, { user_id, now });
  const kept = (await call.callHook(personKeptHook, { sql, now, user_ids: [user_id] })).flat();
  const away = !kept.includes(user_id);
  const moved_to = away ? await sendHome(call, row) : null;
  if (!away) {
    await removeFromAllGroups(sql, { workspace_id, user_id });
    await endRightsOf(call, { workspace_id, user_id });
  }
  await disablePerson(sql, user_id, now);
  const { external_id, made } = row;
  await keepUser(sql, { user_id, workspace_id, external_id, made, deactivated_at: now, away, now });
  const meta = { email, role, removed: true, ...(moved_to ? { moved_to: moved_to.slug } : {}) };
  call.note("member.leave", { target_type: "user", target_id: user_id, meta });
}

/**
 * Throws 409, naming plan and cap, where the plan carries nobody more; without a cap nothing is counted and nobody waits. Who is
 * invited has a seat: the link stays, since by it they join the groups that wait for them.
 */
async function demandSeat({ sql, runtime, subject, now }: ScimCall, email: string): Promise<void> {
  const { id, plan } = subject.workspace;
  if (runtime.plans.allowance("members", plan) === null) return;
  await lockWorkspaces(sql, [id]);
  const { cap, members, pending } = await readSeats(runtime, sql, { workspace: { id, plan }, now, email });
  if (cap === null || members + pending < cap) return;
  throw refuse.conflict(
    `the workspace is full: the ${planName(plan)} plan carries ${cap} members, pending invites included, and there are ${members} and ${pending} pending`,
    { plan, member_cap: cap },
  );
}

/** Throws 409 unless the workspace has proven the domains of addresses: it takes nobody over otherwise. */
export async function demandDomains({ sql, subject }: ScimCall, emails: readonly string[]): Promise<void> {
  const domains = [...new Set(emails.map((email) => domainOf(email) ?? email))];
  await demandProven(sql, { workspace_id: subject.workspace.id, domains });
}

async function refuseLastOwner(call: ScimCall, row: UserRow): Promise<void> {
  if (row.role !== "owner") return;
  const others = await countOthers(call.sql, row);
  if (others.owners > 0) return;
  throw refuse.conflict(
    `${row.email} is the last owner of this workspace and cannot be deactivated; make another member an owner first`,
    { scimType: "mutability" },
  );
}

function refuseEnded(email: string): Refusal {
  return refuse.conflict(
    `the account of ${email} was ended by its person, who can take that back by signing in within 7 days; after that it can be made anew`,
  );
}

function refuseNeeded(email: string): Refusal {
  return refuse.conflict(
    `${email} is the only owner of another workspace with members; they have to make one of those an owner first`,
  );
}
