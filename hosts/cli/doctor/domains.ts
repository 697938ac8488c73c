// Checks what custom domains of workspaces need:
// a name that they can lead to, and authorities that their certificates come from.
import { choosePlugins, createDns, readSettings } from "../../../kernel/host.ts";
import type { Config } from "../../../kernel/plugin.ts";
import { readAuthorities } from "../../../kernel/ports/outbound.ts";
import { domainSettings, isInternetName } from "../../../plugins/domains/port.ts";
import { manifest } from "../../../plugins/manifest.ts";
import { type Finding, failWith, fine, messageOf, warn } from "./finding.ts";

const CHECK = "custom domains";

/** Nothing is to be found where the plugin does not run. */
export async function examineDomains(config: Config): Promise<Finding[]> {
  if (!choosePlugins(manifest, config).includes("domains")) return [];
  const { DOMAINS_CNAME_TARGET, DOMAINS_CA_FILE } = readSettings(domainSettings, config.env);
  try {
    if (DOMAINS_CA_FILE !== undefined) readAuthorities("DOMAINS_CA_FILE", DOMAINS_CA_FILE);
  } catch (error) {
    return [failWith(CHECK, error)];
  }
  const target = DOMAINS_CNAME_TARGET ?? new URL(config.content_url).hostname;
  if (!isInternetName(target)) {
    return [fine(CHECK, `none can be proven, since no name of the internet leads to ${target}`)];
  }
  return [await examineTarget(target, config)];
}

async function examineTarget(target: string, { dns_servers }: Config): Promise<Finding> {
  try {
    const addresses = await createDns(dns_servers).addresses(target);
    if (addresses.length > 0) return fine(CHECK, `they lead to ${target} at ${addresses.slice(0, 3).join(", ")}`);
    const fix = "give that name an address record, or set DOMAINS_CNAME_TARGET to one that leads to this server";
    return warn(CHECK, { seen: `they are to lead to ${target}, which leads nowhere`, fix });
  } catch (error) {
    const fix = "correct DNS_SERVERS, or let this machine reach its name servers: no domain can be proven without them";
    return warn(CHECK, { seen: messageOf(error), fix });
  }
}
