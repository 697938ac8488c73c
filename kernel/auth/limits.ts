// What a token may do less than the person behind it,
// and the one place that holds every call to it, over REST and MCP alike.

import { refuse } from "../base/refusal.ts";
import type { Input } from "../http/request.ts";
import type { Actor, TokenLimits } from "./actor.ts";
import { isWider, type Openness, widest } from "./openness.ts";

/** Among the roots of a limit: My documents of the token's person. */
export const MY_DOCUMENTS = "~";

/** The part of a catalogue's entry that the limits look at. */
export interface LimitedEntry {
  effect: "read" | "write";
  anonymous: boolean;
  identify: unknown;
  /** Null for what every token may call, whatever its toolsets. */
  toolset: string | null;
  /** Null for what belongs to the workspace or the account as a whole, which no token that is limited to roots may call. */
  connection_limit: "places" | "caller" | null;
  /** Not null for what decides who signs in, who belongs to the workspace, or what credentials are worth: no limited token calls it. */
  decides: string | null;
  opens: ((input: never, subject: never) => Openness | null) | null;
  publishes: ((input: never, subject: never) => Openness | null) | null;
}

/** True when nothing is limited. */
export function isUnlimited(limits: TokenLimits): boolean {
  const { read_only, toolsets, max_visibility, roots } = limits;
  return !read_only && toolsets === null && max_visibility === null && roots === null;
}

/** What both allow. */
export function meetLimits(a: TokenLimits, b: TokenLimits): TokenLimits {
  return {
    read_only: a.read_only || b.read_only,
    toolsets: meetLists(a.toolsets, b.toolsets),
    max_visibility:
      a.max_visibility && isWider(b.max_visibility ?? "public", a.max_visibility) ? a.max_visibility : b.max_visibility,
    roots: meetLists(a.roots, b.roots),
  };
}

/** What both lists hold; null holds everything. */
function meetLists(a: string[] | null, b: string[] | null): string[] | null {
  return a && b ? a.filter((name) => b.includes(name)) : (a ?? b);
}

/** Whether `wanted` allows nothing that `current` does not. */
export function isNarrower(wanted: TokenLimits, current: TokenLimits): boolean {
  const met = meetLimits(wanted, current);
  const isWhole = (list: "toolsets" | "roots") => (met[list]?.length ?? -1) === (wanted[list]?.length ?? -1);
  const isAsOpen = met.max_visibility === wanted.max_visibility;
  return met.read_only === wanted.read_only && isWhole("toolsets") && isAsOpen && isWhole("roots");
}

/** Throws 403 for a call that the caller's token is too narrow for, before anything is loaded; `called` is its name to the caller. */
export function refuseBeyondLimits(entry: LimitedEntry, actor: Actor | null, called: string): void {
  const limits = limitsOf(entry, actor);
  const closed = limits && whyClosed(entry, limits, called);
  if (closed) throw refuse.forbidden(closed, { code: "connection_limited" });
}

/** Whether the caller's token lets any call of it through, whatever its input. */
export function isWithinLimits(entry: LimitedEntry, actor: Actor | null): boolean {
  const limits = limitsOf(entry, actor);
  return !limits || whyClosed(entry, limits, "") === null;
}

/** Why no call of it can pass, or null. */
function whyClosed(
  { effect, toolset, connection_limit, decides }: LimitedEntry,
  limits: TokenLimits,
  called: string,
): string | null {
  if (limits.read_only && effect === "write")
    return "this connection may only read; its owner can change that among their connections in the app";
  if (decides !== null && !isUnlimited(limits))
    return `this connection is limited, and ${called} decides on ${decides}; its owner can do it in the app`;
  if (limits.toolsets && toolset !== null && !limits.toolsets.includes(toolset)) {
    const allowed = limits.toolsets.join(", ") || "nothing";
    return `this connection is limited to ${allowed}, and ${called} belongs to ${toolset}`;
  }
  if (limits.roots && connection_limit === null)
    return `this connection is limited to roots, and ${called} goes beyond them; its owner can do it in the app`;
  return null;
}

const READERS: Record<Openness, string> = {
  restricted: "people and groups by name",
  workspace: "everybody in the workspace",
  password: "everybody with the link and the password",
  unlisted: "everybody with the link",
  outsiders: "people outside of the workspace",
  public: "everybody",
};

/**
 * Throws 403 when the call would make something readable by more people than the caller's token may. That is the whole rule of
 * a visibility limit, for what is open already too: new words in a document are readable by everybody who reads it, so one
 * that is open wider can be read, closed, moved to narrower places and deleted, and not written to, renamed or brought back.
 */
export function refuseTooOpen(
  entry: LimitedEntry,
  actor: Actor | null,
  { subject, input }: { subject: unknown; input: Input },
): void {
  const max = limitsOf(entry, actor)?.max_visibility ?? null;
  if (max === null || entry.effect === "read") return;
  const readers = widestOf(entry, { subject, input });
  if (readers === null || !isWider(readers, max)) return;
  throw refuse.forbidden(
    `this connection may publish up to visibility "${max}"; what this writes or opens would be for ${READERS[readers]} ("${readers}")`,
    { code: "connection_limited" },
  );
}

/** Who can read more once a call is done, as its operation declares; null where it is nobody. */
export function widestOf(
  entry: Pick<LimitedEntry, "opens" | "publishes">,
  { subject, input }: { subject: unknown; input: Input },
): Openness | null {
  return widest(
    entry.opens?.(input as never, subject as never) ?? null,
    entry.publishes?.(input as never, subject as never) ?? null,
  );
}

function limitsOf(entry: LimitedEntry, actor: Actor | null): TokenLimits | null {
  // Where nobody is asked who they are, nobody acts by their token.
  if (entry.anonymous && entry.identify === null) return null;
  return actor?.token?.limits ?? null;
}
