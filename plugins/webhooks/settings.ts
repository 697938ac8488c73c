// Whether the service gives up on a receiver that keeps failing, and on one whose maker manages the workspace no more.
import { settings, t } from "../../kernel/plugin.ts";

export const webhookSettings = settings(
  "webhooks",
  t.Object({
    WEBHOOK_AUTO_PAUSE: t.Optional(
      t.Boolean({
        description:
          "true pauses a webhook after 5 days without a success and 20 failures. Default: true, in the cloud edition false",
      }),
    ),
    WEBHOOK_PAUSE_ORPHANED: t.Optional(
      t.Boolean({
        default: false,
        description:
          "true pauses the webhooks of somebody who manages their workspace no more until another owner or admin takes them over.",
      }),
    ),
  }),
);
