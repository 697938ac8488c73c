// References between documents:
// `[[name]]` in all its forms, read in one place for pages, for links and for whoever resolves them (rules: links/references).
import { manifest } from "../manifest.ts";

/** The longest alias (rules: links/aliases). */
export const ALIAS_CHARS_MAX = manifest.caps.alias_chars;
/** Lower case letters and digits, parts joined by single hyphens. */
export const ALIAS_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$";
const ALIAS = new RegExp(ALIAS_PATTERN);
const DOC_ID = /^[A-Za-z0-9_-]{1,64}$/;
const WORKSPACE = /^@([a-z0-9][a-z0-9-]{0,63})\//;
const TAG = /^#(\S.{0,63})$/u;
/** `#L12` or `#L12-L20`: lines of the file that is named. */
export const LINES = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/;

/** What a reference names, whether such a document exists or not. */
export interface Reference {
  /** As it was written, without what is shown in its place. */
  ref: string;
  /** A file of the document, with its fragment; "" for its page. */
  path: string;
  /** The workspace that it says, or null for its own. */
  workspace: string | null;
  target: { alias: string } | { doc_id: string } | { tag: string };
}

/** A reference with where it leads, as a page keeps it. */
export interface PageReference {
  ref: string;
  path: string;
  workspace: string | null;
  alias: string | null;
  doc_id: string | null;
  tag: string | null;
  /** The name of a note or file that it means where it means nothing by the rest; null where it can be none. */
  note: string | null;
}

/** What stands between the brackets, and what is shown instead; null for a text that names nothing. */
export function readWikiLink(inside: string): (Reference & { text: string }) | null {
  // In a table the bar is written with a backslash.
  const cut = inside.search(/\\?\|/);
  const ref = (cut < 0 ? inside : inside.slice(0, cut)).trim();
  const shown =
    cut < 0
      ? ""
      : inside
          .slice(cut)
          .replace(/^\\?\|/, "")
          .trim();
  const reference = readReference(ref);
  return reference && { ...reference, text: shown || ref };
}

/** A reference as it stands in brackets, in an address, or in `GET /api/resolve`. */
export function readReference(ref: string): Reference | null {
  const tag = TAG.exec(ref)?.[1];
  if (tag !== undefined) return { ref, path: "", workspace: null, target: { tag } };
  const workspace = WORKSPACE.exec(ref)?.[1] ?? null;
  const rest = workspace === null ? ref : ref.slice(workspace.length + 2);
  const end = rest.search(/[/#]/);
  const name = end < 0 ? rest : rest.slice(0, end);
  const path = end < 0 ? "" : rest.slice(end).replace(/^\//, "");
  if ((path.length > 512 && [...path].length > 512) || !isPath(path)) return null;
  const docId = /^doc:(.*)$/.exec(name)?.[1];
  if (docId !== undefined) return DOC_ID.test(docId) ? { ref, path, workspace, target: { doc_id: docId } } : null;
  if (name.length > ALIAS_CHARS_MAX || !ALIAS.test(name)) return null;
  return { ref, path, workspace, target: { alias: name } };
}

/** No step upwards and no control character: what follows a document's own address must stay in it. */
function isPath(path: string): boolean {
  const [file = ""] = path.split("#");
  return !file.split("/").some((part) => part === "." || part === "..") && !/[\0-\x1f\x7f\\]/.test(path);
}

/** The key under which a resolver answers: `alias` or `doc:<id>`; null for a tag. */
export function keyOf({ target }: Reference): string | null {
  if ("tag" in target) return null;
  return "alias" in target ? target.alias : `doc:${target.doc_id}`;
}

/** The path of a file of a document as an address, with its lines as the fragment. */
export function hrefOf(base: string, path: string): string {
  const cut = path.indexOf("#");
  const file = cut < 0 ? path : path.slice(0, cut);
  const fragment = cut < 0 ? "" : `#${encodeURIComponent(path.slice(cut + 1))}`;
  return base + file.split("/").map(encodeURIComponent).join("/") + fragment;
}

const CANDIDATE = /\[\[([^\][\n]{1,400})\]\]/g;

/** References that may stand in a source, to be resolved before it is rendered; some may turn out to be code. */
export function findCandidates(source: string): Reference[] {
  if (!source.includes("[[")) return [];
  const found = new Map<string, Reference>();
  for (const [, inside = ""] of source.matchAll(CANDIDATE)) {
    const reference = readWikiLink(inside);
    if (reference) found.set(reference.ref, reference);
  }
  return [...found.values()];
}
