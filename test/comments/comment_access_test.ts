// Who may have to do with comments: closed documents, who deletes, plans, tools and editions.
import { describe, expect, test } from "bun:test";
import { choosePlugins } from "../../kernel/host.ts";
import { setPlan } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { comment, commented, share } from "./commented.ts";

const h = await openHarness();

const cloud = await openHarness({ env: { EDITION: "cloud" } });

async function read(at: string, as: Person, query = "") {
  return (await h.call(`GET ${at}/comments${query}`, { as })).body;
}

describe("existence", () => {
  test("of a comment on a document that is closed to the caller does not show", async () => {
    const { at, as, colleague, comment: first } = await commented(h);
    const stranger = await h.person();
    const calls: [string, unknown][] = [
      ["PATCH", { resolved: true }],
      ["PATCH", { body: "x" }],
      ["DELETE", undefined],
    ];
    const look = async (who: Person, id: number) =>
      Promise.all(
        calls.map(async ([method, json]) => {
          const answer = await h.call(`${method} /api/comments/${id}`, { as: who, ...(json ? { json } : {}) });
          const { request_id: _id, ...body } = answer.body;
          return { status: answer.status, body };
        }),
      );
    const unknown = await look(colleague, 999_999_999);
    expect(unknown[0]).toEqual({ status: 404, body: { error: "comment not found", code: "not_found" } });
    expect(await look(colleague, first.id)).toEqual(unknown);
    expect(await look(stranger, first.id)).toEqual(unknown);
    await h.call(`DELETE ${at}`, { as });
    expect(await look(as, first.id)).toEqual(unknown);
  });

  test("ends for good with the purge, and not with the trash", async () => {
    const { as, at, comment: first } = await commented(h);
    await h.call(`DELETE ${at}`, { as });
    expect((await h.call(`GET ${at}/comments`, { as })).status).toBe(404);
    await h.call(`POST ${at}/undelete`, { as, json: {} });
    expect((await read(at, as)).comments).toMatchObject([{ id: first.id }]);
    await h.call(`DELETE ${at}?purge=true`, { as });
    expect((await h.runtime.database.sql`select 1 from comments where comment_id = ${first.id}`).count).toBe(0);
  });
});

test("comments need the Team plan: every operation is a 403 that names it", async () => {
  const as = await cloud.person({ plan: "free" });
  const calls = [
    "GET /api/docs/doc_x/comments",
    "POST /api/docs/doc_x/comments",
    "PATCH /api/comments/1",
    "DELETE /api/comments/1",
  ];
  for (const call of calls) {
    const json = call.startsWith("P") ? { json: { body: "x" } } : {};
    const answer = await cloud.call(call, { as, ...json });
    expect({ call, status: answer.status, plan: answer.body.plan }).toEqual({ call, status: 403, plan: "team" });
    expect(answer.body.error).toContain("comments need the Team plan or above; this workspace is on Free");
  }
  const team = await cloud.person({ plan: "team" });
  expect((await cloud.call("GET /api/docs/doc_x/comments", { as: team })).status).toBe(404);
});

test("comments that were written on a paid plan are read and deleted after it, and nothing else is done with them", async () => {
  const as = await cloud.person({ plan: "team" });
  const { at, doc } = await publish(cloud, { html: "x" }, { as });
  const other = await publish(cloud, { html: "y" }, { as });
  const first = await comment(cloud, at, { as, json: { body: "Keep this" } });
  await setPlan(cloud.runtime.database.sql, as.workspace_id, "free");
  await cloud.runtime.database.bus.catchUp();
  const list = await cloud.call(`GET ${at}/comments`, { as });
  expect(list.status).toBe(200);
  expect(list.body).toMatchObject({ can_comment: false, open_count: 1, comments: [{ id: first.id }] });
  const listed = await callTool(cloud, as, { name: "list_comments", arguments: { doc_id: doc.doc_id } });
  expect(listed.structuredContent.comments).toMatchObject([{ body: "Keep this" }]);
  for (const [call, json] of [
    [`GET ${other.at}/comments`, undefined],
    [`POST ${at}/comments`, { body: "More" }],
    [`PATCH /api/comments/${first.id}`, { body: "Other" }],
  ] as const) {
    const answer = await cloud.call(call, { as, ...(json ? { json } : {}) });
    expect({ call, status: answer.status, plan: answer.body.plan }).toEqual({ call, status: 403, plan: "team" });
  }
  expect((await cloud.call(`DELETE /api/comments/${first.id}`, { as })).status).toBe(200);
  expect((await cloud.call(`GET ${at}/comments`, { as })).status).toBe(403);
});

describe("deleting", () => {
  test("is for the author and the document's owner", async () => {
    for (const who of ["as", "commenter"] as const) {
      const made = await commented(h);
      expect((await h.call(`DELETE /api/comments/${made.comment.id}`, { as: made[who] })).status).toBe(200);
    }
    const { as, at, doc, viewer, comment: first } = await commented(h);
    await share(h, { as, at, doc }, { with: viewer, level: "edit" });
    const refused = await h.call(`DELETE /api/comments/${first.id}`, { as: viewer });
    expect({ status: refused.status, level: refused.body.level }).toEqual({ status: 403, level: "edit" });
  });

  test("one's own is possible also with view alone", async () => {
    const { as, at, doc, commenter, comment: first } = await commented(h);
    await share(h, { as, at, doc }, { with: commenter, level: "view" });
    expect((await h.call(`DELETE /api/comments/${first.id}`, { as: commenter })).status).toBe(200);
  });

  test("in a root is for whoever may change the document's settings", async () => {
    const { as, at } = await publish(h, { html: "x", root: "general", folder: "" });
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    const first = await comment(h, at, { as, json: { body: "x" } });
    expect((await h.call(`DELETE /api/comments/${first.id}`, { as: colleague })).status).toBe(200);
  });
});

test("an agent comments, edits, resolves and deletes by tools", async () => {
  const { as, doc } = await publish(h, { html: "x" });
  const made = await callTool(h, as, { name: "add_comment", arguments: { doc_id: doc.doc_id, body: "Hm" } });
  const { id } = made.structuredContent;
  await callTool(h, as, { name: "edit_comment", arguments: { id, body: "Hmm" } });
  await callTool(h, as, { name: "resolve_comment", arguments: { id } });
  const list = await callTool(h, as, {
    name: "list_comments",
    arguments: { doc_id: doc.doc_id, include_resolved: true },
  });
  expect(list.structuredContent.comments).toMatchObject([{ id, body: "Hmm", resolved: true }]);
  await callTool(h, as, { name: "delete_comment", arguments: { id } });
  expect((await h.audit()).slice(-4).map((row) => row["action"])).toEqual([
    "comment.create",
    "comment.update",
    "comment.resolve",
    "comment.delete",
  ]);
});

test("every edition carries comments and notifications", () => {
  for (const edition of Object.keys(manifest.editions)) {
    expect(choosePlugins(manifest, { edition, plugins: "" })).toContain("comments");
    expect(choosePlugins(manifest, { edition, plugins: "" })).toContain("notifications");
  }
});
