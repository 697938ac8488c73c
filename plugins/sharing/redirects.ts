// Where pages lead.

/** A redirect of a page that was asked for with GET. */
export function found(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

/** A redirect after a form: the browser asks for the target with GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** Through sign-in and back to the page that was asked for. */
export function loginPath(url: URL): string {
  return `/auth/login?next=${encodeURIComponent(url.pathname + url.search)}`;
}
