// Lets the person whom a workspace's provider vouches for in:
// the account that is linked, the one with the address, or a new one.
import {
  findPerson,
  later,
  lockEmail,
  MINUTE_MS,
  type Person,
  plainWords,
  refuse,
  type WriteCall,
} from "../../kernel/plugin.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import { domainOf, isProvenFor } from "../email_domains/port.ts";
import { ADMISSION_AUDIT, admit } from "../members/port.ts";
import { bindBrowser, completeSignIn, isBoundHere } from "../signin/port.ts";
import { answerDecision, answerFormer, answerMailed, answerSwitch } from "./pages.ts";
import type { PlacedConfig } from "./store/configs.ts";
import { findLinked, isLinkedElsewhere, link } from "./store/identities.ts";
import { type KnownAddress, refuseOtherSubject, refuseOwner, refuseUnproven } from "./verdict.ts";
import { VISIT_MINUTES } from "./visit.ts";

export const ENTERING_AUDIT = ["login.ok", "account.create", "sso.refuse", ...ADMISSION_AUDIT] as const;

/**
 * What somebody decided who was asked: to be signed in here; with an account elsewhere that would leave something, to move or not; where
 * another provider had let them in, that this one speaks for them, in a session of theirs or by a link that is mailed.
 */
export const ENTRY_DECISIONS = ["enter", "join", "stay", "link", "mail", "mailed"] as const;
export type EntryDecision = (typeof ENTRY_DECISIONS)[number];

export interface Entry {
  config: PlacedConfig;
  /** Its address lies in a domain that the workspace has proven (`demandAddress`). */
  identity: KnownAddress;
  next_path: string;
  /** Null while they were not asked. */
  decision: EntryDecision | null;
  /** Another site's page led here. */
  began_elsewhere: boolean;
}

const JOIN_PURPOSE = "sso.join";
/** Of the ticket that is mailed to the address alone. */
const MAIL_PURPOSE = "sso.link";

/**
 * Signs the person in, or asks them first whether that is meant, and whether they leave where they are. Throws 402 where no seat is left, 403 for another account
 * of the provider with the same address, 409 for the only owner of another workspace.
 */
export async function enter(call: WriteCall<unknown, true>, entry: Entry): Promise<Response> {
  const { sql, now } = call;
  const { config, identity, next_path } = entry;
  const linked = await findLinkedMember(call, entry);
  if (linked && entry.decision === "mailed") throw refuseUsed();
  if (entry.decision === null) {
    const known = linked?.person ?? (await lockEmail(sql, identity.email));
    if (asksFirst(call, { user_id: known?.user_id ?? null, began_elsewhere: entry.began_elsewhere })) {
      const { email } = known ?? identity;
      return answerSwitch({ config, email, present: call.actor?.email ?? null, ticket: askHere(call, entry) });
    }
  }
  const found = linked ?? (await findByAddress(call, entry));
  if (found instanceof Response) return found;
  const { person, is_new } = found;
  const { workspace_id } = config;
  // Admins set providers, and whoever runs one says who somebody is: no owner is anybody's on an admin's word alone.
  if (!linked && !config.by_owner && person.role === "owner") throw refuseOwner(config);
  if (person.workspace.id === workspace_id) {
    const asked = linked || is_new ? null : await askFormer(call, { entry, person });
    if (asked) return asked;
    const { issuer, subject } = identity;
    if (!(await link(sql, { workspace_id, issuer, subject, user_id: person.user_id, now }))) {
      throw refuseOtherSubject(identity.email);
    }
  }
  return completeSignIn(call, { person, method: "sso", next_path, is_new, proves_address: true });
}

/**
 * Asks whom another provider of the workspace had let in whether this one speaks for them, unless owners have said so of all: they say it
 * in a session of theirs, or by a link that is mailed to the address; null for everybody else.
 */
async function askFormer(
  call: WriteCall<unknown, true>,
  { entry, person }: { entry: Entry; person: Person },
): Promise<Response | null> {
  const { sql, actor, now, runtime } = call;
  const { config, identity, decision } = entry;
  const { workspace_id } = config;
  const { user_id, email } = person;
  if (config.trusts_former || !(await isLinkedElsewhere(sql, { workspace_id, issuer: identity.issuer, user_id })))
    return null;
  const isHere = actor?.credential === "session" && actor.user_id === user_id;
  if (decision === "mailed" || (decision === "link" && isHere)) return null;
  if (decision !== "mail") return answerFormer({ config, email, is_here: isHere, ticket: askHere(call, entry) });
  const ticket = askHere(call, entry, MAIL_PURPOSE);
  await queueMail(
    sql,
    formerMail({ to: email, config, url: `${runtime.config.base_url}${LINKS_PATH}/${ticket}` }),
    now,
  );
  call.afterCommit(() => runtime.jobs.wake());
  return answerMailed(email);
}

/** Where a mailed link leads. */
const LINKS_PATH = "/auth/sso/links";

function formerMail({ to, config, url }: { to: string; config: PlacedConfig; url: string }) {
  const text = `The sign-in provider of ${plainWords(config.workspace, WORKSPACE_CHARS_MAX)} is another one than the one that you came by before.
If you are signing in now, go on with this link:

${url}

It works once, for ${VISIT_MINUTES} minutes, in the browser in which you asked for it. From then on the new provider signs you in.
If that was not you, leave this mail alone, and tell an owner of the workspace.
`;
  return { to, subject: "Another provider is to sign you in", text };
}

const WORKSPACE_CHARS_MAX = 60;

interface Found {
  person: Person;
  is_new: boolean;
}

/** The member who signed in with this id before, whatever address the provider has for them now. */
async function findLinkedMember({ sql }: WriteCall<unknown, true>, { config, identity }: Entry): Promise<Found | null> {
  const { workspace_id } = config;
  const userId = await findLinked(sql, { ...identity, workspace_id });
  const person = userId === null ? null : await findPerson(sql, userId);
  if (!person || person.workspace.id !== workspace_id) return null;
  // Theirs to speak for is the account's own address too.
  const { email } = person;
  if (await isProvenFor(sql, { workspace_id, email })) return { person, is_new: false };
  throw refuseUnproven(config, domainOf(email) ?? email);
}

async function findByAddress(call: WriteCall<unknown, true>, entry: Entry): Promise<Found | Response> {
  const { sql } = call;
  const { config, identity, decision } = entry;
  const { email, name } = identity;
  const holder = await lockEmail(sql, email);
  // Postgres takes letters for the same that are two in a domain: the provider speaks for its own alone.
  if (holder && domainOf(holder.email) !== domainOf(email))
    throw refuseUnproven(config, domainOf(holder.email) ?? email);
  if (decision === "stay") {
    if (!holder) throw refuse.forbidden("this account is gone; start again from the sign-in page");
    return { person: holder, is_new: false };
  }
  const { workspace_id } = config;
  const admitted = await admit(call, { workspace_id, email, name, is_decided: decision === "join" });
  if (admitted.belongings.length === 0) return admitted;
  const present = admitted.person.workspace.name;
  return answerDecision({ config, email, present, belongings: admitted.belongings, ticket: askHere(call, entry) });
}

/**
 * Whether a browser is asked before it is signed in. Whoever runs a provider could else lead people to it who then go on as somebody
 * else without having seen it, and write what they have to say into that account.
 */
function asksFirst(
  { actor }: WriteCall<unknown, true>,
  to: { user_id: number | null; began_elsewhere: boolean },
): boolean {
  return actor?.credential === "session" ? actor.user_id !== to.user_id : to.began_elsewhere;
}

/** A ticket for the answer to a question. Whoever got hold of it alone is nobody: it counts in this browser. */
function askHere(
  { runtime, now, request, reply }: WriteCall<unknown, true>,
  { config, identity, next_path }: Entry,
  purpose: string = JOIN_PURPOSE,
): string {
  const bound = bindBrowser(request.headers, VISIT_MINUTES * 60);
  reply.headers.append("set-cookie", bound.cookie);
  const b = Buffer.from(bound.nonce_sha256).toString("base64url");
  const claims = { ...identity, w: config.workspace_id, c: config.version, p: next_path, b };
  return runtime.signer.sign(purpose, claims, later(now, VISIT_MINUTES * MINUTE_MS));
}

/** What the ticket of a decision says; null for one that is forged or over, and in another browser. */
export function readDecision(
  { runtime, now, request }: WriteCall<unknown, true>,
  { ticket, decision }: { ticket: string; decision: EntryDecision },
): { workspace_id: number; version: number; identity: KnownAddress; next_path: string } | null {
  const claims = runtime.signer.verify(decision === "mailed" ? MAIL_PURPOSE : JOIN_PURPOSE, ticket, now);
  if (!claims) return null;
  const { w, c, p, b, issuer, subject, email, name, hosted_domain } = claims;
  if (typeof b !== "string" || !isBoundHere(request.headers, Buffer.from(b, "base64url"))) return null;
  const identity = {
    issuer: String(issuer),
    subject: String(subject),
    email: String(email),
    email_verified: true,
    name: typeof name === "string" ? name : null,
    hosted_domain: typeof hosted_domain === "string" ? hosted_domain : null,
  };
  return { workspace_id: Number(w), version: Number(c), identity, next_path: String(p) };
}

function refuseUsed() {
  return refuse.forbidden("this link was used; your provider signs you in without it");
}
