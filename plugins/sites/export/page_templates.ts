// What stands around the pages of an exported site: written once for all pages of a kind, and filled in for each.
import { LRUCache } from "lru-cache";
import { rendered, writeHtml } from "../../../kernel/plugin.ts";
import type { Parts } from "../../bundles/port.ts";
import type { Site } from "../model/site.ts";
import {
  type OwnParts,
  ownParts,
  type PageFrame,
  type PageKind,
  type SiteContent,
  type SiteVisitor,
  writeAround,
} from "../pages/shell.ts";

/** UTF-8, between which a page's own parts stand. */
type Template = readonly (Uint8Array | keyof OwnParts)[];

const utf8 = new TextEncoder();
/** Authors choose the language of a page, so that there may be as many kinds as pages. */
const KINDS_MAX = 64;
/** No page holds one. */
const MARK = "\u0000";

const PARTS = ["title", "description", "canonical", "preview", "trail", "main", "toc"] as const;

const mark = (part: keyof OwnParts) => rendered(MARK + part + MARK);

const MARKS: OwnParts & { toc: object } = {
  title: mark("title"),
  description: mark("description"),
  canonical: mark("canonical"),
  preview: mark("preview"),
  trail: mark("trail"),
  main: mark("main"),
  toc: mark("toc"),
};

/** Answers what stands before the tree of a page and what behind it. */
export type PageTemplates = (content: SiteContent, frame: PageFrame) => { before: Parts; behind: Parts };

export function pageTemplates(site: Site, visitor: SiteVisitor): PageTemplates {
  const templates = new LRUCache<string, { before: Template; behind: Template }>({ max: KINDS_MAX });

  function templateFor(content: SiteContent, frame: PageFrame) {
    const { lang, is_right_to_left, is_public, has_math, has_script, stylesheet } = content;
    const kind: PageKind = { lang, is_right_to_left, is_public, has_math, has_script, stylesheet };
    const name = JSON.stringify([kind, content.toc === null]);
    const known = templates.get(name);
    if (known) return known;
    const own = content.toc === null ? { ...MARKS, toc: null } : MARKS;
    const { before, behind } = writeAround(site, kind, { visitor, frame, own });
    const template = { before: cut(before), behind: cut(behind) };
    templates.set(name, template);
    return template;
  }

  return (content, frame) => {
    const { before, behind } = templateFor(content, frame);
    const own = ownParts(site, content, { visitor, frame });
    return { before: fill(before, own), behind: fill(behind, own) };
  };
}

function cut(text: string): Template {
  return text.split(MARK).map((piece, at) => {
    const part = at % 2 === 1 ? PARTS.find((name) => name === piece) : undefined;
    return part ?? utf8.encode(piece);
  });
}

function fill(template: Template, own: OwnParts): Parts {
  return template.map((piece) => {
    if (typeof piece !== "string") return piece;
    const part = own[piece];
    return part === null ? "" : writeHtml(part);
  });
}
