// Who is calling: a person with one role in one workspace, as one query finds them.
import type { Plan } from "../base/plan.ts";
import type { Clock } from "../base/time.ts";
import type { VisibilityLimit } from "./openness.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The person behind a call. Levels are read per document; nothing here grants one by itself. */
export interface Actor {
  user_id: number;
  email: string;
  name: string | null;
  role: Role;
  /** Raised when all their sessions end; what was given to one of them names it. */
  epoch: number;
  /** The groups that they are in. */
  group_ids: readonly number[];
  workspace: { id: number; slug: string; name: string; plan: Plan };
  /** How they proved who they are; some actions are for a signed-in cookie alone (rules: signin/sessions_only). */
  credential: "session" | "token" | "ticket";
  /** Set when the credential is a token, or a ticket that one has made. */
  token: ActorToken | null;
  /** Of a session that began by a link which somebody else made: until when it may do less (kernel/auth/held_session.ts). */
  held_until?: Date;
  /** Of a session: when and how its person signed in; nothing of one that began before sessions said so. */
  signed_in?: SignedIn;
  /** By which what was given to them until some time ends. */
  clock: Clock;
}

/** A completed sign-in. */
export interface SignedIn {
  at: Date;
  /** The way in, as the audit log calls it. */
  by: string;
}

/** The token behind a call. */
export interface ActorToken {
  id: number;
  name: string;
  /** The program that a person connected, by its name; null for a token of their own making. */
  client: string | null;
  /** What it may do less than its person; null for as much. */
  limits: TokenLimits | null;
}

/** Narrows a token. It never gives anything that its person does not hold. */
export interface TokenLimits {
  /** Refuses everything that changes something. */
  read_only: boolean;
  /** The toolsets of the manifest whose operations it may call; null for all. */
  toolsets: string[] | null;
  /** The widest openness at which it may make something readable; null for any. */
  max_visibility: VisibilityLimit | null;
  /** Where the documents lie that it reaches: `~` for My documents, else the id of a shared root; null for everywhere. */
  roots: string[] | null;
}

/** Owners and admins manage the workspace. */
export function isManager(actor: Actor): boolean {
  return actor.role !== "member";
}
