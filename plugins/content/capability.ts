// The path segment that opens a document's parts to one reader without a cookie:
// a sandboxed page has no origin of its own, so what it asks for brings none.
import { type Actor, HOUR_MS, hmacSha256, type RequestFacts, type Runtime } from "../../kernel/plugin.ts";
import type { Viewing } from "../../kernel/ports/auth.ts";
import { mayRead, readsVersions } from "./readers.ts";
import type { ServedDocument } from "./served.ts";

/** Stands for a reader: who they are and their session, or the password that they knew. */
export type ReaderKey = string;

/** Ends with the reader's session. */
export function viewerKey({ user_id, epoch, since, session }: Viewing): ReaderKey {
  return `u${user_id}.${epoch}.${since}.${session}`;
}

/** Changes with the password, so that a new password ends what the old one opened. */
export function passwordKey(runtime: Runtime, passwordHash: string): ReaderKey {
  return `p${digestOf(runtime, `password:${passwordHash}`)}`;
}

export function isPasswordKey(key: ReaderKey): boolean {
  return key.startsWith("p");
}

/** One reader keeps one capability for this long, so that a browser's cache stays useful; it opens for as long again. */
const PERIOD_MS = HOUR_MS;

/** The moment, and the request whose sender is meant. */
interface Asking {
  request: RequestFacts;
  now: Date;
}

/**
 * The capability of a reader, for the browser that they are at. It is held to that browser's name and not to its network: parts are
 * asked for over whatever address a phone, a proxy or the other IP version has by then, and a page whose pictures are gone until it
 * is loaded anew would be the price. An address that was passed on still opens nothing to whoever goes there, and dies with the
 * reader's access.
 */
export function makeCapability(
  runtime: Runtime,
  document: Pick<ServedDocument, "slug">,
  options: Asking & { key: ReaderKey; version?: number },
): string {
  const ends = new Date((Math.floor(options.now.getTime() / PERIOD_MS) + 2) * PERIOD_MS);
  const agent = agentOf(options.request);
  const { host_key: h } = options.request.content_host;
  const { key, version } = options;
  const whose = { s: document.slug, k: key, a: digestOf(runtime, `agent:${agent}`), m: isApple(agent), h };
  const claims = version === undefined ? whose : { ...whose, v: version };
  return `~${runtime.signer.sign("capability", claims, ends)}`;
}

/** Whose it is, and what it opens. */
export interface Capability {
  key: ReaderKey;
  /** Another version of the document; null for the current one. */
  version: number | null;
}

/** What capability for this document a path segment is; null for one that is forged, of another document, host or browser, or over. */
export function readCapability(
  runtime: Runtime,
  document: ServedDocument,
  asked: Asking & { segment: string },
): Capability | null {
  const payload = runtime.signer.verify("capability", asked.segment.slice(1), asked.now);
  if (!payload || payload["s"] !== document.slug) return null;
  if (payload["h"] !== asked.request.content_host.host_key) return null;
  const agent = agentOf(asked.request);
  const isSame =
    payload["a"] === digestOf(runtime, `agent:${agent}`) || (payload["m"] === true && isApplePlayer(agent));
  const { k: key, v: version = null } = payload;
  if (!isSame || typeof key !== "string" || (version !== null && typeof version !== "number")) return null;
  return { key, version };
}

/** Whether the reader behind a capability may still read: it dies with their access. */
export async function stillOpens(
  document: ServedDocument,
  { key, version }: Capability,
  runtime: Runtime,
): Promise<boolean> {
  if (version === null && document.visibility === "unlisted") return true;
  if (isPasswordKey(key)) {
    const { password_hash, visibility } = document;
    if (version !== null || visibility !== "password") return false;
    return password_hash !== null && key === passwordKey(runtime, password_hash);
  }
  const viewer = await readerOf(runtime, key);
  if (viewer === null) return false;
  return version === null ? mayRead(runtime, document, viewer) : readsVersions(runtime, document, viewer);
}

/** The person for whom a key stands, as they are now; null for a password, and for a session that is over. */
export async function readerOf(runtime: Runtime, key: ReaderKey): Promise<Actor | null> {
  const [, userId, epoch, since, session] = /^u(\d+)\.(\d+)\.(\d+)\.(.+)$/.exec(key) ?? [];
  if (!userId || !epoch || !since || !session) return null;
  return runtime.identifier.identifyViewer({
    user_id: Number(userId),
    epoch: Number(epoch),
    since: Number(since),
    session,
  });
}

function agentOf({ headers }: RequestFacts): string {
  return headers.get("user-agent") ?? "";
}

/** On Apple's systems the system's own player fetches sound and film for the browser, under a name of its own. */
function isApple(agent: string): boolean {
  return /\((?:Macintosh|iPhone|iPad|iPod)/.test(agent);
}

function isApplePlayer(agent: string): boolean {
  return agent.startsWith("AppleCoreMedia/");
}

/** Keyed, so that whoever reads the address cannot find out what it stands for by trying. */
function digestOf(runtime: Runtime, text: string): string {
  return Buffer.from(hmacSha256(runtime.config.secret, text)).toString("base64url").slice(0, 22);
}
