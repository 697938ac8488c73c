// Notifications: what people are told of (rules: notifications 1). Which events become notices is for the plugins whose events they are.
import {
  fill,
  listen,
  noticeRevisionSlot,
  noticeSlot,
  type Plugin,
  personEndSlot,
  personMoveSlot,
} from "../../kernel/mod.ts";
import { keepNotice, sweepJob } from "./keeping.ts";
import { listNotifications, markNotificationsRead } from "./operations.ts";
import { dropOfDocument, forgetPersonTold, moveNotifications, reviseNotifications } from "./store.ts";

export const notifications: Plugin = {
  name: "notifications",
  operations: [listNotifications, markNotificationsRead],
  on: [
    // Out of the trash a document comes back with what was told of it, so the notices go when it does: at the purge.
    listen("doc.purge", "drop", ({ workspace_id, target_id }, { database }) =>
      dropOfDocument(database.sql, { workspace_id, doc_id: target_id }),
    ),
  ],
  fills: () => [
    fill(noticeSlot, keepNotice),
    fill(noticeRevisionSlot, reviseNotifications),
    fill(personMoveSlot, moveNotifications),
    fill(personEndSlot, forgetPersonTold),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (house) => [sweepJob(house)],
};
