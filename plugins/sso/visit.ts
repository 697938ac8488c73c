// What the browser keeps while its person is at the provider:
// signed, so that the redirect back counts only where the visit began.

import { later, MINUTE_MS, type Runtime } from "../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../kernel/ports/auth.ts";
import { manifest } from "../manifest.ts";
import type { ProviderVisit } from "../signin/port.ts";

export interface Visit extends ProviderVisit {
  workspace_id: number;
  /** Of the connection to the provider; another one ends the visit. */
  version: number;
  next_path: string;
  /** The owner or admin who tests; null for a sign-in. */
  tester: number | null;
  /** The tester began it in a session, so that it confirms what waits. */
  by_hand: boolean;
  /** It began on a page of another site, which may want its reader to go on as somebody whom it knows. */
  began_elsewhere: boolean;
}

export const VISIT_MINUTES = manifest.caps.sign_in_visit_minutes;
const COOKIE = "__Host-docsvc_sso";
const PURPOSE = "sso.visit";
const TEST_PURPOSE = "sso.test";

/** The `Set-Cookie` value that keeps a visit. */
export function keepVisit({ signer }: Runtime, visit: Visit, now: Date): string {
  const { state, nonce, verifier, workspace_id, version, next_path, tester, by_hand, began_elsewhere } = visit;
  const claims = {
    s: state,
    n: nonce,
    v: verifier,
    w: workspace_id,
    c: version,
    p: next_path,
    t: tester,
    h: by_hand,
    e: began_elsewhere,
  };
  return hostCookie(COOKIE, signer.sign(PURPOSE, claims, later(now, VISIT_MINUTES * MINUTE_MS)), VISIT_MINUTES * 60);
}

/** The browser's visit; null without one, and for one that is forged or over. */
export function readVisit({ signer }: Runtime, headers: Headers, now: Date): Visit | null {
  const value = readCookie(headers, COOKIE);
  const claims = value === null ? null : signer.verify(PURPOSE, value, now);
  if (!claims) return null;
  const { s: state, n: nonce, v: verifier, w: workspace_id, c: version, p: next_path, t: tester } = claims;
  if (typeof state !== "string" || typeof nonce !== "string" || typeof verifier !== "string") return null;
  if (typeof workspace_id !== "number" || typeof version !== "number" || typeof next_path !== "string") return null;
  return {
    state,
    nonce,
    verifier,
    workspace_id,
    version,
    next_path,
    tester: typeof tester === "number" ? tester : null,
    by_hand: claims["h"] === true,
    began_elsewhere: claims["e"] === true,
  };
}

/** Whether another site's page led here, as the browser says (Fetch Metadata); who types an address or has it as a bookmark comes from nowhere. */
export function isFromElsewhere(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

/** The `Set-Cookie` value that forgets the visit. */
export function endVisit(): string {
  return hostCookie(COOKIE, "", 0);
}

/** Who asked for a test, of which connection. */
export interface TestTicket {
  workspace_id: number;
  version: number;
  tester: number;
  /** They asked in a session. */
  by_hand: boolean;
}

/** A ticket that begins a test, for as long as a visit may take. */
export function signTest({ signer }: Runtime, test: TestTicket, now: Date): { ticket: string; expires_at: Date } {
  const expires_at = later(now, VISIT_MINUTES * MINUTE_MS);
  const claims = { w: test.workspace_id, c: test.version, t: test.tester, h: test.by_hand };
  return { ticket: signer.sign(TEST_PURPOSE, claims, expires_at), expires_at };
}

/** Null for a ticket that is forged or over. */
export function readTest({ signer }: Runtime, ticket: string, now: Date): TestTicket | null {
  const { w: workspace_id, c: version, t: tester, h } = signer.verify(TEST_PURPOSE, ticket, now) ?? {};
  if (typeof workspace_id !== "number" || typeof version !== "number" || typeof tester !== "number") return null;
  return { workspace_id, version, tester, by_hand: h === true };
}
