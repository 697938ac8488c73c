// What was written and not kept, taken along when a page is loaded again:
// behind the number sign, which no server sees, since an origin of nobody has no other place.
import type { Patch } from "./session.ts";

/** Longer addresses are not taken by every browser. */
const CHARS_MAX = 500_000;
const UNSENT = "&unsent=";

/**
 * What loads the page again with these values; null for more than an address takes. They stand beside what goes on with the answer:
 * whoever does not know that writes into nobody's answer by a link.
 */
export function againWith(unsent: Patch, resume: string): (() => void) | null {
  const text = encodeURIComponent(JSON.stringify(unsent));
  if (text.length > CHARS_MAX) return null;
  return () => {
    const isLink = /[#&]resume=/.test(location.hash);
    history.replaceState(null, "", `#resume=${resume}${isLink ? "&link" : ""}${UNSENT}${text}`);
    location.reload();
  };
}

/** What the page before this one left of the answer that `resume` goes on with, which stands in the address no longer. */
export function takeUnsent(resume: string): Patch {
  const { hash, pathname, search } = location;
  const at = hash.indexOf(UNSENT);
  const [own, link] = hash.slice(0, Math.max(0, at)).split("&");
  if (at < 0 || own !== `#resume=${resume}`) return {};
  history.replaceState(null, "", link === undefined ? pathname + search : own);
  try {
    const value: unknown = JSON.parse(decodeURIComponent(hash.slice(at + UNSENT.length)));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
