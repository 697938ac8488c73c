// Which pages of other sites may speak to agents' addresses.
import { type Runtime, settings, t } from "../../kernel/plugin.ts";
import { splitList } from "../../kernel/ports/config.ts";

export const protocolSettings = settings(
  "pages that connect to agents' addresses",
  t.Object({
    MCP_ORIGINS: t.Optional(
      t.String({
        format: "origin-list",
        description:
          "Origins whose pages may connect to /mcp from a browser, such as https://client.example.com, separated by commas. Default: none",
      }),
    ),
  }),
);

/** The origins that the operator allows. */
export function allowedOrigins(runtime: Runtime): readonly string[] {
  return splitList(runtime.settings(protocolSettings).MCP_ORIGINS ?? "");
}
