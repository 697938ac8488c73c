// Which providers of workspaces the operator opens beside those on the public internet,
// and whether one is tested before it is enforced.
import { settings, t } from "../../kernel/plugin.ts";

export const ssoSettings = settings(
  "single sign-on of workspaces",
  t.Object({
    SSO_ALLOW: t.Optional(
      t.String({
        format: "host-list",
        description:
          "Providers off the public internet that workspaces may sign in through: ranges and host names, such as 10.0.0.0/8,login.internal. Default: none",
      }),
    ),
    SSO_CA_FILE: t.Optional(
      t.String({
        description:
          "File of certificate authorities (PEM) that providers' certificates may come from, beside the public ones. Default: none",
      }),
    ),
    SSO_TEST_FIRST: t.Optional(
      t.Boolean({
        description:
          "true asks for a test of a provider before every other way in is closed. Default: true, in the cloud edition false",
      }),
    ),
  }),
);
