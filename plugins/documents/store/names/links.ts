// What markdown links to by name: kept with its bytes and asked for both ways.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { reach } from "../../../places/port.ts";
import type { PageReference } from "../../../rendering/port.ts";
import { openTo } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { DocumentRow } from "../../model/rows.ts";
import type { ContentFile } from "../../write/content_file.ts";
import { keptName, meantBy, namesOf, scopeColumns } from "./notes.ts";

/** A source that was kept, with what it links to. */
export interface LinkingSource {
  blob_id: number;
  references: readonly PageReference[];
  /** Of files beside the document, as `readRelative` reads them. */
  paths: readonly string[];
}

/** The kept sources of new pages, with what they link to. */
export function linkingSources<Kept extends { path: string; blob_id: number | null; sha256: string }>(
  fresh: readonly ContentFile[],
  files: readonly Kept[],
): (Omit<LinkingSource, "blob_id"> & Pick<Kept, "blob_id" | "sha256">)[] {
  return fresh.flatMap(({ references }) => {
    const source = references && files.find((file) => file.path === references.of);
    if (!source) return [];
    const { blob_id, sha256 } = source;
    return [{ blob_id, sha256, references: references.found, paths: references.paths }];
  });
}

/** What procedures take of sources with links: rows of theirs in JSON; null where there are none. A new content has its hash for a key. */
export function linksParameter(
  sources: readonly (Omit<LinkingSource, "blob_id"> & { blob_id: number | null; sha256: string })[],
): string | null {
  const named = sources.flatMap(({ blob_id, sha256, references }) =>
    references.map((reference, position) => ({ ...keptReference(reference), blob_id, sha256, position })),
  );
  const paths = sources.flatMap(({ blob_id, sha256, paths: ones }) => ones.map((path) => ({ blob_id, sha256, path })));
  return named.length + paths.length === 0 ? null : JSON.stringify({ named, paths });
}

function keptReference({ note, ...reference }: PageReference) {
  return { ...reference, ...(note !== null && keptName(note)) };
}

/** Keeps what sources link to: the same bytes always link to the same, but for `anew`, which makes it what the rule is by now. */
export async function keepLinks(
  sql: Sql,
  workspaceId: number,
  { sources, anew = false }: { sources: readonly LinkingSource[]; anew?: boolean },
): Promise<void> {
  if (!anew && sources.every(({ references, paths }) => references.length + paths.length === 0)) return;
  const named = sources.flatMap(({ blob_id, references }) =>
    references.map((reference, position) => ({ ...keptReference(reference), blob_id, position })),
  );
  const relative = sources.flatMap(({ blob_id, paths }) => paths.map((path) => ({ blob_id, path })));
  const counts = sources.map(({ blob_id, references }) => ({ blob_id, count: references.length }));
  await sql`
    with relative as (
      insert into source_paths (blob_id, path, workspace_id)
      select x.blob_id, x.path, ${workspaceId}
      from jsonb_to_recordset(${JSON.stringify(relative)}::text::jsonb) as x(blob_id bigint, path text)
      on conflict do nothing
    ), surplus as (
      delete from source_links l using jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb) as x(blob_id bigint, count integer)
      where l.blob_id = x.blob_id and l.position >= x.count
    )
    insert into source_links as l (blob_id, position, workspace_id, ref, path, workspace, alias, doc_id, tag, note, note_name, note_folder)
    select distinct on (x.blob_id, x.position) x.blob_id, x.position, ${workspaceId}, x.ref, x.path, x.workspace, x.alias, x.doc_id, x.tag,
      x.note, x.note_name, x.note_folder
    from jsonb_to_recordset(${JSON.stringify(named)}::text::jsonb) as x(blob_id bigint, position integer, ref text, path text,
      workspace text, alias text, doc_id text, tag text, note text, note_name text, note_folder text)
    on conflict (blob_id, position) do update set ref = excluded.ref, path = excluded.path, workspace = excluded.workspace,
      alias = excluded.alias, doc_id = excluded.doc_id, tag = excluded.tag, note = excluded.note, note_name = excluded.note_name,
      note_folder = excluded.note_folder
    where (l.ref, l.path, l.workspace, l.alias, l.doc_id, l.tag, l.note, l.note_name, l.note_folder) is distinct from
      (excluded.ref, excluded.path, excluded.workspace, excluded.alias, excluded.doc_id, excluded.tag, excluded.note, excluded.note_name,
        excluded.note_folder)`;
}

/** Documents `d` with the links `l` of the source of their current version. */
export function linking(sql: Sql) {
  return sql`source_links l join document_files f on f.blob_id = l.blob_id
    join documents d on d.document_id = f.document_id and d.version = f.version and d.source_path = f.path and d.kind = 'markdown'`;
}

/** A reference with how often a source has it, where in it first, and what it means as the name of a note to whom is asked for. */
export type CountedReference = Omit<PageReference, "note"> & {
  count: number;
  position: number;
  note_doc_id: string | null;
};

/** What a document's source links to, each reference once, in the order of the source. */
export function listOutbound(
  sql: Sql,
  options: Pick<DocumentRow, "document_id" | "workspace_id"> & { actor: Actor; now: Date; limit: number },
): Promise<CountedReference[]> {
  const { document_id, workspace_id, limit } = options;
  return sql<CountedReference[]>`
    with said as (
      select l.ref, l.path, l.workspace, l.alias, l.doc_id, l.tag, l.note_name, l.note_folder, count(*)::int as count,
        min(l.position) as position
      from ${linking(sql)} where d.document_id = ${document_id} and d.workspace_id = ${workspace_id}
      group by l.ref, l.path, l.workspace, l.alias, l.doc_id, l.tag, l.note_name, l.note_folder order by position limit ${limit}
    ), own as (
      select ${scopeColumns(sql)} from documents d join places p using (place_id) where d.document_id = ${document_id}
    )
    select n.ref, n.path, n.workspace, n.alias, n.doc_id, n.tag, n.count, n.position, m.doc_id as note_doc_id
    from (select said.*, own.*, false as anywhere from said cross join own) as n
      left join ${meantBy(sql, options)} as m on n.note_name is not null
    order by n.position`;
}

/** Where a reference stands among those to another document: by the title of its own, then in the order of the source. */
export interface InboundPlace {
  document_id: number;
  /** The title without regard to case. */
  sort_title: string;
  place: number;
}

/** A document that links to another one, and the file in which it does. */
interface Linking {
  doc_id: string;
  title: string;
  alias: string | null;
  slug: string;
  path: string;
  /** As the source says it. */
  ref: string;
  /** How often it says so. */
  count: number;
}

export type InboundRow = Linking & InboundPlace;

/** Whom something links to, and who asks. */
interface Asked {
  actor: Actor;
  doc_id: string;
  alias: string | null;
  now: Date;
  limit: number;
}

/** The references to one document in others that live and that the caller may open, each wording of one of those once. */
export function listInbound(sql: Sql, options: Asked & { after: InboundPlace | null }): Promise<InboundRow[]> {
  const { after, limit } = options;
  return sql<InboundRow[]>`
    with ${reach(sql, options.actor)}, said as (${saidOf(sql, options)})
    select d.document_id, lower(d.title) as sort_title, d.doc_id, d.title, d.alias, d.slug, d.source_path as path,
      said.ref, said.count, said.place
    from documents d join said using (document_id)
    ${after === null ? sql`` : sql`where (lower(d.title), d.document_id, said.place) > (${after.sort_title}, ${after.document_id}, ${after.place})`}
    order by lower(d.title), d.document_id, said.place limit ${limit}`;
}

/** The documents that link to one, as above, each once: its first reference, and how often it refers in all. By title. */
export function listBacklinks(sql: Sql, options: Asked): Promise<Linking[]> {
  return sql<Linking[]>`
    with ${reach(sql, options.actor)}, said as (${saidOf(sql, options)})
    select d.doc_id, d.title, d.alias, d.slug, d.source_path as path, said.ref, said.count
    from documents d join (
      select document_id, sum(count)::int as count, (array_agg(ref order by place))[1] as ref from said group by document_id
    ) as said using (document_id)
    order by lower(d.title), d.document_id limit ${options.limit}`;
}

/** What refers to the document as the contract has it, and what names it as a note and means nothing by that (rules: links/kept_names). */
function saidOf(sql: Sql, { actor, doc_id, alias, now }: Asked) {
  const there = sql`d.doc_id <> ${doc_id} and ${live(sql, now)} and ${openTo(sql, actor)}`;
  return sql`
    with target as (
      select d.document_id, d.workspace_id, d.title, d.filename, d.attrs, ${scopeColumns(sql)}
      from documents d join places p using (place_id) where d.doc_id = ${doc_id} and d.workspace_id = ${actor.workspace.id}
    ), naming as (
      select d.document_id, l.ref, l.position, l.alias, l.note_name, l.note_folder, nullif(d.attrs ->> 'source_folder', '') as published
      from target t cross join lateral (
        select names.note from (select t.title, t.filename, t.attrs) as d cross join ${namesOf(sql)} as names
      ) as called join ${linking(sql)} on l.workspace_id = t.workspace_id and l.note = called.note
        join places p on p.place_id = d.place_id and p.root_id is not distinct from t.root_id and p.owner_id is not distinct from t.owner_id
      where (l.alias is null or l.alias is distinct from ${alias}) and ${there}
    ), meant as (
      -- What names mean hangs on where their documents lie and not on these, of which there may be many.
      select n.published, n.note_name, n.note_folder from (
        select distinct naming.published, naming.note_name, naming.note_folder, t.root_id, t.owner_id, t.guard_ids, false as anywhere
        from naming cross join target t
      ) as n cross join ${meantBy(sql, { actor, workspace_id: actor.workspace.id, now })} as m where m.doc_id = ${doc_id}
    ), spoken as (
      select naming.document_id, naming.ref, naming.position from naming join meant
        on meant.published is not distinct from naming.published and meant.note_name = naming.note_name
          and meant.note_folder = naming.note_folder
      where naming.alias is null or not exists (
        select from documents d where d.alias = naming.alias and d.workspace_id = ${actor.workspace.id} and ${live(sql, now)}
          and ${openTo(sql, actor)})
      union all
      select d.document_id, l.ref, l.position from ${linking(sql)}
      where (l.doc_id = ${doc_id} or l.alias = ${alias}) and (l.workspace is null or l.workspace = ${actor.workspace.slug}) and ${there}
    )
    select document_id, ref, count(*)::int as count, min(position) as place from spoken group by document_id, ref`;
}
