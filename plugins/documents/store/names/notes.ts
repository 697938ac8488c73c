// Finds the documents that links of vaults name, by file name, title or another name,
// and the pages that name a document so.
import { type Actor, actorOf, personColumns, personOf, type Sql } from "../../../../kernel/plugin.ts";
import { keyOfNote, type NoteLink } from "../../../rendering/port.ts";
import { folderOf } from "../../model/disk_folders.ts";
import { levelColumns } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import { placedFor } from "../reading/documents.ts";

/** A document that a name means. */
export interface NamedNote {
  ref: string;
  doc_id: string;
  slug: string;
  kind: string;
  source_path: string;
}

interface Asked {
  /** Who wrote the links, or who reads them: a name leads to what they may open. Null for an author who has left. */
  actor: Actor | null;
  workspace_id: number;
  notes: readonly Pick<NoteLink, "ref" | "name">[];
  /** The document that has the links: what lies in its root is meant, and what was published with it first. Null looks everywhere. */
  document_id: number | null;
  now: Date;
}

/** By `ref`, without case. */
export async function findNotes(sql: Sql, { notes, document_id, ...by }: Asked): Promise<Map<string, NamedNote>> {
  if (notes.length === 0) return new Map();
  const rows = await sql<NamedNote[]>`
    with own as (
      select ${scopeColumns(sql)} from documents d join places p using (place_id) where d.document_id = ${document_id}
    )
    select n.ref, m.doc_id, m.slug, m.kind, m.source_path
    from jsonb_to_recordset(${JSON.stringify(notes.map(({ ref, name }) => ({ ref, ...keptName(name) })))}::text::jsonb)
        as asked(ref text, note_name text, note_folder text)
      left join own on true
      cross join lateral (select asked.*, own.*, ${document_id}::bigint is null as anywhere) as n
      cross join ${meantBy(sql, by)} as m`;
  return new Map(rows.map((row) => [row.ref, row]));
}

/** Where the names of a document `d` at a place `p` are looked for: what lies in its root is meant, and what was published with it first. */
export function scopeColumns(sql: Sql) {
  return sql`p.root_id, p.owner_id, p.guard_ids, nullif(d.attrs ->> 'source_folder', '') as published`;
}

/**
 * Over rows `n` with a name as `keptName` has it and the columns of `scopeColumns`, of which `anywhere` tells to look beyond: the one
 * document that the name means to the actor, if any. What was published together comes first, a file's name before a title, the
 * shortest path before others; of those the first one that they may open. Without an actor it is the first one at a place that all
 * see who may change documents where the name stands (rules: links/note_names, links/rights_of_the_author).
 */
export function meantBy(
  sql: Sql,
  { actor, workspace_id, now }: { actor: Actor | null; workspace_id: number; now: Date },
) {
  const file = sql`btrim(split_part(n.note_name, '/', -1))`;
  const name = sql`regexp_replace(n.note_name, '\\.md$', '')`;
  const path = sql`lower(concat_ws('/', nullif(p.path, ''), d.filename))`;
  const order = sql`is_together desc, by, steps, letters, document_id`;
  return sql`lateral (
    select s.* from (
      select hit.by, d.document_id, d.doc_id, d.slug, d.kind, d.source_path, p.guard_ids,
        n.published is null or p.path = n.published or starts_with(p.path, n.published || '/') as is_together,
        array_length(string_to_array(${path}, '/'), 1) as steps, length(${path}) as letters
      from (
        select 0 as by, d.document_id from documents d
        where d.workspace_id = ${workspace_id} and lower(d.filename) = any(array[${file}, ${file} || '.md', ${file} || '.markdown'])
          and d.filename is not null and d.deleted_at is null
        union all
        select 1, d.document_id from documents d
        where d.workspace_id = ${workspace_id} and lower(d.title) = ${name} and d.deleted_at is null
        union all
        select 2, d.document_id from documents d
        where d.workspace_id = ${workspace_id} and string_to_array(lower(d.attrs ->> 'aliases'), E'\n') @> array[${name}]
          and d.attrs ? 'aliases' and d.deleted_at is null
      ) as hit join documents d using (document_id) join places p using (place_id)
      where d.workspace_id = ${workspace_id} and ${live(sql, now)}
        and (n.anywhere or (p.root_id is not distinct from n.root_id and p.owner_id is not distinct from n.owner_id))
        and (hit.by > 0 or n.note_folder = '' or starts_with(reverse('/' || ${path}), reverse('/' || n.note_folder || '/' || lower(d.filename))))
      order by ${order}
    ) as s ${
      actor
        ? sql`cross join lateral (
      select ${levelColumns(sql, actor)} from ${placedFor(sql, actor)} where d.document_id = s.document_id limit 1
    ) as seen where seen.level <> 'none'`
        : sql`where s.guard_ids @> n.guard_ids`
    } order by ${order} limit 1
  )`;
}

/** A name as it is kept and looked for: in lower case, with its folders as folders are called here. */
export function keptName(name: string): { note: string; note_name: string; note_folder: string } {
  const folders = name.split("/").slice(0, -1);
  return { note: keyOfNote(name), note_name: name.toLowerCase(), note_folder: folderOf(folders).toLowerCase() };
}

/** Over documents `d`: the names by which sources may name them, as `note` of `keptName` has these. */
export function namesOf(sql: Sql) {
  return sql`lateral (
    select distinct regexp_replace(btrim(split_part(name, '/', -1)), '\\.(md|markdown)$', '') as note from (
      select lower(d.title) union all select lower(d.filename)
      union all select unnest(string_to_array(lower(d.attrs ->> 'aliases'), E'\n'))
    ) as names(name) where name is not null
  )`;
}

/** Who wrote a version of a document, as they would ask themselves; null once they have left, and where the service did. */
export async function findAuthor(
  sql: Sql,
  by: { document_id: number; version: number; now: Date },
): Promise<Actor | null> {
  const [row] = await sql<Parameters<typeof personOf>[0][]>`
    select ${personColumns(sql)} from documents d
      join document_versions v on v.document_id = d.document_id and v.version = ${by.version}
      join users u on u.user_id = v.created_by and u.workspace_id = d.workspace_id and u.disabled_at is null
      join workspaces w on w.workspace_id = u.workspace_id
    where d.document_id = ${by.document_id}`;
  return row ? actorOf(personOf(row), { clock: { now: () => by.now } }) : null;
}
