// Looks a domain up: whether its zone holds the proof, and whether its name leads to us.
// What was seen instead is said in words.
import { isIP } from "node:net";
import { type Dns, DnsError, isPublicAddress } from "../../kernel/ports/outbound.ts";
import { recordsOf } from "./hostname.ts";
import type { DomainRow } from "./store/domains.ts";

/** What the DNS says of a domain. */
export interface Sighting {
  /** False where the name servers gave no answer: which proves nothing, neither way. */
  is_certain: boolean;
  /** Whether the TXT record says what it has to. */
  is_proven: boolean;
  /** Whether the name leads to us. */
  leads_here: boolean;
  /** The texts at the name of the TXT record. */
  texts: readonly string[];
  /** What is missing and what was seen instead; null where nothing is. */
  error: string | null;
}

/** Aliases on the way to an address; more are a loop or as good as one. */
const STEPS_MAX = 10;
const SHOWN_CHARS = 80;
const SHOWN_ADDRESSES = 3;
const PATIENCE = "New records take from minutes to a day to be seen";

type Named = Pick<DomainRow, "hostname" | "token">;

/** `target` is the name that custom domains lead to. Ends within some seconds, and throws nothing for what a stranger's zone holds. */
export async function lookUp(dns: Dns, domain: Named, target: string): Promise<Sighting> {
  const { alias, proof } = recordsOf(domain, target);
  const [texts, stray] = await Promise.all([
    answered(dns.texts(proof.name)),
    answered(findStray(dns, domain.hostname, target)),
  ]);
  const is_proven = !(texts instanceof DnsError) && texts.some((text) => text.trim() === proof.value);
  const faults = [
    ...(stray === null
      ? []
      : [stray instanceof DnsError ? stray.message : `${stray}; ${alias.name} needs a CNAME record to ${target}`]),
    ...(is_proven ? [] : [texts instanceof DnsError ? texts.message : faultOf(texts, proof)]),
  ];
  const is_certain = !(texts instanceof DnsError || stray instanceof DnsError);
  return {
    is_certain,
    is_proven,
    leads_here: stray === null,
    texts: texts instanceof DnsError ? [] : texts,
    error: faults.length === 0 ? null : [...faults, ...(is_certain ? [PATIENCE] : [])].join(". "),
  };
}

/** The texts at the name of a domain's TXT record; null where the name servers gave no answer. */
export async function readProofs(dns: Dns, domain: Named): Promise<readonly string[] | null> {
  const texts = await answered(dns.texts(recordsOf(domain, "").proof.name));
  return texts instanceof DnsError ? null : texts;
}

function faultOf(texts: readonly string[], { name, value }: { name: string; value: string }): string {
  const [seen] = texts;
  const saw = seen === undefined ? "there is none" : `there is "${seen.slice(0, SHOWN_CHARS)}"`;
  return `No TXT record at ${name} says "${value}"; ${saw}`;
}

/** The addresses of a name, behind whatever aliases; none where there are none, or no end. Throws DnsError. */
export async function addressesOf(dns: Dns, hostname: string): Promise<string[]> {
  const { passed, fault } = await follow(dns, hostname, null);
  return fault === null ? dns.addresses(passed.at(-1) ?? hostname) : [];
}

/** Follows the aliases of a name to the one that has none, or to `until`. */
async function follow(
  dns: Dns,
  hostname: string,
  until: string | null,
): Promise<{ passed: string[]; fault: string | null }> {
  const passed = [hostname];
  for (;;) {
    const last = passed.at(-1) ?? hostname;
    const found = last === until ? null : ((await dns.alias(last))?.toLowerCase().replace(/\.$/, "") ?? null);
    if (found === null) return { passed, fault: null };
    if (passed.includes(found))
      return { passed, fault: `${hostname} is an alias that leads round in a circle, by ${found}` };
    passed.push(found);
    if (passed.length > STEPS_MAX)
      return { passed, fault: `${hostname} is an alias with more than ${STEPS_MAX} steps` };
  }
}

/**
 * Where a name leads instead of to us; null where it leads here: one of its aliases is our name, or all of its addresses are among
 * ours, since who serves a zone may answer with the addresses behind an alias in its place.
 */
async function findStray(dns: Dns, hostname: string, target: string): Promise<string | null> {
  const { passed, fault } = await follow(dns, hostname, target);
  if (fault !== null || passed.at(-1) === target) return fault;
  const [theirs, ours] = await Promise.all([
    dns.addresses(passed.at(-1) ?? hostname),
    isIP(target) ? [target] : addressesOf(dns, target),
  ]);
  if (theirs.length > 0 && theirs.every((address) => ours.includes(address))) return null;
  if (passed[1] !== undefined) return `${hostname} is an alias of ${passed[1]}`;
  if (theirs.length === 0) return `${hostname} leads nowhere`;
  const odd = theirs.find((address) => !isPublicAddress(address));
  if (odd !== undefined) return `${hostname} is at ${odd}, which is no address of the internet`;
  return `${hostname} is at ${theirs.slice(0, SHOWN_ADDRESSES).join(", ")}`;
}

/** A zone that gives no answer is a finding, not a fault. */
async function answered<T>(question: Promise<T>): Promise<T | DnsError> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof DnsError) return error;
    throw error;
  }
}
