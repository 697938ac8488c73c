// Holds lists to what they read of the database where a workspace is full of documents that they do not show.
import { beforeAll, expect, test } from "bun:test";
import { fillRoot } from "../../bench/growth_data.ts";
import { type Actor, DAY_MS, later, type Sql } from "../../kernel/plugin.ts";
import { foldCounts } from "../../plugins/documents/store/counting/counts.ts";
import { countDocumentsFor, countTeamDocuments } from "../../plugins/documents/store/counting/place_counts.ts";
import { listTrash } from "../../plugins/documents/store/life/trash.ts";
import { listDocumentsAt, listTeamDocumentsAt } from "../../plugins/documents/store/reading/folders.ts";
import { type ListOptions, listDocuments } from "../../plugins/documents/store/reading/lists.ts";
import { countTags } from "../../plugins/documents/store/reading/tags.ts";
import { listTitlesAt } from "../../plugins/documents/store/reading/titles.ts";
import { findGeneral, type RootRow } from "../../plugins/places/port.ts";
import { openHarness } from "../harness/harness.ts";
import { actorOf } from "./listed.ts";
import { countRowsRead } from "./rows_read.ts";

const h = await openHarness();
const SMALL = 1000;
const LARGE = 20_000;
/** Documents of the member's My documents. */
const OWN = 60;

type Asked = Omit<ListOptions, "after" | "limit">;
/** Asked as a member, and with everything in My documents as the owner. */
type Growing = Asked & { root: RootRow; owner: Actor; place_ids: number[]; closed: number; whole: number };
const ofAsked: Growing[] = [];

beforeAll(async () => {
  const { sql } = h.runtime.database;
  for (const documents of [SMALL, LARGE]) {
    const owner = await h.person();
    const { workspace_id } = owner;
    const now = h.clock.now();
    const member = await h.person({ role: "member", workspace_id });
    await fillRoot(h.runtime.database, { workspace_id, documents });
    await sql`
      insert into places (workspace_id, root_id, path, guard_ids)
      select workspace_id, root_id, 'Whole', guard_ids from places where workspace_id = ${workspace_id} and path = 'Folder 1'`;
    await sql`
      insert into places (workspace_id, owner_id, path) values (${workspace_id}, ${member.user_id}, '')`;
    await sql`update places set guard_ids = array[place_id] where owner_id = ${member.user_id}`;
    // A folder that is closed to the member, and open with some of what lies in it.
    await sql`
      insert into places (workspace_id, root_id, path, guard_ids, has_list)
      select workspace_id, root_id, 'Closed', '{}', true from places where workspace_id = ${workspace_id} and path = 'Folder 1'`;
    await sql`update places set guard_ids = array[place_id] where workspace_id = ${workspace_id} and path = 'Closed'`;
    await sql`
      update documents d set place_id = p.place_id, tags = array['closed'],
        visibility = case when n % (${documents}::int / 20) = 0 then 'workspace' else 'restricted' end
      from places p, (select document_id, row_number() over (order by document_id) as n
        from documents where workspace_id = ${workspace_id} and owner_id = ${owner.user_id}) as numbered
      where p.workspace_id = ${workspace_id} and p.path = 'Closed' and d.document_id = numbered.document_id
        and n <= ${documents / 4}`;
    await sql`
      update documents set tags = tags || array['common'] where workspace_id = ${workspace_id} and tags <> array['closed']`;
    // What is asked for is older than all that is not.
    const put = async (owner_id: number, at: { path: string; count: number }) => sql`
      update documents d set place_id = p.place_id, updated_at = updated_at - interval '1 year' from places p
      where p.workspace_id = ${workspace_id} and p.path = ${at.path} and p.owner_id is not distinct from ${owner_id || null}::bigint
        and d.document_id in (select document_id from documents
          where workspace_id = ${workspace_id} and owner_id = ${member.user_id} order by document_id limit ${at.count})`;
    await put(0, { path: "Whole", count: documents / 4 });
    await put(member.user_id, { path: "", count: OWN });
    // All that the owner has lies in their My documents, and a tenth of the rest in the trash of another root.
    await sql`
      insert into places (workspace_id, owner_id, path) values (${workspace_id}, ${owner.user_id}, '')`;
    await sql`update places set guard_ids = array[place_id] where owner_id = ${owner.user_id}`;
    await sql`
      update documents d set place_id = p.place_id from places p
      where p.owner_id = ${owner.user_id} and d.owner_id = p.owner_id and d.workspace_id = ${workspace_id}
        and d.tags <> array['closed']`;
    await sql`
      with r as (
        insert into roots (workspace_id, slug, name, created_at, updated_at)
        values (${workspace_id}, 'other', 'Other', ${now}, ${now}) returning root_id
      )
      insert into places (workspace_id, root_id, path, has_list) select ${workspace_id}, root_id, '', true from r`;
    await sql`update places set guard_ids = array[place_id] where workspace_id = ${workspace_id} and guard_ids = '{}'`;
    await sql`
      update documents d set place_id = p.place_id, deleted_at = ${now}, purge_at = ${later(now, DAY_MS)}
      from places p join roots r using (root_id)
      where p.workspace_id = ${workspace_id} and r.slug = 'other' and d.workspace_id = ${workspace_id}
        and d.owner_id = ${member.user_id} and d.document_id % 10 = 0 and d.updated_at > ${later(now, -DAY_MS)}`;
    const actor = actorOf(h, member);
    const root = await findGeneral(sql, workspace_id);
    while ((await h.runtime.database.withTransaction((one) => foldCounts(one, { workspace_id, limit: LARGE }))) > 0);
    const places = await sql<{ place_id: number; path: string }[]>`
      select place_id, path from places where root_id = ${root.root_id}`;
    ofAsked.push({
      place_ids: places.map((place) => place.place_id),
      whole: places.find((place) => place.path === "Whole")?.place_id ?? 0,
      closed: places.find((place) => place.path === "Closed")?.place_id ?? 0,
      actor,
      root,
      now,
      owner: actorOf(h, owner),
      view: "team",
      folder: null,
      recursive: false,
      tag: null,
    });
  }
  await sql`vacuum analyze`;
});

const PAGE = 51;
/** How much more a list may read among the many documents. */
const FACTOR = 1.5;

const paged = { after: null, limit: PAGE };
const whole = { folder: "Whole", recursive: false, ...paged };

const LISTS: [name: string, work: (sql: Sql, asked: Growing) => Promise<unknown>][] = [
  ["view=team of which nothing is listed", (sql, asked) => listDocuments(sql, { ...asked, ...paged })],
  ["view=mine of who has all in roots", (sql, asked) => listDocuments(sql, { ...asked, ...paged, view: "mine" })],
  ["a folder of a root", (sql, asked) => listDocuments(sql, { ...asked, ...whole, view: { root: asked.root } })],
  [
    "a folder and what is below",
    (sql, asked) => listDocuments(sql, { ...asked, ...whole, recursive: true, view: { root: asked.root } }),
  ],
  ["a folder by its name", (sql, asked) => listDocuments(sql, { ...asked, ...whole, view: "all" })],
  [
    "a folder that is closed",
    (sql, asked) => listDocuments(sql, { ...asked, ...whole, folder: "Closed", view: { root: asked.root } }),
  ],
  ["a tag", (sql, asked) => listDocuments(sql, { ...asked, ...paged, view: "all", tag: "common" })],
  [
    "a tag of a folder",
    (sql, asked) => listDocuments(sql, { ...asked, ...whole, view: { root: asked.root }, tag: "common" }),
  ],
  ["a tag of My documents", (sql, asked) => listDocuments(sql, { ...asked, ...paged, view: "mine", tag: "common" })],
  [
    "a tag of what is closed",
    (sql, asked) =>
      listDocuments(sql, { ...asked, ...whole, folder: "Closed", view: { root: asked.root }, tag: "closed" }),
  ],
  ["counts of folders", countDocumentsFor],
  ["counts of others' folders", countTeamDocuments],
  [
    "what a tree shows of a closed folder",
    (sql, asked) => listDocumentsAt(sql, { ...asked, place_ids: [asked.closed] }),
  ],
  ["what a tree shows of others' top", (sql, asked) => listTeamDocumentsAt(sql, { ...asked, path: "", depth: 1 })],
  [
    "a page of the view of a folder",
    (sql, asked) => listTitlesAt(sql, { ...asked, ...paged, place_id: asked.whole, named: [] }),
  ],
  [
    "a page of the view of a closed folder",
    (sql, asked) => listTitlesAt(sql, { ...asked, ...paged, place_id: asked.closed, named: [] }),
  ],
  ["own tags of who has all in roots", (sql, asked) => countTags(sql, { ...asked, view: "mine" })],
  ["an empty trash of who has all in roots", (sql, asked) => listTrash(sql, { ...asked, ...paged, root: null })],
  ["an empty trash", (sql, asked) => listTrash(sql, { ...asked, ...paged, actor: asked.owner, root: null })],
  ["an empty trash of a root", (sql, asked) => listTrash(sql, { ...asked, ...paged })],
];

test.each(LISTS)("%s reads at most 1.5 times the rows among twenty times as many documents", async (_, work) => {
  const rows: number[] = [];
  for (const asked of ofAsked) rows.push(await countRowsRead(h.runtime.database, (sql) => work(sql, asked)));
  const [small = 0, large = 0] = rows;
  expect(large, `${large} rows where ${small} were read`).toBeLessThanOrEqual(Math.max(small, PAGE) * FACTOR);
});
