// Holds every operation of the app host that changes something to the rule of origins:
// a page elsewhere sends it by a token, or not at all.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const owner = await h.person();
const changing = h.runtime.catalogue.entries.filter(
  ({ path, method, host }) => path !== null && method !== "GET" && host !== "content",
);
/** What pages elsewhere may send. A line more here is an operation more that a stranger's page can have a browser send. */
const OPEN = [
  "doc.keep_link.use",
  "mcp.serve",
  "mcp.serve.readonly",
  "mcp.serve.toolsets",
  "mcp.serve.toolsets.readonly",
  "notification.unsubscribe",
  "oauth.register",
  "oauth.revoke",
  "oauth.token",
  "scim.group.create",
  "scim.group.delete",
  "scim.group.patch",
  "scim.group.replace",
  "scim.user.create",
  "scim.user.delete",
  "scim.user.patch",
  "scim.user.replace",
  "upload.put",
];

async function isSentFrom(origin: string, { method, path }: (typeof changing)[number]): Promise<boolean> {
  const address = (path ?? "").replaceAll(/\{\w+\}/g, "1");
  const asked = { as: owner, with_cookie: true, headers: { origin }, body: "{}" };
  const { body } = await h.call(`${method} ${address}`, asked);
  return body?.code !== "foreign_origin";
}

test.each(["https://evil.example", "null"])(
  "with a session's cookie, %s sends nothing but what asks for no cookie",
  async (origin) => {
    const open: string[] = [];
    for (const entry of changing) if (await isSentFrom(origin, entry)) open.push(entry.id);
    expect(open.sort()).toEqual(OPEN);
  },
);

test("tools are called by a token: a session's cookie is nobody there", async () => {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_documents", arguments: {} } };
  const headers = { accept: "application/json, text/event-stream", origin: "https://evil.example" };
  expect((await h.call("POST /mcp", { as: owner, json, headers, with_cookie: true })).status).toBe(401);
});
