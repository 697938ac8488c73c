// Of each account one large body at a time is read and worked on:
// it stays in memory, in several forms, until its request is answered.
import { createTurns } from "../workers/turns.ts";
import type { Sender } from "./json_body.ts";

/** Bodies of more than so many bytes wait for each other. */
const LARGE_BYTES = 1024 * 1024;
/** Of all accounts. */
const RUNNING_MAX = 32;
/** Of one account; what waits has not been read, so that its sender waits too. */
const WAITING_MAX = 16;

const turns = createTurns({
  running_max: RUNNING_MAX,
  running_of_owner_max: 1,
  waiting_of_owner_max: { publish: WAITING_MAX, read: 0, background: 0, large: 0 },
  waiting_max: 1000,
  memory_bytes_max: 0,
  large_running_max: RUNNING_MAX,
});

/** What is known of a body before it is read. */
export interface ComingBody extends Sender {
  headers: Headers;
}

/**
 * Does `work`, which reads the body and all that is made of it: once the account's large bodies before it are done, where this
 * one is large, too. One that does not say its length counts as large. Throws 429 where too many of the account's wait.
 */
export async function withLargeBody<Result>(body: ComingBody, work: () => Promise<Result>): Promise<Result> {
  if (!isLarge(body.headers)) return work();
  const { owner, signal } = body;
  // Whose sender has gone meanwhile needs no turn: reading it says at once that it was cut short.
  const turn = await turns.take({ owner, lane: "publish", memory_bytes: 0, signal }).catch((error: unknown) => {
    if (signal?.aborted) return null;
    throw error;
  });
  try {
    return await work();
  } finally {
    turn?.release();
  }
}

function isLarge(headers: Headers): boolean {
  const declared = headers.get("content-length");
  return declared === null ? headers.has("transfer-encoding") : Number(declared) > LARGE_BYTES;
}
