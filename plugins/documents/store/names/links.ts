// What markdown links to by name: kept with its bytes and asked for both ways.

import type { Actor, Sql } from "../../../../kernel/plugin.ts";
import { reach } from "../../../places/port.ts";
import type { PageReference } from "../../../rendering/port.ts";
import { openTo } from "../../model/levels.ts";
import { live } from "../../model/live.ts";
import type { DocumentRow } from "../../model/rows.ts";

/** A source that was kept, with what it links to. */
export interface LinkingSource {
  blob_id: number;
  references: readonly PageReference[];
  /** Of files beside the document, as `readRelative` reads them. */
  paths: readonly string[];
}

/** What procedures take of sources with links: rows of theirs in JSON; null where there are none. A new content has its hash for a key. */
export function linksParameter(
  sources: readonly (Omit<LinkingSource, "blob_id"> & { blob_id: number | null; sha256: string })[],
): string | null {
  const named = sources.flatMap(({ blob_id, sha256, references }) =>
    references.map((reference, position) => ({ ...reference, blob_id, sha256, position })),
  );
  const paths = sources.flatMap(({ blob_id, sha256, paths: ones }) => ones.map((path) => ({ blob_id, sha256, path })));
  return named.length + paths.length === 0 ? null : JSON.stringify({ named, paths });
}

/** Keeps what sources link to; the same bytes always link to the same. */
export async function keepLinks(sql: Sql, workspaceId: number, sources: readonly LinkingSource[]): Promise<void> {
  const named = sources.flatMap(({ blob_id, references }) =>
    references.map((reference, position) => ({ ...reference, blob_id, position })),
  );
  const relative = sources.flatMap(({ blob_id, paths }) => paths.map((path) => ({ blob_id, path })));
  if (named.length + relative.length === 0) return;
  await sql`
    with relative as (
      insert into source_paths (blob_id, path, workspace_id)
      select x.blob_id, x.path, ${workspaceId}
      from jsonb_to_recordset(${JSON.stringify(relative)}::text::jsonb) as x(blob_id bigint, path text)
      on conflict do nothing
    )
    insert into source_links (blob_id, position, workspace_id, ref, path, workspace, alias, doc_id, tag)
    select x.blob_id, x.position, ${workspaceId}, x.ref, x.path, x.workspace, x.alias, x.doc_id, x.tag
    from jsonb_to_recordset(${JSON.stringify(named)}::text::jsonb) as x(blob_id bigint, position integer, ref text, path text,
      workspace text, alias text, doc_id text, tag text)
    on conflict do nothing`;
}

/** Documents `d` with the links `l` of the source of their current version. */
export function linking(sql: Sql) {
  return sql`source_links l join document_files f on f.blob_id = l.blob_id
    join documents d on d.document_id = f.document_id and d.version = f.version and d.source_path = f.path and d.kind = 'markdown'`;
}

/** A reference with how often a source has it, and where in it first. */
export type CountedReference = PageReference & { count: number; position: number };

/** What a document's source links to, each reference once, in the order of the source. */
export function listOutbound(
  sql: Sql,
  options: Pick<DocumentRow, "document_id" | "workspace_id"> & { limit: number },
): Promise<CountedReference[]> {
  return sql<CountedReference[]>`
    select l.ref, l.path, l.workspace, l.alias, l.doc_id, l.tag, count(*)::int as count, min(l.position) as position from ${linking(sql)}
    where d.document_id = ${options.document_id} and d.workspace_id = ${options.workspace_id}
    group by l.ref, l.path, l.workspace, l.alias, l.doc_id, l.tag order by position limit ${options.limit}`;
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

function saidOf(sql: Sql, { actor, doc_id, alias, now }: Asked) {
  return sql`
    select d.document_id, l.ref, count(*)::int as count, min(l.position) as place from ${linking(sql)}
    where (l.doc_id = ${doc_id} or l.alias = ${alias}) and (l.workspace is null or l.workspace = ${actor.workspace.slug})
      and d.doc_id <> ${doc_id} and ${live(sql, now)} and ${openTo(sql, actor)}
    group by d.document_id, l.ref`;
}
