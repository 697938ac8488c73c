// How much somebody has not read: one number, which the app asks for while it is looked at.
import { signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { countUnread } from "../store/notifications.ts";

export const readUnread = operation({
  id: "notification.unread",
  route: "GET /api/notifications/unread",
  summary: "Count the notifications that you have not read",
  output: t.Object({ unread: t.Integer() }),
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ actor, sql }) => ({ unread: await countUnread(sql, actor) }),
});
