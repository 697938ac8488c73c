// What a token may do less than the person behind it, and the one place that holds every call to it, over REST and MCP alike.
import type { Input } from "../call.ts";
import { refuse } from "../refusal.ts";
import type { Actor } from "./actor.ts";

/** From the closed to the open; a password is still between a document and whoever has the link. */
export const OPENNESS = ["restricted", "workspace", "password", "unlisted"] as const;
export type Openness = (typeof OPENNESS)[number];

/** Among the roots of a limit: My documents of the token's person. */
export const MY_DOCUMENTS = "~";

/** Narrows a token. It never gives anything that its person does not hold. */
export interface TokenLimits {
  /** Refuses everything that changes something. */
  read_only: boolean;
  /** The toolsets of the manifest whose operations it may call; null for all. */
  toolsets: string[] | null;
  /** The widest visibility at which it may publish; null for any. */
  max_visibility: Openness | null;
  /** Where the documents lie that it reaches: `~` for My documents, else the id of a shared root; null for everywhere. */
  roots: string[] | null;
}

/** The part of a catalogue's entry that the limits look at. */
export interface LimitedEntry {
  id: string;
  effect: "read" | "write";
  anonymous: boolean;
  identify: unknown;
  quota: { name: string; when: ((input: never, subject: never) => boolean) | null } | null;
  publishes: boolean;
  /** Null for what every token may call, whatever its toolsets. */
  toolset: string | null;
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
      a.max_visibility && b.max_visibility
        ? lower(a.max_visibility, b.max_visibility)
        : (a.max_visibility ?? b.max_visibility),
    roots: meetLists(a.roots, b.roots),
  };
}

/** What both lists hold; null holds everything. */
function meetLists(a: string[] | null, b: string[] | null): string[] | null {
  return a && b ? a.filter((name) => b.includes(name)) : (a ?? b);
}

/** Whether `wanted` allows nothing that `held` does not. */
export function isNarrower(wanted: TokenLimits, held: TokenLimits): boolean {
  const met = meetLimits(wanted, held);
  const isWhole = (list: "toolsets" | "roots") => (met[list]?.length ?? -1) === (wanted[list]?.length ?? -1);
  const isAsOpen = met.max_visibility === wanted.max_visibility;
  return met.read_only === wanted.read_only && isWhole("toolsets") && isAsOpen && isWhole("roots");
}

/** Throws 403 for a call that the caller's token is too narrow for, before anything is loaded. */
export function refuseBeyondLimits(entry: LimitedEntry, actor: Actor | null, input: Input): void {
  const limits = limitsOf(entry, actor);
  if (!limits) return;
  const closed = whyClosed(entry, limits);
  if (closed) throw refuse.forbidden(closed, { code: "connection_limited" });
  if (entry.effect === "write") refuseTooOpen(limits, wantedVisibility(input), "asked for");
}

/** Whether the caller's token lets any call of it through, whatever its input. */
export function isWithinLimits(entry: LimitedEntry, actor: Actor | null): boolean {
  const limits = limitsOf(entry, actor);
  return !limits || whyClosed(entry, limits) === null;
}

/** Why no call of it can pass, or null. */
function whyClosed(entry: LimitedEntry, limits: TokenLimits): string | null {
  if (limits.read_only && entry.effect === "write")
    return "this connection may only read; its owner can change that among their connections in the app";
  if (limits.toolsets && entry.toolset !== null && !limits.toolsets.includes(entry.toolset)) {
    const allowed = limits.toolsets.join(", ") || "nothing";
    return `this connection is limited to ${allowed}, and ${entry.id} belongs to ${entry.toolset}`;
  }
  return null;
}

/** Throws 403 for new content in a document that is open wider than the caller's token may publish. */
export function refuseOpenSubject(
  entry: LimitedEntry,
  actor: Actor | null,
  { subject, input }: { subject: unknown; input: Input },
): void {
  const limits = limitsOf(entry, actor);
  if (!limits || !isPublish(entry, input, subject)) return;
  // It goes where it was asked to go, which has been looked at.
  if (wantedVisibility(input) !== undefined) return;
  if (typeof subject !== "object" || subject === null || !("visibility" in subject)) return;
  refuseTooOpen(limits, subject.visibility, "the document's");
}

/** What counts as publishing is what counts against the bucket of publishes. */
function isPublish({ publishes, quota }: LimitedEntry, input: Input, subject: unknown): boolean {
  return publishes || (quota?.name === "publish" && quota.when?.(input as never, subject as never) !== false);
}

function limitsOf(entry: LimitedEntry, actor: Actor | null): TokenLimits | null {
  // Where nobody is asked who they are, nobody acts by their token.
  if (entry.anonymous && entry.identify === null) return null;
  return actor?.token?.limits ?? null;
}

function refuseTooOpen({ max_visibility: max }: TokenLimits, wanted: unknown, whose: string): void {
  const known = OPENNESS.find((one) => one === wanted);
  if (max === null || known === undefined || OPENNESS.indexOf(known) <= OPENNESS.indexOf(max)) return;
  throw refuse.forbidden(`this connection may publish up to visibility "${max}"; "${known}" is ${whose}`, {
    code: "connection_limited",
  });
}

/** Every operation that sets a visibility takes it under this name, in its body, its form or its query. */
function wantedVisibility(input: Input): unknown {
  for (const part of [input.body, input.form, input.query]) {
    if (typeof part === "object" && part !== null && "visibility" in part && part.visibility !== undefined) {
      return part.visibility;
    }
  }
  return undefined;
}

function lower(a: Openness, b: Openness): Openness {
  return OPENNESS.indexOf(a) < OPENNESS.indexOf(b) ? a : b;
}
