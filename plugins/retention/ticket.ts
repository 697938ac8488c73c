// The link in a warning: signed for one person, one document and the expiry that it had then.
import { DAY_MS, later, type Runtime } from "../../kernel/plugin.ts";
import { TRASH_DAYS } from "../documents/port/read.ts";

const PURPOSE = "keep";

export interface KeepTicket {
  document_id: number;
  /** Whom the mail went to; the link acts as this person and for as long as they may. */
  user_id: number;
  expires_at: Date;
}

export function keepLink(runtime: Runtime, { document_id, user_id, expires_at }: KeepTicket): string {
  // Whether its days are over is said by the page, so the seal itself never ends.
  const text = runtime.signer.sign(PURPOSE, { d: document_id, u: user_id, e: expires_at.getTime() }, null);
  return `${runtime.config.base_url}/u/keep/${text}`;
}

/** What a link stands for; null for one that is not genuine. */
export function readKeepTicket({ signer }: Pick<Runtime, "signer">, text: string, now: Date): KeepTicket | null {
  const { d, u, e } = signer.verify(PURPOSE, text, now) ?? {};
  if (typeof d !== "number" || typeof u !== "number" || typeof e !== "number") return null;
  return { document_id: d, user_id: u, expires_at: new Date(e) };
}

/** Until when a document can be brought back that expires then. */
export function lastChance(expiresAt: Date): Date {
  return later(expiresAt, TRASH_DAYS * DAY_MS);
}
