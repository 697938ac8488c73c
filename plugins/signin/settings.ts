// Who may vouch for people beside a mail link.
import { type SettingsValue, settingsGroup, t } from "../../kernel/plugin.ts";

/** Null where people sign in by mail alone. */
export const providerSettings = settingsGroup(
  "sign-in through OpenID Connect",
  t.Object({
    OIDC_ISSUER: t.String({
      format: "uri",
      description:
        "Address of the provider, as its discovery document names it; its redirect address is BASE_URL/auth/callback.",
    }),
    OIDC_CLIENT_ID: t.String({ description: "What the provider knows this server by." }),
    OIDC_CLIENT_SECRET: t.String({ description: "The secret that goes with it." }),
  }),
);

export type ProviderSettings = SettingsValue<typeof providerSettings>;
