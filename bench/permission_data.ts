// A large workspace for bench/permission.ts, written straight into the tables:
// people, groups, roots, folders, grants, documents.
import type { Database } from "../kernel/db/sql.ts";
import { foldCounts } from "../plugins/documents/store/counting/counts.ts";

export const PEOPLE = 200;
const GROUPS = 100;
const ROOTS = 200;
const FOLDERS = 2_000;
const DOCUMENTS = 100_000;
const GRANTS = 20_000;

/**
 * Fills the workspace of `user_ids`. Of the grants, one in ten opens a root or a folder with a list of its own, the others
 * documents. Each root is shared with a tenth of the groups, so that an ordinary member sees a part of everything.
 */
export async function fillWorkspace(database: Database, workspaceId: number): Promise<void> {
  await database.withTransaction(async (sql) => {
    const now = new Date();
    await sql`select setseed(0.5)`;
    await sql`
      insert into groups (workspace_id, slug, name, created_at)
      select ${workspaceId}, 'group-' || n, 'Group ' || n, ${now} from generate_series(1, ${GROUPS}) as n`;
    await sql`
      insert into group_members (group_id, user_id, workspace_id, added_at)
      select group_id, user_id, ${workspaceId}, ${now} from groups g, users u
      where g.workspace_id = ${workspaceId} and u.workspace_id = ${workspaceId} and random() < 0.05`;
    await sql`
      insert into roots (workspace_id, slug, name, created_at, updated_at)
      select ${workspaceId}, 'root-' || n, 'Root ' || n, ${now}, ${now} from generate_series(1, ${ROOTS}) as n`;
    await fillPlaces(sql, workspaceId);
    await fillDocuments(sql, workspaceId, now);
    await fillGrants(sql, workspaceId, now);
  });
  // As the server's own job does within seconds.
  while (
    (await database.withTransaction((sql) => foldCounts(sql, { workspace_id: workspaceId, limit: DOCUMENTS }))) > 0
  );
  await database.sql`analyze`;
}

type Within = Parameters<Parameters<Database["withTransaction"]>[0]>[0];

async function fillPlaces(sql: Within, workspaceId: number): Promise<void> {
  await sql`
    insert into places (workspace_id, root_id, path, has_list)
    select ${workspaceId}, root_id, '', true from roots where workspace_id = ${workspaceId} and not is_general`;
  // One folder in ten has a list of its own.
  await sql`
    insert into places (workspace_id, root_id, path, has_list)
    select ${workspaceId}, root_id, 'Folder ' || n, n % 10 = 0
    from roots, generate_series(1, ${FOLDERS / ROOTS}) as n where workspace_id = ${workspaceId} and not is_general`;
  await sql`
    insert into places (workspace_id, owner_id, path)
    select ${workspaceId}, user_id, '' from users where workspace_id = ${workspaceId}`;
  await sql`
    update places p set guard_ids = array[case when p.has_list or p.root_id is null then p.place_id else (
      select top.place_id from places top where top.root_id = p.root_id and top.path = '') end]
    where p.workspace_id = ${workspaceId}`;
}

/** One document in five is in somebody's My documents, the others in roots. */
async function fillDocuments(sql: Within, workspaceId: number, now: Date): Promise<void> {
  await sql`
    with own as (select array_agg(place_id) as ids from places where workspace_id = ${workspaceId} and root_id is null),
      shared as (select array_agg(place_id) as ids from places where workspace_id = ${workspaceId} and root_id is not null),
      people as (select array_agg(user_id) as ids from users where workspace_id = ${workspaceId}),
      made as (
        select n, case when n % 5 = 0 then own.ids[1 + floor(random() * cardinality(own.ids))::int]
            else shared.ids[1 + floor(random() * cardinality(shared.ids))::int] end as place_id,
          people.ids[1 + floor(random() * cardinality(people.ids))::int] as somebody
        from generate_series(1, ${DOCUMENTS}) as n, own, shared, people
      )
    insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
      visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
    select ${workspaceId}, 'doc_bench' || n, 'bench' || n, coalesce(p.owner_id, somebody), coalesce(p.owner_id, somebody),
      'Document ' || n, 'html', 'document', p.place_id, 'index.html', array['tag-' || n % 50],
      (array['restricted', 'restricted', 'restricted', 'workspace', 'unlisted'])[1 + n % 5],
      case when n % 7 = 0 then 'team' else 'private' end, 0, '', '{}', 1, 2048, ${now},
      ${now}::timestamptz - n * interval '1 minute'
    from made join places p using (place_id)`;
  await sql`
    insert into document_owners (workspace_id, owner_id, live)
    select workspace_id, owner_id, count(*) from documents where workspace_id = ${workspaceId} group by workspace_id, owner_id`;
}

async function fillGrants(sql: Within, workspaceId: number, now: Date): Promise<void> {
  await sql`
    insert into grants (workspace_id, place_id, subject_type, subject_id, level, created_at)
    select ${workspaceId}, p.place_id, 'group', g.group_id, 1 + floor(random() * 3)::int, ${now}
    from places p, groups g
    where p.workspace_id = ${workspaceId} and g.workspace_id = ${workspaceId} and p.has_list and p.root_id is not null
      and random() < ${GRANTS / 10 / (GROUPS * (ROOTS + FOLDERS / 10))}
    on conflict do nothing`;
  await sql`
    insert into grants (workspace_id, document_id, subject_type, subject_id, level, created_at)
    select ${workspaceId}, d.document_id, 'user', u.user_id, 1 + floor(random() * 3)::int, ${now}
    from documents d join users u on u.workspace_id = ${workspaceId} and u.user_id % ${PEOPLE} = d.document_id % ${PEOPLE}
    where d.workspace_id = ${workspaceId} and random() < ${(GRANTS * 0.9) / DOCUMENTS}
    on conflict do nothing`;
}
