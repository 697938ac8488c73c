// What a session may not do that began by a link which somebody else made:
// the one place that says so (rules: signin/made_links).
import { refuse } from "../base/refusal.ts";
import type { Actor } from "./actor.ts";

/** How long such a session is held. */
export const HELD_HOURS = 24;

/** The part of a catalogue's entry that is looked at. */
export interface HeldEntry {
  id: string;
  method: string | null;
  effect: "read" | "write";
  records: boolean;
  anonymous: boolean;
  /** Not null for what decides who signs in, who belongs to the workspace, or what credentials are worth. */
  decides: string | null;
}

/** Names of what takes away or hands on. */
const TAKES_AWAY = /(^|[._])(delete|remove|revoke|end|empty|trash|hand_over|batch_records)($|[._])/;
/** Names of what carries off. */
const CARRIES_OFF = /(^|[._])(export|bundle)($|[._])/;
/** What acts as its author once the session is over. */
const ACTS_LATER = /^workflow\./;

/** Whether a held session may not call it: it makes no credential, exports, hands over and deletes nothing, itself or later. */
export function isHeldBack({ id, method, effect, records, anonymous, decides }: HeldEntry): boolean {
  if (records || CARRIES_OFF.test(id)) return true;
  // Signing in another way, signing out, and ending one's own sessions stay.
  if (decides !== null) return !(decides === "sign-in" && (anonymous || id === "logout.all"));
  if (effect === "read") return false;
  return method === "DELETE" || TAKES_AWAY.test(id) || ACTS_LATER.test(id);
}

/** Throws 403 while the caller's session is held. */
export function refuseWhileHeld(entry: HeldEntry, actor: Actor | null, now: Date): void {
  const until = actor?.held_until;
  if (!until || until <= now || !isHeldBack(entry)) return;
  throw refuse.forbidden(
    `you came in by a link that somebody made for you, and do this from ${until.toISOString()} on, or signed in in a way of your own`,
  );
}
