// What a provider's issuer and the domains of a configuration have to look like.
import { refuse } from "../../kernel/plugin.ts";
import { readOwnDomain } from "../email_domains/port.ts";

/** Where Microsoft signs in anybody of any tenant, each of which may give its people whatever address it likes. */
const SHARED_TENANT = /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

/** The issuer as it is kept, exactly as the provider names itself. Throws 400 for what can be none (OpenID Connect Discovery 1.0, 2). */
export function readIssuer(text: string): string {
  const raw = text.trim();
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (url?.protocol !== "https:") throw refuseIssuer(raw, "is no https address");
  if (url.username || url.password || url.search || url.hash) {
    throw refuseIssuer(raw, "has a user name, a query or a fragment, which an issuer has not");
  }
  if (url.pathname.includes("/.well-known/")) {
    throw refuseIssuer(raw, "is the address of a discovery document; give what stands before /.well-known/");
  }
  if (url.hostname === "login.microsoftonline.com" && SHARED_TENANT.test(url.pathname)) {
    throw refuseIssuer(raw, "signs in people of every tenant; name your own tenant's, by its id");
  }
  return raw;
}

/** The domains as they are kept, each once. Throws 400 for a text that is none and for a public mail provider's. */
export function readDomains(texts: readonly string[]): string[] {
  return [...new Set(texts.map(readOwnDomain))];
}

function refuseIssuer(text: string, fault: string): Error {
  return refuse.invalid(`issuer "${text.slice(0, 200)}" ${fault}; send one such as https://login.example.com`);
}
