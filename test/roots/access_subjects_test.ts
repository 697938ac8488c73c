// Whom access lists of roots may name and who may change them:
// groups, people from elsewhere, General, and what plans ask.
import { expect, test } from "bun:test";
import { createGroup } from "../../kernel/ports/auth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { readLists } from "./lists.ts";
import { letIn, must, openSpace, put, type Space } from "./space.ts";

const h = await openHarness();
const { access, foldersOf } = readLists(h);

async function group(space: Space, slug: string, people: readonly Person[]): Promise<number> {
  const { sql } = h.runtime.database;
  const { workspace_id } = space.owner;
  const now = h.clock.now();
  const id = await createGroup(sql, { workspace_id, slug, name: slug, description: "", source: "native", now });
  for (const { user_id } of people) {
    await sql`insert into group_members (group_id, user_id, workspace_id, added_at) values (${id}, ${user_id}, ${workspace_id}, ${now})`;
  }
  return id ?? 0;
}

test("a group opens a root to its people until one of them leaves it", async () => {
  const space = await openSpace(h, { plan: "team" });
  const id = await group(space, "design", [space.member]);
  await put(h, space.owner, { root: "plans", folder: "a" });
  const { body } = await must(
    h.call(`POST ${space.at}/access`, {
      as: space.owner,
      json: { subject_type: "group", subject: "design", level: "edit" },
    }),
  );
  expect(body.grants).toMatchObject([
    { subject: { id, slug: "design" }, subject_label: "group:design", level: "edit" },
  ]);
  expect(await foldersOf(space.member)).toEqual(["a"]);
  const shown = await must(h.call(`GET /api/groups/${id}`, { as: space.owner }));
  expect(shown.body.grants).toEqual([
    {
      id: body.grants[0].id,
      resource_type: "root",
      label: "Plans",
      root_id: space.root_id,
      folder: null,
      doc_id: null,
      level: "edit",
    },
  ]);
  await must(h.call(`DELETE /api/groups/${id}/members?email=${space.member.email}`, { as: space.owner }));
  expect(await foldersOf(space.member)).toBe(404);
});

test.each([
  ["a group below Team", "free", "owner", { subject_type: "group", subject: "design" }, 402, /needs the Team plan/],
  ["an unknown group", "team", "owner", { subject_type: "group", subject: "nobody" }, 404, /no group "nobody"/],
  ["an unknown person", "free", "owner", { subject_type: "user", subject: "no@example.org" }, 404, /not a member/],
  ["nobody named", "team", "owner", { subject_type: "user" }, 400, /subject is required/],
  ["somebody beside the workspace", "team", "owner", { subject_type: "workspace", subject: "x" }, 400, /leave it out/],
  ["an unknown level", "team", "owner", { subject_type: "workspace", level: "own" }, 400, /level/],
  ["a bad folder", "team", "owner", { subject_type: "workspace", folder: "a/*" }, 400, /folder segment "\*"/],
  ["who does not see the root", "team", "member", { subject_type: "workspace" }, 404, /is not found/],
  ["another workspace", "team", "stranger", { subject_type: "workspace" }, 404, /is not found/],
] as const)("a grant for %s is refused", async (_what, plan, who, json, status, error) => {
  await scenario(h, {
    given: async () => {
      const space = await openSpace(h, { plan });
      await group(space, "design", []);
      return space;
    },
    act: (space) => ({ call: `POST ${space.at}/access`, as: space[who], json }),
    expect: { status, error },
  });
});

test("a person of another workspace cannot be let in", async () => {
  const space = await openSpace(h);
  const json = { subject_type: "user", subject: space.stranger.email };
  await scenario(h, {
    act: () => ({ call: `POST ${space.at}/access`, as: space.owner, json }),
    expect: { status: 404, error: /is not a member of this workspace/ },
  });
});

test("editing a root does not let anybody change its lists, and General's top is nobody's to change", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  const [{ id }] = (await access(space)).grants;
  const general = (await must(h.call("GET /api/roots/general/access", { as: space.owner }))).body.grants[0].id;
  const json = { subject_type: "workspace", level: "view" };
  for (const [as, call, sent, status, error] of [
    [space.member, `POST ${space.at}/access`, json, 403, /only the managers of "Plans"/],
    [space.member, `POST ${space.at}/access/inherit`, { folder: "a" }, 403, /only the managers of "Plans"/],
    [space.member, `DELETE ${space.at}/access/${id}`, undefined, 403, /only the managers of "Plans"/],
    [
      space.creator,
      "POST /api/roots/general/access",
      { ...json, folder: "a" },
      403,
      /only workspace owners and admins/,
    ],
    [space.owner, "POST /api/roots/general/access", json, 400, /its top-level list cannot be changed/],
    [
      space.owner,
      `DELETE /api/roots/general/access/${general}`,
      undefined,
      400,
      /its top-level list cannot be changed/,
    ],
    [space.owner, `DELETE /api/roots/general/access/${id}`, undefined, 404, "grant not found"],
    [space.owner, `DELETE ${space.at}/access/999999`, undefined, 404, "grant not found"],
    [space.owner, `POST ${space.at}/access/inherit`, { folder: "/" }, 400, /nothing above it/],
    [space.owner, `POST ${space.at}/access/inherit`, { folder: "" }, 400, /folder/],
    [space.owner, `POST ${space.at}/access/inherit`, {}, 422, undefined],
  ] as const) {
    await scenario(h, {
      act: () => ({ call, as, ...(sent && { json: sent }) }),
      expect: { status, ...(error && { error }) },
    });
  }
});

test("taking an entry away needs Business, inherit needs nothing", async () => {
  for (const [plan, status] of [
    ["free", 402],
    ["team", 402],
    ["business", 200],
  ] as const) {
    const space = await openSpace(h, { plan });
    await letIn(h, space, { level: "view", folder: "a" });
    const [{ id }] = (await access(space, "a")).grants;
    await scenario(h, {
      act: () => ({ call: `DELETE ${space.at}/access/${id}`, as: space.creator }),
      tools: status !== 200,
      expect: status === 402 ? { status, error: /Business plan/ } : { status, audit: [{ action: "access.revoke" }] },
    });
    await must(h.call(`POST ${space.at}/access/inherit`, { as: space.creator, json: { folder: "a" } }));
  }
});

test("DELETE /api/access takes the same ids", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "view", folder: "a" });
  const [{ id }] = (await access(space, "a")).grants;
  await must(h.call(`DELETE /api/access/${id}`, { as: space.creator }));
  expect(await access(space, "a")).toMatchObject({ grants: [], overrides: true });
});

test("a folder of General can be kept to a few", async () => {
  const space = await openSpace(h, { plan: "team" });
  await put(h, space.member, { root: "general", folder: "hr" });
  await letIn(h, space, { level: "view", folder: "hr", person: space.creator, root: "general" });
  expect([await foldersOf(space.member, "general"), await foldersOf(space.creator, "general")]).toEqual([[], ["hr"]]);
});

test("what closes a folder closes its documents on the content host from the next request", async () => {
  const space = await openSpace(h);
  const doc = await put(h, space.owner, { root: "plans", folder: "a" });
  await letIn(h, space, { level: "view", folder: "a", person: space.member });
  const cookie = await viewerCookie(space.member, doc.slug);
  const read = (path: string) => h.open(path, { headers: { cookie } });
  const led = (await read(`/d/${doc.slug}/`)).headers.get("location") ?? "";
  expect(led).toStartWith(`/d/${doc.slug}/~`);
  expect((await read(led)).status).toBe(200);
  const [{ id }] = (await access(space, "a")).grants;
  await must(h.call(`DELETE ${space.at}/access/${id}`, { as: space.owner }));
  expect((await read(led)).status).not.toBe(200);
  expect((await read(`/d/${doc.slug}/`)).headers.get("location") ?? "").not.toContain("/~");
});

/** The viewer cookie, by the handoff that the app host gives. */
async function viewerCookie(as: Person, slug: string): Promise<string> {
  const start = await h.open(`/d/${slug}/`);
  const nonce = start.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const toApp = new URL(start.headers.get("location") ?? "");
  const back = await h.call(`GET ${toApp.pathname}${toApp.search}`, { as, with_cookie: true });
  const toContent = new URL(back.headers.get("location") ?? "");
  const done = await h.open(toContent.pathname + toContent.search, { headers: { cookie: nonce } });
  return done.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
}
