// Decides where a person lands after signing in; an address from outside is never taken at its word.

/** Where people land who did not say. */
export const START_PATH = "/app";
const LENGTH_MAX = 2048;

/**
 * The path to go on to: one on the app host, with its query, or the start page. Anything that a browser could read as
 * another origin (`//host`, `/\host`, a scheme, control characters that it would drop) is not followed.
 */
export function safeNext(requested: string | undefined, baseUrl: string): string {
  if (!requested || requested.length > LENGTH_MAX || !/^\/(?![/\\])[^\\\x00-\x20\x7f]*$/.test(requested))
    return START_PATH;
  if (!URL.canParse(requested, baseUrl)) return START_PATH;
  const url = new URL(requested, baseUrl);
  // Dot segments may leave two slashes in front, which the next reader would take for a host.
  if (url.origin !== baseUrl || url.pathname.startsWith("//")) return START_PATH;
  return url.pathname + url.search;
}
