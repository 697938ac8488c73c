// Where an answered page leads on to; kept by no cache, since another person in the same browser may be led elsewhere.

/** A redirect of a page that was asked for with GET. */
export function found(location: string): Response {
  return redirect(302, location);
}

/** A redirect after a form: the browser asks for the target with GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Response {
  return redirect(303, location);
}

function redirect(status: 302 | 303, location: string): Response {
  return new Response(null, { status, headers: { location, "cache-control": "no-store" } });
}
