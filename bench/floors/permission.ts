// The same questions as an ordinary member asks, with nobody asking who they are:
// each query without its permission predicate.
import type { Sql } from "../../kernel/plugin.ts";

interface Asked {
  workspace_id: number;
  now: Date;
}

/** `GET /api/docs?view=all&limit=100`: the newest of all. */
export function listAll(sql: Sql, { workspace_id, now }: Asked, limit: number) {
  return sql`
    with page as materialized (
      select d.document_id, d.updated_at from documents d
      where d.workspace_id = ${workspace_id} and d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now})
      order by d.updated_at desc, d.document_id desc limit ${limit}
    )
    select ${columns(sql)}, u.email as owner_email
    from page join documents d using (document_id) join places p on p.place_id = d.place_id left join roots r on r.root_id = p.root_id
      join users u on u.user_id = d.owner_id
    order by page.updated_at desc, page.document_id desc`;
}

/** `GET /api/docs/{doc_id}`. */
export function readOne(sql: Sql, docId: string) {
  return sql`
    select ${columns(sql)}, (select coalesce(json_agg(json_build_object('path', f.path, 'blob_id', f.blob_id,
        'sha256', encode(f.sha256, 'hex'), 'size_bytes', f.size_bytes, 'content_type', f.content_type, 'renderer', f.renderer)
        order by f.path collate "C"), '[]')
      from document_files f where f.document_id = d.document_id and f.version = d.version) as files
    from documents d join places p on p.place_id = d.place_id left join roots r on r.root_id = p.root_id
    where d.doc_id = ${docId}`;
}

/** `GET /api/roots`: every root, and how many documents are in it. */
export async function listRoots(sql: Sql, { workspace_id, now }: Asked) {
  const [roots, counts] = await Promise.all([
    sql`
      select r.root_id, r.slug, r.name, r.description, r.icon, r.is_general, r.created_by, r.created_at, r.updated_at
      from roots r where r.workspace_id = ${workspace_id} order by r.is_general desc, lower(r.name), r.root_id`,
    sql`
      select p.root_id, sum(by_place.docs)::int as docs from (
        select d.place_id, count(*) as docs from documents d
        where d.workspace_id = ${workspace_id} and d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now})
        group by d.place_id
      ) as by_place join places p using (place_id) group by p.root_id`,
  ]);
  return [roots, counts];
}

/** `GET /api/tags?include_team=1`. */
export function countTags(sql: Sql, { workspace_id, now }: Asked) {
  return sql`
    select tag, count(*)::int as count from documents d, unnest(d.tags) as tag
    where d.workspace_id = ${workspace_id} and d.deleted_at is null and (d.expires_at is null or d.expires_at > ${now})
    group by tag order by count(*) desc, tag collate "C"`;
}

function columns(sql: Sql) {
  return sql`d.document_id, d.workspace_id, d.doc_id, d.slug, d.owner_id, d.created_by, d.place_id, d.title, d.kind, d.doc_type,
    p.path as folder, p.root_id, r.slug as root_slug, r.name as root_name, d.source_path, d.tags, d.visibility, d.listing,
    d.password_hash, d.retention_days, d.expires_at, d.description, d.attrs, d.version, d.size_bytes, d.created_at, d.updated_at,
    d.deleted_at, d.purge_at, d.lost_root`;
}
