// What an e-mail domain is: how its name is written, which can never be somebody's own, and what its TXT record says.
import { domainToASCII, domainToUnicode } from "node:url";
import publicProviders from "email-providers/all.json" with { type: "json" };
import { PRODUCT, refuse } from "../../kernel/plugin.ts";

const CHARS_MAX = 253;
/** Labels of letters, digits and inner hyphens, at least two, and a last one that is no number (RFC 1123, 2.1). */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Where anybody may have an address. The list has example.com, which people make up, and which no name server gives to anybody. */
const PUBLIC = new Set(publicProviders.filter((domain) => domain !== "example.com"));

/** A domain as it is kept: `@Bücher.Example` is `xn--bcher-kva.example`. Throws 400 for what is none. */
export function readDomain(text: string): string {
  const typed = text.trim();
  const domain = domainToASCII(typed.replace(/^@/, "").replace(/\.$/, "")).toLowerCase();
  // Controls and escapes would be taken out in silence (WHATWG URL, 4.4), and leave a domain that nobody has named.
  if (!/[%\p{Cc}]/u.test(typed) && domain.length <= CHARS_MAX && DOMAIN.test(domain)) return domain;
  throw refuse.invalid(`"${text.slice(0, 100)}" is no e-mail domain; send one such as example.com`);
}

/** As `readDomain`. Throws 400 also for a public provider's. */
export function readOwnDomain(text: string): string {
  const domain = readDomain(text);
  if (!isPublicProvider(domain)) return domain;
  throw refuse.invalid(
    `"${domain}" is a public e-mail provider, where anybody may have an address; name a domain that is your own`,
  );
}

/** Whether anybody may have an address there. */
export function isPublicProvider(domain: string): boolean {
  return PUBLIC.has(domain);
}

/** The domain of an address, as it is kept; null for a text that is no address. */
export function domainOf(email: string): string | null {
  const domain = domainToASCII(email.slice(email.lastIndexOf("@") + 1)).toLowerCase();
  return email.includes("@") && DOMAIN.test(domain) ? domain : null;
}

/** How a domain may stand in the address of an account, in lower case: as it is kept, and in letters beyond ASCII. */
export function spellingsOf(domain: string): string[] {
  return [...new Set([domain, domainToUnicode(domain).toLowerCase()])];
}

/** The record that proves a domain. */
export function recordOf({ domain, token }: { domain: string; token: string }): {
  type: "TXT";
  name: string;
  value: string;
} {
  return { type: "TXT", name: `_${PRODUCT.name}-email.${domain}`, value: `${PRODUCT.name}-email=${token}` };
}
