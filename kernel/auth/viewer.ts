// The viewer cookie of the content host: it says who reads, and nothing about what they may read (part 5, 5.5).
import type { Signer } from "../tickets.ts";
import { HOUR_MS, later } from "../time.ts";
import { hostCookie, readCookie } from "./session.ts";

/** Lives on the content host alone; the app host never reads it. */
export const VIEWER_COOKIE = "__Host-docsvc_viewer";
const VIEWER_HOURS = 12;

/** Whom a genuine cookie names. The person's state, epoch and level are to be read on every request. */
export interface ViewerClaims {
  user_id: number;
  epoch: number;
}

/** The `Set-Cookie` value that names a reader on the content host for 12 hours. */
export function issueViewerCookie(signer: Signer, claims: ViewerClaims, now: Date): string {
  const ticket = signer.sign("viewer", { u: claims.user_id, e: claims.epoch }, later(now, VIEWER_HOURS * HOUR_MS));
  return hostCookie(VIEWER_COOKIE, ticket, VIEWER_HOURS * 3600);
}

/** The `Set-Cookie` value that forgets the reader. */
export function clearViewerCookie(): string {
  return hostCookie(VIEWER_COOKIE, "", 0);
}

/** Reads the viewer cookie of a request; null without one and for one that is forged or expired. */
export function readViewerCookie(signer: Signer, headers: Headers, now: Date): ViewerClaims | null {
  const value = readCookie(headers, VIEWER_COOKIE);
  const payload = value === null ? null : signer.verify("viewer", value, now);
  if (!payload) return null;
  const { u, e } = payload;
  return typeof u === "number" && typeof e === "number" ? { user_id: u, epoch: e } : null;
}
