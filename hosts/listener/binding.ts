// Says in one line why an address cannot be listened on.
import { ConfigError } from "../../kernel/plugin.ts";

/** What Bun answers for an address that is another machine's, and for a name that leads nowhere. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "EINVAL", "ENOTSUP"]);

/** A listener's failure as a line for the deployer; anything else as it came. */
export function explainBinding(error: unknown, named: { variable: string; port: number }): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const { variable, port } = named;
  if (code === "EADDRINUSE") {
    return new ConfigError(
      `${variable} is ${port}, where another program listens already: stop it, or set ${variable} to a free port`,
    );
  }
  if (code === "EACCES") {
    return new ConfigError(
      `${variable} is ${port}, which only root may listen on: set ${variable} to a port above 1023 behind a proxy`,
    );
  }
  if (typeof code === "string" && NO_ADDRESS.has(code)) {
    return new ConfigError(`${variable} names an address that this machine does not have: give one of its own`);
  }
  return error;
}
