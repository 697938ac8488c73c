// Notifications: what people are told of, and where (rules: notifications/what_one_may_open).
// Which events become notices is for the plugins whose events they are.
import {
  handle,
  listen,
  noticeHook,
  noticeKindsHook,
  noticeRevisionHook,
  type Plugin,
  personEndHook,
  personMoveHook,
} from "../../kernel/plugin.ts";
import { mailWantedHook, noticeSettlementHook } from "../../kernel/ports/plugin.ts";
import { movedPage } from "../app/port/moved.ts";
import { documentActionsHook, railHook, settingsHook } from "../app/port/slots.ts";
import { watchActions } from "./app/actions.ts";
import { showInbox } from "./app/inbox_page.ts";
import { railOfInbox } from "./app/rail.ts";
import { notificationSettings, showPage } from "./app/settings_page.ts";
import { followListeners } from "./following.ts";
import { keepNotice, sweepJob } from "./keeping.ts";
import { findKind, OWN_KINDS, refuseTwins } from "./kinds.ts";
import { removeChat, setChat, testChat } from "./operations/chat.ts";
import { listNotifications, markNotificationsRead } from "./operations/list.ts";
import { changeSettings, readSettings } from "./operations/settings.ts";
import { readUnread } from "./operations/unread.ts";
import { showUnsubscribe, unsubscribe } from "./operations/unsubscribe.ts";
import { forgetWatch, readWatches, unwatch, watch } from "./operations/watches.ts";
import { chatJob, LONGEST_WAIT_MS } from "./sending/chat.ts";
import { dueJob } from "./sending/due.ts";
import { mailJob } from "./sending/mail.ts";
import { SETTINGS_PATH } from "./settings_path.ts";
import { dropOfDocument, forgetPersonTold, moveTold } from "./store/ends.ts";
import { reviseNotifications, settleNotifications } from "./store/notifications.ts";
import { choiceFor, findChoices } from "./store/settings.ts";

export const notifications: Plugin = {
  name: "notifications",
  operations: [
    listNotifications,
    markNotificationsRead,
    readUnread,
    showInbox,
    readSettings,
    changeSettings,
    setChat,
    removeChat,
    testChat,
    readWatches,
    watch,
    unwatch,
    forgetWatch,
    showPage,
    movedPage({ id: "notification.page.former", route: "GET /auth/notifications", to: SETTINGS_PATH }),
    showUnsubscribe,
    unsubscribe,
  ],
  on: [
    // Out of the trash a document comes back with what was told of it, so the notices go when it does: at the purge.
    listen("doc.purge", "drop", ({ workspace_id, target_id }, { database }) =>
      dropOfDocument(database.sql, { workspace_id, doc_id: target_id }),
    ),
    ...followListeners,
  ],
  handles: (runtime) => [
    handle(settingsHook, notificationSettings),
    handle(noticeHook, (notice) => keepNotice(runtime, notice)),
    handle(noticeRevisionHook, reviseNotifications),
    handle(noticeSettlementHook, settleNotifications),
    handle(noticeKindsHook, () => OWN_KINDS),
    handle(
      mailWantedHook,
      async ({ sql, user_id, kind }) => choiceFor(await findKind(runtime, kind), await findChoices(sql, user_id)).email,
    ),
    handle(railHook, railOfInbox),
    handle(documentActionsHook, watchActions),
    handle(personMoveHook, moveTold),
    handle(personEndHook, forgetPersonTold),
  ],
  check: refuseTwins,
  times: [{ table: "notification_channels", column: "due_at", ahead_ms: LONGEST_WAIT_MS }],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [sweepJob(runtime), dueJob(runtime), mailJob(runtime), chatJob(runtime)],
};
