// Which receivers the operator opens beside those on the public internet, and whether the service gives up on one.
import { settings, t } from "../../kernel/mod.ts";

export const webhookSettings = settings(
  "webhooks",
  t.Object({
    WEBHOOK_ALLOW: t.Optional(
      t.String({
        format: "host-list",
        description:
          "Receivers off the public internet that events may be sent to: ranges and host names, such as 10.0.0.0/8,receiver.internal. Default: none",
      }),
    ),
    WEBHOOK_AUTO_PAUSE: t.Optional(
      t.Boolean({
        description:
          "true pauses a webhook after 5 days without a success and 20 failures. Default: true, in the cloud edition false",
      }),
    ),
  }),
);
