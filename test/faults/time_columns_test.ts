// Every column that holds a time, and what becomes of it when the clock that wrote it was wrong:
// another one has to say so here.
import { expect, test } from "bun:test";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { plugins } from "../../plugins/mod.ts";
import { databasesOf } from "../databases/made.ts";
import { formsOf } from "../forms/made.ts";
import { openHarness } from "../harness/harness.ts";
import { made } from "../permission/stage.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const TIMES = plugins.flatMap((plugin) => (plugin.times ?? []).map((time) => ({ ...time, plugin: plugin.name })));

const ENDS =
  "the end of content, of a right or of a credential: a clock that was ahead makes it later, and nothing makes it earlier, since the clock that sees it may be the wrong one";
const SHOWN = "when something happened, which is shown, sorted by, and forgotten by after its days";
const OUTSIDE = "from somebody else's clock, or chosen by a person";
const DONE = "when something happened once and for all; it is asked whether, and not when";
const DERIVED = "keeps what is made again when it is missing: kept longer, it costs room";
const GRACE = "from here days of grace are counted: later they end later";

/** Columns that are no `times` of a plugin. */
const OTHERS: Record<string, string> = {
  "jobs due_at wanted_at lease_until failed_at": "set right by `rightJobs`, each minute and when the clock goes back",
  "quota_counters window_ends_at": "over when it ends later than any window that begins now (`isOpen`)",
  "audit_seals sealed_at": "asked by a process that is young; an older one goes by its own count of time",
  "certificates due_at": "due as well when it lies beyond the certificate's end or any wait (`claim`)",
  "certificates expires_at": OUTSIDE,
  "certificates released_at created_at": GRACE,
  "workflows next_run_at": "counted anew where it was counted from a moment to come (`holdCountedAhead`)",
  "workflow_runs created_at": "those of the last hour are counted, and none of an hour to come",
  "documents released_at": "taken off where the document has not expired (`reviveReleased`)",
  "grants expires_at warn_at": `${ENDS}; what was marked as over by then is unmarked (\`unmarkEnded\`)`,
  "directory_connections wanted_at": DONE,
  "documents expires_at purge_at expiry_warned_at expiry_warned_for": ENDS,
  "documents leased_until": "says whether the lease is to be asked, which is set right",
  "databases hold_released_at": GRACE,
  "account_deletions requested_at purge_at": ENDS,
  "access_requests expires_at": ENDS,
  "unmet_access_requests expires_at": ENDS,
  "agent_proposals expires_at": ENDS,
  "bundles expires_at downloaded_at": ENDS,
  "database_uploads expires_at saved_at": ENDS,
  "document_commits expires_at": ENDS,
  "ended_viewings ended_at expires_at": ENDS,
  "invites expires_at": ENDS,
  "login_links expires_at used_at": ENDS,
  "made_links expires_at used_at": ENDS,
  "made_links seen_at": DONE,
  "passkey_offers put_away_at": DONE,
  "recent_documents opened_at": SHOWN,
  "passkeys created_at last_used_at": SHOWN,
  "account_passwords changed_at": SHOWN,
  "oauth_codes deadline expires_at ended_at redeemed_at": ENDS,
  "oauth_grants deadline approved_at ended_at": ENDS,
  "oauth_requests expires_at": ENDS,
  "tokens expires_at": ENDS,
  "upload_tickets expires_at": ENDS,
  "used_handoffs expires_at": ENDS,
  "webhooks former_secret_until": ENDS,
  "remembered_answers created_at": "a key that was used is known for longer than its day",
  "billing_accounts ends_at period_start period_end started_at": OUTSIDE,
  "forms opens_at closes_at": OUTSIDE,
  "workspace_policies hand_over_since": GRACE,
  "custom_domains failing_since": GRACE,
  "email_domains failing_since": GRACE,
  "email_domains proven_at": DONE,
  "connection_policies changed_at": DONE,
  "document_counters changed_at metered_at":
    "what was metered ahead is not metered again until then, so that the whole is what it was to be",
  "document_changes changed_at": SHOWN,
  "scope_turns noted_at": DERIVED,
  "blobs created_at": DERIVED,
  "database_columns used_at": DERIVED,
  "database_indexes used_at": DERIVED,
  "database_texts used_at": DERIVED,
  "oauth_clients used_at": DERIVED,
  "acme_challenges created_at": DERIVED,
  "activity_days day": DERIVED,
  "activity_readers day": DERIVED,
  "activity_salts day": DERIVED,
  "activity_events last_at started": SHOWN,
  "users disabled_at": DONE,
  "webhooks paused_at": DONE,
  "workspaces created_at": SHOWN,
};

/** Names of columns that are SHOWN or DONE in whatever table. */
const HAPPENED = new Set(
  (
    "created_at updated_at deleted_at ended_at at started_at attempted_at delivered_at read_at sent_at edited_at resolved_at " +
    "completed_at accepted_at revoked_at decided_at approved_at joined_at added_at applied_at verified_at activated_at tested_at " +
    "connected_at succeeded_at last_sign_in_at last_used_at deactivated_at received_at reported_at replaced_at acquired_at last_at"
  ).split(" "),
);

test("every column of a time is set right when a wrong clock wrote it, or says why it need not be", async () => {
  const columns = await sql<{ name: string }[]>`
    select c.table_name || ' ' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type ~ '^(timestamp|date)'`;
  const others = Object.keys(OTHERS).flatMap((key) => {
    const [table, ...names] = key.split(" ");
    return names.map((name) => `${table} ${name}`);
  });
  const declared = TIMES.map(({ table, column }) => `${table} ${column}`);
  const known = new Set([...others, ...declared]);
  const names = columns.map((row) => row.name);
  const untold = names.filter((name) => !known.has(name) && !HAPPENED.has(name.split(" ")[1] ?? ""));
  expect(untold).toEqual([]);
  expect([...declared, ...others].filter((name) => !names.includes(name))).toEqual([]);
});

test("times by which work is done are brought within their rule by a server that starts, and one that runs when its clock goes back", async () => {
  const as = await h.person({ role: "owner" });
  const { makeForm } = formsOf(h);
  const { makeDatabase } = databasesOf(h);
  await makeForm({}, await makeDatabase({ as }));
  const { doc_id } = await made(h.call("POST /api/docs", { as, json: { html: "<p>x</p>" } }));
  await made(h.call(`POST /api/docs/${doc_id}/lock`, { as, json: {} }));
  const now = h.clock.now();
  const far = later(now, 33 * DAY_MS);
  const moved: string[] = [];
  const move = async () => {
    for (const { table, column } of TIMES) {
      const { count } = await sql`update ${sql(table)} set ${sql(column)} = ${far}`;
      if (count > 0) moved.push(`${table} ${column}`);
    }
  };
  const expectRight = async (at: Date) => {
    for (const { table, column, ahead_ms } of TIMES) {
      const late = await sql`select 1 from ${sql(table)} where ${sql(column)} > ${later(at, ahead_ms)}`;
      expect([table, column, late.length]).toEqual([table, column, 0]);
    }
  };
  await move();
  const twin = await h.twin();
  await twin.runtime.jobs.runDue();
  await expectRight(now);
  await h.runtime.jobs.runDue();
  h.clock.set(far);
  await h.runtime.jobs.runDue();
  await move();
  h.clock.set(now);
  await h.runtime.jobs.runDue();
  await expectRight(now);
  expect([...new Set(moved)]).toContain("edit_leases expires_at");
  expect([...new Set(moved)]).toContain("forms mailed_at");
});
