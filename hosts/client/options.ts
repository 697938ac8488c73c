// The options that the commands about a folder share.
import { CommandError, type OptionSpec } from "../command/command.ts";

/** Which server, and as whom. */
export const SERVER_OPTIONS = {
  server: { value: "URL", about: "The server's app address. Default: this machine's own." },
  token: { value: "T", about: "A token of the server. Default: act as this machine's first owner." },
} satisfies Record<string, OptionSpec>;

export const ROOT_OPTION: OptionSpec = {
  value: "R",
  about: "A shared root's slug. Default: ~, which is My documents.",
};

/** The number after `--table`. Throws CommandError for what is none. */
export function readTableId(value: string): number {
  if (/^[1-9]\d{0,15}$/.test(value)) return Number(value);
  throw new CommandError(`--table is "${value}": give the number that an import into it told, as "table 1"`);
}
