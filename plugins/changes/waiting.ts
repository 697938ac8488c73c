// Who waits for the next change of a workspace's documents.

import { type Port, port, type Runtime } from "../../kernel/plugin.ts";
import { createWaitingRoom, type WaitingRoom } from "../../kernel/ports/events.ts";
import { documentChangesPort } from "../documents/port/read.ts";
import { readLatest } from "./store/feed.ts";

export const waitingPort: Port<WaitingRoom> = port("changes.waiting");

export function createWaiting(runtime: Runtime): WaitingRoom {
  const room = createWaitingRoom(runtime, {
    channel: "document_changes",
    readLatest: (workspaceIds) => readLatest(runtime.database.sql, workspaceIds),
  });
  runtime.use(documentChangesPort).watch(room.tell);
  return room;
}
