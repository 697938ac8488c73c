// A connection that is limited to roots: what lies elsewhere is not there for it, wherever it asks.
import { afterAll, describe, expect, test } from "bun:test";
import { unzip } from "../bundles/unzipped.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { letIn, must, openSpace } from "../roots/space.ts";
import { type Connected, openOauthServer } from "./oauth_server.ts";
import { bare, bearer, callBy, openScene, plansAlone, toolBy } from "./root_scene.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

const open = (roots: Parameters<typeof openScene>[1]) => openScene(runtime, roots);
const rest = (by: Connected, route: string, json?: unknown) => callBy(h, by, route, json);
const idsOf = (rows: { doc_id: string }[]) => rows.map((row) => row.doc_id);

describe("a connection to one root", () => {
  test("finds what lies there in every list, and nothing else", async () => {
    const { docs, by, space, person } = await open(plansAlone);
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
    for (const doc of Object.values(docs)) {
      await must(h.call("POST /api/stars", { as: person, json: { doc_id: doc.doc_id } }));
    }
    await must(h.call("POST /api/stars", { as: person, json: { folder: "a" } }));
    const only = [docs.plans.doc_id];
    for (const view of ["mine", "team", "all"]) {
      const { body } = await rest(by, `GET /api/docs?view=${view}`);
      expect([view, idsOf(body.docs)]).toEqual([view, view === "mine" || view === "team" ? [] : only]);
    }
    expect(idsOf((await rest(by, "GET /api/docs?root=plans")).body.docs)).toEqual(only);
    expect(idsOf((await rest(by, "GET /api/docs?root=~")).body.docs)).toEqual([]);
    expect((await rest(by, "GET /api/tags?include_team=true")).body.tags).toEqual([{ tag: "red", count: 1 }]);
    const changes = (await rest(by, "GET /api/changes?include_team=true")).body.changes;
    expect(idsOf(changes)).toEqual(only);
    const ranked = await rest(by, "GET /api/search/ranked?q=needle");
    expect(ranked.status).toBe(200);
    expect(JSON.stringify(ranked.body)).toContain(docs.plans.doc_id);
    const found = await rest(by, "GET /api/search?q=needle");
    expect(found.status).toBe(200);
    for (const text of [ranked, found].map((answer) => JSON.stringify(answer.body))) {
      for (const doc of [docs.general, docs.mine, docs.given]) expect(text).not.toContain(doc.doc_id);
    }
    const { roots, personal, can_create } = (await rest(by, "GET /api/roots")).body;
    expect([roots.map((root: { id: number }) => root.id), personal.doc_count, can_create]).toEqual([
      [space.root_id],
      0,
      false,
    ]);
    expect(idsOf((await rest(by, "GET /api/stars")).body.stars)).toEqual(only);
    expect((await rest(by, "GET /api/folders")).body.folders).toEqual([]);
    const archive = await h.call("GET /api/export", { headers: bearer(by) });
    expect(Object.keys(await unzip(archive.bytes))).toEqual(["index.json"]);
    expect(idsOf((await h.call("GET /api/docs?view=all", { as: person })).body.docs)).toHaveLength(4);
  });

  test("gets the answer of an unknown id for every other document and root", async () => {
    const { docs, by, person } = await open(plansAlone);
    const unknown = "doc_AAAAAAAAAAAAAAAAAAAAAA";
    for (const { doc_id } of [docs.general, docs.mine, docs.given]) {
      // What the person has read is not what the connection is answered with.
      await must(h.call(`GET /api/docs/${doc_id}/manifest`, { as: person }));
      for (const [route, json] of [
        ["GET /api/docs/{}"],
        ["GET /api/docs/{}/manifest"],
        ["GET /api/docs/{}/versions"],
        ["GET /api/docs/{}/access"],
        ["GET /api/docs/{}/comments"],
        ["PATCH /api/docs/{}", { title: "x" }],
        ["DELETE /api/docs/{}"],
        ["POST /api/docs/{}/duplicate", { root: "plans" }],
      ] as const) {
        const [told, none] = await Promise.all(
          [doc_id, unknown].map(async (id) => bare(await rest(by, route.replace("{}", id), json), id)),
        );
        expect([route, told]).toEqual([route, none]);
        expect(told).toContain('"status":404');
      }
    }
    for (const route of ["GET /api/roots/{}", "GET /api/docs?root={}", "GET /api/tree?root={}"]) {
      const [told, none] = await Promise.all(
        ["general", "nowhere"].map(async (slug) => bare(await rest(by, route.replace("{}", slug)), slug)),
      );
      expect([route, told]).toEqual([route, none]);
      expect(told).toContain('"status":404');
    }
    expect((await rest(by, `GET /api/docs/${docs.plans.doc_id}`)).status).toBe(200);
  });

  test("publishes there alone, and says over REST and MCP alike where else to go", async () => {
    const { by, docs } = await open(plansAlone);
    expect((await rest(by, "POST /api/docs", { html: "x", root: "plans" })).status).toBe(201);
    const refused = await rest(by, "POST /api/docs", { html: "x" });
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("GET /api/roots")]);
    const result = await toolBy(h, by, "publish_html", { html: "x" });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "connection_limited" } } });
    expect(result.content[0].text).toContain(refused.body.error);
    expect((await rest(by, "POST /api/docs", { html: "x", root: "general" })).status).toBe(404);
    const upload = await h.call("PUT /api/upload?filename=a.txt", { headers: bearer(by), body: "text" });
    expect(upload.status).toBe(403);
    expect((await rest(by, "POST /api/uploads", { filename: "a.txt" })).status).toBe(403);
    const path = `/api/docs/${docs.plans.doc_id}`;
    expect((await rest(by, `PATCH ${path}`, { root: "~" })).status).toBe(403);
    expect((await rest(by, `PATCH ${path}`, { root: "general" })).status).toBe(404);
    expect((await rest(by, `PATCH ${path}`, { folder: "b" })).status).toBe(200);
  });

  test("touches nothing that reaches further", async () => {
    const { by, person, docs, space } = await open(plansAlone);
    const group = await must(h.call("POST /api/groups", { as: person, json: { name: "Readers" } }));
    await must(h.call(`DELETE /api/docs/${docs.mine.doc_id}`, { as: person }));
    await must(h.call("POST /api/folders", { as: person, json: { path: "b" } }));
    const star = await must(h.call("POST /api/stars", { as: person, json: { folder: "b" } }));
    const grants = (await h.call(`GET /api/docs/${docs.given.doc_id}/access`, { as: person })).body.grants;
    for (const [route, status, json] of [
      ["DELETE /api/roots/plans?force=true", 403],
      ["POST /api/roots", 403, { name: "Another" }],
      ["DELETE /api/account", 403, { confirm: person.email }],
      ["POST /api/invites", 403, { email: "accomplice@example.org", role: "admin" }],
      [`DELETE /api/members/${space.member.user_id}`, 403],
      [`POST /api/groups/${group.body.id}/members`, 403, { email: space.member.email }],
      [`DELETE /api/groups/${group.body.id}`, 403],
      ["GET /api/tree", 403],
      ["POST /api/folders", 403, { path: "c" }],
      ["POST /api/stars", 403, { folder: "c" }],
      ["GET /api/folders/access?path=a", 403],
      [`DELETE /api/access/${grants[0].id}`, 404],
      [`DELETE /api/stars/${star.body.id}`, 404],
      [`POST /api/docs/${docs.mine.doc_id}/undelete`, 404, {}],
      ["POST /api/access-requests", 404, { slug: docs.given.slug }],
    ] as const) {
      expect([route, (await rest(by, route, json)).status]).toEqual([route, status]);
    }
    expect((await rest(by, "GET /api/trash")).body.docs).toEqual([]);
    expect((await h.call("GET /api/trash", { as: person })).body.docs).toHaveLength(1);
  });

  test("learns nothing of the folders and names elsewhere", async () => {
    const { by, person, docs } = await open(plansAlone);
    const tree = await rest(by, "GET /api/tree?include_team=true");
    expect(tree.body).toMatchObject({ folders: [], docs: [], doc_count: 0, skipped: 0 });
    for (const folder of ["a", "nowhere"]) {
      const { status, body } = await rest(by, `GET /api/tree?include_team=true&folder=${folder}`);
      expect([status, body.error]).toEqual([404, `folder "${folder}" is not found`]);
    }
    const alias = (doc: ParsedBody) => `PUT /api/docs/${doc.doc_id}/alias`;
    await must(h.call(alias(docs.mine), { as: person, json: { alias: "kite" } }));
    for (const [force, status] of [
      [false, 409],
      [true, 403],
    ] as const) {
      const refused = await rest(by, alias(docs.plans), { alias: "kite", force });
      expect(refused.status).toBe(status);
      expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`Mine|${docs.mine.doc_id}`));
    }
    expect((await h.call(`GET /api/docs/${docs.mine.doc_id}`, { as: person })).body.alias).toBe("kite");
    expect((await h.call(alias(docs.plans), { as: person, json: { alias: "kite", force: true } })).status).toBe(200);
  });

  test("takes the links to its bundles along when it ends", async () => {
    const { by, person } = await open(plansAlone);
    const { url } = (await must(rest(by, "POST /api/bundles", { root: "plans" }))).body;
    const [connection] = (await h.call("GET /api/connections", { as: person })).body.connections;
    await must(h.call(`DELETE /api/connections/${connection.id}`, { as: person }));
    expect((await h.call(`GET ${new URL(url).pathname}`)).status).toBe(404);
  });

  test("makes links that hold to the same limit when they are used", async () => {
    const { by, person, docs } = await open(plansAlone);
    const bundle = await must(rest(by, "POST /api/bundles", { root: "plans" }));
    const ticket = await must(
      rest(by, "POST /api/uploads", {
        filename: "a.html",
        doc_id: docs.plans.doc_id,
        path: "index.html",
        base_version: 1,
      }),
    );
    const download = await must(rest(by, `POST /api/docs/${docs.plans.doc_id}/download`, {}));
    const { pathname } = new URL(download.body.url);
    expect((await h.open(pathname)).status).toBe(200);
    await must(h.call(`PATCH /api/docs/${docs.plans.doc_id}`, { as: person, json: { root: "~" } }));
    expect((await h.open(pathname)).status).toBe(404);
    const zip = await unzip((await h.call(`GET ${new URL(bundle.body.url).pathname}`)).bytes);
    expect(JSON.parse(zip["index.json"] ?? "")).toMatchObject({ docs: [], skipped: { docs: 1 } });
    const sent = await h.call(`PUT ${new URL(ticket.body.upload_url).pathname}`, { body: "<p>new</p>" });
    expect(sent.status).toBe(404);
    expect((await rest(by, `GET /api/uploads/${ticket.body.ticket_id}`)).status).toBe(404);
    expect((await h.call(`GET /api/uploads/${ticket.body.ticket_id}`, { as: person })).status).toBe(200);
  });
});

test("a connection to My documents has no root, and is as it was in My documents", async () => {
  const { by, docs } = await open(() => ["~"]);
  expect(idsOf((await rest(by, "GET /api/docs?view=all")).body.docs)).toEqual([docs.mine.doc_id]);
  expect((await rest(by, "GET /api/roots")).body).toMatchObject({ roots: [], personal: { doc_count: 1 } });
  expect((await rest(by, "POST /api/docs", { html: "x" })).status).toBe(201);
  expect((await rest(by, "POST /api/docs", { html: "x", root: "plans" })).status).toBe(404);
  expect((await rest(by, `GET /api/docs/${docs.given.doc_id}/manifest`)).status).toBe(404);
});

describe("the limit to roots", () => {
  test("is shown by id, narrowed by slug or id, and widened by the session alone", async () => {
    const space = await openSpace(h);
    await letIn(h, space, { level: "edit" });
    const person = space.member;
    const by = await runtime.connect(person);
    const [connection] = (await h.call("GET /api/connections", { as: person })).body.connections;
    expect(connection.roots).toBeNull();
    const route = `PATCH /api/connections/${connection.id}`;
    const id = String(space.root_id);
    expect((await rest(by, route, { roots: ["plans", "~", "plans"] })).body.roots).toEqual(["~", id]);
    expect((await rest(by, route, { roots: [id] })).body.roots).toEqual([id]);
    for (const roots of [null, ["~"], [id, "~"]]) {
      expect([roots, (await h.call(route, { as: person, json: { roots } })).status]).toEqual([roots, 403]);
    }
    expect((await rest(by, route, { roots: [] })).status).toBe(400);
    const [hidden, unknown] = await Promise.all(
      ["general", "nowhere"].map((root) => rest(by, route, { roots: [root] })),
    );
    expect([hidden?.status, unknown?.status]).toEqual([404, 404]);
    const { tokens } = (await h.call("GET /api/tokens", { as: person })).body;
    expect(tokens.find((one: { client: string | null }) => one.client !== null).limits.roots).toEqual([id]);
    const notes = (await h.audit()).filter((row) => row.action === "connection.update" && row.actor === person.email);
    expect(notes.map((row) => row.meta["roots"])).toEqual([["~", id], [id]]);
    const widened = await h.call(route, { as: person, with_cookie: true, json: { roots: null } });
    expect(widened.body.roots).toBeNull();
    expect((await rest(by, "POST /api/docs", { html: "x" })).status).toBe(201);
  });

  test("outlives a refresh, a rename and the root itself", async () => {
    const { by, space } = await open(plansAlone);
    const next = { ...by, ...(await runtime.refresh(by, by.refresh_token)).body };
    const count = async () => (await rest(next, "GET /api/docs?view=all")).body.docs.length;
    expect(await count()).toBe(1);
    await must(h.call("PATCH /api/roots/plans", { as: space.owner, json: { slug: "other" } }));
    expect(await count()).toBe(1);
    await must(h.call("DELETE /api/roots/other?force=true", { as: space.owner }));
    expect(await count()).toBe(0);
    expect((await rest(next, "POST /api/docs", { html: "x" })).status).toBe(403);
    const [connection] = (await h.call("GET /api/connections", { as: space.admin })).body.connections;
    expect(connection.roots).toEqual([String(space.root_id)]);
  });

  test("is not consented to with no root, nor with one that the person does not see", async () => {
    const space = await openSpace(h);
    const connect = (root: string[]) => runtime.connect(space.member, { choice: { places: "some", root } });
    await expect(connect([])).rejects.toThrow("400");
    await expect(connect([String(space.root_id)])).rejects.toThrow("404");
    await letIn(h, space, { level: "view" });
    const by = await connect([String(space.root_id)]);
    expect((await rest(by, "GET /api/roots")).body.roots).toHaveLength(1);
  });
});
