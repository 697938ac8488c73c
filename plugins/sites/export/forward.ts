// The redirects of a site as pages of its export, for file servers that know of none.

import { manifest } from "../../manifest.ts";
import { pathBehind, type Redirect, readTarget } from "../../wiki/port.ts";
import { findEntry } from "../moved.ts";
import { encodeSegments } from "../paths.ts";
import { type AnySite, type Layout, upFrom } from "./layout.ts";

/** A page that leads on. */
export interface ForwardPage {
  file: string;
  to: string;
}

/** Those that lead to a page of the export or out of the site. What lies below the address of a prefix is left out. */
export function forwardPages(
  redirects: readonly Redirect[],
  { site, layout, root }: { site: AnySite; layout: Layout; root: string | null },
): ForwardPage[] {
  const above = root === null ? "" : `r/${root}/`;
  const rules = new Map(redirects.map((redirect) => [redirect.from, redirect]));
  const placeOf = (redirect: Redirect, hops: number): string | null => {
    const target = readTarget(redirect.to);
    if (target.kind === "outside") return target.url;
    const next = pathBehind(redirect, redirect.from);
    if (next === null) {
      const named = target.kind === "document" ? site.named.get(target.ref) : null;
      return named?.href ?? (target.kind === "entry" ? (findEntry(site, target.entry_id)?.href ?? null) : null);
    }
    const href = above === "" || next.startsWith(above) ? site.base + encodeSegments(next.slice(above.length)) : null;
    const found = href === null ? undefined : [href, `${href}/`].find((one) => layout.files.has(one));
    const fragment = target.kind === "path" ? target.fragment : "";
    if (found) return found + fragment;
    const after = rules.get(next);
    return after && hops < manifest.caps.redirect_hops ? placeOf(after, hops + 1) : null;
  };
  return redirects.flatMap((redirect): ForwardPage[] => {
    const isOurs = root === null ? !redirect.from.startsWith("r/") : redirect.from.startsWith(above);
    const old = redirect.from.slice(above.length);
    if (!isOurs || layout.files.has(site.base + encodeSegments(old))) return [];
    const place = placeOf(redirect, 0);
    const file = `${old}/index.html`;
    if (place === null || !(/^https:/.test(place) || isPage(place, layout)) || !layout.claim(file)) return [];
    return [{ file, to: addressFrom(upFrom(file), place, layout) }];
  });
}

const isPage = (place: string, { files }: Layout) => files.has(place.replace(/#.*/, ""));

function addressFrom(up: string, place: string, { files }: Layout): string {
  const cut = place.indexOf("#");
  const file = files.get(cut < 0 ? place : place.slice(0, cut));
  return file === undefined ? place : up + encodeSegments(file) + (cut < 0 ? "" : place.slice(cut));
}
