// Editions: what runs is what the manifest says, and a plugin that is off is gone everywhere at once.
import { expect, test } from "bun:test";
import { describeServer } from "../../hosts/reference/reference.ts";
import { buildCatalogue, choosePlugins, describeGate, refuseNamedTwice } from "../../kernel/host.ts";
import {
  BootError,
  ConfigError,
  type GateEntry,
  HOUR_MS,
  type Manifest,
  operationFor,
  signedIn,
  t,
} from "../../kernel/plugin.ts";
import { erasePerson } from "../../kernel/ports/auth.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { openHarness } from "../harness/harness.ts";
import { makeToy, renamedToys, toyQuotas, toys, toysEntry } from "../toys/plugin.ts";

const withToys = {
  extra: [{ plugin: toys, entry: toysEntry }],
  manifest: { quotas: { ...manifest.quotas, ...toyQuotas } },
};
const on = await openHarness(withToys);
const off = await openHarness({ ...withToys, env: { PLUGINS: "-toys,-mcp,-webhooks,-workflows,-agents" } });
const cloud = await openHarness({ ...withToys, env: { EDITION: "cloud" } });

test("every edition of the manifest chooses plugins whose needs are met", () => {
  for (const edition of Object.keys(manifest.editions)) {
    const chosen = choosePlugins(manifest, { edition, plugins: "" });
    for (const [place, name] of chosen.entries()) {
      for (const need of (manifest.plugins as Manifest["plugins"])[name]?.needs ?? []) {
        expect(chosen.indexOf(need)).toBeLessThan(place);
        expect(chosen).toContain(need);
      }
    }
  }
});

test("the manifest and plugins/mod.ts name the same plugins", () => {
  expect(plugins.map((plugin) => plugin.name).sort()).toEqual(Object.keys(manifest.plugins).sort());
});

test("a plugin that runs has its route, path, tool, audit action, job and table", async () => {
  const person = await on.person();
  expect((await on.call("POST /api/toys", { as: person, json: { name: "ball" } })).status).toBe(201);
  expect(describeServer(on.runtime).paths).toHaveProperty("/api/toys");
  expect(on.runtime.catalogue.tools.has("make_toy")).toBe(true);
  expect(on.runtime.catalogue.actions).toContain("toy.make");
  expect((await on.runtime.database.sql`select 1 from migrations where plugin = 'toys'`).count).toBe(1);
});

test("a plugin that is off is gone with its routes, paths, tools, audit actions, listeners and migrations", async () => {
  const person = await off.person();
  expect((await off.call("POST /api/toys", { as: person, json: { name: "ball" } })).status).toBe(404);
  expect((await off.call("POST /mcp", { as: person, json: {} })).status).toBe(404);
  expect(describeServer(off.runtime).paths).not.toHaveProperty("/api/toys");
  expect(off.runtime.catalogue.tools.has("make_toy")).toBe(false);
  expect(off.runtime.catalogue.actions).not.toContain("toy.make");
  expect(off.runtime.isHeard("toy.make")).toBe(false);
  expect((await off.runtime.database.sql`select 1 from migrations where plugin = 'toys'`).count).toBe(0);
});

test("files that a plugin named before it was left out are kept for it, and the sweep of all others goes on", async () => {
  const { sql } = on.runtime.database;
  const person = await on.person();
  async function publish(markdown: string): Promise<string> {
    return (await on.call("POST /api/docs", { as: person, json: { markdown } })).body.doc_id;
  }
  async function isKept(markdown: string): Promise<boolean> {
    const sha256 = new Bun.CryptoHasher("sha256").update(markdown).digest("hex");
    return (await sql`select 1 from blobs where encode(sha256, 'hex') = ${sha256}`).count === 1;
  }
  const [bundled, alone] = ["# In a bundle", "# Named by nothing"];
  const ids = [await publish(bundled)];
  expect((await on.call("POST /api/bundles", { as: person, json: {} })).status).toBe(201);
  await on.runtime.jobs.runDue();
  ids.push(await publish(alone));
  for (const id of ids) expect((await on.call(`DELETE /api/docs/${id}?purge=true`, { as: person })).status).toBe(200);
  expect([await isKept(bundled), await isKept(alone)]).toEqual([true, true]);
  const without = await on.twin({ PLUGINS: "-bundles,-sites,-databases,-database_sql,-forms,-account" });
  // What purges the documents may come after the first sweep.
  for (const _sweep of [1, 2]) {
    without.clock.set(new Date(without.clock.now().getTime() + 8 * HOUR_MS));
    await without.runtime.jobs.runDue();
  }
  const [job] = await sql`select last_error from jobs where kind = 'kernel.sweep_blobs'`;
  expect(job?.["last_error"]).toBeNull();
  expect([await isKept(bundled), await isKept(alone)]).toEqual([true, false]);
});

test("a server is ready though a plugin that was left out has left jobs in the queue", async () => {
  const person = await on.person();
  await on.runtime.jobs.runDue();
  const without = await on.twin({ PLUGINS: "-webhooks,-forms" });
  without.clock.set(new Date(without.clock.now().getTime() + 48 * HOUR_MS));
  await without.runtime.jobs.runDue();
  const [left] = await without.runtime.database.sql`
    select 1 from jobs where kind = 'webhooks.sweep' and due_at < ${without.clock.now()}`;
  expect(left).toBeDefined();
  const ready = await without.call("GET /readyz", { as: person });
  expect([ready.status, ready.body.checks.queue]).toEqual([200, { ok: true }]);
});

test("a person who has left something to plugins that are left out is erased as everybody", async () => {
  const { sql } = on.runtime.database;
  const { user_id, workspace_id, email } = await on.person();
  const now = on.clock.now();
  const later = new Date(now.getTime() + HOUR_MS);
  await sql`
    with granted as (
      insert into oauth_grants (workspace_id, user_id, client_id, client_name, name, limits, approved_at, deadline)
      values (${workspace_id}, ${user_id}, 'ahc_x', 'x', 'x', '{}', ${now}, ${later}) returning grant_id
    ), given as (
      insert into oauth_codes (workspace_id, grant_id, code_sha256, redirect_uri, code_challenge, deadline, expires_at)
      select ${workspace_id}, grant_id, 'x', 'x', 'x', ${later}, ${later} from granted returning code_id
    )
    insert into oauth_refresh_tokens (workspace_id, code_id, secret_sha256, token_id, created_at)
    select ${workspace_id}, code_id, 'x', (select min(token_id) from tokens where user_id = ${user_id}), ${now} from given`;
  await sql`insert into scim_users (user_id, workspace_id, updated_at) values (${user_id}, ${workspace_id}, ${now})`;
  await sql`update users set disabled_at = ${now} where user_id = ${user_id}`;
  const without = await on.twin({ PLUGINS: "-oauth,-credentials,-scim" });
  await without.runtime.database.withTransaction((tx) => erasePerson(tx, { user_id, workspace_id }));
  expect((await sql`select 1 from users where email = ${email}`).count).toBe(0);
});

test("without the plugin home people who sign in land on a page, and programs hear that nothing is there", async () => {
  const person = await on.person();
  const without = await on.twin({ PLUGINS: "-home" });
  for (const path of ["/", "/app"]) {
    const headers = { accept: "text/html" };
    const page = await without.call(`GET ${path}`, { as: person, with_cookie: true, headers });
    expect([path, page.status]).toEqual([path, 200]);
    expect(new TextDecoder().decode(page.bytes)).toContain('href="/docs"');
    expect((await without.call(`GET ${path}`, { as: person })).status).toBe(404);
  }
  expect((await without.call("GET /docs", { headers: { accept: "text/html" } })).status).toBe(200);
});

test.each([
  ["free", 402],
  ["team", 402],
  ["business", 201],
  ["enterprise", 201],
] as const)("a gate on the Business plan answers %s with %i", async (plan, status) => {
  const person = await on.person({ plan });
  const answer = await on.call("POST /api/toys", { as: person, json: { name: "gated" } });
  expect(answer.status).toBe(status);
  if (status === 402) expect(answer.body.error).toContain("webhooks need the Business plan or above");
});

test("a gate whose status is 403 says so and names the plan", async () => {
  const person = await on.person({ plan: "free" });
  const answer = await on.call("POST /api/toys/1/comments", { as: person, json: { text: "hi" } });
  expect(answer.status).toBe(403);
  expect(answer.body).toMatchObject({
    error: "comments need the Team plan or above; this workspace is on Free",
    plan: "team",
  });
});

test("what a gate asks for reads as a sentence, of one feature or of many", () => {
  const sentences = Object.values<GateEntry>(manifest.gates).map(describeGate);
  for (const sentence of [
    "comments need the Team plan or above",
    "groups need the Team plan or above",
    "shared roots beyond General need the Team plan or above",
    "webhooks need the Business plan or above",
    "custom domains need the Team plan or above",
    "SCIM provisioning needs the Enterprise plan",
    "single sign-on needs the Business plan or above",
    "the IP allowlist needs the Enterprise plan",
  ]) {
    expect(sentences).toContain(sentence);
  }
});

test("a gated input that does not meet its condition passes on every plan", async () => {
  const person = await on.person({ plan: "free" });
  expect((await on.call("POST /api/toys", { as: person, json: { name: "plain" } })).status).toBe(201);
});

test("a quota's limit is the edition's, unless QUOTA_<NAME> says otherwise", async () => {
  expect(on.runtime.quotas.entry("publish").limit).toBe(6000);
  expect(cloud.runtime.quotas.entry("publish").limit).toBe(120);
  const person = await cloud.person();
  const statuses = [];
  for (const name of ["a", "b", "c"])
    statuses.push((await cloud.call("POST /api/toys", { as: person, json: { name } })).status);
  expect(statuses).toEqual([201, 201, 429]);
});

test.each([
  [{ edition: "galaxy", plugins: "" }, "EDITION", ConfigError],
  [{ edition: "community", plugins: "-nothing" }, "PLUGINS", ConfigError],
  [{ edition: "community", plugins: "documents" }, "PLUGINS", ConfigError],
  [{ edition: "community", plugins: "-documents" }, 'leaves out "documents", which', ConfigError],
] as const)("boot refuses %p and names the fix", (choice, words, kind) => {
  expect(() => choosePlugins(manifest, choice)).toThrow(kind);
  expect(() => choosePlugins(manifest, choice)).toThrow(words);
});

test("a plugin that only joins others goes with either of them, unless it was asked for", () => {
  const choose = (plugins: string) => choosePlugins(manifest, { edition: "community", plugins });
  expect(choose("")).toContain("database_webhooks");
  for (const left of ["-webhooks", "-databases,-database_sql,-forms"])
    expect(choose(left)).not.toContain("database_webhooks");
  expect(() => choose("-webhooks,+database_webhooks")).toThrow(
    'leaves out "webhooks", which "database_webhooks" needs: add +webhooks or also write -database_webhooks',
  );
});

test("boot refuses plugins that need each other in a circle", () => {
  const entry = { purpose: "x", toolset: "docs", editions: ["community"] };
  const circle = { ...manifest, plugins: { a: { ...entry, needs: ["b"] }, b: { ...entry, needs: ["a"] } } };
  expect(() => choosePlugins(circle, { edition: "community", plugins: "" })).toThrow(BootError);
});

test.each([
  ["caps", { caps: { toy_chars: 3 } }],
  ["quotas", { quotas: toyQuotas }],
  ["audit_actions", { audit_actions: { "toy.make": { since: "2026-11-01", on: ["toy"], meta: {} } } }],
  ["doc_types", { doc_types: ["toy"] }],
])("boot refuses a name in %s of two plugins' manifests, and says which", (table, own) => {
  const entry = { purpose: "x", needs: [], toolset: "docs", ...own };
  const message = `stands in ${table} of both a and b`;
  expect(() => refuseNamedTwice({ plugins: { a: entry, b: entry } })).toThrow(message);
  expect(() => refuseNamedTwice({ plugins: { a: entry, b: { ...entry, [table]: undefined } } })).not.toThrow();
  expect(() => refuseNamedTwice(manifest)).not.toThrow();
});

const operation = operationFor<string, string>();
const whole: Manifest = { ...manifest, quotas: { ...manifest.quotas, ...toyQuotas } };

test.each([
  ["a route", { route: "POST /api/toys" as const, id: "other.make", audit: "other.make" }],
  [
    "a route with another parameter name",
    { route: "POST /api/toys/{other_id}/comments" as const, id: "other.make", audit: "other.make" },
  ],
  ["an operation id", { route: "POST /api/others" as const, id: "toy.make", audit: "other.make" }],
  ["a tool", { tool: { name: "make_toy", wording: "x" }, id: "other.make", audit: "other.make", body: t.Object({}) }],
  ["an audit action", { route: "POST /api/others" as const, id: "other.make", audit: "toy.make" }],
])("boot refuses %s that two plugins declare", (_what, spec) => {
  const twin = operation({ summary: "x", permit: signedIn(), opens: null, run: () => undefined, ...spec });
  expect(() => buildCatalogue([toys, renamedToys("others", [twin])], whole)).toThrow(BootError);
});

test("two plugins may write an audit action that a plugin lends", () => {
  const spec = { route: "POST /api/others" as const, id: "other.make", audit: "toy.make" };
  const twin = operation({ summary: "x", permit: signedIn(), opens: null, run: () => undefined, ...spec });
  const lender = { name: "lender", operations: [], lends: ["toy.make"] };
  const { actions } = buildCatalogue([lender, toys, renamedToys("others", [twin])], whole);
  expect(actions.filter((action) => action === "toy.make")).toEqual(["toy.make"]);
});

test.each([
  ["an unknown gate", { gate: "flying" }],
  ["an unknown quota", { quota: "flying" }],
  ["a write without an audit action", { audit: [] }],
])("boot refuses %s", (_what, change) => {
  const wrong = operation({
    id: "wrong.make",
    route: "POST /api/wrong",
    summary: "x",
    permit: signedIn(),
    opens: null,
    audit: "wrong.make",
    run: () => undefined,
    ...change,
  });
  expect(() => buildCatalogue([renamedToys("wrong", [wrong])], whole)).toThrow(BootError);
});

test.each([null, "flying", "core"])("boot refuses the operations of a plugin whose toolset is %p", (toolset) => {
  const plugins = { ...whole.plugins, toys: { ...toysEntry, toolset } };
  expect(() => buildCatalogue([renamedToys("toys", [makeToy])], { ...whole, plugins })).toThrow('plugin "toys"');
});

test("the toy operation alone is fine", () => {
  expect(buildCatalogue([renamedToys("toys", [makeToy])], whole).tools.has("make_toy")).toBe(true);
});
