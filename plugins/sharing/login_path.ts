// Where the pages of sharing send people who are not signed in.

/** Through sign-in and back to the page that was asked for. */
export function loginPath(url: URL): string {
  return `/auth/login?next=${encodeURIComponent(url.pathname + url.search)}`;
}
