// Every operation of the catalogue, every job and every statement that deletes,
// asked whether it ends something of a held document (rules: policy/seeing).
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { databasesOf } from "../databases/made.ts";
import { RANDOM_MS_MAX, sampleByDepth } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { INPUTS } from "../permission/inputs.ts";
import { freshStage, send } from "../permission/matrix.ts";
import { made, openStage } from "../permission/stage.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const MS_MAX = RANDOM_MS_MAX;

/** Tables whose rows are content of a document, with the columns that say of which. */
const CONTENT = {
  documents: "document_id",
  document_versions: "document_id",
  document_files: "document_id",
  agents: "document_id",
  agent_proposals: "document_id",
  comments: "document_id",
  databases: "document_id",
  database_tables: "document_id",
  database_records: "table_id",
  database_record_history: "table_id",
  database_changes: "document_id",
  database_uploads: "table_id",
  database_views: "document_id",
  database_writers: "document_id",
  forms: "database_id",
  form_responses: "document_id",
  form_sessions: "document_id",
  form_uploads: "document_id",
} as const;

const RIGHTS = "says who may open it, and is no content";
const SHOWN = "how and where it is found or shown to somebody, and is no content";
const DERIVED = "made of content, and made again from it";
const UNDER_WAY = "on its way to be content, which it is once it is written";
const PAST = "of documents that are gone, and of rights as they were, for the feed of changes";

/** Tables that name a document, a table or the like in a column, and end while it is held; another one has to say why here. */
const BESIDE: Record<string, string> = {
  access_requests: RIGHTS,
  unmet_access_requests: RIGHTS,
  recent_documents: SHOWN,
  grants: RIGHTS,
  activity_days: "counts readers",
  activity_events: "counts readers, and goes after the days that were promised to them",
  activity_readers: "counts readers",
  agent_former_slugs: "says which slugs other agents are not given, and outlives the documents",
  blobs: "kept for as long as a file names them",
  bundle_blobs: DERIVED,
  bundle_documents: DERIVED,
  bundle_folders: SHOWN,
  database_column_chunks: DERIVED,
  database_columns: DERIVED,
  database_index_entries: DERIVED,
  database_indexes: DERIVED,
  database_text_grams: DERIVED,
  database_texts: DERIVED,
  document_changes: DERIVED,
  document_commit_blobs: UNDER_WAY,
  document_commits: UNDER_WAY,
  document_count_changes: DERIVED,
  document_place_counts: DERIVED,
  document_tags: DERIVED,
  document_holds: "ends with the hold of the other document",
  document_tombstones: PAST,
  edit_leases: "who is writing",
  folder_settings: SHOWN,
  form_gates: RIGHTS,
  form_proofs: "says that work was done for an answer, and ends with its session",
  grant_spans: PAST,
  navigation_entries: SHOWN,
  notifications: SHOWN,
  past_documents: PAST,
  past_places: PAST,
  places: SHOWN,
  search_files: DERIVED,
  search_texts: DERIVED,
  shortcuts: SHOWN,
  source_links: DERIVED,
  source_paths: DERIVED,
  stars: SHOWN,
  upload_parts: UNDER_WAY,
  upload_tickets: UNDER_WAY,
  watches: SHOWN,
  webhooks: "sends what happens, and holds none of it",
  wiki_former_aliases: SHOWN,
  wiki_sites: SHOWN,
};

// Notes each row of content that ends, and whether its document was held then. The last guard of documents stays out of it.
await sql`create table ended (table_name text, is_held boolean, was jsonb)`;
await sql.unsafe(`
  create function note_end() returns trigger language plpgsql as $$
  declare
    was jsonb := to_jsonb(old);
    document bigint := case tg_argv[0]
      when 'table_id' then (select t.document_id from database_tables t where t.table_id = (was ->> 'table_id')::bigint)
      else (was ->> tg_argv[0])::bigint end;
  begin
    insert into ended select tg_table_name, coalesce((
      select d.legal_hold or d.held_with from documents d where d.document_id = document), (was ->> 'legal_hold')::boolean, false), was;
    return old;
  end
  $$`);
for (const [table, column] of Object.entries(CONTENT)) {
  await sql.unsafe(
    `create trigger aa_note_end before delete on ${table} for each row execute function note_end('${column}')`,
  );
}

async function takeEnded(): Promise<{ table_name: string; is_held: boolean }[]> {
  return [...(await sql<{ table_name: string; is_held: boolean }[]>`delete from ended returning table_name, is_held`)];
}

async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 7) {
    h.clock.advance(7 * DAY_MS);
    for (let round = 0; round < 2; round += 1) await h.runtime.jobs.runDue();
  }
}

/** Holds every document that was made after another one, or lets them go: what came before stays as it is, so that a cell costs as much as the first. */
const holdSince = (last: number, on: boolean) =>
  sql`update documents set legal_hold = ${on} where document_id > ${last} and legal_hold <> ${on}`;

async function lastDocument(): Promise<number> {
  const [row] = await sql<{ last: number }[]>`select coalesce(max(document_id), 0)::int as last from documents`;
  return row?.last ?? 0;
}

test("every table that names a document or a part of one is content, which a hold keeps, or says why it is not", async () => {
  const named = await sql<{ table_name: string }[]>`
    select distinct c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name ~ '(document|doc|database|table|session|response|place|blob|proposal|index|commit|comment|view)_?id$'`;
  const known = [...Object.keys(CONTENT), ...Object.keys(BESIDE)];
  expect(named.map((row) => row.table_name).toSorted()).toEqual(known.toSorted());
});

/** The statements that end content, and where each asks for a hold; one more has to ask, too. */
const STATEMENTS: Record<string, string> = {
  "plugins/agents/store/proposals.ts agent_proposals": "leaves out what is held",
  "plugins/comments/store/writes.ts comments": "`comment.delete` refuses before",
  "plugins/databases/store/belongings.ts database_uploads": "makes them nobody's before, where they are held",
  "plugins/databases/store/changes.ts database_changes": "leaves out what is held",
  "plugins/database_sql/copying.ts by name": "the sandbox's copy",
  "plugins/databases/store/indexes.ts by name": "orders that are kept, which are made again",
  "plugins/databases/store/history.ts database_record_history": "leaves out what is held",
  "plugins/databases/store/media.ts database_uploads": "leaves out what is held",
  "plugins/databases/store/tables.ts database_tables": "leaves out what is held",
  "plugins/databases/store/views.ts database_views": "`database.delete_view` refuses before",
  "plugins/documents/store/life/account_end.ts documents":
    "`findKeptOwners` keeps the account, and the guard of the table",
  "plugins/documents/store/life/lifecycle.ts documents": "`refuseRemoval`",
  "plugins/documents/store/life/trash.ts documents": "leaves out what is held",
  "plugins/forms/store/sessions.ts form_sessions": "leaves out what is held",
  "plugins/notifications/store/ends.ts by name": "notices of a person who goes",
};

/** Functions of the database that end content, as they are now. */
const FUNCTIONS: Record<string, string> = {
  "database_gone database_changes": "once its database is gone",
  "database_table_gone database_record_history": "once its table is gone",
  "database_table_gone database_records": "once its table is gone",
  "write_records database_record_history": "keeps all versions of what is held",
  "write_records database_records": "refuses for what is held",
};

test("every statement that deletes content asks whether it is held", async () => {
  const found: string[] = [];
  for (const path of new Bun.Glob("{plugins,kernel,hosts}/**/*.ts").scanSync()) {
    if (path.endsWith("_test.ts")) continue;
    const text = await Bun.file(path).text();
    for (const [, table = ""] of text.matchAll(/\b(?:delete\s+from|truncate(?:\s+table)?)\s+"?([a-z_]+)/gi)) {
      if (table in CONTENT) found.push(`${path} ${table}`);
    }
    if (/\bdelete\s+from\s+\$\{/i.test(text)) found.push(`${path} by name`);
  }
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(STATEMENTS).toSorted());
  const functions = await sql<{ proname: string; prosrc: string }[]>`
    select proname, prosrc from pg_proc join pg_namespace n on n.oid = pronamespace where nspname = 'public'`;
  const ending = functions.flatMap(({ proname, prosrc }) =>
    [...prosrc.matchAll(/\bdelete\s+from\s+([a-z_]+)/gi)].flatMap(([, table = ""]) =>
      table in CONTENT ? [`${proname} ${table}`] : [],
    ),
  );
  expect([...new Set(ending)].toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
});

test(
  "no operation ends content of a held document",
  async () => {
    const stage = await openStage(h, "My documents");
    const writes = h.runtime.catalogue.entries.filter(({ effect, id }) => effect === "write" && INPUTS[id]);
    const ended: string[] = [];
    const noteEnded = async (by: string) => {
      for (const { table_name, is_held } of await takeEnded()) if (is_held) ended.push(`${by}: ${table_name}`);
    };
    for (const entry of sampleByDepth(writes, 6)) {
      const last = await lastDocument();
      for (const caller of ["owner", "workspace owner"] as const) {
        const fresh = await freshStage(stage, entry);
        const input = await INPUTS[entry.id]?.make(fresh, caller);
        if (!input) continue;
        await takeEnded();
        await holdSince(last, true);
        await send(h, { entry, as: fresh.people[caller], made: input });
        await noteEnded(`${entry.id} as ${caller}`);
      }
      await h.runtime.jobs.runDue();
      await noteEnded(`${entry.id}, by what it leaves to a job`);
      await holdSince(last, false);
    }
    expect(ended).toEqual([]);
  },
  MS_MAX,
);

const DELETIONS = [
  "database.delete_table",
  "database.delete_view",
  "database.delete_record",
  "doc.delete",
  "form.delete",
  "comment.delete",
];

test(
  "what deletes content by a person's will is refused with 423 and a way out",
  async () => {
    const stage = await openStage(h, "My documents");
    for (const id of DELETIONS) {
      const entry = h.runtime.catalogue.byId.get(id);
      if (!entry) throw new Error(`${id} is no operation`);
      const last = await lastDocument();
      const fresh = await freshStage(stage, entry);
      const input = await INPUTS[id]?.make(fresh, "owner");
      await holdSince(last, true);
      const { status, body } = await send(h, { entry, as: fresh.people.owner, made: input ?? {} });
      await holdSince(last, false);
      expect([id, status, body.error]).toEqual([id, 423, expect.stringContaining("must release the hold")]);
    }
  },
  MS_MAX,
);

test(
  "no job ends content of a held document, however long it runs, and jobs do end that of others",
  async () => {
    const { makeDatabase, addRecord } = databasesOf(h);
    const as = await h.person({ role: "owner" });
    for (const is_held of [true, false]) {
      const db = await makeDatabase({ as });
      const { id } = await addRecord(db, { name: "one" });
      await made(h.call(`PATCH ${db.in}/records/${id}`, { as, json: { data: { name: "two" }, base_version: 1 } }));
      await made(
        h.call(`POST ${db.at}/forms`, { as, json: { table_id: db.table.id, title: "Form", fields: ["name"] } }),
      );
      const gone = await made(h.call(`POST ${db.at}/tables`, { as, json: { name: "Gone", fields: [] } }));
      await made(h.call(`DELETE ${db.at}/tables/${gone.id}?base_version=1&confirm=Gone`, { as }));
      const [row] = await sql<{ document_id: number }[]>`select document_id from documents where doc_id = ${db.doc_id}`;
      const json = { name: `a ${row?.document_id}`, instructions: "# A" };
      const agent = await made(h.call("POST /api/brains", { as, json }));
      const page = await made(h.call("POST /api/docs", { as, json: { html: "<p>x</p>", retention_days: 1 } }));
      const trashed = await made(h.call("POST /api/docs", { as, json: { html: "<p>y</p>" } }));
      await made(h.call(`DELETE /api/docs/${trashed.doc_id}`, { as }));
      await sql`
        insert into database_uploads (user_id, table_id, field_key, upload_id, workspace_id, filename, sha256, size_bytes, created_at)
        values (${as.user_id}, ${db.table.id}, 'files', ${`upload-${row?.document_id}`}, ${as.workspace_id}, 'a.txt', '', 1, ${h.clock.now()})`;
      await sql`
        insert into agent_proposals (workspace_id, document_id, base_version, files, status, created_at, expires_at)
        select workspace_id, document_id, 1, '[]', 'rejected', ${h.clock.now()}, ${h.clock.now()} from agents
        where document_id = (select document_id from documents where doc_id = ${agent.doc_id})`;
      if (!is_held) continue;
      for (const doc_id of [db.doc_id, agent.doc_id, page.doc_id, trashed.doc_id])
        await made(h.call(`POST /api/docs/${doc_id}/legal-hold`, { as, json: { on: true } }));
    }
    await takeEnded();
    await pass(400);
    const ended = await takeEnded();
    expect([...new Set(ended.filter((one) => one.is_held).map((one) => one.table_name))]).toEqual([]);
    const tables = new Set(ended.map((one) => one.table_name));
    for (const table of [
      ...["documents", "document_versions", "document_files", "agent_proposals", "database_tables"],
      ...["database_record_history", "database_changes", "database_uploads"],
    ])
      expect([table, tables.has(table)]).toEqual([table, true]);
  },
  MS_MAX,
);
