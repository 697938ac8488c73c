// An account that has as much as it may have:
// thousands of folders and documents, a document of 2,000 files, one with 10,000 comments.
import type { Harness, Person } from "../harness/harness.ts";

const FOLDERS = 2500;
const DOCUMENTS = 2500;
const FILES = 2000;
const COMMENTS = 10_000;

export interface BigState {
  person: Person;
  /** Has the files. */
  many_files: string;
  /** Has the comments. */
  many_comments: string;
}

/** Copies what was published as everybody publishes, straight in the tables. */
export async function makeBigState(h: Harness): Promise<BigState> {
  const person = await h.person();
  const publish = async (html: string, folder?: string) => {
    const { status, body } = await h.call("POST /api/docs", { as: person, json: { html, folder } });
    if (status !== 201) throw new Error(`publishing answered ${status}: ${JSON.stringify(body)}`);
    return String(body.doc_id);
  };
  const first = await publish("<h1>One of many</h1><p>words</p>", "Folder");
  const many_files = await publish("<h1>Many files</h1>");
  const many_comments = await publish("<h1>Many comments</h1>");
  await h.runtime.database.withTransaction(async (sql) => {
    const [copied] = await sql<{ document_id: number }[]>`select document_id from documents where doc_id = ${first}`;
    await copyFolders(sql, person);
    await copyDocument(sql, { document_id: copied?.document_id ?? 0, person });
    await sql`
      insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
      select f.document_id, f.version, 'part-' || n || '/file-' || n || '.html', f.workspace_id, f.blob_id, f.sha256,
        f.size_bytes, f.content_type, f.renderer
      from document_files f join documents using (document_id), generate_series(2, ${FILES}) as n
      where doc_id = ${many_files}`;
    await sql`
      insert into comments (workspace_id, document_id, author_id, body, created_at)
      select workspace_id, document_id, ${person.user_id}, 'comment ' || n || repeat(' and words', 20), ${h.clock.now()}
      from documents, generate_series(1, ${COMMENTS}) as n where doc_id = ${many_comments}`;
  });
  await h.runtime.database.sql`analyze`;
  return { person, many_files, many_comments };
}

type Sql = Parameters<Parameters<Harness["runtime"]["database"]["withTransaction"]>[0]>[0];

/** Under the folder that is there, ten deep. */
async function copyFolders(sql: Sql, { user_id, workspace_id }: Person): Promise<void> {
  await sql`
    insert into places (workspace_id, owner_id, path, explicit, guard_ids)
    select ${workspace_id}, ${user_id}, 'Folder/' || array_to_string(array_fill('f' || n / 10, array[1 + n % 10]), '/'), true, guard_ids
    from places, generate_series(10, ${FOLDERS + 9}) as n where owner_id = ${user_id} and path = 'Folder'`;
}

/** One into each folder. */
async function copyDocument(sql: Sql, { document_id, person }: { document_id: number; person: Person }): Promise<void> {
  await sql`
    insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
      visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
    select d.workspace_id, d.doc_id || n, d.slug || n, owner_id, created_by, title || ' ' || n, kind, doc_type, p.place_id,
      source_path, array['one', 'tag-' || n % 50], visibility, listing, retention_days, description, attrs, version, size_bytes,
      created_at, updated_at - n * interval '1 minute'
    from documents d, (select place_id, row_number() over (order by place_id) as n from places
      where places.owner_id = ${person.user_id} and path <> '' limit ${DOCUMENTS}) p
    where d.document_id = ${document_id}`;
  await sql`
    insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, total_bytes)
    select copy.document_id, v.version, v.workspace_id, v.created_at, v.created_by, v.created_via, v.total_bytes
    from documents copy, document_versions v
    where v.document_id = ${document_id} and copy.owner_id = ${person.user_id} and copy.title like 'One of many %'`;
  await sql`
    insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
    select copy.document_id, f.version, f.path, f.workspace_id, f.blob_id, f.sha256, f.size_bytes, f.content_type, f.renderer
    from documents copy, document_files f
    where f.document_id = ${document_id} and copy.owner_id = ${person.user_id} and copy.title like 'One of many %'`;
}
