// Gives up a connection that opens late where Postgres is away, and waits for it where Postgres is only busy.
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "../../base/time.ts";

/** A connection is given up after twice this at the earliest: once it is waited for its first bytes, once for the answer. */
const PATIENCE_MS = SECOND_MS;

/**
 * Watches `socket` until its first bytes come from Postgres, and destroys it with `CONNECT_TIMEOUT` when neither they nor
 * an answer elsewhere come in time. To give up one connection is to give up its whole client, with all who wait in it:
 * on a busy machine a session may open late while Postgres answers everybody else.
 */
export async function watchOpening(socket: Socket, answersElsewhere: () => Promise<boolean>): Promise<void> {
  const isWatched = () => !socket.destroyed && socket.bytesRead === 0;
  while (isWatched()) {
    await sleep(PATIENCE_MS, undefined, { ref: false });
    if (isWatched() && !(await answersInTime(answersElsewhere)) && isWatched()) {
      socket.destroy(Object.assign(new Error("Postgres answers on no connection"), { code: "CONNECT_TIMEOUT" }));
    }
  }
}

async function answersInTime(answersElsewhere: () => Promise<boolean>): Promise<boolean> {
  let answered = false;
  const answer = answersElsewhere().then((given) => {
    answered = given;
  });
  await Promise.race([answer.catch(() => {}), sleep(PATIENCE_MS, undefined, { ref: false })]);
  // Where this process was held up itself, its timers run out before it reads what has come meanwhile.
  await nextTurn();
  await nextTurn();
  return answered;
}
