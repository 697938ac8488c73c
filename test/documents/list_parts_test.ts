// Lists that are put together from parts hold what the one rule lets through, in its order, page by page.
import { beforeAll, expect, test } from "bun:test";
import { fillRoot } from "../../bench/growth_data.ts";
import type { Actor, Sql } from "../../kernel/plugin.ts";
import { live } from "../../plugins/documents/model/live.ts";
import {
  inFolder,
  type ListOptions,
  type ListPosition,
  listDocuments,
  scopeOf,
} from "../../plugins/documents/store/reading/lists.ts";
import { findGeneral, type RootRow, reach } from "../../plugins/places/port.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { actorOf } from "./listed.ts";

const h = await openHarness();
const DOCUMENTS = 400;
/** More than a list looks through, all of them newer than those and closed to the members. */
const HIDDEN = 1100;
const PAGE = 26;

let owner: Person;
let members: Person[];
let general: RootRow;

/** Everything that decides whether a document is listed, in turns that share no divisor. */
beforeAll(async () => {
  const { sql } = h.runtime.database;
  owner = await h.person();
  const { workspace_id } = owner;
  members = [
    await h.person({ role: "member", workspace_id }),
    await h.person({ role: "member", workspace_id }),
    await h.person({ role: "member", workspace_id }),
  ];
  await fillRoot(h.runtime.database, { workspace_id, documents: DOCUMENTS + HIDDEN });
  const now = h.clock.now();
  // Two folders with lists of their own, one of which opens it to the first member, and My documents with folders of the same names.
  await sql`
    update places set has_list = true, guard_ids = array[place_id]
    where workspace_id = ${workspace_id} and path in ('Folder 3', 'Folder 4')`;
  await sql`
    insert into places (workspace_id, owner_id, path)
    select ${workspace_id}, user_id, path from users, unnest(array['', 'Folder 1', 'Folder 1/below']) as path
    where workspace_id = ${workspace_id}`;
  await sql`
    update places p set guard_ids = array(select above.place_id from places above
      where above.owner_id = p.owner_id and (above.path = '' or above.path = p.path or starts_with(p.path, above.path || '/')))
    where p.workspace_id = ${workspace_id} and p.owner_id is not null`;
  await sql`
    with numbered as (
      select document_id, row_number() over (order by document_id) as n from documents where workspace_id = ${workspace_id}
    ), own as (
      select owner_id, array_agg(place_id order by place_id) as ids from places
      where workspace_id = ${workspace_id} and owner_id is not null group by owner_id
    ), shared as (
      select array_agg(place_id order by place_id) as ids from places
      where workspace_id = ${workspace_id} and path in ('Folder 1', 'Folder 2', 'Folder 3', 'Folder 4') and root_id is not null
    )
    update documents d set
      place_id = case when n % 3 = 0 then own.ids[1 + n % 3 + (n / 3) % 3] else shared.ids[1 + n % 4] end,
      visibility = (array['restricted', 'unlisted', 'workspace', 'password', 'workspace'])[1 + n % 5],
      listing = (array['private', 'team', 'private', 'team', 'team', 'private', 'private'])[1 + n % 7],
      expires_at = case when n % 11 = 0 then ${now}::timestamptz - interval '1 hour' when n % 11 = 1 then ${now}::timestamptz + interval '1 hour' end,
      deleted_at = case when n % 13 = 0 then ${now}::timestamptz end,
      tags = case n % 5 when 0 then array['some', 'rare'] when 1 then '{}' else array['some'] end,
      updated_at = ${now}::timestamptz - (n / 4) * interval '1 minute'
    from numbered, own, shared where numbered.document_id = d.document_id and own.owner_id = d.owner_id`;
  await sql`
    update documents set place_id = (select place_id from places where workspace_id = ${workspace_id} and path = 'Folder 4' and root_id is not null),
      visibility = 'restricted', listing = 'private', expires_at = null, deleted_at = null, tags = array['some', 'rare'],
      updated_at = ${now}::timestamptz + interval '1 minute'
    where workspace_id = ${workspace_id} and document_id in (
      select document_id from documents where workspace_id = ${workspace_id} order by document_id offset ${DOCUMENTS})`;
  await giveGrants(workspace_id);
  general = await findGeneral(sql, workspace_id);
});

async function giveGrants(workspace_id: number): Promise<void> {
  const { sql } = h.runtime.database;
  const now = h.clock.now();
  const [first = 0, second = 0] = members.map((one) => one.user_id);
  // Some have ended, and narrow what is open to the workspace still.
  await sql`
    insert into grants (workspace_id, document_id, subject_type, subject_id, level, created_at, expires_at)
    select ${workspace_id}, document_id, 'user', case when document_id % 2 = 0 then ${first}::bigint else ${second}::bigint end, 1, ${now},
      case when document_id % 3 = 0 then ${now}::timestamptz - interval '1 hour' end
    from documents where workspace_id = ${workspace_id} and document_id % 7 = 0 and updated_at <= ${now}`;
  await sql`
    insert into grants (workspace_id, place_id, subject_type, subject_id, level, created_at)
    select ${workspace_id}, place_id, 'user', ${first}, 2, ${now} from places
    where workspace_id = ${workspace_id} and (path = 'Folder 3' or (path = 'Folder 1' and owner_id = ${second}))`;
}

/** What the rule lets through, asked of every document. */
async function listPlainly(sql: Sql, options: Omit<ListOptions, "after" | "limit">): Promise<number[]> {
  const { actor, now, tag } = options;
  const rows = await sql<{ document_id: number }[]>`
    with ${reach(sql, actor)}
    select d.document_id from documents d
    where ${live(sql, now)} and ${scopeOf(sql, options)} ${inFolder(sql, options)} and (${tag}::text is null or ${tag} = any(d.tags))
    order by d.updated_at desc, d.document_id desc`;
  return rows.map((row) => row.document_id);
}

async function listInPages(sql: Sql, options: Omit<ListOptions, "after" | "limit">): Promise<number[]> {
  const found: number[] = [];
  let after: ListPosition | null = null;
  for (;;) {
    const page: ListPosition[] = await listDocuments(sql, { ...options, after, limit: PAGE });
    found.push(...page.map((row) => row.document_id));
    after = page.at(-1) ?? null;
    if (page.length < PAGE) return found;
  }
}

const FOLDERS: [folder: string | null, recursive: boolean][] = [
  [null, false],
  ["", false],
  ["Folder 1", false],
  ["Folder 1", true],
  ["Folder 3", false],
  ["Nowhere", true],
];

const VIEWS = ["mine", "team", "all", "general"] as const;

test.each(VIEWS)(
  "pages of %s hold what the rule lets through, whoever asks, with and without folder and tag",
  async (name) => {
    const { sql } = h.runtime.database;
    const actors: Actor[] = [
      actorOf(h, owner),
      ...members.map((member) => actorOf(h, member)),
      ...members.map((member) => actorOf(h, member, { roots: [String(general.root_id)] })),
      ...members.map((member) => actorOf(h, member, { roots: ["~"] })),
    ];
    const view = name === "general" ? { root: general } : name;
    let listed = 0;
    for (const actor of actors) {
      for (const tag of [null, "some", "rare"]) {
        for (const [folder, recursive] of FOLDERS) {
          const options = { actor, now: h.clock.now(), view, tag, folder, recursive };
          const wanted = await listPlainly(sql, options);
          expect(await listInPages(sql, options), JSON.stringify({ name, tag, folder, recursive })).toEqual(wanted);
          listed += wanted.length;
        }
      }
    }
    expect(listed).toBeGreaterThan(500);
  },
);
