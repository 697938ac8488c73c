// Where our own pages and mails lead people to a document.
// The wire's `url` stays the plain address, which HTTP clients open.

/** The address at which a person opens a document; one with a password has a page that asks for it (rules: content/readers). */
export function readingAddress(document: { url: string; visibility: string }): string {
  return document.visibility === "password" ? `${document.url}~unlock` : document.url;
}
