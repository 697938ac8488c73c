// As whom this server is known to browsers: the host of BASE_URL (WebAuthn 3, "relying party identifier").
import { isIP } from "node:net";
import { PRODUCT, type Runtime, refuse } from "../../kernel/plugin.ts";

export interface RelyingParty {
  id: string;
  name: string;
  /** The one origin whose pages may begin a ceremony. */
  origin: string;
}

/** Null where browsers keep no passkeys for this address: under a number, or over http elsewhere than on the machine itself. */
export function findRelyingParty({ config }: Pick<Runtime, "config">): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(config.base_url);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 || (protocol !== "https:" && !isLocal)) return null;
  return { id: hostname, name: PRODUCT.name, origin };
}

/** Throws 409 where there are no passkeys. */
export function demandRelyingParty(runtime: Pick<Runtime, "config">): RelyingParty {
  const party = findRelyingParty(runtime);
  if (party) return party;
  throw refuse.conflict(
    `browsers keep no passkeys for ${runtime.config.base_url}: whoever runs the server gives it a name and https in BASE_URL`,
  );
}
