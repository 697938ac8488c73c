// The settings of a wiki: read by members, changed by who manages the workspace, and never ahead of plan or domain.
import { describe, expect, test } from "bun:test";
import { setPlan } from "../../kernel/plugin.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";
import { curating } from "../navigations/curating.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const { makeNavigation } = curating(h);
const put = (as: Person, json: Record<string, unknown>) => h.call("PUT /api/wiki-site", { as, json });
const read = async (as: Person) => (await must(h.call("GET /api/wiki-site", { as }))).body;

async function ownHost(as: Person, { status = "active" } = {}): Promise<{ domain_id: number; hostname: string }> {
  const hostname = `docs-${as.user_id}.example.com`;
  const now = h.clock.now();
  const [row] = await sql<{ domain_id: number; hostname: string }[]>`
    insert into custom_domains (workspace_id, hostname, token, status, created_at, verified_at, activated_at)
    values (${as.workspace_id}, ${hostname}, 'token', ${status}, ${now}, ${now}, ${now}) returning domain_id, hostname`;
  if (!row) throw new Error("no domain");
  return row;
}

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

describe("a wiki", () => {
  test("is off and empty at first", async () => {
    const as = await h.person();
    expect(await read(as)).toEqual({
      ...{ workspace: as.workspace, enabled: false, title: null, tagline: null, footer_md: null, accent: null },
      ...{
        navigation: null,
        navigation_id: null,
        home_doc: null,
        logo_doc_id: null,
        domain: null,
        custom_domain_id: null,
      },
      ...{ indexable: false, url: `${h.content_url}/w/@${as.workspace}/`, updated_at: null, can_manage: true },
    });
  });

  test("changes what is sent, clears by null, and leaves one audit row a change", async () => {
    const as = await h.person();
    const nav = await makeNavigation(as);
    const { doc } = await publish(h, { html: "<h1>Home</h1>", visibility: "workspace", listing: "team" }, { as });
    await must(h.call(`PUT /api/docs/${doc.doc_id}/alias`, { as, json: { alias: "home" } }));
    const form = new FormData();
    form.append("file", new Blob([PNG], { type: "image/png" }), "logo.png");
    const logo = (await must(h.call("POST /api/files", { as, form }))).body;
    const change = {
      enabled: true,
      title: " Handbook ",
      navigation: nav.slug,
      home_doc: "home",
      accent: "#AABBCC",
      logo_doc: logo.doc_id,
    };
    const { body } = await must(put(as, change));
    expect(body).toMatchObject({
      ...{ enabled: true, title: "Handbook", navigation: nav.slug, navigation_id: nav.id, accent: "#aabbcc" },
      ...{ home_doc: { doc_id: doc.doc_id, title: "Home", alias: "home", url: doc.url }, logo_doc_id: logo.doc_id },
    });
    const before = (await h.audit()).length;
    expect((await must(put(as, change))).body).toEqual(body);
    expect((await h.audit()).length).toBe(before);
    const cleared = (await must(put(as, { title: null, home_doc: null, navigation: nav.id }))).body;
    expect(cleared).toMatchObject({ title: null, home_doc: null, navigation_id: nav.id, enabled: true });
    expect((await h.audit()).slice(before)).toMatchObject([
      { action: "wiki.update", meta: { changed: ["title", "home_doc_id"] } },
    ]);
    const list = (await must(h.call("GET /api/navigations", { as }))).body.navigations;
    expect(list).toMatchObject([{ id: nav.id, published: true }]);
  });

  test.each([
    [{ colour: "red" }, 422, /"colour" is not known here/],
    [{ enabled: "yes" }, 422, /enabled must be a boolean/],
    [{ accent: "red" }, 400, /accent "red"/],
    [{ navigation: "nowhere" }, 400, 'navigation "nowhere" is not found; send the slug or id of one'],
    [{ home_doc: "nowhere" }, 400, 'home_doc "nowhere" is not a document that you may open'],
    [{ logo_doc: "doc_none" }, 400, 'logo_doc "doc_none" is not a document that you may open'],
    [{ domain: "docs.example.com" }, 400, 'domain "docs.example.com" is no active custom domain of this workspace'],
    [{ indexable: true }, 400, "indexable needs an active custom domain; set domain to one first"],
    [{ title: "x".repeat(101) }, 400, /title has 101 characters/],
    [{ title: "\u200b" }, 400, "title is blank; it needs a character that shows, or null for none"],
    [{ tagline: "\u200b \u3164" }, 400, /tagline is blank/],
  ])("refuses %p with %p", async (json, status, error) => {
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "PUT /api/wiki-site", json }),
      expect: status === 422 ? { status } : { status, error },
    });
  });

  test("is changed by owners and admins alone, and shows each member the front document that they may open", async () => {
    const as = await h.person();
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    const { doc } = await publish(h, { html: "<h1>Home</h1>" }, { as });
    await must(put(as, { home_doc: doc.doc_id }));
    expect((await put(member, { title: "x" })).status).toBe(403);
    expect(await read(member)).toMatchObject({ home_doc: null, can_manage: false });
    expect((await read(await h.person())).workspace).not.toBe(as.workspace);
  });

  test("is listed by search engines on a paid plan at an active domain alone, and not any more once that stops", async () => {
    const as = await h.person({ plan: "free" });
    const pending = await ownHost(as, { status: "error" });
    expect((await put(as, { domain: pending.hostname })).status).toBe(400);
    await sql`update custom_domains set status = 'active' where domain_id = ${pending.domain_id}`;
    expect((await must(put(as, { domain: pending.domain_id }))).body).toMatchObject({
      ...{ domain: pending.hostname, custom_domain_id: pending.domain_id, url: `https://${pending.hostname}/w/` },
    });
    expect((await put(as, { indexable: true })).status).toBe(402);
    await h.runtime.database.withTransaction((tx) => setPlan(tx, as.workspace_id, "team"));
    const paid = await h.person({ workspace_id: as.workspace_id });
    await until(async () => (await put(paid, { indexable: true })).status === 200);
    expect((await read(paid)).indexable).toBe(true);
    await sql`update custom_domains set status = 'error' where domain_id = ${pending.domain_id}`;
    expect(await read(paid)).toMatchObject({ indexable: false, domain: pending.hostname });
    await must(h.call(`DELETE /api/domains/${pending.domain_id}`, { as: paid }));
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
    const rows = await sql`select indexable from wiki_sites where workspace_id = ${as.workspace_id}`;
    expect([...rows]).toEqual([{ indexable: false }]);
    expect((await h.audit()).filter((row) => row.action === "wiki.update").at(-1)).toMatchObject({
      ...{ actor: "system", meta: { changed: ["indexable"], indexable: false } },
    });
    expect(await read(paid)).toMatchObject({ domain: null, url: `${h.content_url}/w/@${as.workspace}/` });
  });

  test("falls back to no navigation when that is deleted", async () => {
    const as = await h.person();
    const nav = await makeNavigation(as);
    await must(put(as, { enabled: true, navigation: nav.slug }));
    await scenario(h, {
      given: async () => {
        const person = await h.person();
        const other = await makeNavigation(person);
        await must(put(person, { navigation: other.slug }));
        return { person, other };
      },
      act: ({ person, other }) => ({ as: person, call: `DELETE /api/navigations/${other.id}` }),
      expect: ({ other }) => ({
        status: 200,
        body: { id: other.id, deleted: true },
        audit: [{ action: "wiki.update", meta: { navigation_id: null } }, { action: "nav.delete" }],
      }),
    });
    await must(h.call(`DELETE /api/navigations/${nav.slug}`, { as }));
    expect(await read(as)).toMatchObject({ navigation: null, navigation_id: null, enabled: true });
  });
});
