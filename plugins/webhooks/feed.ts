// Who waits for the next event of a workspace.
import { createWaitingRoom, type Port, port, type Runtime, type WaitingRoom } from "../../kernel/plugin.ts";
import { readLatestNumbers } from "./store/feed.ts";

export const feedRoomPort: Port<WaitingRoom> = port("webhooks.feed");

export function createFeedRoom(runtime: Runtime): WaitingRoom {
  return createWaitingRoom(runtime, {
    channel: "events",
    readLatest: (workspaceIds) => readLatestNumbers(runtime.database.sql, workspaceIds),
  });
}
