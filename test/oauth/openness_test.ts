// A connection with a highest visibility: whatever it calls, nothing becomes readable by more people than that.
import { describe, expect, test } from "bun:test";
import type { VisibilityLimit } from "../../kernel/plugin.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { letIn, must, openSpace, put, type Space } from "../roots/space.ts";
import { limited } from "./limited.ts";
import { expectRefused, statusesOf } from "./openness_calls.ts";

const h = await openHarness();

const upTo = (person: Person, max_visibility: VisibilityLimit) => limited(h, person, { max_visibility });
const documentOf = (person: Person, json: object = {}): Promise<ParsedBody> =>
  put(h, person, { html: "<p>x</p>", ...json });

const EVERYBODY = { subject_type: "workspace", level: "view" };

describe("publishing a folder", () => {
  test("is as open as the site is: to everybody, to the workspace, or to a group", async () => {
    const person = await h.person();
    await must(h.call("POST /api/folders", { as: person, json: { path: "Plans" } }));
    const group = await must(h.call("POST /api/groups", { as: person, json: { name: "Readers" } }));
    const route = "PUT /api/folder-meta?path=Plans";
    const site = (publish_visibility: string) => ({
      published: true,
      publish_visibility,
      publish_group_id: group.body.id,
    });
    for (const [max, refused, allowed] of [
      ["restricted", ["public", "signed_in"], ["group"]],
      ["workspace", ["public"], ["signed_in", "group"]],
      ["unlisted", ["public"], ["signed_in"]],
    ] as const) {
      const as = await upTo(person, max);
      await expectRefused(
        h,
        as,
        refused.map((one) => [route, site(one)]),
      );
      for (const one of allowed) expect((await h.call(route, { as, json: site(one) })).status).toBe(200);
      // Without a word of it a site is public.
      await must(h.call(route, { as: person, json: { published: false, publish_visibility: null } }));
      await expectRefused(h, as, [[route, { published: true }]]);
    }
    expect((await h.call(route, { as: person, json: { published: true } })).body.published).toBe(true);
  });

  test("that is published already is not opened further, nor told more, and may be closed", async () => {
    const person = await h.person();
    const as = await upTo(person, "workspace");
    for (const path of ["Site", "Site/below"]) await must(h.call("POST /api/folders", { as: person, json: { path } }));
    const route = "PUT /api/folder-meta?path=Site";
    await must(h.call(route, { as: person, json: { published: true } }));
    await expectRefused(h, as, [
      [route, { publish_visibility: "public" }],
      [route, { description: "words" }],
      ["PUT /api/folder-meta?path=Site/below", { description: "words" }],
      ["POST /api/folders", { path: "Site/words" }],
      ["PATCH /api/folders", { path: "Site", new_path: "Words" }],
      ["PUT /api/icons/target", { target: "folder:Site", icon: "lucide:rocket" }],
    ]);
    expect(
      await statusesOf(h, as, [
        [route, { publish_visibility: "signed_in" }],
        [route, { description: "words" }],
        [route, { published: false }],
        [route, { publish_visibility: "public" }],
      ]),
    ).toMatchObject([{ 1: 200 }, { 1: 200 }, { 1: 200 }, { 1: 200 }]);
  });
});

describe("every way of publishing", () => {
  test("is held to the visibility that it asks for", async () => {
    const person = await h.person();
    const as = await upTo(person, "workspace");
    const visibility = "unlisted";
    await expectRefused(h, as, [
      ["POST /api/docs", { html: "x", visibility }],
      ["POST /api/docs", { markdown: "x", visibility: "password", password: "secret-enough" }],
      ["POST /api/snippets", { content: "x", visibility }],
      ["POST /api/uploads", { filename: "a.txt", visibility }],
    ]);
    const form = new FormData();
    form.append("file", new Blob(["text"]), "a.txt");
    form.append("visibility", visibility);
    expect((await h.call("POST /api/files", { as, form })).status).toBe(403);
    const upload = await h.call("PUT /api/upload?filename=a.txt&visibility=unlisted", { as, body: "text" });
    expect([upload.status, upload.body.detail]).toEqual([403, expect.stringContaining('visibility "workspace"')]);
    expect(await h.rows("documents", "upload_tickets")).toEqual({ documents: 0, upload_tickets: 0 });
  });

  test("ends where the document was opened after it had begun", async () => {
    const person = await h.person();
    const as = await upTo(person, "workspace");
    const { doc_id } = await documentOf(person);
    const sha256 = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";
    const at = `/api/docs/${doc_id}/commits`;
    const json = { files: [{ path: "x.txt", sha256, size: 1 }] };
    const { commit_id } = (await must(h.call(`POST ${at}`, { as, json }))).body;
    await must(h.call(`PUT ${at}/${commit_id}/blobs/${sha256}`, { as, body: "x" }));
    const announced = { filename: "index.html", doc_id, path: "index.html", base_version: 1 };
    const ticket = (await must(h.call("POST /api/uploads", { as, json: announced }))).body;
    await must(h.call(`PATCH /api/docs/${doc_id}`, { as: person, json: { visibility: "unlisted" } }));
    await expectRefused(h, as, [[`POST ${at}/${commit_id}/finalize`, {}]]);
    expect((await h.call(`PUT ${new URL(ticket.upload_url).pathname}`, { body: "<p>new</p>" })).status).toBe(403);
    expect((await h.call(`GET /api/docs/${doc_id}`, { as: person })).body.version).toBe(1);
  });
});

describe("a document that is open wider than the limit", () => {
  test("is not opened further, written to, brought back or kept for longer, and may be closed", async () => {
    const person = await h.person();
    const as = await upTo(person, "workspace");
    const { doc_id } = await documentOf(person, { visibility: "unlisted", retention_days: 5 });
    const route = `PATCH /api/docs/${doc_id}`;
    await expectRefused(h, as, [
      [route, { title: "words" }],
      [route, { tags: ["words"] }],
      [route, { visibility: "unlisted", title: "words" }],
      [route, { visibility: "password", password: "secret-enough" }],
      [route, { retention_days: 500 }],
      [`POST /api/docs/${doc_id}/keep`],
      [`PUT /api/docs/${doc_id}/alias`, { alias: "words" }],
      ["PUT /api/icons/target", { target: `doc:${doc_id}`, icon: "lucide:rocket" }],
    ]);
    await must(h.call(`DELETE /api/docs/${doc_id}`, { as }));
    await expectRefused(h, as, [[`POST /api/docs/${doc_id}/undelete`, {}]]);
    await must(h.call(`POST /api/docs/${doc_id}/undelete`, { as: person, json: {} }));
    // What is sent along with a visibility is for the readers of that one.
    await must(h.call(route, { as, json: { visibility: "workspace", title: "words" } }));
    await must(h.call(route, { as, json: { title: "more words" } }));
  });

  test("is put on the team's list when that opens it to no more than the limit", async () => {
    const person = await h.person();
    const { doc_id } = await documentOf(person, { visibility: "unlisted" });
    const json = { listing: "team" };
    await expectRefused(h, await upTo(person, "restricted"), [[`PATCH /api/docs/${doc_id}`, json]]);
    await must(h.call(`PATCH /api/docs/${doc_id}`, { as: await upTo(person, "workspace"), json }));
    const { doc_id: closed } = await documentOf(person);
    await must(h.call(`PATCH /api/docs/${closed}`, { as: await upTo(person, "restricted"), json }));
  });

  test("is commented on by whom the API shows it, since a link alone shows no comments", async () => {
    const person = await h.person();
    const comment = async (max: VisibilityLimit, visibility: string, listing = "private") => {
      const { doc_id } = await documentOf(person, { visibility, listing });
      const json = { body: "words" };
      return (await h.call(`POST /api/docs/${doc_id}/comments`, { as: await upTo(person, max), json })).status;
    };
    expect(await comment("restricted", "unlisted")).toBe(201);
    expect(await comment("restricted", "workspace")).toBe(403);
    expect(await comment("restricted", "unlisted", "team")).toBe(403);
    expect(await comment("workspace", "unlisted", "team")).toBe(201);
  });

  test("has another password for those alone who may open it so far", async () => {
    const person = await h.person();
    const { doc_id } = await documentOf(person, { visibility: "password", password: "secret-enough" });
    const route = `PATCH /api/docs/${doc_id}`;
    await expectRefused(h, await upTo(person, "workspace"), [[route, { password: "another-secret" }]]);
    await must(h.call(route, { as: await upTo(person, "password"), json: { password: "another-secret" } }));
  });
});

describe("a connection that may publish to nobody but by name", () => {
  async function open(): Promise<{ space: Space; person: Person; as: Person }> {
    const space = await openSpace(h);
    return { space, person: space.admin, as: await upTo(space.admin, "restricted") };
  }

  test("shares with people and groups, and not with the whole workspace", async () => {
    const { space, person, as } = await open();
    const { doc_id } = await documentOf(person, { folder: "mine" });
    const calls = [
      `POST /api/docs/${doc_id}/access`,
      "POST /api/folders/access?path=mine",
      `POST ${space.at}/access`,
    ] as const;
    await expectRefused(
      h,
      as,
      calls.map((call) => [call, EVERYBODY]),
    );
    const named = { subject_type: "user", subject: space.member.email };
    for (const call of calls) expect([call, (await h.call(call, { as, json: named })).status]).toEqual([call, 201]);
  });

  test("puts nothing where everybody in the workspace reads", async () => {
    const { space, person, as } = await open();
    const { doc_id } = await documentOf(person);
    const general = await documentOf(person, { root: "general", folder: "a" });
    await expectRefused(h, as, [
      ["POST /api/docs", { html: "x", root: "general" }],
      ["POST /api/uploads", { filename: "a.txt", root: "general" }],
      [`PATCH /api/docs/${doc_id}`, { root: "general" }],
      [`POST /api/docs/${doc_id}/duplicate`, { root: "general" }],
      [`PATCH /api/docs/${general.doc_id}`, { title: "words" }],
      [`PUT /api/docs/${general.doc_id}/files/index.html`, { content: "words" }],
      ["POST /api/folders", { root: "general", path: "words" }],
      ["PATCH /api/roots/general", { description: "words" }],
      ["PUT /api/icons/description", { target: "tag:x", description: "words", root: "general" }],
    ]);
    const { doc_id: deleted } = await documentOf(person);
    await must(h.call(`DELETE /api/docs/${deleted}`, { as }));
    await expectRefused(h, as, [[`POST /api/docs/${deleted}/undelete`, { root: "general" }]]);
    // The root of some people is no such place, until everybody is let in.
    await must(h.call(`PATCH /api/docs/${doc_id}`, { as, json: { root: "plans", folder: "a" } }));
    await must(h.call("POST /api/docs", { as, json: { html: "x", root: "plans", folder: "a" } }));
    await letIn(h, space, { level: "view" });
    await expectRefused(h, as, [
      ["POST /api/docs", { html: "x", root: "plans", folder: "a" }],
      [`PATCH /api/docs/${doc_id}`, { title: "words" }],
      ["DELETE /api/roots/plans?force=true"],
    ]);
    // One of their own folders may be such a place too.
    await must(h.call("POST /api/docs", { as, json: { html: "x", folder: "mine" } }));
    await must(h.call("POST /api/folders/access?path=mine", { as: person, json: EVERYBODY }));
    await expectRefused(h, as, [
      ["POST /api/docs", { html: "x", folder: "mine/below" }],
      [`PATCH /api/docs/${doc_id}`, { root: "~", folder: "mine" }],
    ]);
    await must(h.call("POST /api/docs", { as, json: { html: "x", folder: "other" } }));
  });

  test("takes no list away that keeps people out", async () => {
    const { space, person, as } = await open();
    await letIn(h, space, { level: "view" });
    await letIn(h, space, { level: "view", folder: "closed", person: space.member });
    await documentOf(person, { root: "plans", folder: "closed" });
    await must(h.call("POST /api/folders", { as: person, json: { root: "plans", path: "closed/below" } }));
    await expectRefused(h, as, [
      [`POST ${space.at}/access/inherit`, { folder: "closed" }],
      ["PATCH /api/folders", { root: "plans", path: "closed/below", new_path: "below" }],
      ["DELETE /api/folders?root=plans&path=closed&force=true"],
    ]);
    // A workspace document is open to those alone whom its grants name, while it has any.
    const { doc_id } = await documentOf(person, { visibility: "workspace" });
    const named = { subject_type: "user", subject: space.member.email };
    const grant = (await must(h.call(`POST /api/docs/${doc_id}/access`, { as, json: named }))).body;
    await expectRefused(h, as, [[`DELETE /api/access/${grant.id}`]]);
  });

  test("ends nobody whose grant may be all that keeps everybody out", async () => {
    const { space, as } = await open();
    const group = (await must(h.call("POST /api/groups", { as: space.owner, json: { name: "Readers" } }))).body;
    const owner = await upTo(space.owner, "restricted");
    const { doc_id } = await documentOf(space.creator, { visibility: "workspace" });
    const named = { subject_type: "group", subject: group.slug };
    await must(h.call(`POST /api/docs/${doc_id}/access`, { as: space.creator, json: named }));
    expect((await h.call(`GET /api/docs/${doc_id}/manifest`, { as: space.member })).status).toBe(404);
    await expectRefused(h, as, [[`DELETE /api/groups/${group.id}`]]);
    await expectRefused(h, owner, [[`DELETE /api/members/${space.member.user_id}`]]);
    expect((await h.call(`GET /api/docs/${doc_id}/manifest`, { as: space.member })).status).toBe(404);
    const wider = await upTo(space.owner, "workspace");
    await must(h.call(`DELETE /api/groups/${group.id}`, { as: wider }));
    // What it was narrowed to is gone, and nobody decided to open it (rules: sharing/grants).
    expect((await h.call(`GET /api/docs/${doc_id}/manifest`, { as: space.member })).status).toBe(404);
  });
});

test("a connection that may publish to the workspace works wherever members read", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  const as = await upTo(space.member, "workspace");
  const { doc_id } = await documentOf(as, { root: "general" });
  expect(
    await statusesOf(h, as, [
      [`PATCH /api/docs/${doc_id}`, { title: "words", root: "plans", visibility: "workspace" }],
      ["POST /api/folders", { root: "plans", path: "words" }],
      [`POST /api/docs/${doc_id}/duplicate`, { root: "general" }],
    ]),
  ).toMatchObject([{ 1: 200 }, { 1: 201 }, { 1: 201 }]);
});

test("a download link opens what the connection may read and no more, and ends with it", async () => {
  const person = await h.person();
  const as = await upTo(person, "restricted");
  const hidden = await documentOf(await h.person());
  expect((await h.call(`POST /api/docs/${hidden.doc_id}/download`, { as, json: {} })).status).toBe(404);
  const links: string[] = [];
  // As reading does, it takes what is open wider than the connection may publish too.
  for (const visibility of ["restricted", "workspace", "unlisted"]) {
    const doc = await documentOf(person, { visibility });
    expect((await h.call(`GET /api/docs/${doc.doc_id}/files/index.html`, { as })).status).toBe(200);
    const made = await must(h.call(`POST /api/docs/${doc.doc_id}/download`, { as, json: {} }));
    links.push(new URL(made.body.url).pathname);
  }
  for (const link of links) expect((await h.open(link)).status).toBe(200);
  const { tokens } = (await must(h.call("GET /api/tokens", { as: person }))).body;
  for (const { id } of tokens.filter((one: ParsedBody) => as.token.includes(one.prefix)))
    await must(h.call(`POST /api/tokens/${id}/revoke`, { as: person, json: {} }));
  for (const link of links) expect((await h.open(link)).status).toBe(404);
});
