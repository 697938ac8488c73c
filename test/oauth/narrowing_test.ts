// What a person limits a connection to holds over REST and MCP alike, from the moment that they say so.
import { afterAll, describe, expect, test } from "bun:test";
import type { Person } from "../harness/harness.ts";
import { type Connected, openOauthServer, request } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const rest = (by: Connected, route: string, json?: unknown) =>
  h.call(route, { headers: bearer(by.access_token), ...(json === undefined ? {} : { json }) });

async function tool(by: Connected, name: string, args: Record<string, unknown>) {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const answer = await h.call("POST /mcp", { headers: bearer(by.access_token), json });
  return answer.body.result;
}

async function connectionOf(person: Person) {
  const { body } = await h.call("GET /api/connections", { as: person });
  return body.connections[0];
}

describe("a connection that may only read", () => {
  test("reads and is refused every change, over REST and MCP", async () => {
    const person = await h.person();
    const { body: doc } = await h.call("POST /api/docs", { as: person, json: { html: "x" } });
    const by = await runtime.connect(person, { choice: { access: "read" } });
    expect((await rest(by, "GET /api/docs")).status).toBe(200);
    expect((await rest(by, `GET /api/docs/${doc.doc_id}`)).status).toBe(200);
    for (const [route, json] of [
      ["POST /api/docs", { html: "x" }],
      [`PATCH /api/docs/${doc.doc_id}`, { title: "y" }],
      [`DELETE /api/docs/${doc.doc_id}`, undefined],
      ["DELETE /api/docs/doc_unknown", undefined],
      ["POST /api/stars", { doc_id: doc.doc_id }],
    ] as const) {
      const answer = await rest(by, route, json);
      expect([route, answer.status]).toEqual([route, 403]);
      expect(answer.body.error).toContain("may only read");
    }
    expect((await tool(by, "list_docs", {})).isError).toBeFalsy();
    const refused = await tool(by, "publish_html", { html: "x" });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "connection_limited" } } });
    expect((await h.call("GET /api/docs", { as: person })).body.docs).toHaveLength(1);
  });

  test("is what a token for the read-only resource gets, whatever was consented to", async () => {
    const by = await runtime.connect(await h.person(), { resource: `${runtime.origin}/mcp/readonly` });
    expect((await rest(by, "POST /api/docs", { html: "x" })).status).toBe(403);
    expect((await rest(by, "GET /api/docs")).status).toBe(200);
    const again = await runtime.refresh(by, by.refresh_token);
    const next = { ...by, ...again.body };
    expect((await rest(next, "POST /api/docs", { html: "x" })).status).toBe(403);
  });
});

describe("a connection limited to toolsets", () => {
  test("calls what is in them and is told what it may use", async () => {
    const by = await runtime.connect(await h.person(), { choice: { tools: "some", toolset: ["docs", "comments"] } });
    expect((await rest(by, "POST /api/docs", { html: "x" })).status).toBe(201);
    expect((await rest(by, "GET /api/me")).status).toBe(200);
    const answer = await rest(by, "GET /api/members");
    expect(answer.status).toBe(403);
    expect(answer.body.error).toContain("docs, comments");
    for (const route of ["GET /api/docs/doc_unknown/versions", "GET /api/export"]) {
      expect([route, (await rest(by, route)).status]).toEqual([route, 403]);
    }
    expect((await rest(by, "DELETE /api/account", { confirm: "x" })).status).toBe(403);
    expect((await tool(by, "list_members", {})).isError).toBe(true);
    expect((await tool(by, "list_docs", {})).isError).toBeFalsy();
  });

  test("is told what it called and which set that belongs to, never what we call it inside", async () => {
    const by = await runtime.connect(await h.person(), { choice: { tools: "some", toolset: ["docs"] } });
    const overRest = await rest(by, "GET /api/members");
    expect(overRest.body.error).toBe("this connection is limited to docs, and GET /api/members belongs to admin");
    const [called] = (await tool(by, "add_group_members", { id: 1, emails: ["a@example.org"] })).content;
    expect(called.text).toContain("this connection is limited to docs, and add_group_members belongs to admin");
    const former = h.runtime.catalogue.formerTools;
    for (const [name, { entry }] of [...h.runtime.catalogue.tools, ...former]) {
      if (entry.toolset === "docs" || entry.toolset === null) continue;
      const { content } = await tool(by, name, {});
      expect([name, content[0].text]).not.toEqual([name, expect.stringContaining(entry.id)]);
    }
  });

  test("is not made with none, nor with one that there is not", async () => {
    const person = await h.person();
    const page = await runtime.authorize(person, request(await runtime.client(), runtime.pkce().challenge));
    expect((await runtime.decide(person, page, { tools: "some" })).status).toBe(400);
    expect((await runtime.decide(person, page, { tools: "some", toolset: "everything" })).status).toBe(400);
    expect((await runtime.decide(person, page)).status).toBe(302);
  });
});

describe("a connection with a highest visibility", () => {
  test("publishes up to it and not wider, in every way of publishing", async () => {
    const person = await h.person();
    const by = await runtime.connect(person, { choice: { max_visibility: "workspace" } });
    const made = await rest(by, "POST /api/docs", { html: "x", visibility: "workspace" });
    expect(made.status).toBe(201);
    for (const visibility of ["unlisted", "password"]) {
      const json = { html: "x", visibility, ...(visibility === "password" ? { password: "secret-enough" } : {}) };
      expect((await rest(by, "POST /api/docs", json)).status).toBe(403);
      expect((await rest(by, `PATCH /api/docs/${made.body.doc_id}`, json)).status).toBe(403);
    }
    const upload = await h.call("PUT /api/upload?filename=a.txt&visibility=unlisted", {
      headers: bearer(by.access_token),
      body: "text",
    });
    expect(upload.status).toBe(403);
    const refused = await tool(by, "set_visibility", { doc_id: made.body.doc_id, visibility: "unlisted" });
    expect(refused.content[0].text).toContain('up to visibility "workspace"');
  });

  test("puts no new content into a document that is open wider, and may close it", async () => {
    const person = await h.person();
    const json = { html: "x", visibility: "unlisted" };
    const { body: doc } = await h.call("POST /api/docs", { as: person, json });
    const by = await runtime.connect(person, { choice: { max_visibility: "workspace" } });
    expect((await rest(by, `PATCH /api/docs/${doc.doc_id}`, { html: "y" })).status).toBe(403);
    const ticket = { filename: "index.html", doc_id: doc.doc_id, path: "index.html", base_version: 1 };
    expect((await rest(by, "POST /api/uploads", ticket)).status).toBe(403);
    expect((await rest(by, `PATCH /api/docs/${doc.doc_id}`, { visibility: "restricted" })).status).toBe(200);
    expect((await rest(by, `PATCH /api/docs/${doc.doc_id}`, { html: "y" })).status).toBe(200);
  });
});

describe("the list of connections", () => {
  test("shows the client, the dates and the limits", async () => {
    const person = await h.person();
    const by = await runtime.connect(person, { choice: { access: "read", days: "7" } });
    await rest(by, "GET /api/me");
    await h.runtime.identifier.settle();
    expect(await connectionOf(person)).toEqual({
      id: expect.any(Number),
      name: "Probe",
      client: { id: by.client_id, name: "Probe", domain: null },
      created_at: h.clock.now().toISOString(),
      deadline: new Date(h.clock.now().getTime() + 7 * 86_400_000).toISOString(),
      last_used_at: h.clock.now().toISOString(),
      ip_last: expect.any(String),
      read_only: true,
      toolsets: null,
      max_visibility: null,
      roots: null,
    });
    const { tokens } = (await h.call("GET /api/tokens", { as: person })).body;
    expect(tokens[0]).toMatchObject({
      client: "Probe",
      limits: { read_only: true, toolsets: null, max_visibility: null, roots: null },
    });
  });

  test("narrows at once, also by the token itself, and widens by the session alone", async () => {
    const person = await h.person();
    const by = await runtime.connect(person);
    const { id } = await connectionOf(person);
    const narrowed = await rest(by, `PATCH /api/connections/${id}`, { max_visibility: "workspace", name: "Laptop" });
    expect(narrowed.body).toMatchObject({ name: "Laptop", max_visibility: "workspace" });
    expect((await rest(by, "POST /api/docs", { html: "x", visibility: "unlisted" })).status).toBe(403);
    for (const json of [{ max_visibility: null }, { max_visibility: "unlisted" }]) {
      const widened = await h.call(`PATCH /api/connections/${id}`, { as: person, json });
      expect([json, widened.status]).toEqual([json, 403]);
    }
    const json = { max_visibility: null };
    expect((await h.call(`PATCH /api/connections/${id}`, { as: person, with_cookie: true, json })).status).toBe(200);
    expect((await rest(by, "POST /api/docs", { html: "x", visibility: "unlisted" })).status).toBe(201);
    expect((await rest(by, `PATCH /api/connections/${id}`, { read_only: true })).status).toBe(200);
    expect((await rest(by, "POST /api/docs", { html: "x" })).status).toBe(403);
    const next = await runtime.refresh(by, by.refresh_token);
    expect((await rest({ ...by, ...next.body }, "POST /api/docs", { html: "x" })).status).toBe(403);
  });

  test("is one's own: another's connection is the 404 of an unknown one", async () => {
    const [person, other] = [await h.person(), await h.person()];
    const by = await runtime.connect(person);
    const { id } = await connectionOf(person);
    for (const route of [`PATCH /api/connections/${id}`, `DELETE /api/connections/${id}`]) {
      const json = route.startsWith("PATCH") ? { name: "x" } : undefined;
      expect((await h.call(route, { as: other, json })).status).toBe(404);
      expect((await h.call(route.replace(String(id), "999999"), { as: other, json })).status).toBe(404);
    }
    expect(await runtime.holds(by.access_token)).toBe(true);
  });

  test("ends one with every token of it", async () => {
    const person = await h.person();
    const by = await runtime.connect(person);
    const { id } = await connectionOf(person);
    const answer = await h.call(`DELETE /api/connections/${id}`, { as: person });
    expect(answer.body).toEqual({ id, deleted: true });
    expect(await runtime.holds(by.access_token)).toBe(false);
    expect((await runtime.refresh(by, by.refresh_token)).body.error).toBe("invalid_grant");
    expect((await h.call(`DELETE /api/connections/${id}`, { as: person })).status).toBe(404);
  });

  test("goes along with a person who moves to another workspace", async () => {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const by = await runtime.connect(member, { choice: { access: "read" } });
    expect((await h.call(`DELETE /api/members/${member.user_id}`, { as: owner })).status).toBe(200);
    expect((await rest(by, "GET /api/me")).body.workspace.slug).not.toBe(owner.workspace);
    expect((await connectionOf(member)).read_only).toBe(true);
    expect((await runtime.refresh(by, by.refresh_token)).status).toBe(200);
  });
});

test("the audit log says through what and by which client", async () => {
  const person = await h.person();
  const by = await runtime.connect(person);
  await rest(by, "POST /api/docs", { html: "x" });
  await tool(by, "publish_html", { html: "y" });
  const rows = (await h.audit()).filter((row) => row.actor === person.email);
  expect(rows.map((row) => [row.action, row.meta["via"], row.meta["client"]])).toEqual([
    ["oauth.consent", "web", "Probe"],
    ["oauth.token", "api", "Probe"],
    ["doc.publish", "api", "Probe"],
    ["doc.publish", "mcp", "Probe"],
  ]);
});

test("every operation but who one is belongs to a toolset", () => {
  const free = h.runtime.catalogue.entries.filter(({ toolset }) => toolset === null).map(({ id }) => id);
  expect(free).toEqual(["me.get"]);
});
