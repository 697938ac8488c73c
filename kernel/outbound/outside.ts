// Asks a server at an address that a stranger chose: nothing inside our network can be reached through it.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const TIME_MS_MAX = 5000;

/** What a test replaces, so that a server of its own can be reached. */
export interface Outside {
  /** The addresses of a host. */
  resolve(host: string): Promise<string[]>;
  /** Whether an address of a host may be connected to. */
  isPublic(address: string, host: string): boolean;
  /** Whether http addresses are asked too. */
  allows_http?: boolean;
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
  body?: string;
  bytes_max: number;
  /** What becomes of an answer that is longer: an error unless told. */
  excess?: "refuse" | "cut";
  /** Looks at the answer before its body is read; what it throws ends the exchange and is thrown on. */
  check?(head: AnswerHead): void;
}

/** The beginning of an answer. */
export interface AnswerHead {
  status: number;
  /** Empty where the server names none. */
  content_type: string;
}

/** An answer of any status, whole unless it was cut. */
export interface OutsideAnswer extends AnswerHead {
  bytes: Uint8Array;
}

/**
 * A host that lies, with one of its addresses at least, where nobody may be sent to, or that is not found. Of a name both are told in the
 * same words: what our own network calls its machines, and where they lie, is for no stranger to learn.
 */
export class NotPublicError extends Error {
  override name = "NotPublicError";
  constructor(host: string) {
    super(
      isIP(host)
        ? `its host is not on the public internet: it is at ${host}`
        : `its host ${host} cannot be found on the public internet`,
    );
  }
}

/**
 * Asks an https address and answers what came. Redirects are not followed: one is an answer like another. Throws an Error in words
 * for another scheme or port, a host with any private address, an answer that breaks off or is too long, and more than 5 seconds
 * for all of it. One request is sent, whatever comes of it.
 */
export async function fetchOutside(url: URL, asking: Asking, outside: Outside = INTERNET): Promise<OutsideAnswer> {
  const deadline = new AbortController();
  const ms = outside.time_ms_max ?? TIME_MS_MAX;
  const timer = setTimeout(() => deadline.abort(new Error(`it has not answered within ${ms / 1000} seconds`)), ms);
  try {
    const address = await findAddress(url, outside, deadline.signal);
    return await withDeadline(exchange(url, asking, { address, deadline, ca: outside.ca }), deadline.signal);
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

/**
 * Where a host lies: the address that may be connected to. Throws a NotPublicError when any of its addresses may not be and when it
 * has none, and an Error in words for another scheme or port.
 */
export async function findAddress(url: URL, outside: Outside, deadline: AbortSignal): Promise<string> {
  const isScheme = url.protocol === "https:" || (outside.allows_http && url.protocol === "http:");
  if (!isScheme) throw new Error(`it must be an https ${outside.allows_http ? "or http " : ""}address`);
  if (outside.port !== undefined && url.port !== outside.port) throw new Error("it must lie at the port of https");
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await withDeadline(resolveHost(host, outside), deadline);
  // One private address among many is a trap, not a mistake.
  const [address] = addresses;
  if (address === undefined || !addresses.every((one) => outside.isPublic(one, host))) throw new NotPublicError(host);
  return address;
}

async function resolveHost(host: string, outside: Outside): Promise<string[]> {
  try {
    return await outside.resolve(host);
  } catch {
    throw new NotPublicError(host);
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Connects to the address that was looked at, so that the name cannot lead elsewhere meanwhile. */
async function exchange(
  url: URL,
  { method = "GET", headers, body, bytes_max, excess = "refuse", check }: Asking,
  { address, deadline, ca }: { address: string; deadline: AbortController; ca: string | undefined },
): Promise<OutsideAnswer> {
  const at = new URL(url);
  at.hostname = isIP(address) === 6 ? `[${address}]` : address;
  const asked = {
    method,
    headers: { "user-agent": "docsvc", ...headers, host: url.host },
    redirect: "manual" as const,
    // On a connection that was used before, Bun sends a request again by itself when it breaks.
    keepalive: false,
    // Bun takes it, though its types do not know it: few bytes may unpack to very many.
    decompress: false,
    signal: deadline.signal,
    ...(body === undefined ? {} : { body }),
    ...(url.protocol === "https:" ? { tls: { serverName: hostOf(url), ...(ca ? { ca } : {}) } } : {}),
  };
  const answer = await fetch(at, asked).catch((error: unknown) => {
    throw new Error(`it cannot be fetched${reasonOf(error)}`);
  });
  const head = { status: answer.status, content_type: answer.headers.get("content-type") ?? "" };
  check?.(head);
  return { ...head, bytes: await readAtMost(answer, bytes_max, excess) };
}

async function readAtMost(answer: Response, bytesMax: number, excess: "refuse" | "cut"): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (;;) {
    const next = await reader?.read().catch(() => {
      throw new Error("it broke off");
    });
    if (!next || next.done) return Buffer.concat(chunks);
    chunks.push(next.value);
    size += next.value.byteLength;
    if (size <= bytesMax) continue;
    if (excess === "refuse") throw new Error(`it is larger than ${bytesMax} bytes`);
    return Buffer.concat(chunks).subarray(0, bytesMax);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ConnectionRefused: "the connection was refused",
  ECONNRESET: "the connection broke off",
  EPROTO: "it speaks no TLS that we understand",
  Malformed_HTTP_Response: "its answer is no HTTP",
  UnrequestedUpgrade: "it wants to speak another protocol",
  ResponseHeadersTooLarge: "its headers are too large",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  CERT_HAS_EXPIRED: "its certificate has expired",
};

/** In words where we have some, by its code otherwise: Bun's own text repeats the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (typeof code !== "string" || !/^[A-Za-z_0-9]{3,60}$/.test(code)) return "";
  return `: ${REASONS[code] ?? code}`;
}

function withDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(deadline.reason);
    if (deadline.aborted) return late();
    deadline.addEventListener("abort", late, { once: true });
    work.then(resolve, reject);
  });
}
