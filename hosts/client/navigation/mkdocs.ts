// Reads the `nav` of MkDocs' mkdocs.yml: pages, sections within each other, and addresses elsewhere.
import { LINES_MAX, type Outline, type OutlineLine, readAddress } from "./outline.ts";

/** The outline of a mkdocs.yml whose pages lie in `folder`, from the root of the published one; null where it has no `nav`. Throws Error for text that is no YAML. */
export function readMkdocs(text: string, { folder }: { folder: string }): Outline | null {
  const { nav } = readConfig(text);
  if (!Array.isArray(nav)) return null;
  const outline: Outline = { lines: [], unread: [] };
  let left = LINES_MAX;
  const readList = (items: readonly unknown[]): OutlineLine[] =>
    items.flatMap((item) => (left-- > 0 ? readItem(item) : []));
  const readItem = (item: unknown): OutlineLine[] => {
    if (typeof item === "string") return [lineOf(null, readAddress(item, folder))];
    const pairs = typeof item === "object" && item !== null && !Array.isArray(item) ? Object.entries(item) : [];
    if (pairs.length === 0) outline.unread.push({ line: null, text: JSON.stringify(item) ?? String(item) });
    return pairs.flatMap(([title, value]: [string, unknown]): OutlineLine[] => {
      if (typeof value === "string") return [lineOf(title, readAddress(value, folder))];
      if (Array.isArray(value)) return [{ ...lineOf(title, null), children: readList(value) }];
      outline.unread.push({ line: null, text: title });
      return [];
    });
  };
  outline.lines = readList(nav);
  return outline;
}

/** Where a mkdocs.yml says that its pages lie, beside it. */
export function docsFolderOf(text: string): string {
  const { docs_dir } = readConfig(text);
  return typeof docs_dir === "string" ? docs_dir : "docs";
}

function lineOf(title: string | null, leads: OutlineLine["leads"]): OutlineLine {
  return { title: title?.trim() || null, leads, children: [], line: null, is_divider: false };
}

function readConfig(text: string): { nav?: unknown; docs_dir?: unknown } {
  const read: unknown = Bun.YAML.parse(text);
  return typeof read === "object" && read !== null ? read : {};
}
