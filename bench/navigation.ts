// A navigation of 2,000 entries in a workspace of 100,000 documents:
// replaced whole, read by a member, asked whether it reaches a document.
import { type Actor, actorOf, findPerson, type Sql } from "../kernel/plugin.ts";
import { reachesDocument, readerOf, readNavigation } from "../plugins/navigations/port.ts";
import { withCpu } from "./cpu.ts";
import { fillWorkspace, PEOPLE } from "./permission_data.ts";
import { compare, medianOf, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const ENTRIES = 2000;
const TIMES = Number(process.env["TIMES"] ?? 20);

/** As the table has them. */
const COLUMNS = `entry_id bigint, workspace_id bigint, navigation_id bigint, parent_id bigint, position integer, kind text, label text,
  icon text, visibility text, group_id bigint, collapsed boolean, show_sign_in_hint boolean, sort text, doc_id text, alias text,
  root_id bigint, owner_id bigint, path text, tag text, url text, for_members boolean, for_groups bigint[]`;

const place = await openPlace();
try {
  const { sql } = place.database;
  const [token = ""] = await place.makeTokens(PEOPLE);
  const people = await sql<
    { user_id: number; workspace_id: number }[]
  >`select user_id, workspace_id from users order by user_id`;
  const [owner, member] = [people[0], people[PEOPLE / 2]];
  if (!owner || !member) throw new Error("the workspace has nobody");
  await sql`update users set role = 'owner' where user_id = ${owner.user_id}`;
  await fillWorkspace(place.database, owner.workspace_id);
  const person = await findPerson(sql, member.user_id);
  if (!person) throw new Error("the member is not found");
  await measure(sql, { token, actor: actorOf(person, { clock: { now: () => new Date() } }) });
} finally {
  await place.close();
}

async function measure(sql: Sql, { token, actor }: { token: string; actor: Actor }): Promise<void> {
  const workspace_id = actor.workspace.id;
  const { id } = await call(token, "POST /api/navigations", { name: "Large" });
  let version = 1;
  await compare({
    workload: `PUT /api/navigations/{id} of ${ENTRIES} entries, all changed`,
    rounds: readRounds(),
    floor: () => often(async (time) => void (await upsert(sql, workspace_id, time))),
    ours: () =>
      often(async (time) => {
        const { entries } = await call(token, `GET /api/navigations/${id}?expand=false`);
        const sent = relabel(entries.length > 0 ? entries : groups(), `${time} `);
        const started = performance.now();
        ({ version } = await call(token, `PUT /api/navigations/${id}`, { entries: sent, version }));
        return performance.now() - started;
      }),
    score: (seen) => seen.median_ms,
    reach: 4,
  });
  await sql`
    update navigation_entries e set kind = 'document', doc_id = d.doc_id, label = null
    from (select doc_id, row_number() over (order by document_id) as n from documents where workspace_id = ${workspace_id}) as d
    where e.navigation_id = ${id} and e.parent_id is not null and d.n = e.entry_id % 20000 + 1`;
  await sql`update navigation_entries set kind = 'tag', tag = 'tag-1' where navigation_id = ${id} and parent_id is null and position = 0`;
  await sql`analyze navigation_entries`;
  const read = { navigation_id: id, reader: readerOf(workspace_id, actor), now: new Date() };
  await compare({
    workload: `a member reads a tree of ${ENTRIES} entries`,
    rounds: readRounds(),
    floor: () =>
      often(
        async () =>
          void (await sql`
        select e.*, d.title, d.slug from navigation_entries e left join documents d on d.doc_id = e.doc_id
        where e.navigation_id = ${id}`),
      ),
    ours: () => often(async () => void (await readNavigation(sql, { ...read, expand: false }))),
    score: (seen) => seen.median_ms,
    reach: 4,
  });
  const [some] = await sql<
    { document_id: number }[]
  >`select document_id from documents order by document_id offset 777 limit 1`;
  const document_id = some?.document_id ?? 0;
  await compare({
    workload: "whether it reaches one document for a member",
    rounds: readRounds(),
    floor: () =>
      often(
        async () =>
          void (await sql`
        select 1 from documents d join navigation_entries e on e.doc_id = d.doc_id
        where d.document_id = ${document_id} and e.navigation_id = ${id}`),
      ),
    ours: () => often(async () => void (await reachesDocument(sql, { ...read, document_id }))),
    score: (seen) => seen.median_ms,
    reach: 10,
  });
}

/** The median of what each time takes, by its own clock where it has one. */
function often(work: (time: number) => Promise<number | undefined>): Promise<{ median_ms: number }> {
  return withCpu({ server: place.ours.pid, postgres: place.postgres_pid }, async () => {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time++) {
      const started = performance.now();
      const own = await work(time);
      times.push(own ?? performance.now() - started);
    }
    return { median_ms: medianOf(times) };
  });
}

interface Entry {
  [member: string]: unknown;
  children: Entry[];
}

/** What every answer about a navigation holds. */
interface Tree {
  id: number;
  version: number;
  entries: Entry[];
}

function groups(): Entry[] {
  const children = () => Array.from({ length: 99 }, (_, n) => ({ label: `entry ${n}`, children: [] }));
  return Array.from({ length: ENTRIES / 100 }, (_, n) => ({ label: `group ${n}`, children: children() }));
}

function relabel(entries: readonly Entry[], with_: string): Entry[] {
  return entries.map((entry, at) => ({ ...entry, label: `${with_}${at}`, children: relabel(entry.children, with_) }));
}

/** The same rows by one statement, in a table that is alike. */
async function upsert(sql: Sql, workspace_id: number, time: number): Promise<void> {
  await sql`create table if not exists floor_entries (like navigation_entries including all)`;
  const nothing = { icon: null, group_id: null, sort: null, doc_id: null, alias: null, root_id: null, owner_id: null };
  const plain = { ...nothing, path: null, tag: null, url: null, kind: "group", visibility: "public" };
  const flags = { collapsed: false, show_sign_in_hint: false, for_members: false, for_groups: [] };
  const rows = Array.from({ length: ENTRIES }, (_, n) => ({
    ...{ entry_id: n + 1, workspace_id, navigation_id: 1, parent_id: n % 100 === 0 ? null : n - (n % 100) + 1 },
    ...{ position: n % 100, label: `${time} ${n}`, ...plain, ...flags },
  }));
  await sql`
    insert into floor_entries as e select s.* from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as s(${sql.unsafe(COLUMNS)})
    on conflict (entry_id) do update set label = excluded.label, position = excluded.position, parent_id = excluded.parent_id`;
}

async function call(token: string, route: string, json?: unknown): Promise<Tree> {
  const [method = "", path = ""] = route.split(" ");
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "accept-encoding": "identity",
  };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await fetch(place.ours.base_url + path, { method, headers, ...body });
  if (!response.ok) throw new Error(`${route} answered ${response.status}: ${(await response.text()).slice(0, 400)}`);
  return (await response.json()) as Tree;
}
