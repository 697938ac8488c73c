// What the pages of documents begin with:
// the search, and the ways between one's own documents, all that one may open and the trash.
import { type Html, html, KERNEL_BOUNDS, t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

export type View = "mine" | "all" | "trash" | "found";

export const HOME_PATH = "/app";
export const SEARCH_PATH = "/app/search";
export const TRASH_PATH = "/app/trash";

/** Of the query of a list's page. */
export const older = t.Optional(
  t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." }),
);

const WAYS: readonly { view: View; href: string; label: string }[] = [
  { view: "mine", href: HOME_PATH, label: "Yours" },
  { view: "all", href: `${HOME_PATH}?view=all`, label: "All you may open" },
  { view: "trash", href: TRASH_PATH, label: "Trash" },
];

/** `query` is what was searched for. */
export function waysAround(current: View, query = ""): Html {
  return html`
      <form class="find" role="search" action="${SEARCH_PATH}">
        <label class="field"><span class="hidden">Words to find</span><input type="search" name="q" value="${query}" maxlength="${manifest.caps.ranked_query_chars}" placeholder="Search documents" autocomplete="off" required></label>
        <button class="plain">Search</button>
      </form>
      <nav class="views" aria-label="Which documents">${WAYS.map(({ view, href, label }) => html`<a href="${href}" aria-current="${view === current ? "page" : "false"}">${label}</a>`)}</nav>`;
}

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

/** In UTC here; the script shows the reader's own time. */
export function instant(at: Date | string): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`;
}
