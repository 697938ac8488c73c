// What a request is told when the database fails it and nobody made a mistake:
// that it is away, lacks something, or was too slow.

import { type Refusal, refuse } from "../base/refusal.ts";
import { shortageOf, wordsOfShortage } from "../base/shortage.ts";
import { CallerGone } from "../db/caller_gone.ts";
import { isOutOfTime } from "../db/out_of_time.ts";
import { noteShortage, recentShortage } from "../db/writable.ts";
import type { Runtime } from "../operation/runtime.ts";

/** The answer while Postgres is away: the request may simply be sent again. */
function awayRefusal(): Refusal {
  return refuse.unavailable("the database is away; try again in a moment");
}

/**
 * The refusal for such an error, and any other as it came. A statement that was given up is logged: on a server that has time to spare it
 * is one that should take less. What Postgres lacks is logged once a minute, and `/readyz` says it.
 */
export function databaseRefusal(
  { database, log }: Pick<Runtime, "database" | "log">,
  error: unknown,
  operation: string,
): unknown {
  if (error instanceof CallerGone) return refuse.unavailable("whoever asked for this has gone; ask again");
  if (database.isConnectionLoss(error)) {
    // Where it lacks what it needs, Postgres begins no session either.
    const recent = recentShortage(database);
    return recent === null ? awayRefusal() : refuse.unavailable(wordsOfShortage(recent));
  }
  const shortage = shortageOf(error);
  if (shortage !== null) {
    noteShortage(database, shortage);
    log.warn({ err: error }, "the database lacks what it needs to do what is asked of it");
    return refuse.unavailable(wordsOfShortage(shortage));
  }
  if (!isOutOfTime(error)) return error;
  log.error({ err: error, operation }, "the database gave up a statement that took too long");
  return refuse.unavailable(
    "the database took longer for this than a request may; ask for less at once, or try again when the server has less to do",
  );
}
