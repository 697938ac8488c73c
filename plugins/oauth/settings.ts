// How programs come to be known.
import { settings, t } from "../../kernel/plugin.ts";

export const registrationSettings = settings(
  "connections of programs",
  t.Object({
    OAUTH_DISABLE_DCR: t.Boolean({
      default: false,
      description:
        "true lets no program register by itself: only those that are described at an https address can be connected.",
    }),
  }),
);
