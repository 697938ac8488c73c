// The inside of a document's page as it stands in an export:
// its links lead within that, its files lie beside it, and nothing is loaded from elsewhere.
import { html, writeHtml } from "../../../kernel/plugin.ts";
import { readPictureSet, writePictureSet } from "../../rendering/port.ts";
import type { Site, SitePage } from "../model/site.ts";
import { type Address, relink } from "../relinking.ts";
import { pageBeside, slugsOf } from "../showing.ts";
import type { DocumentFiles } from "./files.ts";

export interface LocalBody extends Places {
  /** With addresses as they stand in the page. */
  site: Site;
  page: SitePage;
}

export async function localBody(content: string, local: LocalBody): Promise<string> {
  const { site, page, files } = local;
  const relinked = await relink(content, {
    ...{ slug: page.slug, by_slug: slugsOf(site), named: site.named },
    findBeside: (path) => pageBeside(site, page, path),
    isOwnFile: async (path) => files?.has(path) ?? false,
    place: placing(local),
  });
  return withoutOutside(relinked);
}

/** What a page of an export shows beside its text. */
export interface Places {
  /** Of the document that is shown, with its slug; null for none. */
  slug: string | null;
  files: DocumentFiles | null;
  /** The file of another document that the reader may open, by its address on the host; null for none. */
  findFile(path: string): Promise<string | null>;
  /** From the page to the top. */
  up: string;
  /** Of the host, where everything else is. */
  origin: string;
}

/** What becomes of addresses on the host: files that a page shows, and those of its document, are taken along; everything else is there still. */
export function placing(of: Places): (address: Address) => Promise<string | null> {
  return async ({ text, is_shown }) => {
    const [, slug, path = "", rest = ""] = /^\/d\/([A-Za-z0-9_-]+)\/([^?#]*)(.*)$/s.exec(text) ?? [];
    const own = slug !== undefined && slug === of.slug ? (of.files?.take(decode(path)) ?? null) : null;
    const taken = own ?? (is_shown && slug !== undefined ? await of.findFile(text) : null);
    if (taken) return of.up + taken + rest;
    return /^\/(?![/\\])/.test(text) ? of.origin + text : null;
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i;
const LOADED: readonly [selector: string, attribute: string][] = [
  ...["img", "source", "video", "audio", "iframe"].map((name) => [`${name}[src]`, "src"] as [string, string]),
  ["video[poster]", "poster"],
  ["object[data]", "data"],
];

/** What would be loaded from another host becomes a link to it. */
export function withoutOutside(content: string): string {
  if (!/(?:src|srcset|poster|data)="[^"]*[/\\]{2}/i.test(content)) return content;
  const rewriter = new HTMLRewriter();
  for (const [selector, attribute] of LOADED) {
    rewriter.on(selector, {
      element(element) {
        const address = element.getAttribute(attribute)?.replaceAll("&amp;", "&") ?? "";
        if (!OUTSIDE.test(address)) return;
        if (attribute === "poster") element.removeAttribute(attribute);
        else if (element.tagName === "source") element.remove();
        else {
          const name = element.getAttribute("alt")?.replaceAll("&amp;", "&") || address;
          element.replace(writeHtml(html`<a href="${address}" rel="noopener nofollow">${name}</a>`), { html: true });
        }
      },
    });
  }
  for (const selector of ["img[srcset]", "source[srcset]"]) {
    rewriter.on(selector, {
      element(element) {
        const set = readPictureSet((element.getAttribute("srcset") ?? "").replaceAll("&amp;", "&"));
        const inside = writePictureSet(set.filter(({ url }) => !OUTSIDE.test(url)));
        if (inside === null) element.removeAttribute("srcset");
        else element.setAttribute("srcset", inside.replaceAll("&", "&amp;"));
      },
    });
  }
  return rewriter.transform(content);
}
