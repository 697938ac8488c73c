// What of an address's query goes along when its reader is led elsewhere:
// to sign in and back, or to where a page is now.

/** After signing in nobody is led to a longer address of the app than that. */
const RETURN_CHARS_MAX = 2048;

/** A query, with or without its question mark, as whoever wrote the link meant it: with a question mark, and no code in it that works once. */
export function keptQuery(text: string): string {
  const search = new URLSearchParams(text);
  search.delete("handoff");
  return search.size === 0 ? "" : `?${search}`;
}

/** Whether an address of the app is one that people are led on to after signing in. */
export function leadsBack({ pathname, search }: URL): boolean {
  return pathname.length + search.length <= RETURN_CHARS_MAX;
}
