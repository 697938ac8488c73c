// Whether a browser fetches something before anybody has gone there.

/** Fetched or made ready ahead (Fetch, `Sec-Purpose`); the older name is that of browsers that say nothing else of themselves. */
export function isFetchedAhead(headers: Headers): boolean {
  const purpose = headers.get("sec-purpose") ?? (headers.has("sec-fetch-dest") ? null : headers.get("purpose"));
  return purpose !== null && /\b(prefetch|prerender|preview)\b/i.test(purpose);
}
