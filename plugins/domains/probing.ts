// Asks a custom domain by https, on the way that everybody comes:
// it is served once the answer proves to be this deployment's own.
import { constantTimeEqual, type Runtime, randomToken } from "../../kernel/plugin.ts";
import { fetchOutside, NotPublicError } from "../../kernel/ports/outbound.ts";
import { addressesOf } from "./looking.ts";
import { domainSettings, probedOutside } from "./settings.ts";

export const PROBE_PATH = "/.well-known/docsvc-domain/";
const PURPOSE = "domains.probe";
const BYTES_MAX = 4096;

/** What a server of this deployment answers under a host name; another cannot, since it has not the secret. */
export function proofFor({ signer }: Pick<Runtime, "signer">, of: { hostname: string; nonce: string }): string {
  return signer.sign(PURPOSE, of, null);
}

/** Why a domain is not served yet, in words; null where it is. Ends within 15 seconds. */
export async function probe(
  runtime: Pick<Runtime, "settings" | "dns" | "signer">,
  hostname: string,
): Promise<string | null> {
  const nonce = randomToken();
  const { DOMAINS_PROBE_PORT: port } = runtime.settings(domainSettings);
  const url = new URL(`https://${hostname}:${port}${PROBE_PATH}${nonce}`);
  // The name is looked up where its proof is: what this machine remembers of it may be of before.
  const resolve = (host: string) => addressesOf(runtime.dns, host);
  try {
    const answer = await fetchOutside(url, { bytes_max: BYTES_MAX }, { ...probedOutside(runtime), resolve });
    if (answer.status === 200) {
      if (constantTimeEqual(answer.bytes, proofFor(runtime, { hostname, nonce }))) return null;
    }
    return `https://${hostname} is answered by something else than this service (status ${answer.status}): whatever stands in front has to pass requests on here with their Host header`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = error instanceof NotPublicError ? "; whoever runs this server can open it with DOMAINS_ALLOW" : "";
    return `https://${hostname} does not answer yet: ${reason}${hint}`;
  }
}
