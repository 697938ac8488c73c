// What custom domains are configured by: the name that they lead to, and the way on which they are probed.
import { isIP } from "node:net";
import { type Runtime, settings, t } from "../../kernel/plugin.ts";
import { splitList } from "../../kernel/ports/config.ts";
import { type Outside, openedOutside, readAuthorities } from "../../kernel/ports/outbound.ts";

const HTTPS_PORT = 443;

export const domainSettings = settings(
  "custom domains",
  t.Object({
    DOMAINS_CNAME_TARGET: t.Optional(
      t.String({
        format: "host-name",
        description: "Host name that custom domains lead to by CNAME. Default: the host of CONTENT_URL",
      }),
    ),
    DOMAINS_ALLOW: t.Optional(
      t.String({
        format: "host-list",
        description:
          "Custom domains off the public internet that may be probed: ranges and host names, such as 10.0.0.0/8. Default: none",
      }),
    ),
    DOMAINS_CA_FILE: t.Optional(
      t.String({
        description:
          "File of certificate authorities (PEM) that custom domains' certificates may come from, beside the public ones. Default: none",
      }),
    ),
    DOMAINS_PROBE_PORT: t.Integer({
      default: HTTPS_PORT,
      minimum: 1,
      maximum: 65_535,
      description: "Port at which this server reaches custom domains by https, where it is not that of everybody else.",
    }),
  }),
);

/** The name that custom domains lead to. */
export function targetOf(runtime: Pick<Runtime, "config" | "settings">): string {
  const { DOMAINS_CNAME_TARGET } = runtime.settings(domainSettings);
  return (DOMAINS_CNAME_TARGET ?? hostnameOf(runtime.config.content_url)).toLowerCase();
}

/** Whether a CNAME record of the internet can lead there: not to an address, and not to a machine's own name. */
export function isInternetName(target: string): boolean {
  return isIP(target.replace(/^\[|\]$/g, "")) === 0 && !/(^|\.)localhost$/.test(target);
}

/** Names that are the service's own, with all that lies below them. */
export function ownNames(runtime: Pick<Runtime, "config" | "settings">): string[] {
  return [hostnameOf(runtime.config.base_url), hostnameOf(runtime.config.content_url), targetOf(runtime)];
}

/** The world as custom domains are probed in it. Throws ConfigError for a file without certificates. */
export function probedOutside(runtime: Pick<Runtime, "settings" | "dns">): Outside {
  const { DOMAINS_ALLOW, DOMAINS_CA_FILE, DOMAINS_PROBE_PORT } = runtime.settings(domainSettings);
  return {
    ...openedOutside(splitList(DOMAINS_ALLOW ?? "")),
    port: DOMAINS_PROBE_PORT === HTTPS_PORT ? "" : String(DOMAINS_PROBE_PORT),
    ...(DOMAINS_CA_FILE === undefined ? {} : { ca: readAuthorities("DOMAINS_CA_FILE", DOMAINS_CA_FILE) }),
    time_ms_max: PROBE_MS_MAX,
  };
}

/** A proxy that fetches the certificate when it is first asked for takes a while. */
const PROBE_MS_MAX = 15_000;

function hostnameOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, "");
}
