// Binds a sign-in link or a decision under way to the browser that asked for it,
// so that one which leaks opens nothing elsewhere.
import { constantTimeEqual, randomToken, sha256Bytes } from "../../kernel/plugin.ts";
import { hostCookie, readCookie } from "../../kernel/ports/auth.ts";

const NONCE_COOKIE = "__Host-docsvc_login";
const NONCE_PATTERN = /^[A-Za-z0-9_-]{22}$/;

/** The browser's nonce: the one it holds, so that an earlier link stays good, or a new one. */
export function bindBrowser(headers: Headers, seconds: number): { nonce_sha256: Uint8Array; cookie: string } {
  const nonce = readNonceCookie(headers) ?? randomToken();
  return { nonce_sha256: sha256Bytes(nonce), cookie: hostCookie(NONCE_COOKIE, nonce, seconds) };
}

/** Whether a link may be used from here. A link that is bound to no browser may be used anywhere. */
export function isBoundHere(headers: Headers, nonceSha256: Uint8Array | null): boolean {
  if (nonceSha256 === null) return true;
  const nonce = readNonceCookie(headers);
  return nonce !== null && constantTimeEqual(sha256Bytes(nonce), nonceSha256);
}

/** The digest of the nonce that this browser holds; null for none. */
export function browserDigest(headers: Headers): Uint8Array | null {
  const nonce = readNonceCookie(headers);
  return nonce === null ? null : sha256Bytes(nonce);
}

/** The `Set-Cookie` value that forgets the nonce after a sign-in. */
export function releaseBrowser(): string {
  return hostCookie(NONCE_COOKIE, "", 0);
}

function readNonceCookie(headers: Headers): string | null {
  const nonce = readCookie(headers, NONCE_COOKIE);
  return nonce !== null && NONCE_PATTERN.test(nonce) ? nonce : null;
}
