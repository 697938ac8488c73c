// Rows for bench/growth.ts, made by the database itself:
// documents in a root as if they had been published, and other workspaces.

import type { Database } from "../kernel/db/sql.ts";
import type { Sql } from "../kernel/plugin.ts";
import { foldCounts } from "../plugins/documents/store/counting/counts.ts";

const FOLDERS = 100;
const TAGS = 50;
/** Bytes of a page. */
const SIZE = 20;
/** Documents in one statement. */
const BATCH = 50_000;

interface Filled {
  workspace_id: number;
  documents: number;
}

/** Documents in a hundred folders of General, as many of each person, each with a version, a file and a number of change, and counted. */
export async function fillRoot(database: Database, { workspace_id, documents }: Filled): Promise<void> {
  const { sql } = database;
  await sql`
    insert into places (workspace_id, root_id, path, guard_ids)
    select r.workspace_id, r.root_id, 'Folder ' || n, top.guard_ids
    from roots r join places top on top.root_id = r.root_id and top.path = '', generate_series(1, ${FOLDERS}) as n
    where r.workspace_id = ${workspace_id} and r.is_general`;
  for (let from = 0; from < documents; from += BATCH) {
    const count = Math.min(BATCH, documents - from);
    await fillBatch(database, { workspace_id, from, count });
    while ((await database.withTransaction((one) => foldCounts(one, { workspace_id, limit: BATCH }))) > 0);
  }
}

async function fillBatch(
  { sql }: Database,
  { workspace_id, from, count }: Omit<Filled, "documents"> & { from: number; count: number },
): Promise<void> {
  await insertDocuments(
    sql,
    sql`
      select ${workspace_id}::bigint as workspace_id, people[1 + n % cardinality(people)] as user_id, n, ids[1 + n % ${FOLDERS}::int] as place_id
      from generate_series(${from}::int, ${from + count - 1}::int) as n, (
        select array_agg(p.place_id) as ids from places p join roots r using (root_id)
        where r.workspace_id = ${workspace_id} and r.is_general and p.path <> '') as folders,
        (select array_agg(user_id) as people from users where workspace_id = ${workspace_id}) as everybody`,
  );
}

/** Workspaces of one person each, with so many documents at the top of General. */
export async function fillOthers(
  database: Database,
  { workspaces, documents }: { workspaces: number; documents: number },
): Promise<void> {
  const { sql } = database;
  const now = new Date();
  for (let from = 0; from < workspaces; from += BATCH / documents) {
    const to = Math.min(workspaces, from + BATCH / documents) - 1;
    await sql`
      insert into workspaces (slug, name, plan, created_at)
      select 'other-' || n, 'Other ' || n, 'enterprise', ${now} from generate_series(${from}::int, ${to}::int) as n`;
    await sql`
      insert into users (workspace_id, email, role, created_at)
      select workspace_id, slug || '@example.org', 'owner', ${now} from workspaces
      where slug in (select 'other-' || n from generate_series(${from}::int, ${to}::int) as n)`;
    await insertDocuments(
      sql,
      sql`
        select w.workspace_id, u.user_id, n, p.place_id
        from workspaces w join users u using (workspace_id) join roots r using (workspace_id) join places p using (root_id),
          generate_series(1, ${documents}::int) as n
        where r.is_general and p.path = '' and w.slug in (select 'other-' || k from generate_series(${from}::int, ${to}::int) as k)`,
    );
  }
  const waiting = await sql<{ workspace_id: number }[]>`select distinct workspace_id from document_count_changes`;
  for (const { workspace_id } of waiting) {
    await database.withTransaction((one) => foldCounts(one, { workspace_id, limit: BATCH }));
  }
}

/** One document for each row of `given`, which says its workspace, owner, number there, and place. */
async function insertDocuments(sql: Sql, given: ReturnType<Sql>): Promise<void> {
  const now = new Date();
  await sql`
    with given as materialized (${given}), b as (
      insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
      select workspace_id, sha256(('page ' || workspace_id || ' ' || n)::bytea), ${SIZE}, 'bench_' || workspace_id || '_' || n,
        rpad('page ' || n, ${SIZE})::bytea, ${now}
      from given returning blob_id, sha256, storage_key
    ), d as (
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
        visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
      select workspace_id, 'doc_bench' || workspace_id || '_' || n, 'bench' || workspace_id || 'x' || n, user_id, user_id, 'Page ' || n,
        'html', 'document', place_id, 'index.html', array['tag-' || n % ${TAGS}::int], 'restricted', 'private', 0, '', '{}', 1, ${SIZE},
        ${now}, ${now}::timestamptz - n * interval '1 second'
      from given returning document_id, doc_id, workspace_id, owner_id
    ), v as (
      insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, total_bytes)
      select document_id, 1, workspace_id, ${now}, owner_id, 'api', ${SIZE} from d
    ), f as (
      insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type)
      select document_id, 1, 'index.html', workspace_id, blob_id, sha256, ${SIZE}, 'text/html; charset=utf-8'
      from d join b on b.storage_key = replace(doc_id, 'doc_bench', 'bench_')
    ), counted as (
      insert into document_counters as c (workspace_id, change_seq, bytes)
      select workspace_id, count(*), ${SIZE} * count(*) from given group by workspace_id
      on conflict (workspace_id) do update set change_seq = c.change_seq + excluded.change_seq, bytes = c.bytes + excluded.bytes
      returning workspace_id, change_seq
    ), owned as (
      insert into document_owners as o (workspace_id, owner_id, live)
      select workspace_id, user_id, count(*) from given group by workspace_id, user_id
      on conflict (workspace_id, owner_id) do update set live = o.live + excluded.live
    ), indexed as (
      -- Searching is measured elsewhere: nothing is left for its index to do meanwhile.
      insert into search_cursors (workspace_id, change_seq) select workspace_id, change_seq from counted
      on conflict (workspace_id) do update set change_seq = excluded.change_seq
    )
    insert into document_changes (document_id, workspace_id, change_seq, changed_at, first_seq)
    select document_id, workspace_id, seq, ${now}, seq from (
      select document_id, workspace_id, change_seq - row_number() over (partition by workspace_id order by document_id desc) + 1 as seq
      from d join counted using (workspace_id)) as numbered`;
}
