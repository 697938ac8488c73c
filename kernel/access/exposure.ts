// May a call make something readable to more people:
// asked of whoever keeps such a rule, for every operation by its declaration.
import type { Actor } from "../auth/actor.ts";
import type { Openness } from "../auth/openness.ts";
import { type Hook, hook } from "../hooks/hooks.ts";

/** A permitted call of a write, before it runs. */
export interface Exposure {
  /** The operation's id. */
  operation: string;
  actor: Actor;
  /** Who will read what they could not read before. */
  readers: Openness;
  now: Date;
}

/**
 * Asked once for each call that opens or publishes anything: documents, folders, grants, and whatever else comes to declare it.
 * A handler throws a refusal to forbid it. What depends on the content or the place of a document is `documents.publish`'s to ask.
 */
export const exposureHook: Hook<Exposure, void> = hook("exposure");
