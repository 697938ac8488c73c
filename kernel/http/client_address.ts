// Finds out who is calling behind reverse proxies, and believes only those proxies that the deployer named.
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** What the socket and the request say about where a request came from. */
export interface Hop {
  /** The peer's address as the socket tells it; null on a unix socket. */
  socket_address: string | null;
  headers: Headers;
}

export interface ClientAddresses {
  /**
   * The caller's address in one normal form (IPv4 for IPv4-mapped IPv6, RFC 5952 for IPv6, no port, no zone), null when
   * the socket has none. Reads `X-Forwarded-For` from the right and stops at the first hop that is not a trusted proxy;
   * an entry that is no address ends the walk at the proxy that reported it.
   */
  clientAddress(hop: Hop): string | null;
  /** The scheme that a trusted proxy reports in `X-Forwarded-Proto`, null when there is none to believe. */
  forwardedProto(hop: Hop): "http" | "https" | null;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The other end of a socket. */
interface Peer {
  address: Address | null;
  /** In the normal form, or as it came when it is no address. */
  text: string;
  trusted: boolean;
}

const PEERS_MAX = 1000;

/** Parses the trusted addresses and CIDR ranges once (`Config.trusted_proxies`); an empty list trusts nobody. Throws for an entry that is neither. */
export function createClientAddresses(trusted_proxies: readonly string[]): ClientAddresses {
  const ranges = trusted_proxies.map(parseRange);

  const peers = new LRUCache<string, Peer>({ max: PEERS_MAX });

  function isTrusted(address: Address): boolean {
    return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
  }

  /** Remembered, because a connection brings many requests and a proxy most of them. */
  function peerOf(socketAddress: string): Peer {
    let peer = peers.get(socketAddress);
    if (!peer) {
      const address = parseAddress(socketAddress);
      peer = {
        address,
        text: address ? format(address) : socketAddress,
        trusted: address !== null && isTrusted(address),
      };
      peers.set(socketAddress, peer);
    }
    return peer;
  }

  return {
    clientAddress({ socket_address, headers }) {
      if (socket_address === null) return null;
      const peer = peerOf(socket_address);
      if (!peer.address || !peer.trusted) return peer.text;
      let address = peer.address;
      const hops = (headers.get("x-forwarded-for") ?? "").split(",");
      for (let next = hops.pop(); next !== undefined && isTrusted(address); next = hops.pop()) {
        const reported = parseAddress(next.trim());
        if (!reported) break;
        address = reported;
      }
      return format(address);
    },
    forwardedProto({ socket_address, headers }) {
      if (socket_address === null || !peerOf(socket_address).trusted) return null;
      // The right-most entry is the trusted proxy's own; what stands left of it may be the client's invention.
      const reported = headers.get("x-forwarded-proto")?.split(",").at(-1)?.trim().toLowerCase();
      return reported === "http" || reported === "https" ? reported : null;
    },
  };
}

function parseRange(entry: string): [Address, number] {
  const [base, bits] = entry.includes("/") ? ipaddr.parseCIDR(entry) : wholeAddress(ipaddr.parse(entry));
  // A range of IPv4-mapped IPv6 addresses means the IPv4 range, because addresses are compared in that form.
  if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96) return [base.toIPv4Address(), bits - 96];
  return [base, bits];
}

function wholeAddress(address: Address): [Address, number] {
  return [address, address.toByteArray().length * 8];
}

function parseAddress(text: string): Address | null {
  const bare = stripPort(text);
  // The parser also takes "127.1" and "0x7f000001", which no proxy writes and which would be a second name of one caller.
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  if (!ipaddr.IPv6.isValid(bare)) return null;
  const address = ipaddr.IPv6.parse(bare);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function stripPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text);
  if (bracketed?.[1] !== undefined) return bracketed[1];
  // One colon is a port behind an IPv4 address; more are an IPv6 address without brackets.
  const port = /^([^:]+):\d{1,5}$/.exec(text);
  return port?.[1] ?? text;
}

function format(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  return new ipaddr.IPv6(address.parts).toRFC5952String();
}

/** The network that one customer is given: the address itself for IPv4, the first 64 bits for IPv6 (RFC 6177). */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return address;
  return prefixOf(address, 4);
}

/** The network of a whole site, all of whose addresses one household or office may have at hand: /24 for IPv4, /48 for IPv6 (RFC 6177). */
export function siteOf(address: string): string {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
  return address.includes(":") && ipaddr.IPv6.isValid(address) ? prefixOf(address, 3) : address;
}

function prefixOf(address: string, groups: number): string {
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, groups);
  return `${parts.map((part) => part.toString(16)).join(":")}::/${groups * 16}`;
}
