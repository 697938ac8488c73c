// Asks the domain name system, at the servers that the operator names:
// proofs of domains are read here, never through the machine's cache.
import { Resolver } from "node:dns/promises";

/** Looks names up. Every question ends within 6 seconds. */
export interface Dns {
  /** The texts of a name's TXT records, each of one record whole (RFC 1035, 3.3.14); none where there are none. Throws DnsError. */
  texts(name: string): Promise<string[]>;
  /** What a name's CNAME leads to, one step; null where it has none. Throws DnsError. */
  alias(name: string): Promise<string | null>;
  /** A name's addresses of both kinds, behind whatever aliases; none where there are none. Throws DnsError. */
  addresses(name: string): Promise<string[]>;
}

/** No answer could be had: which is not the answer that there is nothing. */
export class DnsError extends Error {
  override name = "DnsError";
}

const TRY_MS = 1500;
const TRIES = 2;
const TIME_MS_MAX = 6000;
/** Of one name; a longer answer is cut, so that nobody fills our memory. */
const RECORDS_MAX = 100;
const CHARS_MAX = 4096;

/** `servers` as `address` or `address:port`; none asks those of the machine. */
export function createDns(servers: readonly string[]): Dns {
  return {
    texts: async (name) => {
      const records = await ask(servers, name, (resolver) => resolver.resolveTxt(name));
      return (records ?? []).slice(0, RECORDS_MAX).map((parts) => parts.join("").slice(0, CHARS_MAX));
    },
    alias: async (name) => (await ask(servers, name, (resolver) => resolver.resolveCname(name)))?.[0] ?? null,
    addresses: async (name) => {
      const [four, six] = await Promise.all([
        ask(servers, name, (resolver) => resolver.resolve4(name)),
        ask(servers, name, (resolver) => resolver.resolve6(name)),
      ]);
      return [...(four ?? []), ...(six ?? [])].slice(0, RECORDS_MAX);
    },
  };
}

/** The answer; null where the name, or a record of that kind, does not exist. */
async function ask<T>(
  servers: readonly string[],
  name: string,
  question: (resolver: Resolver) => Promise<T>,
): Promise<T | null> {
  // One for each question, since it is ended by what it asks being cancelled.
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers([...servers]);
  const timer = setTimeout(() => resolver.cancel(), TIME_MS_MAX);
  try {
    return await question(resolver);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code).replace(/^DNS_/, "") : "";
    if (code === "ENODATA" || code === "ENOTFOUND") return null;
    throw new DnsError(`the name servers do not answer for ${name}: ${WORDS[code] ?? "no usable answer came"}`);
  } finally {
    clearTimeout(timer);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ETIMEOUT: "it took too long",
  ECANCELLED: "it took too long",
  ESERVFAIL: "they failed (SERVFAIL)",
  EREFUSED: "they refuse (REFUSED)",
  ECONNREFUSED: "the connection was refused",
  EBADNAME: "it is no name that can be asked for",
  EBADRESP: "their answer is malformed",
  EFORMERR: "they call the question malformed (FORMERR)",
};
