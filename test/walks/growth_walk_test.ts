// Holds every list and page of the catalogue to what it reads of the database where a workspace is full of documents.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { COUNTING, countWork, prepareCounting } from "../../bench/blocks.ts";
import { type ListRequest, listRequests } from "../../bench/growth_catalogue.ts";
import { fillRoot } from "../../bench/growth_data.ts";
import { startEmbedded } from "../../kernel/db/embedded/embedded.ts";
import { createLog, migrateServer, movableClock, openSql } from "../../kernel/host.ts";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { foldCounts } from "../../plugins/documents/store/counting/counts.ts";
import { plugins } from "../../plugins/mod.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { START } from "../harness/server_database.ts";
import { makeQuickFolder } from "../harness/temporary_folder.ts";

const SMALL = 400;
const LARGE = 8000;
/** How much more a list may read among the many, for each byte that it answers. */
const FACTOR = 2.5;
/** Below so many blocks nothing is told: an index that is one level deeper. */
const FEW = 100;
const ROUNDS = 2;
/** Documents that are shared with the member by name. */
const GIVEN = 60;

const log = createLog("silent");
const folder = makeQuickFolder("growth");
// Blocks are counted by a part of Postgres that has to be there from its start.
const counting = await startEmbedded({
  data_dir: folder,
  log,
  settings: { ...COUNTING, plan_cache_mode: "force_generic_plan", fsync: "off", autovacuum: "off" },
});
const h = await openHarness({
  reach: async () => {
    const database = await openSql(counting.connection, { log });
    await migrateServer(database, plugins, movableClock(START));
    await database.close();
    return counting.connection;
  },
});
afterAll(async () => {
  await h.close();
  await counting.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Full {
  owner: Person;
  member: Person;
  requests: ListRequest[];
}

const full: Full[] = [];

beforeAll(async () => {
  await prepareCounting(h.runtime.database.sql);
  for (const documents of [SMALL, LARGE]) full.push(await fill(documents));
  await h.runtime.database.sql`vacuum analyze`;
});

/** A workspace whose documents lie in folders of a root and in My documents, open in every way, given, starred and in the trash. */
async function fill(documents: number): Promise<Full> {
  const { sql } = h.runtime.database;
  const owner = await h.person({ role: "owner" });
  const { workspace_id } = owner;
  const member = await h.person({ role: "member", workspace_id });
  const colleague = await h.person({ role: "member", workspace_id });
  for (let count = 0; count < 2; count++) await h.person({ role: "member", workspace_id });
  const now = h.clock.now();
  await fillRoot(h.runtime.database, { workspace_id, documents });
  await sql`insert into places (workspace_id, owner_id, path) values (${workspace_id}, ${member.user_id}, '')`;
  await sql`update places set guard_ids = array[place_id] where owner_id = ${member.user_id}`;
  // Six of sixteen documents each, whatever else they are.
  const some = (digit: number) => sql`strpos('012345', substr(md5(doc_id), ${digit}, 1)) > 0`;
  const others = (digit: number) => sql`strpos('6789ab', substr(md5(doc_id), ${digit}, 1)) > 0`;
  const places = sql`(select place_id from places where workspace_id = ${workspace_id} and path = 'Folder 1')`;
  const own = sql`(select place_id from places where owner_id = ${member.user_id})`;
  await sql`
    update documents set place_id = case when ${some(1)} then ${places} when ${others(1)} then ${own} else place_id end,
      owner_id = case when ${others(1)} then ${member.user_id} else owner_id end,
      visibility = case when ${some(2)} then 'workspace' when ${others(2)} then 'unlisted' else visibility end,
      listing = case when ${some(2)} then 'team' else listing end,
      deleted_at = case when ${some(3)} then ${now}::timestamptz end,
      purge_at = case when ${some(3)} then ${later(now, DAY_MS)}::timestamptz end,
      tags = case when ${some(4)} then array['tag-7'] else tags end
    where workspace_id = ${workspace_id}`;
  // To the member so many in either workspace, since what is given to somebody by name is read for them; all else to a colleague.
  await sql`
    insert into grants (workspace_id, document_id, subject_type, subject_id, level, created_at)
    select workspace_id, document_id, 'user', case when row_number() over (order by document_id) <= ${GIVEN}
      then ${member.user_id}::bigint else ${colleague.user_id}::bigint end, 1, ${now}
    from documents where workspace_id = ${workspace_id} and ${some(5)}`;
  await sql`
    insert into stars (workspace_id, user_id, doc_id, created_at)
    select workspace_id, ${member.user_id}, doc_id, ${now} from documents where workspace_id = ${workspace_id}`;
  await sql`
    insert into notifications (workspace_id, user_id, kind, key, actor, title, target_type, target_id, doc_id, created_at)
    select workspace_id, ${member.user_id}, 'share', doc_id, ${owner.email}, '{document}', 'document', doc_id, doc_id, ${now}
    from documents where workspace_id = ${workspace_id}`;
  const { database } = h.runtime;
  while ((await database.withTransaction((one) => foldCounts(one, { workspace_id, limit: LARGE }))) > 0);
  const [one] = await sql<{ doc_id: string }[]>`
    select doc_id from documents where workspace_id = ${workspace_id} and ${some(5)} and not ${some(3)}
    order by document_id limit 1`;
  const filling = {
    doc_id: one?.doc_id ?? "",
    root: "general",
    path: "index.html",
    user: member.email,
    user_id: String(member.user_id),
    q: "Folder 1",
    from: "1",
  };
  return { owner, member, requests: listRequests(filling) };
}

/** The fewest blocks of a few requests, since the first read what stays known, and how long the answer is; null for a refusal. */
async function ask(request: ListRequest, as: Person): Promise<{ blocks: number; bytes: number } | null> {
  const send = () => h.call(`GET ${request.path}`, { as, with_cookie: request.with === "session" });
  const { status, bytes } = await send();
  if (status !== 200) return null;
  const counts: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    counts.push((await countWork(h.runtime.database.sql, send)).blocks);
  }
  return { blocks: Math.min(...counts), bytes: bytes.length };
}

/** Blocks of what an answer looks at in any workspace: the feed's 2,000 changes one by one, before it looks for the reader's own. */
const BOUNDED: Readonly<Record<string, number>> = { "changes.list": 8_000 };

test.each(["owner", "member"] as const)(
  "no list or page reads more for each byte of its answer where there are twenty times as many documents, asked by the %s",
  async (who) => {
    const [few, many] = full;
    const found: string[] = [];
    let asked = 0;
    for (const [index, request] of (few?.requests ?? []).entries()) {
      const like = many?.requests[index];
      const small = few && (await ask(request, few[who]));
      const large = many && like && (await ask(like, many[who]));
      if (!small || !large) continue;
      asked += 1;
      const grown = Math.max(small.blocks, FEW) * FACTOR * Math.max(1, large.bytes / small.bytes);
      const most = Math.max(grown, BOUNDED[request.id] ?? 0);
      if (process.env["SHOW"])
        console.log(small.blocks, large.blocks, small.bytes, large.bytes, request.id, request.path);
      if (large.blocks > most)
        found.push(`${request.id} ${request.path}: ${large.blocks} blocks where ${small.blocks} were read`);
    }
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(70);
  },
);
