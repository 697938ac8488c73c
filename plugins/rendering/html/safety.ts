// What a generated page may hold.
// Everything else of a source's HTML is taken out of the tree before it becomes text again.
import type { Root } from "hast";
import { defaultSchema, type Schema, sanitize } from "hast-util-sanitize";

const TAGS = [
  ...(defaultSchema.tagNames ?? []),
  ...["abbr", "audio", "caption", "center", "cite", "col", "colgroup", "dfn", "figcaption", "figure", "mark", "small"],
  ...["time", "u", "video", "wbr"],
];

/**
 * GitHub's list, narrower in attributes and wider by figures and media. No style, no event handler, no form, no frame, no
 * foreign namespace. Ids stay as written: a page runs no script that they could confuse, and links to them must work.
 */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: TAGS,
  attributes: {
    ...defaultSchema.attributes,
    a: [...(defaultSchema.attributes?.["a"] ?? []), "name"],
    audio: ["controls", "loop", "muted", "preload", "src"],
    div: [["className", "filename"]],
    img: ["alt", "sizes", "src", "srcSet"],
    figure: [["className", "listing"]],
    ol: [["className", "contains-task-list"], "reversed", "start"],
    source: ["media", "sizes", "src", "srcSet", "type"],
    span: [["className", "filename", "caption", "broken-link"]],
    video: ["controls", "loop", "muted", "preload", "src"],
    input: [["disabled", true], ["type", "checkbox"], "checked"],
    "*": [
      ...["align", "colSpan", "dateTime", "dir", "height", "id", "lang", "open", "rowSpan", "scope", "span", "title"],
      ...["vAlign", "value", "width"],
    ],
  },
  clobber: [],
  protocols: {
    cite: spelled("http", "https"),
    href: spelled("http", "https", "irc", "ircs", "mailto", "tel", "xmpp"),
    src: spelled("http", "https", "data"),
  },
  // What stands inside these was never meant to be read as text.
  strip: [
    ...["applet", "embed", "iframe", "math", "noembed", "noframes", "noscript", "object", "plaintext", "script"],
    ...["select", "style", "svg", "template", "textarea", "title", "xmp"],
  ],
};

/** A scheme in the ways people write it: the library compares letter by letter. */
function spelled(...schemes: string[]): string[] {
  return schemes.flatMap((scheme) => [scheme, scheme.toUpperCase(), (scheme[0] ?? "").toUpperCase() + scheme.slice(1)]);
}

/** The tree without anything that is not on the list. */
export function makeSafe(tree: Root): Root {
  const safe = sanitize(tree, SCHEMA);
  return safe.type === "root" ? safe : { type: "root", children: [] };
}

const RASTER = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i;

/** Where a picture may come from: the document itself, https, or raster data. Null for anything else. */
export function safeImageSource(source: string): string | null {
  const trimmed = source.trim();
  if (trimmed.startsWith("//")) return `https:${trimmed}`;
  const scheme = schemeOf(trimmed);
  if (scheme === null || scheme === "https") return trimmed;
  return scheme === "data" && RASTER.test(trimmed) ? trimmed : null;
}

/** The scheme of an address in lower case, null when it is relative. */
export function schemeOf(address: string): string | null {
  const colon = address.search(/[:/?#]/);
  return colon >= 0 && address[colon] === ":" ? address.slice(0, colon).toLowerCase() : null;
}

export function isExternal(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === "http" || scheme === "https" || address.startsWith("//");
}

const PLAIN_TAGS = new Set([...TAGS, "listing"]);
/** All that the HTML standard, older browsers or foreign content know: any other name is an element without a meaning, which goes. */
const KNOWN_TAGS = new Set([
  ...[
    "address",
    "annotation-xml",
    "applet",
    "area",
    "article",
    "aside",
    "base",
    "basefont",
    "bdi",
    "bdo",
    "bgsound",
    "big",
  ],
  ...[
    "blink",
    "body",
    "button",
    "canvas",
    "data",
    "datalist",
    "desc",
    "dialog",
    "dir",
    "embed",
    "fieldset",
    "font",
    "footer",
  ],
  ...[
    "foreignobject",
    "form",
    "frame",
    "frameset",
    "head",
    "header",
    "hgroup",
    "html",
    "iframe",
    "image",
    "isindex",
    "keygen",
  ],
  ...[
    "legend",
    "link",
    "main",
    "malignmark",
    "map",
    "marquee",
    "math",
    "menu",
    "menuitem",
    "meta",
    "meter",
    "mglyph",
    "mi",
  ],
  ...[
    "mn",
    "mo",
    "ms",
    "mtext",
    "multicol",
    "nav",
    "nextid",
    "nobr",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "optgroup",
  ],
  ...[
    "option",
    "output",
    "param",
    "permission",
    "plaintext",
    "portal",
    "progress",
    "rb",
    "rtc",
    "script",
    "search",
    "select",
  ],
  ...["selectedcontent", "set", "slot", "spacer", "style", "svg", "template", "textarea", "title", "track", "xmp"],
]);
/** Elements that may stand in a paragraph, and neither end what they stand in nor hold it up. */
export const INLINE_TAGS = new Set([
  ...[
    "a",
    "abbr",
    "b",
    "br",
    "cite",
    "code",
    "del",
    "dfn",
    "em",
    "i",
    "img",
    "ins",
    "kbd",
    "mark",
    "q",
    "s",
    "samp",
    "small",
  ],
  ...["span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"],
]);
const PLAIN_ATTRIBUTES = new Set([
  ...[
    "align",
    "alt",
    "bgcolor",
    "border",
    "caption",
    "cellpadding",
    "cellspacing",
    "class",
    "color",
    "colspan",
    "controls",
  ],
  ...[
    "datetime",
    "decoding",
    "dir",
    "file-name",
    "height",
    "href",
    "hspace",
    "id",
    "lang",
    "loading",
    "loop",
    "media",
    "muted",
  ],
  ...[
    "name",
    "number",
    "open",
    "rel",
    "role",
    "rowspan",
    "scope",
    "size",
    "src",
    "srcset",
    "start",
    "style",
    "target",
    "title",
  ],
  ...["type", "valign", "vspace", "width"],
]);
/** Attributes of programs that a page may be made by, all of which go. */
const PLAIN_FAMILIES = /^(?:aria|data)-[a-z-]+$/;
/** Attributes whose value a reader reads: the only ones in which angle brackets are no reason for doubt. */
const PROSE_ATTRIBUTES = new Set(["alt", "caption"]);
/** One simple tag: its name and its attributes. */
export const PLAIN_TAG =
  /<\/?([A-Za-z][A-Za-z0-9-]*)((?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`&]+))?)*)\s*\/?>/g;
const TAG = new RegExp(PLAIN_TAG.source, "y");
const ATTRIBUTE = /([A-Za-z_:][\w.:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`&]+)))?/g;
/** Behind a scheme of the web no letter, however it is written, makes another one. */
const PLAIN_ADDRESS = /^(?:https?:\/\/\S*|[^&:\s]*)$/;

/**
 * Tells from the letters alone, without any tree, that a piece of raw HTML is only simple tags of the list with simple
 * attributes. What is not goes through DOMPurify as well.
 */
export function isPlainHtml(html: string): boolean {
  for (let at = html.indexOf("<"); at >= 0; ) {
    if (html.startsWith("<!--", at)) {
      const end = html.indexOf("-->", at + 4);
      // The standard ends a comment in these ways too.
      if (end < 0 || /^-?>|--!>/.test(html.slice(at + 4, end))) return false;
      at = html.indexOf("<", end);
    } else {
      TAG.lastIndex = at;
      const tag = TAG.exec(html);
      if (!tag || !isPlainTag((tag[1] ?? "").toLowerCase(), tag[2] ?? "")) return false;
      at = html.indexOf("<", TAG.lastIndex);
    }
  }
  return true;
}

/** Whether a name, in lower case, is of an element that has no meaning anywhere, as in `List<String>`. */
export function isUnknownTag(name: string): boolean {
  return !PLAIN_TAGS.has(name) && !KNOWN_TAGS.has(name);
}

function isPlainTag(name: string, attributes: string): boolean {
  if (PLAIN_TAGS.has(name)) return hasPlainAttributes(attributes);
  // It goes with its attributes, as `List<String>` does.
  return isUnknownTag(name);
}

function hasPlainAttributes(attributes: string): boolean {
  for (const [, name = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const lower = name.toLowerCase();
    const value = double ?? single ?? bare ?? "";
    if (!PLAIN_ATTRIBUTES.has(lower) && !PLAIN_FAMILIES.test(lower)) return false;
    if (!PROSE_ATTRIBUTES.has(lower) && /[<>]/.test(value)) return false;
    if ((lower === "href" || lower === "src") && !PLAIN_ADDRESS.test(value)) return false;
  }
  return true;
}
