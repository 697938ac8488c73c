// Decides whether a request to the content host may read a document, and by which road (part 5, 5.5; RFC 7617 for passwords).
import {
  type Actor,
  HOUR_MS,
  type House,
  hmacSha256,
  type RequestFacts,
  readViewerCookie,
  refuse,
  type Signer,
} from "../../../kernel/mod.ts";
import { levelOf, reaches } from "../levels.ts";
import { checkPassword, refusePassword } from "../passwords.ts";
import type { ServedDocument } from "./served.ts";

/** How a reader got in. */
export type Entrance =
  /** The address alone opens it. */
  | { by: "link" }
  /** A signed-in reader; `key` stands for them in capabilities. */
  | { by: "viewer"; key: string }
  | { by: "password"; key: string }
  /** Nobody is known yet: send them to sign in. */
  | { by: "nobody" };

export interface Asked {
  house: House;
  request: RequestFacts;
  now: Date;
}

/** Throws 401 for a missing or wrong password, 404 for a reader who may not know of the document. */
export async function enter(document: ServedDocument, asked: Asked): Promise<Entrance> {
  if (document.visibility === "unlisted") return { by: "link" };
  if (document.visibility === "password") return { by: "password", key: await enterByPassword(document, asked) };
  const claims = readViewerCookie(asked.house.signer, asked.request.headers, asked.now);
  const viewer = claims && (await asked.house.identifier.identifyClaims(claims));
  if (!viewer) return { by: "nobody" };
  if (!mayRead(document, viewer)) throw refuse.notFound("not found");
  return { by: "viewer", key: viewerKey(viewer.user_id) };
}

async function enterByPassword(document: ServedDocument, { house, request, now }: Asked): Promise<string> {
  const given = basicPassword(request.headers);
  const hash = document.password_hash;
  if (given === null || hash === null) throw refusePassword(document.slug);
  const right = await checkPassword(house, { slug: document.slug, password_hash: hash, given, ip: request.ip, now });
  if (!right) throw refusePassword(document.slug);
  return passwordKey(house, hash);
}

function mayRead(document: ServedDocument, viewer: Actor): boolean {
  return reaches(levelOf(document, viewer), "view");
}

/** The password of HTTP Basic; any user name will do. */
function basicPassword(headers: Headers): string | null {
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(headers.get("authorization") ?? "");
  if (!match) return null;
  const pair = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  const cut = pair.indexOf(":");
  return cut < 0 ? null : pair.slice(cut + 1);
}

const viewerKey = (userId: number): string => `u${userId}`;

/** Changes with the password, so that a new password ends what the old one opened. */
function passwordKey(house: House, hash: string): string {
  return `p${Buffer.from(hmacSha256(house.config.secret, `password:${hash}`))
    .toString("base64url")
    .slice(0, 22)}`;
}

/** How long the hour is in which one reader keeps one capability, so that a browser's cache stays useful. */
const CAPABILITY_MS = HOUR_MS;

/** The path segment that opens a document's subresources to one reader without a cookie (see `openCapability`). */
export function makeCapability(signer: Signer, document: ServedDocument, wish: { key: string; now: Date }): string {
  const ends = new Date((Math.floor(wish.now.getTime() / CAPABILITY_MS) + 2) * CAPABILITY_MS);
  return `~${signer.sign("capability", { s: document.slug, k: wish.key }, ends)}`;
}

/**
 * Whether a capability still opens this document: it is genuine, not over, and its reader may still read. The page of a
 * sandboxed document has no origin of its own, so its requests bring no cookie; the capability in its path stands in.
 */
export async function openCapability(document: ServedDocument, segment: string, asked: Asked): Promise<boolean> {
  const payload = asked.house.signer.verify("capability", segment.slice(1), asked.now);
  if (!payload || payload["s"] !== document.slug) return false;
  const key = payload["k"];
  if (typeof key !== "string") return false;
  if (document.visibility === "unlisted") return true;
  if (document.visibility === "password") {
    return document.password_hash !== null && key === passwordKey(asked.house, document.password_hash);
  }
  const userId = /^u(\d+)$/.exec(key)?.[1];
  const viewer = userId ? await asked.house.identifier.identifyId(Number(userId)) : null;
  return viewer !== null && mayRead(document, viewer);
}

/** Whether the browser is going to a page rather than fetching a part of one (Fetch Metadata, `Sec-Fetch-Dest`). */
export function isNavigation(headers: Headers): boolean {
  const destination = headers.get("sec-fetch-dest");
  return (
    destination === null || ["document", "iframe", "frame", "embed", "object", "fencedframe"].includes(destination)
  );
}
