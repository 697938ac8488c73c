// Certificates for whoever has host names to serve: want one, ask how it stands, let it go.
import type { Runtime, Sql } from "../../kernel/plugin.ts";
import { enqueueOrder, isIssuing } from "./ordering.ts";
import { announceChange } from "./served.ts";
import { find, letGo, want } from "./store/certificates.ts";

export { settledHook } from "./settled.ts";
export { REST_MS_MAX } from "./store/certificates.ts";

/** How the certificate of a host name stands. */
export interface CertificateState {
  /** Of the one that is served; null when none is. It may be over. */
  expires_at: Date | null;
  /** Why the last order failed, in the authority's words; null when it did not. */
  error: string | null;
  /** When it is ordered next. */
  due_at: Date;
}

/** Whether certificates are ordered here at all; otherwise a proxy in front keeps them. */
export function ordersCertificates(runtime: Runtime): boolean {
  return isIssuing(runtime);
}

/**
 * Wants a certificate for a host name that leads here, in the caller's transaction: ordered within seconds of its commit, then kept
 * and renewed until `releaseCertificate`. Asking again after a failure orders at once, unless it was let go meanwhile or the
 * authority is left alone. Wake the jobs after the commit.
 */
export async function wantCertificate(
  sql: Sql,
  of: { hostname: string; workspace_id: number; now: Date },
): Promise<void> {
  await want(sql, { hostnames: [of.hostname], workspace_id: of.workspace_id, now: of.now });
  await enqueueOrder(sql, of);
}

/** How it stands; null when nobody wants it. */
export function readCertificate(sql: Sql, hostname: string): Promise<CertificateState | null> {
  return find(sql, hostname);
}

/** Ends the serving of a host name with the commit. */
export async function releaseCertificate(runtime: Runtime, sql: Sql, hostname: string): Promise<void> {
  if (await letGo(sql, { hostname, now: runtime.clock.now() })) await announceChange(runtime.database, sql);
}
