// What an entry leads to, as people write it in one text: a document, a folder, a tag, or an address outside.
import { Refusal } from "../../kernel/plugin.ts";
import { normaliseTag } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";
import { parseFolder } from "../places/port.ts";
import { ALIAS_CHARS_MAX, ALIAS_PATTERN } from "../rendering/port.ts";

/** The longest text that is looked at. */
export const TARGET_CHARS_MAX = manifest.caps.navigation_target_chars;

/** The grammar in one line, for refusals and descriptions. */
export const TARGET_GRAMMAR =
  "an alias, doc:<id>, folder:<path> in your My documents, folder:<root>:<path>, tag:<tag> or an https address";

export type Target =
  | { kind: "document"; doc_id: string }
  | { kind: "document"; alias: string }
  /** `root` as it was written: null and `~` are the writer's My documents, `~<user id>` somebody's. */
  | { kind: "folder"; root: string | null; path: string }
  | { kind: "tag"; tag: string }
  | { kind: "link"; url: string };

const ALIAS = new RegExp(ALIAS_PATTERN);
const DOC_ID = /^doc_[A-Za-z0-9_-]{1,60}$/;
const SCHEMES = ["http:", "https:", "mailto:"];

/** The target that a text names, or what is wrong with it. */
export function readTarget(text: string): Target | { fault: string } {
  const said = text.trim();
  const shown = `target "${said.slice(0, 80)}"`;
  try {
    if (said.startsWith("folder:")) return readFolder(said.slice("folder:".length));
    if (said.startsWith("tag:")) return { kind: "tag", tag: normaliseTag(said.slice("tag:".length)) };
  } catch (error) {
    // The rules of folders and tags say what is wrong by refusing.
    if (error instanceof Refusal) return { fault: `${shown}: ${error.message}` };
    throw error;
  }
  const name = said.startsWith("doc:") ? said.slice("doc:".length) : said;
  if (DOC_ID.test(name)) return { kind: "document", doc_id: name };
  if (name.length <= ALIAS_CHARS_MAX && ALIAS.test(name)) return { kind: "document", alias: name };
  return readLink(said) ?? { fault: `${shown} is not one; send ${TARGET_GRAMMAR}` };
}

function readFolder(rest: string): Target {
  // No folder has a colon in its path.
  const cut = rest.indexOf(":");
  const root = cut < 0 ? null : rest.slice(0, cut);
  return { kind: "folder", root, path: parseFolder(cut < 0 ? rest : rest.slice(cut + 1)) };
}

/** Addresses that a browser follows, and none that it would run. */
function readLink(said: string): Target | null {
  const url = URL.canParse(said) ? new URL(said) : null;
  if (!url || !SCHEMES.includes(url.protocol) || url.username !== "" || url.password !== "") return null;
  return { kind: "link", url: url.href };
}

/** What a row says of its target. */
export interface TargetColumns {
  doc_id: string | null;
  alias: string | null;
  root_id: number | null;
  /** Of `root_id`, as its name is. */
  root_slug: string | null;
  root_name: string | null;
  owner_id: number | null;
  path: string | null;
  tag: string | null;
  url: string | null;
}

/** The one text for a target; null for an entry that leads nowhere by its kind. `reader` is told their own My documents as such. */
export function writeTarget(row: TargetColumns, reader: { user_id: number } | null): string | null {
  if (row.doc_id !== null) return `doc:${row.doc_id}`;
  if (row.alias !== null) return row.alias;
  if (row.tag !== null) return `tag:${row.tag}`;
  if (row.path === null) return row.url;
  if (row.root_slug !== null) return `folder:${row.root_slug}:${row.path}`;
  if (row.owner_id === null) return `folder:?:${row.path}`;
  return row.owner_id === reader?.user_id ? `folder:${row.path}` : `folder:~${row.owner_id}:${row.path}`;
}

/** Of My documents as a whole, whose owner's name is nobody's to read. */
const MY_DOCUMENTS = "Documents";

/** What people read where an entry has no label of its own: of a folder its name, of a whole root its own, of a tag the tag, of a link its host. */
export function nameOfTarget({ path, root_name, tag, url }: TargetColumns): string {
  if (path === "") return root_name ?? MY_DOCUMENTS;
  if (path !== null) return path.split("/").at(-1) ?? "";
  if (tag !== null) return tag;
  return url === null ? "" : new URL(url).host || url;
}
