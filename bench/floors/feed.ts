// The least that a tree and a feed can cost:
// one route and one select each, of the same rows with nobody asking who may see them, as JSON.
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();
const PAGE = 200;

/** The documents of somebody's folders. */
async function readTree(owner: number) {
  const rows = await sql`
    select d.doc_id, d.title, d.kind, d.icon, d.alias, d.size_bytes as size, d.updated_at, d.slug, d.tags, d.visibility, p.path
    from documents d join places p using (place_id)
    where p.owner_id = ${owner} and d.deleted_at is null and (d.expires_at is null or d.expires_at > ${new Date()})
    order by lower(d.title), d.document_id`;
  const folders = new Map<string, unknown[]>();
  for (const { path, slug, ...row } of rows) {
    const docs = folders.get(path) ?? [];
    folders.set(path, docs);
    docs.push({ ...row, size: Number(row["size"]), url: `/d/${slug}/` });
  }
  return { folders: [...folders].map(([path, docs]) => ({ path, docs })) };
}

/** A page of the feed, with the files of each document. */
async function readChanges(owner: number, since: number) {
  const rows = await sql`
    with page as materialized (
      select c.document_id, c.change_seq from document_changes c join documents d using (document_id)
      where c.workspace_id = (select workspace_id from users where user_id = ${owner}) and c.change_seq > ${since}
        and d.owner_id = ${owner}
      order by c.change_seq limit ${sql.unsafe(String(PAGE + 1))}
    )
    select page.change_seq, d.doc_id, d.title, p.path as folder, d.tags, d.kind, d.version, d.updated_at, d.listing,
      u.email as owner_email,
      (select json_agg(json_build_object('path', f.path, 'sha256', encode(f.sha256, 'hex'), 'size', f.size_bytes,
        'content_type', f.content_type)) from document_files f where f.document_id = d.document_id and f.version = d.version) as files
    from page join documents d using (document_id) join places p using (place_id) join users u on u.user_id = d.owner_id
    order by page.change_seq`;
  const changes = rows.slice(0, PAGE);
  return { changes, next_cursor: String(changes.at(-1)?.["change_seq"] ?? since), has_more: rows.length > PAGE };
}

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .get("/api/tree", ({ query }) => readTree(Number(query["owner"])))
  .get("/api/changes", ({ query }) => readChanges(Number(query["owner"]), Number(query["since"] ?? 0)))
  .listen(Number(process.env["PORT"]));
