// Finds and replaces the addresses of HTML, and lists those of style sheets and scripts,
// for pages that bring their own parts.

/** One address. `embedded` is shown or run as part of the page, otherwise it is gone to. */
export interface WebLink {
  url: string;
  embedded: boolean;
}

const PLACES: Readonly<Record<string, { attribute: string; embedded: boolean }>> = {
  "a[href], area[href]": { attribute: "href", embedded: false },
  "link[href]": { attribute: "href", embedded: true },
  "img[src], script[src], source[src], video[src], audio[src], track[src], embed[src], input[src], iframe[src]": {
    attribute: "src",
    embedded: true,
  },
  "video[poster]": { attribute: "poster", embedded: true },
  "object[data]": { attribute: "data", embedded: true },
};
const SETS = "img[srcset], source[srcset]";

/** The page with addresses replaced; null leaves one as it is. */
export function replaceHtmlLinks(html: string, replace: (link: WebLink) => string | null): string {
  const rewriter = new HTMLRewriter();
  for (const [selector, { attribute, embedded }] of Object.entries(PLACES)) {
    rewriter.on(selector, {
      element: (element) => {
        const url = replace({ url: readAttribute(element.getAttribute(attribute)), embedded });
        if (url !== null) element.setAttribute(attribute, writeAttribute(url));
      },
    });
  }
  rewriter.on(SETS, {
    element: (element) => {
      const given = readAttribute(element.getAttribute("srcset"));
      const written = given.replace(/([^\s,]+)([^,]*)/g, (whole, url: string, rest: string) => {
        const replaced = replace({ url, embedded: true });
        return replaced === null ? whole : replaced + rest;
      });
      if (written !== given) element.setAttribute("srcset", writeAttribute(written));
    },
  });
  // The rewriter would drop the mark, by which a page in UTF-16 is read.
  const mark = html.startsWith("\ufeff") ? "\ufeff" : "";
  return mark + rewriter.transform(html.slice(mark.length));
}

function readAttribute(value: string | null): string {
  return (value ?? "").replaceAll("&amp;", "&");
}

function writeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;");
}

const IN_STYLE = /url\(\s*(["']?)([^"')]+)\1\s*\)|@import\s+(["'])([^"']+)\3/g;
const IN_SCRIPT = /\b(?:from|import)\s*\(?\s*(["'])(\.{1,2}\/[^"']+)\1/g;

/** What a style sheet or a script loads by a written address. */
export function listPartLinks(path: string, text: string): string[] {
  if (/\.css$/i.test(path)) return [...text.matchAll(IN_STYLE)].map((match) => match[2] ?? match[4] ?? "");
  if (/\.m?js$/i.test(path)) return [...text.matchAll(IN_SCRIPT)].map((match) => match[2] ?? "");
  return [];
}
