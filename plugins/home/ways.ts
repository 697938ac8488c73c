// Where home, search and trash lie, and how their lists go on.
import { type Html, html, KERNEL_BOUNDS, t } from "../../kernel/plugin.ts";

export const HOME_PATH = "/app";
export const SEARCH_PATH = "/app/search";
export const TRASH_PATH = "/app/trash";

/** Of the query of a list's page. */
export const older = t.Optional(
  t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." }),
);

/** Where a list goes on, and back to its beginning. */
export function pagesOfList({
  path,
  query = {},
  next,
  is_later,
}: {
  path: string;
  query?: Record<string, string>;
  next: { cursor: string | null; label: string };
  is_later: { label: string } | null;
}): Html | null {
  if (next.cursor === null && !is_later) return null;
  const address = (more: Record<string, string>) => {
    const search = new URLSearchParams({ ...query, ...more }).toString();
    return search ? `${path}?${search}` : path;
  };
  return html`
      <nav class="pages line part" aria-label="Pages of documents">
        ${is_later && html`<a class="btn" href="${address({})}">${is_later.label}</a>`}
        ${next.cursor !== null && html`<a class="btn" rel="next" href="${address({ older: next.cursor })}">${next.label}</a>`}
      </nav>`;
}
