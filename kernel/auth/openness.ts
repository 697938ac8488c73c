// Who can read something, from the closed to the open:
// what operations say that they open, and what limits and policies ask.
import type { Input } from "../http/request.ts";

/** The visibilities that a token can be limited to; a password is still between a document and whoever has the link. */
export const VISIBILITY_LIMITS = ["restricted", "workspace", "password", "unlisted"] as const;
export type VisibilityLimit = (typeof VISIBILITY_LIMITS)[number];

/**
 * `restricted` is for people and groups by name, `workspace` for its members, `password` and `unlisted` for whoever has the
 * link, `outsiders` for people of other workspaces, who are let in to what all members read, `public` for everybody. No token
 * that is limited to a visibility reaches the last two: a document's visibility is its own, these are the workspace's.
 */
const OPENNESS = [...VISIBILITY_LIMITS, "outsiders", "public"] as const;
export type Openness = (typeof OPENNESS)[number];

/**
 * Says for one call, before it runs, who can read more when it is done; null where it is nobody. It is pure: it looks at the
 * input and at what the permit loaded, and at nothing else. What was as open before counts for nothing, and what becomes
 * readable in two ways counts as the wider one.
 */
export type Opens<S, I = Input> = (input: I, subject: S) => Openness | null;

/** The most open of them; null when none opens anything. */
export function widest(...many: readonly (Openness | null)[]): Openness | null {
  return many.reduce((one, other) => (isWider(other, one) ? other : one), null);
}

/** Whether more people can read at `one` than at `other`. */
export function isWider(one: Openness | null, other: Openness | null): boolean {
  return rank(one) > rank(other);
}

function rank(openness: Openness | null): number {
  return openness === null ? -1 : OPENNESS.indexOf(openness);
}
