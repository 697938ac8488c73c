// The shapes of notifications' answers that several operations give.
import { t } from "../../kernel/plugin.ts";
import { CHAT_FORMATS } from "./chat/formats.ts";

export const ChatShape = t.Object(
  {
    format: t.OneOf(CHAT_FORMATS, { description: "How messages are written for it." }),
    address: t.String({ description: "Its host and the end of its secret; the whole address is never shown again." }),
    active: t.Boolean({ description: "false once it was given up on; a test that arrives takes it up again." }),
    failures: t.Integer({ description: "Attempts that failed since the last that went well." }),
    error: t.Nullable(t.String({ description: "Why the last attempt failed." })),
    sent_at: t.Nullable(t.Instant()),
  },
  { $id: "NotificationChat" },
);
