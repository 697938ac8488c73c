// Asks a server at an address that a stranger chose: nothing inside our network can be reached through it.
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

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

/** What is asked of a server, and how much of an answer is taken. */
export interface Asking {
  /** GET unless told. */
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** A longer answer is an error. */
  bytes_max: number;
  /** Looks at the answer before its body is read; what it throws ends the exchange and is thrown on. */
  check?(head: AnswerHead): void;
}

/** The beginning of an answer. */
export interface AnswerHead {
  status: number;
  /** Empty where the server names none. */
  content_type: string;
}

/** An answer of any status, whole. */
export interface OutsideAnswer extends AnswerHead {
  bytes: Uint8Array;
}

/**
 * Asks an https address and answers what came. Redirects are not followed: one is an answer like another. Throws an Error in words
 * for another scheme or port, a host with any private address, an answer that breaks off or is too long, and more than 5 seconds
 * for all of it. `outside` is for tests.
 */
export async function fetchOutside(url: URL, asking: Asking, outside: Outside = INTERNET): Promise<OutsideAnswer> {
  if (url.protocol !== "https:") throw new Error("it must be an https address");
  if (outside.port !== undefined && url.port !== outside.port) throw new Error("it must lie at the port of https");
  const deadline = AbortSignal.timeout(outside.time_ms_max ?? TIME_MS_MAX);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await withDeadline(outside.resolve(host), deadline);
  // One private address among many is a trap, not a mistake.
  if (addresses.length === 0 || !addresses.every((address) => outside.isPublic(address))) {
    throw new Error("its host is not on the public internet");
  }
  return await withDeadline(exchange(url, asking, { address: addresses[0] ?? "", deadline, ca: outside.ca }), deadline);
}

/** Connects to the address that was looked at, so that the name cannot lead elsewhere meanwhile. */
function exchange(
  url: URL,
  { method = "GET", headers, body, bytes_max, check }: Asking,
  { address, deadline, ca }: { address: string; deadline: AbortSignal; ca: string | undefined },
): Promise<OutsideAnswer> {
  return new Promise((resolve, reject) => {
    const pinned = { address, family: isIP(address) };
    const sending = request(
      url,
      {
        method,
        agent: false,
        headers: { "user-agent": "docsvc", ...headers },
        lookup: (_host, options, done) =>
          options.all ? done(null, [pinned]) : done(null, pinned.address, pinned.family),
        signal: deadline,
        ...(ca ? { ca } : {}),
      },
      (answer) => {
        const fail = (error: unknown) => {
          sending.destroy();
          reject(error);
        };
        const head = { status: answer.statusCode ?? 0, content_type: answer.headers["content-type"] ?? "" };
        try {
          check?.(head);
        } catch (error) {
          return fail(error);
        }
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on("data", (chunk: Buffer) => {
          size += chunk.byteLength;
          if (size > bytes_max) fail(new Error(`it is larger than ${bytes_max} bytes`));
          else chunks.push(chunk);
        });
        answer.on("error", () => fail(new Error("it broke off")));
        answer.on("end", () => resolve({ ...head, bytes: Buffer.concat(chunks) }));
      },
    );
    sending.on("error", () => reject(new Error("it cannot be fetched")));
    sending.end(body);
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
