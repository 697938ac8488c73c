// Whether the service gives up on a receiver that keeps failing.
import { settings, t } from "../../kernel/mod.ts";

export const webhookSettings = settings(
  "webhooks",
  t.Object({
    WEBHOOK_AUTO_PAUSE: t.Optional(
      t.Boolean({
        description:
          "true pauses a webhook after 5 days without a success and 20 failures. Default: true, in the cloud edition false",
      }),
    ),
  }),
);
