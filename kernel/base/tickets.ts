// Signed tickets: small claims that the server hands out and takes back without keeping a row
// (cookies, capabilities, mail links).
import { base64url } from "oslo/encoding";
import { constantTimeEqual, hmacSha256 } from "./digest.ts";
import { isJsonObject, type JsonObject } from "./json.ts";

/** The signer of one deployment; every server with the same secret accepts its tickets. */
export interface Signer {
  /**
   * Signs `payload` for one purpose, such as `session`; a ticket of one purpose is worthless for another.
   * `expires_at` null means that the ticket itself never expires. The payload is readable by its holder: no secrets in it.
   */
  sign(purpose: string, payload: JsonObject, expires_at: Date | null): string;
  /** The payload of a ticket that is genuine, of this purpose and not expired at `now`, else null. Never throws. */
  verify(purpose: string, ticket: string, now: Date): JsonObject | null;
}

// Well above every ticket we sign, and low enough that a header full of junk costs nothing to refuse.
const TICKET_LENGTH_MAX = 8192;

/**
 * Makes the signer from the deployment's secret. A ticket is `<base64url of [expires_ms, payload]>.<base64url of HMAC-SHA256>`,
 * with a key derived for each purpose, so that it fits in a cookie, a path segment and a query.
 */
export function createSigner(secret: string): Signer {
  const keys = new Map<string, Uint8Array>();

  function keyOf(purpose: string): Uint8Array {
    let key = keys.get(purpose);
    if (!key) {
      key = hmacSha256(secret, `ticket:${purpose}`);
      keys.set(purpose, key);
    }
    return key;
  }

  return {
    sign(purpose, payload, expires_at) {
      const claims = JSON.stringify([expires_at?.getTime() ?? null, payload]);
      const body = base64url.encode(Buffer.from(claims), { includePadding: false });
      return `${body}.${seal(keyOf(purpose), body)}`;
    },
    verify(purpose, ticket, now) {
      if (ticket.length > TICKET_LENGTH_MAX) return null;
      const dot = ticket.indexOf(".");
      if (dot < 1) return null;
      const body = ticket.slice(0, dot);
      // The seals are compared as text, because two base64url texts may decode to the same bytes and a ticket has one form only.
      if (!constantTimeEqual(ticket.slice(dot + 1), seal(keyOf(purpose), body))) return null;
      return readClaims(body, now);
    },
  };
}

function seal(key: Uint8Array, body: string): string {
  return base64url.encode(hmacSha256(key, body), { includePadding: false });
}

function readClaims(body: string, now: Date): JsonObject | null {
  // Only our own text gets here, since its seal was checked before.
  const claims: unknown = JSON.parse(Buffer.from(base64url.decode(body, { strict: false })).toString("utf8"));
  if (!Array.isArray(claims)) return null;
  const [expiresMs, payload]: unknown[] = claims;
  if (typeof expiresMs === "number" && now.getTime() >= expiresMs) return null;
  return isJsonObject(payload) ? payload : null;
}
