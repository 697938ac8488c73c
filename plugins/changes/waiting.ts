// Who waits for the next change of a workspace's documents.
import { createWaitingRoom, type House, type Port, port, type WaitingRoom } from "../../kernel/plugin.ts";
import { documentChangesPort } from "../documents/port/read.ts";
import { readLatest } from "./store/feed.ts";

export const waitingPort: Port<WaitingRoom> = port("changes.waiting");

export function createWaiting(house: House): WaitingRoom {
  const room = createWaitingRoom(house, {
    channel: "document_changes",
    readLatest: (workspaceIds) => readLatest(house.database.sql, workspaceIds),
  });
  house.use(documentChangesPort).watch(room.tell);
  return room;
}
