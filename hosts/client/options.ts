// The options that the commands about a folder share.
import type { OptionSpec } from "../command.ts";

/** Which server, and as whom. */
export const SERVER_OPTIONS = {
  server: { value: "URL", about: "The server's app address. Default: this machine's own." },
  token: { value: "T", about: "A token of the server. Default: act as this machine's first owner." },
} satisfies Record<string, OptionSpec>;

export const ROOT_OPTION: OptionSpec = {
  value: "R",
  about: "A shared root's slug. Default: ~, which is My documents.",
};
