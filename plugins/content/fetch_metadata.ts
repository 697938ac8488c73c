// What a browser says of who asks and what for (W3C Fetch Metadata); whoever is no browser says nothing.

const PAGES = new Set(["document", "iframe", "frame", "embed", "object", "fencedframe"]);

/** Whether the browser is going to a page rather than fetching a part of one. Without a word of it: yes. */
export function isNavigation(headers: Headers): boolean {
  const destination = headers.get("sec-fetch-dest");
  return destination === null || PAGES.has(destination);
}

/** Whether whoever asks for a page will ask for its parts. Old browsers say nothing of what they fetch, yet all call themselves Mozilla. */
export function isBrowser(headers: Headers): boolean {
  return headers.has("sec-fetch-dest") || /^Mozilla\//.test(headers.get("user-agent") ?? "");
}

/**
 * Whether a page of another origin asks for a part of its own, a frame among them. Every sandboxed page is of another
 * origin, the document's own page too. A person who follows a link is not meant: that opens a page of its own.
 */
export function isForeign(headers: Headers): boolean {
  return headers.get("sec-fetch-site") === "cross-site" && headers.get("sec-fetch-dest") !== "document";
}
