// Who waits for the next change of a database.
import { createWaitingRoom, type House, type NotingCall, type Port, port, type WaitingRoom } from "../../kernel/mod.ts";
import { readLatest } from "./store/changes.ts";

/** A waiting room of databases: they stand where others have workspaces. */
export const waitingPort: Port<WaitingRoom> = port("databases.waiting");

export function createWaiting(house: House): WaitingRoom {
  return createWaitingRoom(house, {
    channel: "database_changes",
    readLatest: (documentIds) => readLatest(house.database.sql, documentIds),
  });
}

/** Wakes whoever waits for changes, after the commit. */
export function tellChange(call: Pick<NotingCall, "afterCommit" | "use">): void {
  call.afterCommit(() => call.use(waitingPort).tell());
}
