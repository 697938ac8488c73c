// Fetches the description of a client from an address that a stranger chose: nothing inside our network can be reached through it.
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { manifest } from "../manifest.ts";

const BYTES_MAX = manifest.caps.client_document_bytes;
export const DOCUMENT_KIB = BYTES_MAX / 1024;
const TIME_MS_MAX = 5000;

/** What a test replaces, so that a server of its own can be reached. */
export interface Outside {
  /** The addresses of a host. */
  resolve(host: string): Promise<string[]>;
  /** Whether an address may be connected to. */
  isPublic(address: string): boolean;
  /** The one port that may be asked, as `URL.port` has it: empty for that of https. Without it any may. */
  port?: string;
  /** Further certificate authority, as PEM. */
  ca?: string;
  time_ms_max?: number;
}

export const INTERNET: Outside = {
  resolve: async (host) => (await lookup(host, { all: true })).map((found) => found.address),
  isPublic: isPublicAddress,
  port: "",
};

/** Of what is assigned to the internet (RFC 4291, 2.4): everything else may be given a meaning by a network of its own. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Global unicast alone: not private, not link-local, not loopback, not reserved, and no IPv6 form that carries an IPv4 address to
 * some router (compatible, translated, NAT64, 6to4, Teredo, ISATAP). A mapped address is the IPv4 address that it is.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(withoutDots(address));
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || (!parsed.zoneId && parsed.match(GLOBAL_UNICAST) && !isTunnelled(parsed));
}

/** The parser takes `::1.2.3.4` for the mapped address, which it is not, so the last four bytes are given to it as two groups. */
function withoutDots(address: string): string {
  return address.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_whole, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}

/** ISATAP (RFC 5214, 6.1), which works under any prefix. */
function isTunnelled({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x0200);
}

/**
 * The JSON at an https address. Throws an Error in words for everything else: another scheme, a host with any private address, a
 * redirect, another status or content type, more than 64 KiB, more than 5 seconds for all of it.
 */
export async function fetchDocument(url: URL, outside: Outside = INTERNET): Promise<unknown> {
  if (url.protocol !== "https:") throw new Error("it must be an https address");
  if (outside.port !== undefined && url.port !== outside.port) throw new Error("it must lie at the port of https");
  const deadline = AbortSignal.timeout(outside.time_ms_max ?? TIME_MS_MAX);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await withDeadline(outside.resolve(host), deadline);
  // One private address among many is a trap, not a mistake.
  if (addresses.length === 0 || !addresses.every((address) => outside.isPublic(address))) {
    throw new Error("its host is not on the public internet");
  }
  const text = await withDeadline(read(url, addresses[0] ?? "", { deadline, ca: outside.ca }), deadline);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("what is there is not JSON");
  }
}

/** Connects to the address that was looked at, so that the name cannot lead elsewhere meanwhile. */
function read(url: URL, address: string, { deadline, ca }: { deadline: AbortSignal; ca: string | undefined }) {
  return new Promise<string>((resolve, reject) => {
    const pinned = { address, family: isIP(address) };
    const asking = request(
      url,
      {
        method: "GET",
        agent: false,
        headers: { accept: "application/json", "user-agent": "docsvc" },
        lookup: (_host, options, done) =>
          options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
        signal: deadline,
        ...(ca ? { ca } : {}),
      },
      (answer) => {
        const fail = (why: string) => {
          asking.destroy();
          reject(new Error(why));
        };
        if (answer.statusCode !== 200) return fail(`it answers ${answer.statusCode}, and redirects are not followed`);
        if (!/^application\/([a-z0-9.-]+\+)?json\b/i.test(answer.headers["content-type"] ?? "")) {
          return fail("its content type is not JSON");
        }
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > BYTES_MAX) fail(`it is larger than ${BYTES_MAX} bytes`);
          else chunks.push(chunk);
        });
        answer.on("error", () => fail("it broke off"));
        answer.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
      },
    );
    asking.on("error", () => reject(new Error("it cannot be fetched")));
    asking.end();
  });
}

function withDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error("it took too long"));
    if (deadline.aborted) return late();
    deadline.addEventListener("abort", late, { once: true });
    work.then(resolve, reject);
  });
}
