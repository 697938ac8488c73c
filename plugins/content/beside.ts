// Finds the document that a relative link of a page means: one beside it, made from a file of that name.

import type { Sql } from "../../kernel/plugin.ts";
import { findViewers, folderOf, SHARE_KINDS } from "../documents/port/read.ts";
import { live } from "../documents/port/sql.ts";
import { UP_SEGMENT } from "../rendering/port.ts";
import { encodePath, type ServedDocument } from "./served.ts";

interface Neighbour {
  doc_id: string;
  slug: string;
  kind: string;
  source_path: string;
  /** Who wrote the link; null once they left the workspace. */
  author_id: number | null;
  /** Whoever may change documents where the link is sees what lies where it leads. */
  is_shared_alike: boolean;
}

/**
 * The address of the document that `path`, as `readRelative` gives it, means from a document's folder: a file of that name, the
 * page that a site generator would have made of it, or a folder's own page. Null unless the page's source does name the path and
 * whoever wrote that may open what it names: a reader learns no more than the author could have told them. Once the author has
 * left, the two places must be open to the same people.
 * `raw` asks for the file that a document shares instead of its page.
 */
export async function findBeside(
  sql: Sql,
  document: Pick<ServedDocument, "document_id" | "workspace_id">,
  { path, raw, now }: { path: string; raw: boolean; now: Date },
): Promise<string | null> {
  const names = namedBeside(path);
  if (names.length === 0) return null;
  const [found] = await findNamed(sql, document, { path, names, now });
  if (!found || !(await mayBeTold(sql, document, { found, now }))) return null;
  const isShared = SHARE_KINDS.some((kind) => kind === found.kind);
  return `/d/${found.slug}/${raw && isShared ? encodePath(found.source_path) : ""}`;
}

async function mayBeTold(
  sql: Sql,
  { workspace_id }: Pick<ServedDocument, "workspace_id">,
  { found, now }: { found: Neighbour; now: Date },
): Promise<boolean> {
  if (found.author_id === null) return found.is_shared_alike;
  const viewers = await findViewers(sql, { workspace_id, doc_id: found.doc_id, user_ids: [found.author_id], now });
  return viewers.length > 0;
}

/** Live documents that may be meant, the best first; of two with one name the one that was first. */
function findNamed(
  sql: Sql,
  document: Pick<ServedDocument, "document_id">,
  { path, names, now }: { path: string; names: readonly Named[]; now: Date },
): Promise<Neighbour[]> {
  const rows = JSON.stringify(names.map((name, rank) => ({ ...name, rank })));
  return sql<Neighbour[]>`
    select d.doc_id, d.slug, d.kind, d.source_path, u.user_id as author_id, p.guard_ids @> here.guard_ids as is_shared_alike
    from documents own join places here using (place_id)
      join document_versions v on v.document_id = own.document_id and v.version = own.version
      left join users u on u.user_id = v.created_by and u.workspace_id = own.workspace_id and u.disabled_at is null
      cross join jsonb_to_recordset(${rows}::text::jsonb) as n(ups integer, folder text, filename text, rank integer)
      join places p on p.workspace_id = here.workspace_id and p.root_id is not distinct from here.root_id
        and p.owner_id is not distinct from here.owner_id
        and p.path = concat_ws('/', nullif(array_to_string((string_to_array(here.path, '/'))
          [1:coalesce(array_length(string_to_array(here.path, '/'), 1), 0) - n.ups], '/'), ''), nullif(n.folder, ''))
        and n.ups <= coalesce(array_length(string_to_array(here.path, '/'), 1), 0)
      join documents d on d.place_id = p.place_id and d.filename = n.filename and ${live(sql, now)}
    where own.document_id = ${document.document_id} and exists (
      select from document_files f join source_paths s using (blob_id)
      where f.document_id = own.document_id and f.version = own.version and f.path = own.source_path and s.path = ${path})
    order by n.rank, d.document_id limit 1`;
}

/** A name that may be meant, from so many folders above the document's own. */
interface Named {
  ups: number;
  folder: string;
  filename: string;
}

/** The names that a relative path, as `readRelative` gives it, may mean from a document's folder, the best first. */
export function namedBeside(path: string): Named[] {
  const segments = path.split("/");
  const ups = segments.findIndex((segment) => segment !== UP_SEGMENT);
  if (ups < 0) return inFolder([], segments.length);
  const inside = segments.slice(ups).filter((segment) => segment !== "" && segment !== ".");
  const filename = inside.at(-1);
  if (filename === undefined) return inFolder([], ups);
  const folders = inside.slice(0, -1);
  const stem = /^(.*)\.html?$/i.exec(filename)?.[1];
  const base = stem ?? filename;
  const pages = [`${base}.md`, `${base}.markdown`, `${base}.mdx`];
  const files = [filename, ...pages, ...(stem === undefined ? [`${filename}.html`] : [])];
  const named = files.map((name) => ({ ups, folder: folderOf(folders), filename: name.normalize("NFC") }));
  return [...named, ...inFolder(stem === "index" ? folders : inside, ups)];
}

/** A folder's own page. */
function inFolder(folders: readonly string[], ups: number): Named[] {
  return ["README.md", "index.md", "index.html"].map((filename) => ({ ups, folder: folderOf(folders), filename }));
}
