// Links of a document shown inside a site:
// to pages of the site they lead there, to everything else where they lead by themselves.
import { readPictureSet, readRelative, UP_SEGMENT, writePictureSet } from "../rendering/port.ts";
import type { Site, SitePage } from "./model/site.ts";

export interface Relinking {
  /** Pages by id and by alias. */
  named: Site["named"];
  by_slug: ReadonlyMap<string, SitePage>;
  /** The page that a relative path leads to. */
  findBeside(path: string): SitePage | null;
  /** Of the document that is shown. */
  slug: string;
  /** Where the files of its own lie; without it, at its own address. */
  own?: string;
  /** Whether a relative path names a file of the document itself. */
  isOwnFile(path: string): Promise<boolean>;
  /** What becomes of an address that leads to no page of the site; null, and without it, for as it is. */
  place?(address: Address): Promise<string | null>;
}

/** Beyond so many paths a page's relative links lead where they lead by themselves. */
const PATHS_MAX = 500;

const ADDRESSES: readonly [selector: string, attribute: string][] = [
  ["a[href]", "href"],
  ["img[src]", "src"],
  ["source[src]", "src"],
  ["video[src]", "src"],
  ["audio[src]", "src"],
  ["video[poster]", "poster"],
  ["object[data]", "data"],
  ["iframe[src]", "src"],
];

const SETS = ["img[srcset]", "source[srcset]"];

/** Whether markup that our renderer made may hold an address that leads out of its page; texts may look alike. */
export function mayHoldAddress(content: string): boolean {
  for (let at = content.indexOf('="'); at >= 0; at = content.indexOf('="', at + 2)) {
    const isShown =
      /src(?:set)?$/.test(content.slice(Math.max(0, at - 6), at)) ||
      content.endsWith("poster", at) ||
      content.endsWith("data", at);
    // A heading of the page itself leads nowhere else.
    if (isShown || (content.endsWith("href", at) && content[at + 2] !== "#")) return true;
  }
  return false;
}

/** Rewrites the addresses in markup that our renderer made. */
export async function relink(content: string, relinking: Relinking): Promise<string> {
  if (!mayHoldAddress(content)) return content;
  const found = new Map<string, Address>();
  walk(content, (address) => {
    found.set(keyOf(address), address);
    return null;
  });
  const changed = new Map<string, string>();
  const own = new Map<string, Promise<boolean>>();
  const isOwnFile = (path: string) => {
    const known = own.get(path) ?? (own.size < PATHS_MAX ? relinking.isOwnFile(path) : Promise.resolve(true));
    own.set(path, known);
    return known;
  };
  for (const [key, { text, is_shown }] of found) {
    const read = decodeText(text);
    const page = await rewrite({ text: read, is_shown }, { ...relinking, isOwnFile });
    const written = (await relinking.place?.({ text: page ?? read, is_shown })) ?? page;
    if (written !== null) changed.set(key, written);
  }
  return changed.size === 0 ? content : walk(content, (address) => changed.get(keyOf(address)) ?? null);
}

/** An address as it stands in markup. */
export interface Address {
  text: string;
  /** What is there is shown in the page, as a picture is; otherwise its reader goes there. */
  is_shown: boolean;
}

const keyOf = ({ text, is_shown }: Address): string => `${is_shown ? "shown" : "to"} ${text}`;

type Change = (address: Address) => string | null;

function walk(content: string, change: Change): string {
  asked = change;
  return walker.transform(content);
}

/** Who is asked what becomes of an address: a text is walked through at once, and nobody comes in between. */
let asked: Change = () => null;

/** Made once, which takes longer than a short page. */
const walker = new HTMLRewriter();
for (const [selector, attribute] of ADDRESSES) {
  walker.on(selector, {
    element(element) {
      const text = element.getAttribute(attribute);
      const written = text === null ? null : asked({ text, is_shown: attribute !== "href" });
      // The rewriter escapes quotes and nothing else.
      if (written !== null) element.setAttribute(attribute, escapeText(written));
    },
  });
}

for (const selector of SETS) {
  walker.on(selector, {
    element(element) {
      const set = readPictureSet(decodeText(element.getAttribute("srcset") ?? ""));
      const changed = set.map(({ url, descriptor }) => {
        const written = asked({ text: escapeText(url), is_shown: true });
        return { url: written ?? url, descriptor, is_changed: written !== null };
      });
      if (!changed.some(({ is_changed }) => is_changed)) return;
      element.setAttribute("srcset", escapeText(writePictureSet(changed) ?? ""));
    },
  });
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;");
}

/** Null for what stays as it is. */
async function rewrite(
  { text: address, is_shown }: Address,
  { named, by_slug, slug, own, findBeside, isOwnFile }: Relinking,
): Promise<string | null> {
  const cut = address.search(/[?#]/);
  const path = cut < 0 ? address : address.slice(0, cut);
  const rest = cut < 0 ? "" : address.slice(cut);
  const document = /^\/d\/([A-Za-z0-9_-]+)\/$/.exec(path);
  if (document) return hrefOf(by_slug.get(document[1] ?? ""), rest);
  const name = /^\/x\/([^/]+)$/.exec(path);
  if (name) return hrefOf(named.get(decode(name[1] ?? "")?.replace(/^doc:/, "") ?? ""), rest);
  if (path === "" || /^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(path)) return null;
  const relative = readRelative(path)?.path ?? (path.startsWith(UP_SEGMENT) ? decode(path) : null);
  const beside = relative === null ? null : findBeside(relative);
  // The content host finds the file beside by itself; a page of the site is nothing that a page could show.
  const page = beside && !is_shown && relative !== null && !(await isOwnFile(relative)) ? beside : null;
  if (page) return page.href + rest;
  const clean = `/d/${slug}/`;
  const isAtOwn = own !== undefined && own !== clean && relative !== null && (await isOwnFile(relative));
  return (isAtOwn ? own : clean) + address;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function hrefOf(page: SitePage | undefined, rest: string): string | null {
  return page ? page.href + rest : null;
}

/** Attributes come as they are written. */
function decodeText(address: string): string {
  return address.replaceAll("&amp;", "&").replaceAll("&#x26;", "&").replaceAll("&quot;", '"').replaceAll("&#x22;", '"');
}
