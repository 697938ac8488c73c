// Mail domains as people type them.
import { refuse } from "../../kernel/mod.ts";

/** Two labels or more, in letters, digits and hyphens (RFC 1123, 2.1). */
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** A domain in lower case and, where it has other letters, in its ASCII form (RFC 5891). Throws 400 for what is none. */
export function normaliseDomain(text: string): string {
  const bare = text.trim().replace(/^@/, "").replace(/\.$/, "");
  const domain = URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : "";
  if (!DOMAIN.test(domain) || /[/?#:\\]/.test(bare)) {
    throw refuse.invalid(`"${text}" is no mail domain: give one such as example.com`);
  }
  return domain;
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1).toLowerCase();
}
