// Where the references of a markdown source lead, found before it is rendered.
import type { Actor, Runtime, Sql } from "../../../kernel/plugin.ts";
import type { Destinations } from "../../rendering/port.ts";
import {
  embedded,
  findCandidates,
  findNoteLinks,
  hrefOf,
  keyOf,
  LINES,
  type NoteLink,
  slugOf,
} from "../../rendering/port.ts";
import { SHARE_KINDS } from "../model/kinds.ts";
import { findNamed, findSlugs, findWorkspaceSlug, type Named } from "../store/names/aliases.ts";
import { findNotes, type NamedNote } from "../store/names/notes.ts";

/** Who writes or reads a source, null once they have left, and the document that it is of, which is null before there is one. */
export interface NotesBy {
  actor: Actor | null;
  document_id: number | null;
}

/**
 * The addresses behind the references of a source, and with `notes` behind its links of vaults that mean nothing by the contract. Those
 * lead to what their author may open, as relative links do: a reader learns no more than the author could have told them.
 */
export async function findDestinations(
  runtime: Pick<Runtime, "database" | "clock" | "config">,
  by: Source,
): Promise<Destinations> {
  return (await findMeant(runtime, by)).destinations;
}

type Source = { source: string; notes?: NotesBy | null } & ({ workspace_id: number } | { reader: Actor });

/** The same, and whether some lead to a document by its name, which may be another one where the source comes to lie. */
export async function findMeant(
  runtime: Pick<Runtime, "database" | "clock" | "config">,
  { notes = null, ...by }: Source,
): Promise<{ destinations: Destinations; has_notes: boolean }> {
  const referred = await findReferred(runtime, by);
  if (notes === null) return { destinations: referred, has_notes: false };
  const wanted = findNoteLinks(by.source).filter(
    ({ ref }) => (referred[ref] ?? null) === null || by.source.includes("![["),
  );
  if (wanted.length === 0) return { destinations: referred, has_notes: false };
  const workspace_id = "reader" in by ? by.reader.workspace.id : by.workspace_id;
  const found = await findNotes(runtime.database.sql, {
    ...notes,
    workspace_id,
    notes: wanted,
    now: runtime.clock.now(),
  });
  const meant = wanted.flatMap((note): [string, string][] => {
    const document = found.get(note.ref);
    if (!document) return [];
    const page = [embedded(note.ref), shownAt(document, note)] as [string, string];
    return (referred[note.ref] ?? null) === null ? [[note.ref, pageAt(document, note)], page] : [page];
  });
  return { destinations: { ...referred, ...Object.fromEntries(meant) }, has_notes: meant.length > 0 };
}

function pageAt({ slug }: NamedNote, { fragment }: NoteLink): string {
  return `/d/${slug}/${fragment === "" ? "" : `#${encodeURI(fragment.slice(1))}`}`;
}

/** A file that is shared is shown itself, in place of its page. */
function shownAt(document: NamedNote, note: NoteLink): string {
  const isShared = SHARE_KINDS.some((kind) => kind === document.kind);
  return isShared
    ? hrefOf(`/d/${document.slug}/`, document.source_path.replaceAll("#", "%23"))
    : pageAt(document, note);
}

/**
 * The addresses behind the references of a source, as the content host serves them: of what is rendered for a `reader` those that
 * they may open. A page is kept for all its readers, who see where its references lead, and that is no more than `/x/` tells
 * everybody.
 */
async function findReferred(
  runtime: Pick<Runtime, "database" | "clock" | "config">,
  { source, ...by }: { source: string } & ({ workspace_id: number } | { reader: Actor }),
): Promise<Destinations> {
  const candidates = findCandidates(source);
  if (candidates.length === 0) return {};
  const { sql } = runtime.database;
  const named = candidates.flatMap(({ target }): Named[] => ("tag" in target ? [] : [target]));
  const workspace_id = "reader" in by ? by.reader.workspace.id : by.workspace_id;
  const foreign = candidates.some((one) => one.workspace !== null);
  const [slugs, own] = await Promise.all([
    "reader" in by
      ? findOpenSlugs(sql, { actor: by.reader, named, now: runtime.clock.now() })
      : findSlugs(sql, { workspace_id, named, now: runtime.clock.now() }),
    foreign ? findWorkspaceSlug(sql, workspace_id) : null,
  ]);
  const found = candidates.map((one): [string, string | null] => {
    if ("tag" in one.target) return [one.ref, tagHref(runtime.config.base_url, one.target.tag)];
    const slug = one.workspace === null || one.workspace === own ? slugs.get(keyOf(one) ?? "") : undefined;
    return [one.ref, slug === undefined ? null : hrefOf(`/d/${slug}/`, headingPath(one.path))];
  });
  return Object.fromEntries(found);
}

/** A heading of the page by its words; lines are those of a file. */
export function headingPath(path: string): string {
  return path.startsWith("#") && !LINES.test(path.slice(1)) ? `#${slugOf(path.slice(1))}` : path;
}

async function findOpenSlugs(sql: Sql, by: Parameters<typeof findNamed>[1]): Promise<Map<string, string>> {
  const found = await findNamed(sql, by);
  return new Map([...found].map(([key, { slug }]) => [key, slug]));
}

/** Where the app lists what carries a tag. */
export function tagHref(baseUrl: string, tag: string): string {
  return `${baseUrl}/app?tag=${encodeURIComponent(tag)}`;
}
