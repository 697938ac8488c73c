// What a workspace tells its members' agents: set by owners and admins in a session, told to members alone.
import { afterAll, expect, test } from "bun:test";
import { withBothClients } from "./both_clients.ts";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer();
afterAll(() => server.close());
const h = server.harness;
const owner = await h.person({ role: "owner" });
const member = await h.person({ workspace_id: owner.workspace_id, role: "member" });
const AT = "/api/workspace/instructions";

const set = (instructions: string, as = owner, with_cookie = true) =>
  h.call(`PUT ${AT}`, { as, with_cookie, json: { instructions } });

test("what an owner writes is appended to what members' agents are told, and nobody else's", async () => {
  const answer = await set("  Write in British English.\n");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    instructions: "Write in British English.",
    updated_at: h.clock.now().toISOString(),
    updated_by: owner.email,
    can_edit: true,
  });
  expect((await server.audit(owner)).at(-1)).toMatchObject({ action: "workspace.instructions", meta: { chars: 25 } });
  await withBothClients(server.url, member, async (client) => {
    expect(client.instructions()).toStartWith("This service publishes documents");
    expect(client.instructions()).toEndWith("adds:\nWrite in British English.");
  });
  await withBothClients(server.url, await h.person(), async (client) => {
    expect(client.instructions()).not.toContain("British");
  });
  expect((await h.call(`GET ${AT}`, { as: member })).body).toMatchObject({ can_edit: false });
});

test("the same words again change nothing, and none take them away", async () => {
  await set("Once.");
  const before = (await server.audit(owner)).length;
  await set("Once.");
  expect(await server.audit(owner)).toHaveLength(before);
  expect((await set("")).body).toEqual({ instructions: "", updated_at: null, updated_by: null, can_edit: true });
  await withBothClients(server.url, member, async (client) => {
    expect(client.instructions()).not.toContain("adds:");
  });
});

test("members, tokens and texts of more than 8,000 characters are refused", async () => {
  const admin = await h.person({ workspace_id: owner.workspace_id, role: "admin" });
  expect((await set("x".repeat(8000), admin)).status).toBe(200);
  expect((await set("x".repeat(8001), admin)).status).toBe(400);
  expect((await set("x", member)).status).toBe(403);
  const byToken = await set("x", admin, false);
  expect(byToken).toMatchObject({ status: 403, body: { error: expect.stringContaining("a token may not") } });
});
