// Carries a signed-in person from the app host to the content host, whose cookies never mix:
// one code, one browser, one document, 60 seconds.
import { base64url } from "oslo/encoding";
import { constantTimeEqual, sha256Bytes } from "../base/digest.ts";
import { randomToken } from "../base/ids.ts";
import type { Signer } from "../base/tickets.ts";
import { later, SECOND_MS } from "../base/time.ts";
import type { Sql } from "../db/sql.ts";
import { hook } from "../hooks/hooks.ts";
import type { ContentHost } from "../http/content_hosts.ts";
import type { Actor } from "./actor.ts";
import { hostCookie, readCookie } from "./session.ts";

/** Holds the browser's nonce on the content host while the person is away signing in. */
const HANDOFF_COOKIE = "__Host-docsvc_handoff";
/** Stands for the slug of a document in a handoff to a page of a site, whose path is the whole address on its host. */
export const SITE_PAGES = "~pages";
const CODE_SECONDS = 60;
// Signing in by mail may take its fifteen minutes on the way.
const NONCE_SECONDS = 30 * 60;
const NONCE_PATTERN = /^[A-Za-z0-9_-]{22}$/;
const CHALLENGE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** What the content host sends along when it asks who reads. */
export interface HandoffRequest {
  /** The `nonce` parameter of `/viewer/authorize`: a digest, so that the address alone redeems nothing. */
  nonce: string;
  /** The `Set-Cookie` value that keeps the nonce itself in the browser. */
  cookie: string;
}

/** A signed-in person on the way to a document. */
export interface ViewerOptions {
  actor: Actor;
  /** Where the document is to be opened. */
  host: ContentHost;
  /** `SITE_PAGES` for a page that is of no document. */
  slug: string;
  now: Date;
}

/**
 * Whoever publishes under slugs may say on the app host that a person need not go there: by a refusal, or by the path on the app
 * host that is for them instead; null lets them go (rules: content/handoff).
 */
export const viewerHook = hook<ViewerOptions, string | null>("viewer");

/** Whoever keeps the domains of workspaces says why nobody is handed over to a host at this moment; null lets them go (rules: content/handoff). */
export const handoverHook = hook<{ host: ContentHost }, string | null>("handover");

/** A person who came over, and the path in the document that they wanted. */
export interface HandedOver {
  user_id: number;
  epoch: number;
  /** As in `ViewerClaims`. */
  session: string;
  since: number;
  host_key: string;
  path: string;
  /** What of the address's query was to be kept, without its question mark. */
  search: string;
}

/** On the content host: starts a handoff. A nonce that the browser holds already is kept, so that two tabs do not break each other. */
export function requestHandoff(headers: Headers): HandoffRequest {
  const cookie = readCookie(headers, HANDOFF_COOKIE);
  const nonce = cookie !== null && NONCE_PATTERN.test(cookie) ? cookie : randomToken();
  return { nonce: digestOf(nonce), cookie: hostCookie(HANDOFF_COOKIE, nonce, NONCE_SECONDS) };
}

/** Whether a `nonce` parameter has the form that `requestHandoff` gives it. */
export function isHandoffNonce(nonce: string): boolean {
  return CHALLENGE_PATTERN.test(nonce);
}

/** On the app host: the code for a signed-in person. It is a signed ticket, so that the GET which asks for it writes nothing. */
export function issueHandoff(
  signer: Signer,
  options: Omit<HandedOver, "since" | "host_key"> & { host: ContentHost; slug: string; nonce: string; now: Date },
): string {
  const { user_id, epoch, session, host, slug, path, search, nonce, now } = options;
  const id = randomToken();
  const { host_key: h } = host;
  const where = { s: slug, p: path, q: search, h };
  const payload = { i: id, u: user_id, e: epoch, k: session, t: now.getTime(), ...where, n: nonce };
  return signer.sign("handoff", payload, later(now, CODE_SECONDS * SECOND_MS));
}

/**
 * On the content host: takes a code once. Null for a code that is forged, older than 60 seconds, used already, made for
 * another document, another host or another browser (rules: content/handoff).
 */
export async function redeemHandoff(
  { sql, signer }: { sql: Sql; signer: Signer },
  asked: { code: string; slug: string; headers: Headers; content_host: ContentHost; now: Date },
): Promise<HandedOver | null> {
  const payload = signer.verify("handoff", asked.code, asked.now);
  const nonce = readCookie(asked.headers, HANDOFF_COOKIE);
  if (!payload || nonce === null) return null;
  const { i: id, u: userId, e: epoch, k: session, t: since, n: challenge } = payload;
  const { s: slug, p: path, q: search = "", h: host_key } = payload;
  if (typeof id !== "string" || typeof userId !== "number" || typeof epoch !== "number") return null;
  if (typeof session !== "string" || typeof since !== "number") return null;
  if (typeof path !== "string" || typeof search !== "string" || typeof challenge !== "string" || slug !== asked.slug)
    return null;
  if (host_key !== asked.content_host.host_key) return null;
  if (!constantTimeEqual(challenge, digestOf(nonce))) return null;
  if (!(await useOnce(sql, id, asked.now))) return null;
  return { user_id: userId, epoch, session, since, host_key, path, search };
}

/**
 * Takes the id of a code that lasts `seconds`, 60 without; false where it was taken before. The row stays longer than the code
 * could be shown again; each use clears what is older.
 */
export async function useOnce(sql: Sql, codeId: string, now: Date, seconds = CODE_SECONDS): Promise<boolean> {
  await sql`delete from used_handoffs where expires_at < ${now}`;
  const used = await sql`
    insert into used_handoffs (code_id, expires_at) values (${codeId}, ${later(now, 2 * seconds * SECOND_MS)})
    on conflict do nothing returning code_id`;
  return used.count === 1;
}

function digestOf(nonce: string): string {
  return base64url.encode(sha256Bytes(nonce), { includePadding: false });
}
