// Who waits for the next change of a database.

import { type NotingCall, type Port, port, type Runtime } from "../../kernel/plugin.ts";
import { createWaitingRoom, type WaitingRoom } from "../../kernel/ports/events.ts";
import { readLatest } from "./store/changes.ts";

/** A waiting room of databases: they stand where others have workspaces. */
export const waitingPort: Port<WaitingRoom> = port("databases.waiting");

export function createWaiting(runtime: Runtime): WaitingRoom {
  return createWaitingRoom(runtime, {
    channel: "database_changes",
    readLatest: async (document_ids) => {
      const latest = await readLatest(runtime.database.sql, { document_ids, now: runtime.clock.now() });
      // Whoever waits for one that is gone is woken to be told so.
      return new Map(document_ids.map((id) => [id, latest.get(id) ?? Number.POSITIVE_INFINITY]));
    },
  });
}

/** Wakes whoever waits for changes, after the commit. */
export function tellChange(call: Pick<NotingCall, "afterCommit" | "use">): void {
  call.afterCommit(() => call.use(waitingPort).tell());
}
