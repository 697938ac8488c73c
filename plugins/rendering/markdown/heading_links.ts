// Links to headings by their words, as editors of notes write them, lead to the ids that headings have here.

import { schemeOf } from "../html/safety.ts";
import { type HeadingIds, slugOf } from "./heading_ids.ts";

/** A place that is named by the words of its heading. */
export function ownPlace(href: string, ids: HeadingIds): string {
  const named = decodeFragment(href);
  const slug = slugOf(named);
  return !ids.has(named) && ids.has(slug) ? `#${encodeURI(slug)}` : href;
}

/** A relative address whose fragment is the words of a heading: no id holds white space. */
export function withHeading(href: string): string {
  const cut = href.indexOf("#");
  if (cut <= 0 || schemeOf(href) !== null || href.startsWith("//")) return href;
  const named = decodeFragment(href.slice(cut));
  return /\s/.test(named) ? `${href.slice(0, cut)}#${encodeURI(slugOf(named))}` : href;
}

function decodeFragment(fragment: string): string {
  const text = fragment.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
