// Who may write while somebody holds a document's edit lease (rules: writes/leases).
import { constantTimeEqual, refuse, sha256Hex } from "../../kernel/plugin.ts";
import type { ContentWrite } from "../documents/port/hooks.ts";
import { findLease, type Lease } from "./store/leases.ts";

/** Throws 423 for a write into somebody else's lease without its token; the holder's other clients need none. */
export async function refuseLeased(write: ContentWrite): Promise<void> {
  if (write.past_leases || write.leased_until === null || write.leased_until <= write.now) return;
  const lease = await findLease(write.sql, write);
  if (!lease || (lease.holder_id === write.actor.user_id && !write.by_service)) return;
  if (write.lock_hash !== null && constantTimeEqual(lease.token_hash, write.lock_hash)) return;
  throw refuseHeld(lease);
}

/** The 423 of a document that somebody else is editing. */
export function refuseHeld({ holder_email, expires_at, path }: Lease): Error {
  return refuse.locked(
    `${holder_email} is editing this document until ${expires_at.toISOString()}; wait, write with the lock_token of that lease, or let who may change the document's settings unlock it with force=true`,
    { code: "lease_held", holder: { email: holder_email }, expires_at: expires_at.toISOString(), path },
  );
}

export function holdsToken(lease: Lease, token: string | undefined): boolean {
  return token !== undefined && constantTimeEqual(lease.token_hash, sha256Hex(token));
}

/** The lease object. */
export function showLease(lease: Lease, options: { doc_id: string; user_id: number }) {
  return {
    doc_id: options.doc_id,
    holder: { email: lease.holder_email, user_id: lease.holder_id },
    expires_at: lease.expires_at.toISOString(),
    acquired_at: lease.acquired_at.toISOString(),
    path: lease.path,
    mine: lease.holder_id === options.user_id,
  };
}
