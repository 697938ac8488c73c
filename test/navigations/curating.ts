// What the tests of navigations do over and over: make one, add entries, read the tree as somebody.
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

let made = 0;

/** A tree as nested titles: `["Guides", ["First", "Second"], "Last"]`. */
export type Outline = (string | Outline)[];

export function curating(h: Harness) {
  async function makeNavigation(as: Person, json: Record<string, unknown> = {}): Promise<ParsedBody> {
    const name = `Handbook ${++made}`;
    return (await must(h.call("POST /api/navigations", { as, json: { name, ...json } }))).body;
  }

  function addEntry(as: Person, nav: { id: number }, json: Record<string, unknown>): Promise<Answer> {
    return h.call(`POST /api/navigations/${nav.id}/entries`, { as, json });
  }

  async function add(as: Person, nav: { id: number }, json: Record<string, unknown>): Promise<ParsedBody> {
    return (await must(addEntry(as, nav, json))).body;
  }

  async function readTree(as: Person, nav: { id: number }, query = ""): Promise<ParsedBody> {
    return (await must(h.call(`GET /api/navigations/${nav.id}${query}`, { as }))).body;
  }

  async function preview(as: Person, nav: { id: number }, { anonymous = false, user = "" } = {}): Promise<ParsedBody> {
    const query = anonymous ? "?anonymous=true" : user && `?user=${encodeURIComponent(user)}`;
    return (await must(h.call(`GET /api/navigations/${nav.id}/preview${query}`, { as }))).body;
  }

  function putTree(as: Person, nav: { id: number }, json: Record<string, unknown>): Promise<Answer> {
    return h.call(`PUT /api/navigations/${nav.id}`, { as, json });
  }

  return { makeNavigation, addEntry, add, readTree, preview, putTree };
}

/** The titles of a tree, each list of children after its parent; the documents of a section stand in it. */
export function outlineOf(entries: readonly ParsedBody[]): Outline {
  return entries.flatMap((entry): Outline => {
    const below = [...(entry.items ?? []).map((doc: ParsedBody) => doc.title), ...outlineOf(entry.children)];
    const title = entry.kind === "divider" ? "---" : entry.title;
    return below.length > 0 ? [title, below] : [title];
  });
}
