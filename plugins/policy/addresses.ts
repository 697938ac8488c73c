// Ranges of addresses as an allowlist names them, and whether a client's address lies in one.
import ipaddr from "ipaddr.js";
import { refuse } from "../../kernel/plugin.ts";

/** Whether the address of a client, in the normal form that requests carry, is in one of the ranges. */
export type AddressRanges = (address: string) => boolean;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Makes a question out of ranges that `parseRange` has let through. */
export function addressRanges(ranges: readonly string[]): AddressRanges {
  const parsed = ranges.map(rangeOf);
  return (text) => {
    const address = addressOf(text);
    return address !== null && parsed.some((range) => contains(range, address));
  };
}

/** A range as it is kept: `203.0.113.9` is `203.0.113.9/32`, a mapped one its IPv4 range. Throws 400 for anything else. */
export function parseRange(text: string): string {
  const [base = "", bits = null, ...more] = text.trim().split("/");
  const address = addressOf(base);
  const isMapped = base.includes(":") && address?.kind() === "ipv4";
  const most = address?.kind() === "ipv4" ? 32 : 128;
  const given = bits === null ? null : Number(bits);
  const length = given === null ? most : isMapped ? given - 96 : given;
  const isLength = bits === null || /^\d{1,3}$/.test(bits);
  if (!address || more.length > 0 || !isLength || length < 0 || length > most) {
    throw refuse.invalid(
      `ip_allowlist: "${text.slice(0, 100)}" is no range of addresses; write 203.0.113.0/24, 203.0.113.9 or 2001:db8::/32`,
    );
  }
  const first = firstOf(address, length);
  if (first !== format(address)) {
    throw refuse.invalid(
      `ip_allowlist: "${text.slice(0, 100)}" has bits beyond its length; write ${first}/${length}, or ${format(address)} for that one address`,
    );
  }
  return `${first}/${length}`;
}

/** Mapped addresses are their IPv4 ones, and "127.1" or "0x7f000001" is no address. */
function addressOf(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text) || text.includes("%")) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function rangeOf(range: string): [Address, number] {
  return ipaddr.parseCIDR(range);
}

function contains([base, bits]: [Address, number], address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}

function firstOf(address: Address, length: number): string {
  const range = `${format(address)}/${length}`;
  return address.kind() === "ipv4"
    ? ipaddr.IPv4.networkAddressFromCIDR(range).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(range).toRFC5952String();
}

function format(address: Address): string {
  return address instanceof ipaddr.IPv4 ? address.toString() : address.toRFC5952String();
}
