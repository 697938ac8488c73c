// A connection that is limited to roots and what goes beyond them:
// the workspace, its people, and the connections of its person.
import { afterAll, describe, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { must } from "../roots/space.ts";
import { type Connected, openOauthServer } from "./oauth_server.ts";
import { bare, bearer, callBy, openScene, plansAlone, toolBy } from "./root_scene.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

const open = (roots: Parameters<typeof openScene>[1]) => openScene(runtime, roots);
const rest = (by: Connected, route: string, json?: unknown) => callBy(h, by, route, json);

describe("a connection to one root", () => {
  test("is shown the tools alone that it may call, in every selection", async () => {
    const { by } = await open(plansAlone);
    const listed = async (path: string, headers = {}) => {
      const json = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
      const { body } = await h.call(`POST ${path}`, { headers: { ...bearer(by), ...headers }, json });
      return body.result.tools.map((one: { name: string }) => one.name);
    };
    const within = (names: readonly string[]) =>
      names.filter((name) => h.runtime.catalogue.tools.get(name)?.entry.connection_limit);
    const all = [...h.runtime.catalogue.tools.keys()];
    expect(await listed("/mcp")).toEqual(within(all));
    expect(await listed("/mcp/x/admin")).toEqual([]);
    const core = Object.values(manifest.toolsets.core.selects).flat();
    expect((await listed("/mcp/x/core")).sort()).toEqual(within(core).sort());
    expect(await listed("/mcp", { "x-mcp-tools": "list_members,list_docs" })).toEqual(["list_docs"]);
    const refused = await toolBy(h, by, "list_members", {});
    expect(refused.content[0].text).toContain("limited to roots, and list_members goes beyond them");
  });

  test("looks at itself and at what may do no more, and ends nothing wider", async () => {
    const { by, person, space } = await open(plansAlone);
    const [own] = (await h.call("GET /api/connections", { as: person })).body.connections;
    const wide = await runtime.connect(person);
    const narrow = await runtime.connect(person, {
      choice: { access: "read", places: "some", root: [String(space.root_id)] },
    });
    const idOf = async (one: Connected) => {
      const { connections } = (await h.call("GET /api/connections", { as: person })).body;
      return connections.find((row: { client: { id: string } }) => row.client.id === one.client_id).id;
    };
    const [wideId, narrowId] = [await idOf(wide), await idOf(narrow)];
    const listed = (await rest(by, "GET /api/connections")).body.connections;
    expect(listed.map((row: { id: number }) => row.id)).toEqual([narrowId, own.id]);
    for (const [route, json] of [
      [`DELETE /api/connections/${wideId}`],
      [`PATCH /api/connections/${wideId}`, { read_only: true }],
    ] as const) {
      const [told, none] = await Promise.all(
        [wideId, 999_999].map(async (id) => bare(await rest(by, route.replace(String(wideId), String(id)), json), "")),
      );
      expect([route, told]).toEqual([route, none]);
    }
    expect(await runtime.holds(wide.access_token)).toBe(true);
    const { token: wideToken } = (
      await h.call("POST /api/tokens", { as: person, with_cookie: true, json: { name: "x" } })
    ).body;
    const { tokens } = (await h.call("GET /api/tokens", { as: person })).body;
    const { id } = tokens.find((one: { name: string }) => one.name === "x");
    expect((await rest(by, "GET /api/tokens")).status).toBe(403);
    expect((await rest(by, `POST /api/tokens/${id}/revoke`)).status).toBe(403);
    expect(await runtime.holds(wideToken)).toBe(true);
    expect((await rest(by, `DELETE /api/connections/${narrowId}`)).status).toBe(200);
    expect((await rest(by, `DELETE /api/connections/${own.id}`)).status).toBe(200);
    expect(await runtime.holds(by.access_token)).toBe(false);
  });

  test("changes nothing of the workspace, its library of icons and how long connections last", async () => {
    const { by, person, docs } = await open(plansAlone);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
    const icon = (await must(h.call("POST /api/icons", { as: person, json: { name: "Dot", svg } }))).body;
    const target = { target: `doc:${docs.mine.doc_id}`, icon: icon.icon };
    await must(h.call("PUT /api/icons/target", { as: person, json: target }));
    const invite = (await must(h.call("POST /api/invites", { as: person, json: { email: "new@example.org" } }))).body;
    for (const [route, json] of [
      [`DELETE /api/icons/${icon.id}`],
      ["POST /api/icons", { name: "Other", svg }],
      ["PUT /api/mcp-session-policy", { max_days: 1 }],
      [`POST /api/invites/${invite.id}/resend`],
      [`DELETE /api/invites/${invite.id}`],
      ["GET /api/invites"],
      ["GET /api/members"],
      ["POST /api/groups", { name: "Readers" }],
    ] as const) {
      expect([route, (await rest(by, route, json)).status]).toEqual([route, 403]);
    }
    expect((await h.call(`GET /api/docs/${docs.mine.doc_id}`, { as: person })).body.icon).toBe(icon.icon);
    expect((await h.call("GET /api/invites", { as: person })).body.invites).toHaveLength(1);
  });
});
