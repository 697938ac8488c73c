// The names that a site answers itself at its own address:
// a page that is called by one of them is reached by its id alone.

const BESIDE = ["search", "sitemap.xml", "opensearch.xml", "feed.xml", "llms.txt", "llms-full.txt"] as const;

/** What every site has beside its pages. */
export type BesideName = (typeof BESIDE)[number];

/** `folder` is where the listings of a wiki lie, which a domain serves by an operation of their own. */
const OWN_NAMES: ReadonlySet<string> = new Set([...BESIDE, "folder"]);

/** What the address of a page ends with: its alias, or its id where it has none or the site has something else there. */
export function nameInAddress({ doc_id, alias }: { doc_id: string; alias: string | null }): string {
  return alias === null || OWN_NAMES.has(alias) ? doc_id : alias;
}
