// Holds lists to what they read of the database where a workspace is full of documents that they do not show.
import { beforeAll, expect, test } from "bun:test";
import { fillRoot } from "../../bench/growth_data.ts";
import type { Sql } from "../../kernel/mod.ts";
import { type ListOptions, listDocuments } from "../../plugins/documents/store/lists.ts";
import { openHarness } from "../harness.ts";
import { actorOf } from "./listed.ts";
import { countRowsRead } from "./rows_read.ts";

const h = await openHarness();
const SMALL = 1000;
const LARGE = 20_000;
/** Documents of the folder that is as large in both workspaces. */
const IN_FOLDER = 500;

type Asked = Omit<ListOptions, "after" | "limit">;
const ofAsked: Asked[] = [];

beforeAll(async () => {
  const { sql } = h.house.database;
  for (const documents of [SMALL, LARGE]) {
    const { workspace_id } = await h.person();
    const member = await h.person({ role: "member", workspace_id });
    await fillRoot(h.house.database, { workspace_id, documents });
    await sql`
      insert into places (workspace_id, root_id, path, guard_ids)
      select workspace_id, root_id, 'Whole', guard_ids from places where workspace_id = ${workspace_id} and path = 'Folder 1'`;
    await sql`
      update documents d set place_id = p.place_id from places p
      where p.workspace_id = ${workspace_id} and p.path = 'Whole' and d.document_id in (
        select document_id from documents where workspace_id = ${workspace_id} order by md5(doc_id) limit ${IN_FOLDER})`;
    const actor = actorOf(h, member);
    ofAsked.push({ actor, now: h.clock.now(), view: "team", folder: null, recursive: false, tag: null });
  }
  await sql`vacuum analyze`;
});

const PAGE = 51;
/** How much more a list may read among the many documents. */
const FACTOR = 1.5;

const LISTS: [name: string, work: (sql: Sql, asked: Asked) => Promise<unknown>][] = [
  ["view=team of which nothing is listed", (sql, asked) => listDocuments(sql, { ...asked, after: null, limit: PAGE })],
];

test.each(LISTS)("%s reads at most 1.5 times the rows among twenty times as many documents", async (_, work) => {
  const rows: number[] = [];
  for (const asked of ofAsked) rows.push(await countRowsRead(h.house.database, (sql) => work(sql, asked)));
  const [small = 0, large = 0] = rows;
  expect(large, `${large} rows where ${small} were read`).toBeLessThanOrEqual(small * FACTOR);
});
