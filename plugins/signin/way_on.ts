// Remembers in the browser where its sign-in was to lead, for links that were made elsewhere:
// on the command line, where nobody knows it.
import { hostCookie, readCookie } from "../../kernel/ports/auth.ts";
import { START_PATH, safeNext } from "../pages.ts";

const WAY_COOKIE = "__Host-docsvc_next";
/** As long as a program's question to the person waits for them. */
const WAY_SECONDS = 30 * 60;
const COOKIE_CHARS_MAX = 3000;

/**
 * The headers of the sign-in page that goes on to `next_path`: the page that was opened last counts, and none is kept for the
 * start page, or for a path too long to keep.
 */
export function rememberWay(next_path: string, headers: Headers): Record<string, string> {
  const value = encodeURIComponent(next_path);
  const isKept = next_path !== START_PATH && value.length <= COOKIE_CHARS_MAX;
  const [cookie] = isKept ? [hostCookie(WAY_COOKIE, value, WAY_SECONDS)] : forgetWay(headers);
  return cookie === undefined ? {} : { "set-cookie": cookie };
}

/** Where this browser was to go on to, or the start page; a cookie is not taken at its word either. */
export function wayOn(headers: Headers, baseUrl: string): string {
  const value = readCookie(headers, WAY_COOKIE);
  if (value === null) return START_PATH;
  try {
    return safeNext(decodeURIComponent(value), baseUrl);
  } catch {
    return START_PATH;
  }
}

/** The `Set-Cookie` values that forget it, where there is something to forget. */
export function forgetWay(headers: Headers): string[] {
  return readCookie(headers, WAY_COOKIE) === null ? [] : [hostCookie(WAY_COOKIE, "", 0)];
}
