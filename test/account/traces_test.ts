// What is left of a person after the purge of their account:
// every table of the database is looked into, whatever it is called.
import { afterAll, expect, test } from "bun:test";
import { openCompany, takeGroup } from "../directory/stand_in.ts";
import { type Harness, openHarness, type Person } from "../harness/harness.ts";
import { INPUT_FILES, INPUTS } from "../permission/inputs.ts";
import { callAs } from "../permission/matrix.ts";
import { openStage, withDocument } from "../permission/stage.ts";
import { unlimited } from "../permission/unlimited.ts";
import { must } from "../roots/space.ts";
import { openProvider } from "../scim/provider.ts";
import { noteRowChanges } from "../walks/recorder/row_changes.ts";

const company = openCompany();
afterAll(company.close);
const h = await openHarness({ manifest: unlimited, env: company.env });
const { sql } = h.runtime.database;
const DAY_MS = 86_400_000;
/** An id that is part of no other number, so that rows can be searched as texts. */
const USER_ID = 730_000_000_017;
const EMAIL = "leaver@traces.example";

/** The audit log says who did what, and outlives them (rules: audit/outlives). */
const KEPT = ["audit_events"];
/** Written by the deletion itself. */
const OF_DELETION = "account_deletions";

test("after the purge nothing but the audit log names the person, in whatever table", async () => {
  const { as, owner } = await openLife(h);
  const told = await callEverything(as, owner);
  await letWait(as, owner);
  const before = await columnsThatName();
  const people = (await personColumns()).filter(({ table }) => table !== OF_DELETION);
  const untouched = people.map(({ table, column }) => `${table}.${column}`).filter((name) => !before.includes(name));
  const advice = `these hold a person: let an input in ${INPUT_FILES} fill them, or openLife, and the plugin answer personEndSlot`;
  // What one input fills and another empties is not helped by a further one that fills it.
  const emptied = untouched.flatMap((name) => told.get(name) ?? []);
  expect(emptied, "an input that removes a row makes it first, one of its own for each caller").toEqual([]);
  expect(untouched, advice).toEqual([]);

  const members = await membersOf(owner);
  expect(members).toContain(EMAIL);
  await releaseHolds(owner);
  await must(h.call("DELETE /api/account", { as, json: { confirm: as.email } }));
  h.clock.advance(7 * DAY_MS + 3_600_000);
  await h.runtime.relay.relayAll();
  for (let round = 0; round < 3; round++) await h.runtime.jobs.runDue();
  await addUpCounts();
  expect((await h.audit()).some((row) => row.action === "account.purge")).toBe(true);
  const after = (await columnsThatName()).filter((name) => !KEPT.some((table) => name.startsWith(`${table}.`)));
  expect(after, "the plugins of these tables have to answer personEndSlot").toEqual([]);

  const list = await must(h.call("GET /api/docs?root=general", { as: owner }));
  expect(list.body.docs).toMatchObject([{ title: "Team" }]);
  const [doc] = list.body.docs;
  const comments = await must(h.call(`GET /api/docs/${doc.doc_id}/comments?include_resolved=true`, { as: owner }));
  expect(comments.body.comments).toMatchObject([{ body: "from who left", author: null, mentions: [] }]);
  const history = await must(h.call(`GET /api/docs/${doc.doc_id}/history?path=index.html`, { as: owner }));
  expect(JSON.stringify(history.body)).not.toContain("leaver");
  expect(await membersOf(owner)).toEqual(members.filter((email) => email !== EMAIL));
});

test("a workspace that nobody is left in loses its name", async () => {
  const as = await h.person();
  const { workspace_id } = as;
  await must(h.call("DELETE /api/account", { as, json: { confirm: as.email } }));
  h.clock.advance(7 * DAY_MS + 3_600_000);
  await h.runtime.jobs.runDue();
  const [left] = await sql`select name, slug from workspaces where workspace_id = ${workspace_id}`;
  expect(left).toEqual({ name: "Deleted", slug: `deleted-${workspace_id}` });
});

/**
 * Every write as the person, as the owner of the document that it is about: whatever a plugin keeps of who called it, its own
 * input of the permission matrix fills. What changes who somebody is stays out.
 */
async function callEverything(as: Person, boss: Person): Promise<ReadonlyMap<string, string>> {
  const columns = await personColumns();
  const emptied = new Map<string, string>();
  const held = await countNaming(columns);
  const changes = await noteRowChanges(sql);
  const stage = await openStage(h, "My documents", { boss, owner: as });
  for (const entry of h.runtime.catalogue.entries) {
    const input = INPUTS[entry.id];
    if (entry.effect !== "write" || !input || input.fresh === "everything") continue;
    await callAs(await withDocument(stage, input.document), entry, "owner");
    for (const { table, was, now } of await changes.take()) {
      for (const { column, name } of columns.filter((one) => one.table === table)) {
        const before = held.get(name) ?? 0;
        const after = before + namesPerson(now?.[column]) - namesPerson(was?.[column]);
        held.set(name, after);
        if (before > 0 && after === 0) emptied.set(name, `${name} was emptied by the input of ${entry.id}`);
      }
    }
  }
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  return emptied;
}

/** 1 for a value that names the person, as counts take it. */
function namesPerson(value: unknown): 0 | 1 {
  const text = JSON.stringify(value ?? null).toLowerCase();
  return text.includes(String(USER_ID)) || text.includes(EMAIL) ? 1 : 0;
}

/** How many rows name the person by each of the columns now. */
async function countNaming(
  columns: readonly { table: string; column: string; name: string }[],
): Promise<Map<string, number>> {
  const asked = columns.map(
    ({ table, column, name }) => sql`
      select ${name}::text as name, count(*)::int as rows from ${sql(table)}
        where ${sql(column)}::text like ${`%${USER_ID}%`} or ${sql(column)}::text ilike ${`%${EMAIL}%`}`,
  );
  const rows = await sql<
    { name: string; rows: number }[]
  >`${asked.reduce((one, next) => sql`${one} union all ${next}`)}`;
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}

/** What has happened to documents names their owners until a job has added it up. */
async function addUpCounts(): Promise<void> {
  h.clock.advance(10_000);
  await h.runtime.jobs.runDue();
}

/** An account whose documents are held stays; see test/policy/hold_test.ts. */
async function releaseHolds(owner: Person): Promise<void> {
  const held = await sql<{ slug: string }[]>`select doc_id as slug from documents where legal_hold`;
  for (const { slug } of held)
    await must(h.call(`POST /api/docs/${slug}/legal-hold`, { as: owner, json: { on: false } }));
}

async function membersOf(as: Person): Promise<string[]> {
  const { body } = await must(h.call("GET /api/members", { as }));
  return body.members.map((one: { email: string }) => one.email);
}

/** Every `table.column` with a row that names the person by id or address. */
async function columnsThatName(): Promise<string[]> {
  const named: string[] = [];
  for (const { table, column } of await allColumns()) {
    const [row] = await sql`
      select 1 from ${sql(table)} where ${sql(column)}::text like ${`%${USER_ID}%`} or ${sql(column)}::text ilike ${`%${EMAIL}%`} limit 1`;
    if (row) named.push(`${table}.${column}`);
  }
  return named;
}

function allColumns() {
  return sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type <> 'boolean' order by 1, 2`;
}

/** Columns that by their names hold a person; yes and no name nobody. */
async function personColumns() {
  const name = /(^|_)(user|owner|author|holder)_ids?$|^mention_ids$|_by$|email|^actor$/;
  // Numbers of other rows.
  const others = ["oauth_refresh_tokens.replaced_by"];
  return (await allColumns())
    .map(({ table, column }) => ({ table, column, name: `${table}.${column}` }))
    .filter((one) => name.test(one.column) && !others.includes(one.name));
}

/** A person with something in every table that can hold something of a person, in a workspace with an owner. */
async function openLife(server: Harness): Promise<{ as: Person; owner: Person }> {
  const owner = await server.person();
  const { workspace_id } = owner;
  await sql`alter table users alter column user_id restart with 730000000017`;
  const as = await server.person({ role: "admin", workspace_id, email: EMAIL });
  expect(as.user_id).toBe(USER_ID);
  const call = (route: string, json?: unknown, by = as) =>
    must(server.call(route, { as: by, ...(json === undefined ? {} : { json }) }));
  const link = (by: Person, to: Person) =>
    must(server.call(`POST /api/members/${to.user_id}/sign-in-link`, { as: by, with_cookie: true, json: {} }));
  await link(owner, as);
  const provider = await openProvider(server, owner);
  await provider.made(`PUT /Users/${as.user_id}`, { userName: as.email, externalId: "00u1" });
  await provider.made(`GET /Users?filter=${encodeURIComponent(`userName eq "${as.email}"`)}`);
  await takeGroup(server, company, { as: owner, id: "design", emails: [as.email] });
  const publish = async (options: object, by = as) => (await call("POST /api/docs", options, by)).body;

  const mine = await publish({ html: "mine", title: "Mine", folder: "a/b", tags: ["life"] });
  await addUpCounts();
  const gone = await publish({ html: "gone", root: "general", folder: "", title: "Gone" });
  const team = await publish({ html: "team", root: "general", folder: "", title: "Team" });
  const theirs = await publish({ html: "theirs" }, owner);
  const purged = await publish({ html: "purged" }, owner);
  await publish({ html: "in the member folder", root: "general" }).then((doc) =>
    call(`DELETE /api/docs/${doc.doc_id}`, undefined),
  );
  await call(`DELETE /api/docs/${gone.doc_id}`);
  await call("POST /api/stars", { doc_id: mine.doc_id });
  await must(server.call(`GET /app/d/${mine.doc_id}`, { as, with_cookie: true }));
  await call("PUT /api/icons/target", { target: "tag:plan", icon: "lucide:star" });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>';
  await call("POST /api/icons", { name: "dot", svg });
  await call("POST /api/folders", { path: "Plans", root: "general" });
  await call("POST /api/shortcuts", { root: "general", folder: "", target: { doc_id: team.doc_id } });
  const root = (await call("POST /api/roots", { name: "Mine to manage" })).body;
  const ended = (await call("POST /api/roots", { name: "Mine for a while" })).body;
  await call(`DELETE /api/roots/${ended.slug}`);
  await publish({ html: "in a folder with another name by now", folder: "old" });
  await call("PATCH /api/folders", { path: "old", new_path: "new" });
  const viewer = await server.person({ role: "member", workspace_id, email: "viewer@traces.example" });
  await link(as, viewer);
  await call(`POST /api/docs/${mine.doc_id}/access`, {
    subject_type: "user",
    subject: viewer.email,
    level: "view",
  });
  await call("POST /api/roots/general/access", {
    folder: "Plans",
    subject_type: "user",
    subject: viewer.email,
    level: "edit",
  });
  for (const doc of [theirs, purged]) {
    await call(
      `POST /api/docs/${doc.doc_id}/access`,
      { subject_type: "user", subject: EMAIL, level: "comment" },
      owner,
    );
  }
  await call(`DELETE /api/docs/${purged.doc_id}?purge=true`, undefined, owner);

  const comment = (await call(`POST /api/docs/${team.doc_id}/comments`, { body: "from who left" })).body;
  await call(`PATCH /api/comments/${comment.id}`, { resolved: true });
  await call(`PATCH /api/comments/${comment.id}`, { body: `from who left`, resolved: true });
  const said = (await call(`POST /api/docs/${theirs.doc_id}/comments`, { body: `@${EMAIL} look` }, owner)).body;
  await call(`POST /api/docs/${theirs.doc_id}/comments`, { body: "I do", parent_id: said.id });

  const asked = await publish({ html: "asked", visibility: "restricted" }, owner);
  await call(`POST /api/access-requests`, { slug: new URL(asked.url).pathname.split("/")[2] });
  await call("POST /api/access-requests", { doc_id: "doc_that_leads_nowhere" });
  await call(`POST /api/docs/${mine.doc_id}/lock`, {});
  await call(`POST /api/docs/${mine.doc_id}/commits`, { files: [{ path: "a.txt", sha256: "0".repeat(64), size: 1 }] });
  const managed = await publish({ html: "in the root", root: root.slug, folder: "" });
  const slug = new URL(managed.url).pathname.split("/")[2];
  await call("POST /api/access-requests", { slug }, viewer);
  const [wanted] = (await call(`GET /api/docs/${managed.doc_id}/access-requests`)).body.requests;
  await call(`POST /api/access-requests/${wanted.id}/decision`, { decision: "approve" });
  const early = await publish({ html: "purged early" });
  await call(`DELETE /api/docs/${early.doc_id}?purge=true`);
  await must(server.call("PUT /api/upload?filename=b.txt&idempotency_key=once", { as, body: "b" }));
  const group = (await call("POST /api/groups", { name: "Team" }, owner)).body;
  await call(`POST /api/groups/${group.id}/members`, { email: EMAIL }, owner);
  await call("POST /api/uploads", { filename: "a.txt" });
  await call("POST /api/bundles", {});
  const instructions = { instructions: "Write plainly." };
  await must(server.call("PUT /api/workspace/instructions", { as, with_cookie: true, json: instructions }));
  await call("POST /api/invites", { email: "new@traces.example" });
  await server.runtime.relay.relayAll();
  await server.runtime.jobs.runDue();
  await signInEverywhere(as, h.clock.now());
  return { as, owner };
}

/** What waits for an owner, of which calls above leave nothing: who waits may not make all that they call for. */
async function letWait(as: Person, owner: Person): Promise<void> {
  const json = { issuer: "https://login.example", client_id: "waits", client_secret: "s", domains: ["traces.example"] };
  await must(h.call("PUT /api/sso", { as, json }));
  await sql`
    insert into unconfirmed_roles (user_id, workspace_id, given_by, created_at)
    select unnest(${[as.user_id, owner.user_id]}::bigint[]), ${as.workspace_id}, ${as.user_id}, ${h.clock.now()}
    on conflict (user_id) do update set given_by = excluded.given_by`;
  // This server takes none, and an earlier one did.
  await sql`
    insert into account_passwords (user_id, workspace_id, hash, changed_at)
    values (${as.user_id}, ${as.workspace_id}, 'hash', ${h.clock.now()})`;
}

/** What signing in and connecting an agent leave, whose peers this test does not need. */
async function signInEverywhere({ user_id, workspace_id }: Person, now: Date): Promise<void> {
  await sql`
    insert into provider_identities (issuer, subject, workspace_id, user_id, created_at)
    values ('https://id.example', 'leaver', ${workspace_id}, ${user_id}, ${now})`;
  await sql`
    insert into sso_identities (issuer, subject, workspace_id, user_id, created_at, last_sign_in_at)
    values ('https://login.example', 'leaver', ${workspace_id}, ${user_id}, ${now}, ${now})`;
  await sql`
    insert into login_links (workspace_id, user_id, email, token_sha256, next_path, created_at, expires_at)
    values (${workspace_id}, ${user_id}, ${EMAIL}, 'link', '/app', ${now}, ${now})`;
  await sql`
    insert into invites (workspace_id, email, role, nonce, token_sha256, created_at, expires_at, accepted_at, accepted_by)
    values (${workspace_id}, ${EMAIL}, 'member', '', 'invite', ${now}, ${now}, ${now}, ${user_id})`;
  await sql`
    insert into ended_viewings (workspace_id, user_id, session_key, ended_at, expires_at)
    values (${workspace_id}, ${user_id}, 'session', ${now}, ${new Date(now.getTime() + 30 * DAY_MS)})`;
  const [grant] = await sql<{ grant_id: number }[]>`
    insert into oauth_grants (workspace_id, user_id, client_id, client_name, name, limits, approved_at, deadline)
    values (${workspace_id}, ${user_id}, 'agent', 'Agent', 'Agent', '{}', ${now}, ${now}) returning grant_id`;
  const [code] = await sql<{ code_id: number }[]>`
    insert into oauth_codes (workspace_id, grant_id, code_sha256, redirect_uri, code_challenge, deadline, expires_at)
    values (${workspace_id}, ${grant?.grant_id ?? 0}, 'code', '', '', ${now}, ${now}) returning code_id`;
  await sql`
    insert into oauth_refresh_tokens (workspace_id, code_id, secret_sha256, token_id, created_at)
    select ${workspace_id}, ${code?.code_id ?? 0}, 'refresh', token_id, ${now} from tokens where user_id = ${user_id} limit 1`;
}
