// What the name of a custom domain may be, and the two DNS records that make it a workspace's own.
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { parse } from "tldts-icann";
import { PRODUCT, refuse } from "../../kernel/plugin.ts";

/** The DNS takes 253, and the name of the TXT record is longer by its first label. */
const CHARS_MAX = 253 - `_${PRODUCT.name}.`.length;
/** Letters, digits and inner hyphens (RFC 1123, 2.1). */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const EXAMPLE = "docs.example.com";

/** A DNS record to be set at whoever serves the zone. */
export interface DnsRecord {
  type: "CNAME" | "TXT";
  name: string;
  value: string;
}

/**
 * A host name as it is kept: `Bücher.Example.com.` is `xn--bcher-kva.example.com`. Throws 400, naming the rule, for what cannot be a
 * custom domain: an address of a page, a name with a port, an IP address, a wildcard, an apex, and the service's own names.
 */
export function readHostname(text: string, { own }: { own: readonly string[] }): string {
  const typed = text.trim();
  const refused = (rule: string) => refuse.invalid(`"${typed.slice(0, 100)}" ${rule}`);
  // What a page's address may hold and a name may not; controls and escapes would be taken out in silence (WHATWG URL, 4.4).
  if (/[/?#@\\%\p{Cc}]/u.test(typed)) throw refused(`is not a host name; send the name alone, such as ${EXAMPLE}`);
  if (isAddress(typed)) throw refused(`is an IP address; send a host name such as ${EXAMPLE}`);
  if (typed.includes(":"))
    throw refused("names a port; custom domains are served at the port of https, so leave it out");
  if (typed.includes("*")) throw refused(`is a wildcard; register each host name by itself, such as ${EXAMPLE}`);
  const hostname = domainToASCII(typed.replace(/\.$/, "")).toLowerCase();
  const labels = hostname.split(".");
  if (hostname.length > CHARS_MAX) throw refused(`has more than ${CHARS_MAX} characters; choose a shorter name`);
  if (!labels.every((label) => LABEL.test(label))) {
    throw refused(
      `is not a host name; its parts are 1 to 63 letters, digits and inner hyphens, with dots between them, as in ${EXAMPLE}`,
    );
  }
  if (own.some((name) => hostname === name || hostname.endsWith(`.${name}`))) {
    throw refused("belongs to this service; send a name of your own domain");
  }
  const { domain, subdomain } = parse(hostname, { extractHostname: false });
  if (domain === null) throw refused(`is no name below a domain of your own; send one such as ${EXAMPLE}`);
  if (!subdomain) {
    throw refused(`is an apex domain, which can have no CNAME record; use a name below it, such as docs.${hostname}`);
  }
  return hostname;
}

/** A name whose last part is a number is read as an IPv4 address wherever it goes (WHATWG URL, 3.5). */
function isAddress(text: string): boolean {
  return /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(text) || isIP(text.replace(/^\[|\](?::\d+)?$/g, "")) !== 0;
}

/** The records of a domain: where its name leads, and the proof that the zone's keeper wants it so. */
export function recordsOf(
  { hostname, token }: { hostname: string; token: string },
  target: string,
): { alias: DnsRecord; proof: DnsRecord } {
  return {
    alias: { type: "CNAME", name: hostname, value: target },
    proof: { type: "TXT", name: `_${PRODUCT.name}.${hostname}`, value: `${PRODUCT.name}-domain=${token}` },
  };
}
