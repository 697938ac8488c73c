// Asks once more who calls when a body has arrived:
// it takes as long as its sender likes, who may have been put out meanwhile.
import type { Actor } from "../auth/actor.ts";
import { refuseMoved } from "../auth/membership_check.ts";
import { Refusal } from "../base/refusal.ts";
import type { RequestFacts } from "../http/request.ts";
import type { Entry } from "../plugin/catalogue.ts";
import type { RunningServer } from "../plugin/running_server.ts";

/** A request of which somebody was found to be the caller when it began. */
export interface Begun {
  entry: Pick<Entry, "anonymous" | "identify">;
  facts: RequestFacts;
  params: Readonly<Record<string, string>>;
  actor: Actor;
  /** When it began: what ended by its own time since then was good for it. */
  now: Date;
}

/**
 * The caller as they stand now: what was begun before a sign-out everywhere, a revocation or the loss of a role ends with that too.
 * Throws 401 for a credential that has been ended, and for a person who was moved; null where nobody has to be signed in.
 */
export async function reauthenticate(
  runtime: RunningServer,
  { entry, facts, params, actor, now }: Begun,
): Promise<Actor | null> {
  const { sql } = runtime.database;
  if (entry.identify) return entry.identify({ now, sql, request: facts, runtime, use: runtime.use }, params);
  const found = await runtime.identifier.identify(facts.headers, now).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (found?.user_id === actor.user_id && found.workspace.id === actor.workspace.id) return found;
  if (entry.anonymous) return null;
  throw refuseMoved(actor);
}
