// Gives headings the ids that GitHub and mdBook give them, so that links written for those keep working here.

/** Hands out ids that are unique on one page. */
export interface HeadingIds {
  /** Keeps an id that the source itself sets. */
  reserve(id: string): void;
  /** Whether the page has an element of that id. */
  has(id: string): boolean;
  next(title: string): string;
}

const LENGTH_MAX = 200;

/** Lower case, letters and digits of every script, spaces to hyphens; `section` when nothing is left. */
export function slugOf(title: string): string {
  const slug = title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, "")
    .replace(/\s/g, "-");
  return (slug.isWellFormed() ? slug : slug.toWellFormed()).slice(0, LENGTH_MAX) || "section";
}

export function createHeadingIds(): HeadingIds {
  const used = new Set<string>();
  // Where to go on counting for a slug, or a page of equal headings would take the square of their number.
  const counts = new Map<string, number>();
  return {
    reserve: (id) => {
      used.add(id);
    },
    has: (id) => used.has(id),
    next: (title) => {
      const slug = slugOf(title);
      let id = slug;
      let count = counts.get(slug) ?? 0;
      while (used.has(id)) id = `${slug}-${++count}`;
      counts.set(slug, count);
      used.add(id);
      return id;
    },
  };
}
