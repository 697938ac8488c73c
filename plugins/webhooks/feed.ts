// Who waits for the next event of a workspace.

import { type Port, port, type Runtime } from "../../kernel/plugin.ts";
import { createWaitingRoom, type WaitingRoom } from "../../kernel/ports/events.ts";
import { readLatestNumbers } from "./store/feed.ts";

export const feedRoomPort: Port<WaitingRoom> = port("webhooks.feed");

export function createFeedRoom(runtime: Runtime): WaitingRoom {
  return createWaitingRoom(runtime, {
    channel: "events",
    readLatest: (workspaceIds) => readLatestNumbers(runtime.database.sql, workspaceIds),
  });
}
