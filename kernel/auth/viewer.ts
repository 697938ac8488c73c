// The viewer cookie of the content host:
// it says who reads, and nothing about what they may read (rules: content/handoff).

import type { Signer } from "../base/tickets.ts";
import { HOUR_MS, later } from "../base/time.ts";
import type { Sql } from "../db/sql.ts";
import type { ContentHost } from "../http/content_hosts.ts";
import type { Actor } from "./actor.ts";
import { forgetPerson } from "./changes.ts";
import { hostCookie, readCookie } from "./session.ts";

/** Lives on the content host alone, on each domain of one for itself; the app host never reads it. */
const VIEWER_COOKIE = "__Host-docsvc_viewer";
const VIEWER_HOURS = 12;

/** Whom a genuine cookie or capability names. The person's state, epoch, sign-outs and level are to be read on every request. */
export interface Viewing {
  user_id: number;
  epoch: number;
  /** The `sessionKey` of the session on the app host that it came of. */
  session: string;
  /** Milliseconds of the clock at which that session sent its reader over: a sign-out from then on ends it. */
  since: number;
}

/** What a viewer cookie says. */
export interface ViewerClaims extends Viewing {
  /** Of the host that it was made for, and that alone takes it. */
  host_key: string;
}

/** The `Set-Cookie` value that names a reader on one content host for 12 hours. */
export function issueViewerCookie(signer: Signer, claims: ViewerClaims, now: Date): string {
  const { user_id: u, epoch: e, session: s, since: t, host_key: h } = claims;
  return hostCookie(VIEWER_COOKIE, signer.sign("viewer", { u, e, s, t, h }, viewingEnds(now)), VIEWER_HOURS * 3600);
}

/** Reads the viewer cookie of a request; null without one and for one that is forged, expired or of another host. */
export function readViewerCookie(
  signer: Signer,
  { headers, content_host }: { headers: Headers; content_host: ContentHost },
  now: Date,
): ViewerClaims | null {
  const value = viewerTextOf(headers);
  const claims = value === null ? null : readViewerText(signer, value, now);
  return claims?.host_key === content_host.host_key ? claims : null;
}

/** The viewer cookie of a request as it came, to be read later; null without one. */
export function viewerTextOf(headers: Headers): string | null {
  return readCookie(headers, VIEWER_COOKIE);
}

/** Reads what `viewerTextOf` answered, whichever host it is for: who it names, not what it opens. Null for what is forged or expired. */
export function readViewerText(signer: Signer, value: string, now: Date): ViewerClaims | null {
  const payload = signer.verify("viewer", value, now);
  if (!payload) return null;
  // Those made before there were domains are the shared host's.
  const { u, e, s, t, h = "" } = payload;
  if (typeof u !== "number" || typeof e !== "number" || typeof s !== "string" || typeof t !== "number") return null;
  return typeof h === "string" ? { user_id: u, epoch: e, session: s, since: t, host_key: h } : null;
}

/** A session of a person, and when it was signed out of. */
export interface EndedViewing {
  session_key: string;
  ended_at: Date;
}

/**
 * Ends on every server what a session opened on the content host, whose cookie the app host cannot clear. The rows are kept as
 * long as such a cookie may be shown.
 */
export async function endViewings(sql: Sql, options: { actor: Actor; session_key: string; now: Date }): Promise<void> {
  const { actor, session_key, now } = options;
  await sql`
    insert into ended_viewings (workspace_id, user_id, session_key, ended_at, expires_at)
    values (${actor.workspace.id}, ${actor.user_id}, ${session_key}, ${now}, ${viewingEnds(now)})
    on conflict (user_id, session_key) do update set ended_at = excluded.ended_at, expires_at = excluded.expires_at`;
  await forgetPerson(sql, actor.user_id);
}

export function listEndedViewings(sql: Sql, userId: number): Promise<EndedViewing[]> {
  return sql<EndedViewing[]>`select session_key, ended_at from ended_viewings where user_id = ${userId}`;
}

/** Whether a sign-out has ended what the claims say. */
export function isViewingOver(ended: readonly EndedViewing[], { session, since }: Viewing): boolean {
  return ended.some((one) => one.session_key === session && one.ended_at.getTime() >= since);
}

/** Forgets sign-outs that no cookie is older than. */
export async function sweepViewings(sql: Sql, now: Date): Promise<void> {
  await sql`delete from ended_viewings where expires_at < ${now}`;
}

function viewingEnds(now: Date): Date {
  return later(now, VIEWER_HOURS * HOUR_MS);
}
