// The permits that every plugin needs: anyone, a signed-in person, and a person with the session cookie.

import type { Actor } from "../auth/actor.ts";
import { refuse } from "../base/refusal.ts";
import { KERNEL_BOUNDS } from "../base/request_limits.ts";
import { later, MINUTE_MS } from "../base/time.ts";
import type { Permit } from "../operation/call.ts";

/** Lets everyone in, known or not; the operation says `anonymous: true` beside it. */
export function anyone(): Permit<null> {
  return { needs: "nothing", check: () => null };
}

/** A person, by cookie or by token; the subject is the caller. Throws 401 for nobody. */
export function signedIn(): Permit<Actor> {
  return { needs: "a signed-in person or their token", check: ({ actor }) => demandActor(actor) };
}

/**
 * A person with the session cookie; the subject is the caller. Throws 401 for nobody and 403 for a token, which may not
 * mint tokens, widen connections or sign out everywhere (rules: signin/sessions_only). `act` completes "a token may not ...".
 */
export function sessionOnly(act: string): Permit<Actor> {
  return {
    needs: "a person signed in with the session cookie",
    check: ({ actor }) => {
      const person = demandActor(actor);
      if (person.credential === "session") return person;
      throw refuse.forbidden(`a token may not ${act}; sign in to the app and do it there`, {
        code: "session_required",
      });
    },
  };
}

/** Whether a session began so lately that its person sits there still. */
export function isFresh({ signed_in }: Actor, now: Date): boolean {
  return signed_in !== undefined && later(signed_in.at, KERNEL_BOUNDS.fresh_sign_in_minutes * MINUTE_MS) > now;
}

/**
 * A person who signed in within the last 10 minutes, at this browser; the subject is the caller. What changes how somebody signs in
 * asks it (rules: signin/own_ways). Throws as `sessionOnly` does, and 403 for an older session. `act` completes "a token may not ...".
 */
export function freshSession(act: string): Permit<Actor> {
  const session = sessionOnly(act);
  return {
    needs: "a person who signed in with the session cookie within the last 10 minutes",
    check: async (call, input) => {
      const person = await session.check(call, input);
      if (isFresh(person, call.now)) return person;
      throw refuse.forbidden(
        `to ${act}, sign in again first: your sign-in was more than ${KERNEL_BOUNDS.fresh_sign_in_minutes} minutes ago`,
        {
          code: "sign_in_again",
        },
      );
    },
  };
}

/**
 * Somebody who may have something done, or sent, in their name later on: signed in, or by a token of their own that nothing limits.
 * What they set names that token and ends with it. Throws 403 for a connected program, whose tokens change by themselves, and for a
 * token with limits, which nothing holds then. `act` completes "may not ...".
 */
export function lastingCaller(act: string): Permit<Actor> {
  return {
    needs: "a signed-in person, or an unlimited token of their own making",
    check: ({ actor }) => {
      const person = demandActor(actor);
      if (!person.token || (person.token.client === null && person.token.limits === null)) return person;
      throw refuse.forbidden(
        `a connected program, or a token with limits, may not ${act}: sign in, or use a token of your own without limits`,
        { code: "connection_limited" },
      );
    },
  };
}

/** The caller of an operation that is not anonymous; throws 401 for nobody. */
export function demandActor(actor: Actor | null): Actor {
  if (!actor) throw refuse.unauthenticated("authentication required");
  return actor;
}
