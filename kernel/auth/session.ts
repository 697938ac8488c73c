// The session cookie of the app host:
// signed, stateless, ended for everyone at once by the person's epoch (rules: signin/sessions).
import { sha256Bytes } from "../base/digest.ts";
import { randomToken } from "../base/ids.ts";
import type { Signer } from "../base/tickets.ts";
import { DAY_MS, later } from "../base/time.ts";
import type { Actor, SignedIn } from "./actor.ts";

/** `__Host-` makes the browser insist on Secure, Path=/ and no Domain (RFC 6265bis, 4.1.3.2). */
export const SESSION_COOKIE = "__Host-docsvc_session";
const SESSION_DAYS = 90;

/** What a genuine cookie says; whether the person still exists and the epoch still holds is for `identify`. */
export interface SessionClaims {
  user_id: number;
  epoch: number;
  /** Until when it may do less; null for what began as others do. */
  held_until: Date | null;
  /** When and how its person signed in; null of a session that says neither, which counts as old. */
  signed_in: SignedIn | null;
}

/** What a session that is begun needs to say. */
type NewSession = Pick<SessionClaims, "user_id" | "epoch"> & Partial<SessionClaims>;

/** The `Set-Cookie` value that signs a person in for 90 days. */
export function issueSession(signer: Signer, { user_id, epoch, held_until, signed_in }: NewSession, now: Date): string {
  const expires = later(now, SESSION_DAYS * DAY_MS);
  // Two sessions of one moment differ, so that one can be signed out of.
  const held = held_until ? { h: held_until.getTime() } : {};
  const since = signed_in ? { t: signed_in.at.getTime(), m: signed_in.by } : {};
  const ticket = signer.sign("session", { u: user_id, e: epoch, i: randomToken(), ...held, ...since }, expires);
  return hostCookie(SESSION_COOKIE, ticket, SESSION_DAYS * 86_400);
}

/** The same for somebody whose other sessions have just ended: this one goes on as what it was, under the new epoch. */
export function continueSession(
  signer: Signer,
  { actor, epoch }: { actor: Pick<Actor, "user_id" | "held_until" | "signed_in">; epoch: number },
  now: Date,
): string {
  const { user_id, held_until = null, signed_in = null } = actor;
  return issueSession(signer, { user_id, epoch, held_until, signed_in }, now);
}

/** The `Set-Cookie` value that signs out. */
export function clearSession(): string {
  return hostCookie(SESSION_COOKIE, "", 0);
}

/** A `__Host-` cookie's `Set-Cookie` value; `seconds` 0 removes it. */
export function hostCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`;
}

/** Reads a session cookie's value; null for one that is forged or expired. */
export function readSession(signer: Signer, value: string, now: Date): SessionClaims | null {
  const payload = signer.verify("session", value, now);
  if (!payload) return null;
  const { u, e, h, t, m } = payload;
  const held_until = typeof h === "number" ? new Date(h) : null;
  const signed_in = typeof t === "number" && typeof m === "string" ? { at: new Date(t), by: m } : null;
  return typeof u === "number" && typeof e === "number" ? { user_id: u, epoch: e, held_until, signed_in } : null;
}

/** What names a request's session elsewhere: its digest, which signs nobody in; null without a session cookie. */
export function sessionKey(headers: Headers): string | null {
  const value = readCookie(headers, SESSION_COOKIE);
  return value === null ? null : Buffer.from(sha256Bytes(value)).toString("base64url").slice(0, 22);
}

/** The value of one cookie, or null when the request does not carry it. */
export function readCookie(headers: Headers, name: string): string | null {
  const text = headers.get("cookie");
  return text ? (cookiesOf(headers, text).get(name) ?? null) : null;
}

interface Cookies {
  text: string;
  values: ReadonlyMap<string, string>;
}

/** A page reads some hundred times what its reader chose in this browser, and a header may be long: it is taken apart once. */
const taken = new WeakMap<Headers, Cookies>();

function cookiesOf(headers: Headers, text: string): ReadonlyMap<string, string> {
  const before = taken.get(headers);
  if (before?.text === text) return before.values;
  const values = new Map<string, string>();
  for (const pair of text.split(";")) {
    const cut = pair.indexOf("=");
    const name = pair.slice(0, cut).trim();
    // Of two of one name the first is meant: browsers send that of the longer path first (RFC 6265, 5.4).
    if (cut > 0 && !values.has(name)) values.set(name, pair.slice(cut + 1).trim());
  }
  taken.set(headers, { text, values });
  return values;
}
