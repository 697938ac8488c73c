// The private links in mails about requests: signed, for one manager and one request, as long as that stands.
import type { Runtime } from "../../../kernel/plugin.ts";

const PURPOSE = "access-request";

export interface ReviewTicket {
  request_id: number;
  /** Whom the mail went to. */
  user_id: number;
}

export function reviewLink(runtime: Runtime, ticket: ReviewTicket, expiresAt: Date): string {
  const text = runtime.signer.sign(PURPOSE, { r: ticket.request_id, u: ticket.user_id }, expiresAt);
  return `${runtime.config.base_url}/auth/access-request/${text}`;
}

/** What a link stands for; null for one that is forged or over. */
export function readTicket(runtime: Runtime, text: string, now: Date): ReviewTicket | null {
  const payload = runtime.signer.verify(PURPOSE, text, now);
  if (!payload) return null;
  const { r, u } = payload;
  return typeof r === "number" && typeof u === "number" ? { request_id: r, user_id: u } : null;
}
