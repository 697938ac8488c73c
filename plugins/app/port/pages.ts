// The pages of the app as the catalogue has them.
import { matchPath } from "../../../kernel/ports/http.ts";
import type { Catalogue, Entry } from "../../../kernel/ports/plugin.ts";

/** The page of the app at a path, those without parameters before those with; null for a path that is no page. */
export function pageAt(
  { entries }: Pick<Catalogue, "entries">,
  path: string,
): { entry: Entry; params: Record<string, string> } | null {
  const pages = entries.filter(isPageOfApp).sort((one, other) => countOf(one) - countOf(other));
  for (const entry of pages) {
    const params = matchPath(entry.path ?? "", path);
    if (params) return { entry, params };
  }
  return null;
}

/** Whether an operation is a page that somebody who is signed in has in the app. */
export function isPageOfApp({ method, raw, path, signed_out }: Entry): boolean {
  const isInApp = path === "/app" || (path?.startsWith("/app/") ?? false);
  return method === "GET" && raw === "page" && signed_out !== null && isInApp;
}

function countOf({ path }: Entry): number {
  return path?.split("{").length ?? 0;
}
