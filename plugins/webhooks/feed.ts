// Who waits for the next event of a workspace.
import { createWaitingRoom, type House, type Port, port, type WaitingRoom } from "../../kernel/plugin.ts";
import { readLatestNumbers } from "./store/feed.ts";

export const feedRoomPort: Port<WaitingRoom> = port("webhooks.feed");

export function createFeedRoom(house: House): WaitingRoom {
  return createWaitingRoom(house, {
    channel: "events",
    readLatest: (workspaceIds) => readLatestNumbers(house.database.sql, workspaceIds),
  });
}
