// The world as the operator opens it to one purpose: the public internet, and named hosts and ranges beside it.
import ipaddr from "ipaddr.js";
import { INTERNET, isPublicAddress, type Outside } from "./outside.ts";

/** `entries` as a variable of the format `host-list` has them. Any port may be asked. */
export function openedOutside(entries: readonly string[]): Pick<Outside, "resolve" | "isPublic"> {
  const names = new Set(entries.filter((one) => !isRange(one)).map((one) => one.toLowerCase()));
  const ranges = entries.filter(isRange).map(readRange);
  const isOpened = (address: string) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits));
  };
  return {
    resolve: INTERNET.resolve,
    isPublic: (address, host) => isPublicAddress(address) || names.has(host.toLowerCase()) || isOpened(address),
  };
}

function isRange(entry: string): boolean {
  return ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
}

function readRange(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = ipaddr.process(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
