// What directories are reached by:
// a client at each provider, and the provider's addresses, which sovereign clouds have of their own.
import { settings, settingsGroup, t } from "../../kernel/plugin.ts";

const address = (what: string, standard: string) =>
  t.String({ format: "uri", default: standard, description: `Address of ${what}.` });

export const googleSettings = settingsGroup(
  "groups from Google Workspace",
  t.Object({
    DIRECTORY_GOOGLE_CLIENT_ID: t.String({
      description: "The OAuth client's id; its redirect address is BASE_URL/auth/directory/callback.",
    }),
    DIRECTORY_GOOGLE_CLIENT_SECRET: t.String({ description: "The secret that goes with it." }),
  }),
);

export const microsoftSettings = settingsGroup(
  "groups from Microsoft Entra",
  t.Object({
    DIRECTORY_MICROSOFT_CLIENT_ID: t.String({
      description: "The app registration's id; its redirect address is BASE_URL/auth/directory/callback.",
    }),
    DIRECTORY_MICROSOFT_CLIENT_SECRET: t.String({ description: "The secret that goes with it." }),
  }),
);

export const addressSettings = settings(
  "reaching the directories",
  t.Object({
    DIRECTORY_GOOGLE_AUTHORIZE_URL: address("Google's consent page", "https://accounts.google.com/o/oauth2/v2/auth"),
    DIRECTORY_GOOGLE_TOKEN_URL: address("Google's token endpoint", "https://oauth2.googleapis.com/token"),
    DIRECTORY_GOOGLE_API_URL: address("Google's Directory API", "https://admin.googleapis.com"),
    DIRECTORY_MICROSOFT_AUTHORIZE_URL: address(
      "Microsoft's consent page",
      "https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize",
    ),
    DIRECTORY_MICROSOFT_TOKEN_URL: address(
      "Microsoft's token endpoint",
      "https://login.microsoftonline.com/organizations/oauth2/v2.0/token",
    ),
    DIRECTORY_MICROSOFT_API_URL: address("Microsoft Graph", "https://graph.microsoft.com"),
  }),
);
