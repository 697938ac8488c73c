// A site as one reader sees it: its pages in reading order and the tree that leads to them, whatever it was made from.

/** Where a document's file lies among the others, so that relative links find it. */
export interface FilePlace {
  /** Tells one tree of folders from another. */
  tree: string;
  folder: string;
  filename: string;
}

/** A document of the site, at its address there. */
export interface SitePage {
  document_id: number;
  doc_id: string;
  slug: string;
  alias: string | null;
  title: string;
  icon: string | null;
  kind: string;
  version: number;
  updated_at: Date;
  /** Everybody with the link reads it, so that crawlers and caches may. */
  is_public: boolean;
  expires_at: Date | null;
  description: string | null;
  /** Null where it was made from no file. */
  file: FilePlace | null;
  href: string;
  /** What leads to it, from the top. */
  trail: readonly Crumb[];
}

/** A step of the way to a page. */
export interface Crumb {
  label: string;
  href: string | null;
}

/** An entry of the tree beside the pages. */
export interface SiteNode {
  kind: "document" | "folder" | "tag" | "group" | "link" | "divider";
  label: string;
  icon: string | null;
  /** Null for what only holds others. */
  href: string | null;
  /** The document that it leads to. */
  doc_id: string | null;
  /** Of a navigation; null for what stands in none. */
  entry_id: number | null;
  is_collapsed: boolean;
  /** Something here is for people who are signed in. */
  has_sign_in_hint: boolean;
  children: readonly SiteNode[];
}

/** What every page of a site shows of it. */
export interface SiteHead {
  title: string;
  tagline: string | null;
  /** Where the title leads. */
  home: string;
  /** Below it lie the site's search, sitemap and listings: with a slash at its end. */
  base: string;
  /** `#rrggbb`. */
  accent: string | null;
  /** Address of a picture. */
  logo: string | null;
  /** Markup made by our renderer. */
  footer: string | null;
  /** Crawlers are let in to what is public. */
  is_indexable: boolean;
}

/** A site for one reader. */
export interface Site extends SiteHead {
  workspace_id: number;
  nodes: readonly SiteNode[];
  /** In reading order, each document once, at its first place. */
  pages: readonly SitePage[];
  /** Pages by id and by alias. */
  named: ReadonlyMap<string, SitePage>;
  has_sign_in_hint: boolean;
  /** There is more for its reader than a site holds; what is beyond has no page in it. */
  is_cut: boolean;
  /** When the first page of it expires; null while none does. */
  valid_until: Date | null;
}

/** Builds the look-ups of a site from its pages. */
export function indexPages(pages: readonly SitePage[]): Pick<Site, "pages" | "named" | "valid_until"> {
  const named = new Map<string, SitePage>();
  for (const page of pages) {
    // An id never gives way to an alias that looks like it.
    if (page.alias !== null && !named.has(page.alias)) named.set(page.alias, page);
  }
  for (const page of pages) named.set(page.doc_id, page);
  const ends = pages.flatMap(({ expires_at }) => (expires_at ? [expires_at.getTime()] : []));
  return { pages, named, valid_until: ends.length === 0 ? null : new Date(Math.min(...ends)) };
}

/** The pages before and after one in reading order. */
export function neighboursOf(
  site: Pick<Site, "pages">,
  page: SitePage,
): { before: SitePage | null; after: SitePage | null } {
  const at = site.pages.indexOf(page);
  return { before: at > 0 ? (site.pages[at - 1] ?? null) : null, after: at < 0 ? null : (site.pages[at + 1] ?? null) };
}
