// Tells work that was cut short because Postgres or the store of files did not serve from work that failed by itself.
import { shortageOf } from "./shortage.ts";

/** Inherited by the errors that the driver derives from one of a socket. */
const CUT_SHORT = Symbol("cut short by a dependency");

/** What only the driver of Postgres says of its connections, and what Postgres says as it goes away or is not there yet. */
const LOST = /^(CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|57P0[1-5]|53300|25P0[34]|08...)$/;

/** Marks an error as no fault of the work that met it. */
export function cutShort<E extends Error>(error: E): E {
  Reflect.set(error, CUT_SHORT, true);
  return error;
}

/** Whether trying again once the dependency serves is all that is needed, however often it takes. */
export function isCutShort(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if (CUT_SHORT in error || shortageOf(error) !== null) return true;
  return "code" in error && typeof error.code === "string" && LOST.test(error.code);
}
