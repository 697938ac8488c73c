// Finds the documents that links of vaults name, by file name, title or another name, and the pages that name a document so.
import { type Actor, actorOf, personColumns, personOf, type Sql } from "../../../../kernel/plugin.ts";
import type { NoteLink } from "../../../rendering/port.ts";
import { folderOf } from "../../model/disk_folders.ts";
import { levelColumns } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import { placedFor } from "../reading/documents.ts";

/** A document that a name means. */
export interface NamedNote {
  ref: string;
  slug: string;
  kind: string;
  source_path: string;
}

interface Asked {
  /** Who wrote the links, or who reads them: a name leads to what they may open. */
  actor: Actor;
  notes: readonly Pick<NoteLink, "ref" | "name">[];
  /** The document that has the links: what lies in its root is meant, and what was published with it first. Null looks everywhere. */
  document_id: number | null;
  now: Date;
}

/** By `ref`, without case: what was published together first, a file's name before a title, the shortest path first. */
export async function findNotes(sql: Sql, { actor, notes, document_id, now }: Asked): Promise<Map<string, NamedNote>> {
  if (notes.length === 0) return new Map();
  const workspace_id = actor.workspace.id;
  const rows = await sql<NamedNote[]>`
    with own as (
      select p.root_id, p.owner_id, nullif(d.attrs ->> 'source_folder', '') as published
      from documents d join places p using (place_id) where d.document_id = ${document_id}
    ), wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(notes.map(wantedOf))}::text::jsonb)
        as n(ref text, name text, files text[], paths text[])
    ), hits as (
      select n.ref, n.paths, 0 as by, d.document_id from wanted n join documents d
        on d.workspace_id = ${workspace_id} and lower(d.filename) = any(n.files) and d.filename is not null and d.deleted_at is null
      union all
      select n.ref, null, 1, d.document_id from wanted n join documents d
        on d.workspace_id = ${workspace_id} and lower(d.title) = n.name and d.deleted_at is null
      union all
      select n.ref, null, 2, d.document_id from wanted n join documents d
        on d.workspace_id = ${workspace_id} and string_to_array(lower(d.attrs ->> 'aliases'), E'\n') @> array[n.name]
          and d.attrs ? 'aliases' and d.deleted_at is null
    ), found as (
      select h.ref, h.by, d.document_id, d.slug, d.kind, d.source_path, own.published is not distinct from null
          or p.path = own.published or starts_with(p.path, own.published || '/') as is_together,
        concat_ws('/', nullif(p.path, ''), d.filename) as path, ${levelColumns(sql, actor)}
      from ${placedFor(sql, actor)} join hits h on h.document_id = d.document_id left join own on true
      where d.workspace_id = ${workspace_id} and ${live(sql, now)}
        and (${document_id}::bigint is null
          or (p.root_id is not distinct from own.root_id and p.owner_id is not distinct from own.owner_id))
        and (h.paths is null or exists (
          select from unnest(h.paths) as x(path)
          where '/' || lower(concat_ws('/', nullif(p.path, ''), d.filename)) like '%/' || x.path))
    )
    select distinct on (ref) ref, slug, kind, source_path from found where level <> 'none'
    order by ref, is_together desc, by, array_length(string_to_array(path, '/'), 1), length(path), document_id`;
  return new Map(rows.map((row) => [row.ref, row]));
}

/** The names of files that a name may mean, and their paths' ends, in lower case and fit for `like`. */
function wantedOf({ ref, name }: Pick<NoteLink, "ref" | "name">) {
  const segments = name.split("/");
  const file = (segments.pop() ?? "").trim().toLowerCase();
  const folder = folderOf(segments).toLowerCase();
  const files = [file, `${file}.md`, `${file}.markdown`];
  const paths = files.map((one) => (folder === "" ? one : `${folder}/${one}`).replace(/[\\%_]/g, "\\$&"));
  return { ref, name: name.toLowerCase().replace(/\.md$/, ""), files, paths };
}

/** Who wrote the version of a document that is shown, as they would ask themselves; null once they have left. */
export async function findAuthor(sql: Sql, by: { document_id: number; now: Date }): Promise<Actor | null> {
  const [row] = await sql<Parameters<typeof personOf>[0][]>`
    select ${personColumns(sql)} from documents d
      join document_versions v on v.document_id = d.document_id and v.version = d.version
      join users u on u.user_id = v.created_by and u.workspace_id = d.workspace_id and u.disabled_at is null
      join workspaces w on w.workspace_id = u.workspace_id
    where d.document_id = ${by.document_id}`;
  return row ? actorOf(personOf(row), { clock: { now: () => by.now } }) : null;
}
