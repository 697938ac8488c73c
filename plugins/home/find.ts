// Documents among what somebody goes to by its name, what they opened last where they type nothing, and ways of home.
import { type Asking, ask } from "../app/port/ask.ts";
import type { Command, Finding, Found } from "../app/port/find.ts";
import { newPath } from "../app/port/paths.ts";
import { addressOf, iconOf } from "../documents/port/rows.ts";
import { manifest } from "../manifest.ts";
import { listRecent } from "../recent/port/operations.ts";
import { readRoots } from "../roots/port/operations.ts";
import { searchRanked } from "../search/port/operations.ts";
import { HOME_PATH, SEARCH_PATH, TRASH_PATH } from "./ways.ts";
import { homeWords } from "./words.ts";

const SHOWN_MAX = 6;

export async function documentsNamed({ call, q }: Finding): Promise<Found[]> {
  const [docs, { roots }] = await Promise.all([
    q === "" ? openedLast(call) : named(call, q.slice(0, manifest.caps.ranked_query_chars)),
    ask(call, readRoots, { query: {} }),
  ]);
  const names = new Map(roots.map(({ slug, name }) => [slug, name]));
  return docs.map(({ is_mine, ...doc }) => ({
    kind: "document",
    label: doc.title,
    hint: placeOf(call, { ...doc, is_mine, names }),
    href: addressOf(doc),
    icon: iconOf(doc),
  }));
}

async function openedLast(call: Asking) {
  const { recent } = await ask(call, listRecent, { query: { limit: SHOWN_MAX } });
  return recent.map(({ doc }) => ({ ...doc, is_mine: doc.my_level === "own" }));
}

async function named(call: Asking, q: string) {
  const { results } = await ask(call, searchRanked, { query: { q, limit: SHOWN_MAX } });
  return results.map((hit) => ({ ...hit, is_mine: hit.mine }));
}

interface Lying {
  root: { slug: string } | null;
  folder: string;
  is_mine: boolean;
  names: ReadonlyMap<string, string>;
}

/** A space is named to whoever sees it; what lies in another was shared with them. */
function placeOf(call: Asking, { root, folder, is_mine, names }: Lying): string {
  const words = homeWords(call);
  const top = root ? names.get(root.slug) : is_mine ? words.mine : undefined;
  if (top === undefined) return words.shared;
  return folder === "" ? top : `${top} / ${folder.replaceAll("/", " / ")}`;
}

export function homeCommands(call: Asking): Command[] {
  const words = homeWords(call);
  return [
    { label: words.home, hint: null, href: HOME_PATH, icon: "home" },
    { label: words.new, hint: null, href: newPath(), icon: "plus" },
    { label: words.search, hint: null, href: SEARCH_PATH, icon: "search" },
    { label: words.trash, hint: null, href: TRASH_PATH, icon: "trash" },
  ];
}
