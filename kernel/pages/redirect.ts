// Where an answered page leads on to; kept by no cache, since another person in the same browser may be led elsewhere.

/** A redirect of a page that was asked for with GET. */
export function found(location: string): Response {
  return redirect(302, location);
}

/** A redirect after a form: the browser asks for the target with GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Response {
  return redirect(303, location);
}

/** A redirect of a page that has another address for good (RFC 9110, 15.4.2). */
export function movedForGood(location: string): Response {
  return redirect(301, location);
}

function redirect(status: 301 | 302 | 303, location: string): Response {
  return new Response(null, { status, headers: { location, "cache-control": "no-store" } });
}
