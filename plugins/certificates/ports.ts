// Each listener has a port of its own:
// those for TLS share theirs among processes, so the machine would deal connections out between two.
import { ConfigError, type Runtime } from "../../kernel/plugin.ts";
import { certificateSettings } from "./settings.ts";

/** Throws ConfigError where HTTPS_PORT or HTTP_PORT is the port of another listener of this server. */
export function refuseSharedPorts({ config, settings }: Runtime): void {
  const { HTTPS_PORT, HTTP_PORT } = settings(certificateSettings);
  const taken = new Map<number, string>([[config.port, "PORT"]]);
  if (config.metrics_port !== null) taken.set(config.metrics_port, "METRICS_PORT");
  for (const [variable, port] of Object.entries({ HTTPS_PORT, HTTP_PORT })) {
    if (port === undefined) continue;
    const other = taken.get(port);
    if (other) throw new ConfigError(`${variable} is ${port}, as ${other} is: give each a port of its own`);
    taken.set(port, variable);
  }
}
