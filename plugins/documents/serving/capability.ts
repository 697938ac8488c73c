// The path segment that opens a document's parts to one reader without a cookie: a sandboxed page has no origin of its own, so what it asks for brings none.
import { HOUR_MS, type House, hmacSha256, type Signer, type ViewerClaims } from "../../../kernel/mod.ts";
import { isOpenTo, type ServedDocument } from "./served.ts";

/** Stands for a reader: who they are and their epoch, or the password that they knew. */
export type ReaderKey = string;

/** Ends with the reader's session. */
export function viewerKey({ user_id, epoch, since, session }: ViewerClaims): ReaderKey {
  return `u${user_id}.${epoch}.${since}.${session}`;
}

/** Changes with the password, so that a new password ends what the old one opened. */
export function passwordKey(house: House, passwordHash: string): ReaderKey {
  const digest = hmacSha256(house.config.secret, `password:${passwordHash}`);
  return `p${Buffer.from(digest).toString("base64url").slice(0, 22)}`;
}

/** One reader keeps one capability for this long, so that a browser's cache stays useful; it opens for as long again. */
const PERIOD_MS = HOUR_MS;

export function makeCapability(signer: Signer, document: ServedDocument, wish: { key: ReaderKey; now: Date }): string {
  const ends = new Date((Math.floor(wish.now.getTime() / PERIOD_MS) + 2) * PERIOD_MS);
  return `~${signer.sign("capability", { s: document.slug, k: wish.key }, ends)}`;
}

/** Whose capability for this document a path segment is; null for one that is forged, of another document, or over. */
export function readCapability(
  signer: Signer,
  document: ServedDocument,
  asked: { segment: string; now: Date },
): ReaderKey | null {
  const payload = signer.verify("capability", asked.segment.slice(1), asked.now);
  if (!payload || payload["s"] !== document.slug) return null;
  const key: unknown = payload["k"];
  return typeof key === "string" ? key : null;
}

/** Whether the reader behind a capability may still read: it dies with their access. */
export async function stillOpens(document: ServedDocument, key: ReaderKey, house: House): Promise<boolean> {
  if (document.visibility === "unlisted") return true;
  if (document.visibility === "password") {
    return document.password_hash !== null && key === passwordKey(house, document.password_hash);
  }
  const [, userId, epoch, since, session] = /^u(\d+)\.(\d+)\.(\d+)\.(.+)$/.exec(key) ?? [];
  if (!userId || !epoch || !since || !session) return false;
  const claims = { user_id: Number(userId), epoch: Number(epoch), since: Number(since), session };
  const viewer = await house.identifier.identifyViewer(claims);
  return viewer !== null && isOpenTo(house.database.sql, document, viewer);
}
