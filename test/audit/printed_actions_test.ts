// Every action that the contract prints:
// in the registry, written by what the contract says writes it, and heard by a webhook for it.
import { expect, test } from "bun:test";
import { randomToken } from "../../kernel/plugin.ts";
import { formsOf } from "../forms/made.ts";
import { ticketFor } from "../forms/tickets.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { openProvider, prove } from "../scim/provider.ts";
import { deliver, hook, OPENED, openReceiver } from "../webhooks/receiver.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const { makeDatabase, makeForm } = formsOf(h);

interface World {
  as: Person;
  /** A call in a session that has to be a success; answers the body. */
  ok(route: string, json?: object): Promise<ParsedBody>;
  /** The same by token. */
  asToken(route: string, json?: object): Promise<ParsedBody>;
}

async function openWorld(): Promise<World> {
  const as = await h.person();
  const sending = (with_cookie: boolean) => async (route: string, json?: object) => {
    const answer = await h.call(route, { as, with_cookie, ...(json && { json }) });
    if (answer.status >= 300) throw new Error(`${route} answers ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { as, ok: sending(true), asToken: sending(false) };
}

type Writer = (world: World) => Promise<unknown>;

const published = async ({ ok }: World, json: object = {}): Promise<string> =>
  `/api/docs/${(await ok("POST /api/docs", { html: "<p>one</p>\n", ...json })).doc_id}`;
const agent = async ({ ok }: World): Promise<ParsedBody> => ok("POST /api/brains", { name: "Desk" });
const PATCH = "--- a/index.html\n+++ b/index.html\n@@ -1 +1 @@\n-<p>one</p>\n+<p>two</p>\n";

const join: Writer = async ({ as }) => {
  await prove(h, as, "firm.example");
  const provider = await openProvider(h, as);
  const user = await provider.made("POST /Users", { userName: `${as.workspace}@firm.example` });
  return { provider, user };
};

const WRITERS: Readonly<Record<string, Writer>> = {
  "doc.publish": published,
  "doc.update": async (world) => world.ok(`PATCH ${await published(world)}`, { title: "Other" }),
  "doc.edit": async (world) =>
    world.ok(`POST ${await published(world)}/edit`, { path: "index.html", old_string: "one", new_string: "two" }),
  "doc.patch": async (world) => world.ok(`POST ${await published(world)}/patch`, { diff: PATCH }),
  "doc.restore": async (world) => {
    const at = await published(world);
    await world.ok(`PUT ${at}/files/index.html`, { content: "<p>two</p>" });
    await world.ok(`POST ${at}/versions/1/restore`);
  },
  "doc.visibility": async (world) => world.ok(`PATCH ${await published(world)}`, { visibility: "unlisted" }),
  "doc.bundle": async (world) => {
    await published(world);
    await world.ok("POST /api/bundles", {});
  },
  "doc.duplicated": async (world) => world.ok(`POST ${await published(world)}/duplicate`, {}),
  "lock.acquire": async (world) => world.ok(`POST ${await published(world)}/lock`, {}),
  "lock.release": async (world) => {
    const at = await published(world);
    const { token } = await world.ok(`POST ${at}/lock`, {});
    await world.ok(`DELETE ${at}/lock`, { token });
  },
  "member.join": join,
  "member.leave": async ({ as, ok }) => {
    const member = await h.person({ role: "member", workspace_id: as.workspace_id });
    await ok(`DELETE /api/members/${member.user_id}`);
  },
  "policy.updated": ({ ok }) => ok("PUT /api/policy", { secret_scan: "warn" }),
  "group.create": ({ ok }) => ok("POST /api/groups", { name: "Crew" }),
  "group.delete": async ({ ok }) => ok(`DELETE /api/groups/${(await ok("POST /api/groups", { name: "Crew" })).id}`),
  "folder.publish": async ({ ok }) => {
    await ok("POST /api/folders", { path: "guides" });
    await ok("PUT /api/folder-meta?path=guides", { published: true });
  },
  "folder.unpublish": async ({ ok }) => {
    await ok("POST /api/folders", { path: "guides" });
    await ok("PUT /api/folder-meta?path=guides", { published: true });
    await ok("PUT /api/folder-meta?path=guides", { published: false });
  },
  "root.create": ({ ok }) => ok("POST /api/roots", { name: "Design" }),
  "root.update": async ({ ok }) => {
    await ok("POST /api/roots", { name: "Design" });
    await ok("PATCH /api/roots/design", { description: "Drawings." });
  },
  "root.delete": async ({ ok }) => {
    await ok("POST /api/roots", { name: "Design" });
    await ok("DELETE /api/roots/design");
  },
  "scim.token_create": ({ ok }) => ok("POST /api/scim/tokens", { label: "one" }),
  "scim.token_revoke": async ({ ok }) => ok(`DELETE /api/scim/tokens/${(await ok("POST /api/scim/tokens", {})).id}`),
  "webhook.test": async ({ as, ok }) => {
    const { id } = await hook(h, as, { url: receiver.url, events: ["nothing.else"] });
    await ok(`POST /api/webhooks/${id}/test`);
  },
  "workflow.created": (world) => workflow(world),
  "workflow.changed": async (world) =>
    world.ok(`PATCH /api/workflows/${(await workflow(world)).id}`, { enabled: false }),
  "workflow.deleted": async (world) => world.ok(`DELETE /api/workflows/${(await workflow(world)).id}`),
  "workflow.used": async (world) => world.asToken(`POST /api/workflows/${(await workflow(world)).id}/run`, {}),
  "brain.create": agent,
  "brain.write": async (world) => {
    const { doc_id } = await agent(world);
    await world.ok(`PUT /api/docs/${doc_id}/files/notes.md`, { content: "x" });
  },
  "brain.propose": async (world) => propose(world),
  "brain.decide": async (world) => {
    const { proposal_id } = await propose(world);
    await world.ok(`POST /api/brain-proposals/${proposal_id}/decide`, { decision: "approve" });
  },
  "brain.source": async (world) => {
    await agent(world);
    await world.ok("PATCH /api/brains/desk", { instruction_files: ["AGENT.md", "style.md"] });
  },
  "brain.includes": async (world) => {
    await agent(world);
    const at = await published(world);
    await world.ok("PATCH /api/brains/desk", { includes: [at.split("/").at(-1)] });
  },
  "brain.access": async (world) => {
    const { doc_id } = await agent(world);
    const member = await h.person({ role: "member", workspace_id: world.as.workspace_id });
    await world.ok(`POST /api/docs/${doc_id}/access`, { subject_type: "user", subject: member.email, level: "view" });
  },
  "brain.delete": async (world) => {
    await agent(world);
    await world.ok("DELETE /api/brains/desk");
  },
};

const workflow = ({ asToken }: World): Promise<ParsedBody> =>
  asToken("POST /api/workflows", { name: "Work", trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] });

async function propose(world: World): Promise<ParsedBody> {
  await agent(world);
  return world.ok("POST /api/brains/desk/proposals", { files: [{ path: "AGENT.md", content: "# Help\n" }] });
}

/** Those of databases, which come to connections of their database alone. */
const OF_FORMS = ["form.draft_created", "form.draft_saved", "form.submitted"];

test("every printed action is in the registry, and known to webhooks and filters", async () => {
  const { as, ok } = await openWorld();
  const printed = [...Object.keys(WRITERS), ...OF_FORMS];
  const { actions } = await ok("GET /api/audit/actions");
  expect(printed.filter((name) => !actions.includes(name))).toEqual([]);
  const detailed = (await ok("GET /api/audit/actions?detail=1")).actions;
  const bare = detailed.filter(({ since }: ParsedBody) => since === null);
  expect(bare).toEqual([]);
  const { unknown_events } = await hook(h, as, { url: receiver.url, events: Object.keys(WRITERS) });
  expect(unknown_events).toEqual([]);
});

for (const [action, write] of Object.entries(WRITERS)) {
  test(`${action} is written by what the contract says, and a webhook for it hears`, async () => {
    const world = await openWorld();
    await hook(h, world.as, { url: receiver.url, events: [action] });
    await write(world);
    await deliver(h);
    const heard = receiver.received.splice(0).map(({ body }) => body.action);
    expect(heard.length).toBeGreaterThan(0);
    expect(new Set(heard)).toEqual(new Set([action]));
  });
}

test("the events of forms are written by drafts and answers, and a connection of their database hears", async () => {
  const made = await makeDatabase();
  const form = await makeForm({ autosave: true }, made);
  const { as } = form;
  const json = { url: receiver.url, events: OF_FORMS, database_id: form.doc_id, table_id: form.table.id };
  expect((await h.call("POST /api/webhooks", { as, json })).status).toBe(201);
  const token = await ticketFor(h, { slug: form.slug, kind: "draft" });
  const resume_token = randomToken(256);
  let base_version: number | undefined;
  for (const step of [
    { action: "load" },
    { action: "save", data: { name: "A" } },
    { action: "save", data: { name: "B" } },
    { action: "complete" },
  ]) {
    const sent = { token, resume_token, ...step, ...(step.action !== "load" && { base_version }) };
    const answer = await h.open(`/d/${form.slug}/_draft`, { method: "POST", json: sent });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    base_version = answer.body.version;
  }
  await deliver(h);
  const heard = receiver.received.splice(0).map(({ body }) => body.action);
  expect(heard.sort()).toEqual([...OF_FORMS].sort());
});

const rowsOf = async (of: (row: { action: string }) => boolean, write: () => Promise<unknown>) => {
  const before = (await h.audit()).length;
  await write();
  return (await h.audit())
    .slice(before)
    .filter(of)
    .map(({ action, meta }) => [action, meta]);
};

test("publishing a folder stands in place of folder.update where nothing else changed, and beside it where something did", async () => {
  const { ok } = await openWorld();
  await ok("POST /api/folders", { path: "a" });
  const put = async (json: object): Promise<string[]> => {
    const isOfFolders = ({ action }: { action: string }) => action.startsWith("folder.");
    const rows = await rowsOf(isOfFolders, () => ok("PUT /api/folder-meta?path=a", json));
    return rows.map(([action]) => String(action));
  };
  expect(await put({ published: true })).toEqual(["folder.publish"]);
  expect(await put({ published: true })).toEqual([]);
  expect(await put({ publish_visibility: "signed_in" })).toEqual(["folder.update"]);
  expect(await put({ published: false, description: "Old." })).toEqual(["folder.unpublish", "folder.update"]);
  expect(await put({ published: true, publish_visibility: "public" })).toEqual(["folder.publish"]);
  expect(await put({ published: null })).toEqual(["folder.unpublish"]);
  expect(await put({ description: "New." })).toEqual(["folder.update"]);
});

test("what is done to an agent by the routes of documents is told of it too, and what changes nothing is not", async () => {
  const world = await openWorld();
  const { doc_id } = await agent(world);
  const at = `/api/docs/${doc_id}`;
  const { ok } = world;
  const rows = async (write: () => Promise<unknown>): Promise<string[]> => {
    const isOfAgents = ({ action }: { action: string }) => action.startsWith("brain.");
    return (await rowsOf(isOfAgents, write)).map(([action]) => String(action));
  };
  const put = (content: string) => ok(`PUT ${at}/files/a.md`, { content });
  expect(await rows(() => put("one"))).toEqual(["brain.write"]);
  expect(await rows(() => put("one"))).toEqual([]);
  expect(await rows(() => ok(`POST ${at}/versions/1/restore`))).toEqual(["brain.write"]);
  const candidate = { content: "two", activate: false };
  expect(await rows(() => ok(`PUT ${at}/files/a.md`, candidate))).toEqual(["brain.write"]);
  expect(await rows(() => ok(`POST ${at}/versions/4/activate`, { base_version: 3 }))).toEqual(["brain.write"]);
  const edited = { path: "a.md", old_string: "two", new_string: "three" };
  expect(await rows(() => ok(`POST ${at}/edit`, edited))).toEqual(["brain.write"]);
  expect(await rows(() => ok(`DELETE ${at}/files?path=a.md`))).toEqual(["brain.write"]);
  expect(await rows(() => ok("PATCH /api/brains/desk", { slug: "desk", includes: [] }))).toEqual([]);
  const all = { slug: "office", instruction_files: ["a.md", "AGENT.md"], protected: [] };
  expect(await rows(() => ok("PATCH /api/brains/desk", all))).toEqual(["brain.source", "brain.access", "brain.update"]);
  const member = await h.person({ role: "member", workspace_id: world.as.workspace_id });
  const shared = { subject_type: "user", subject: member.email, level: "view" };
  const granted = await rowsOf(
    ({ action }) => action === "brain.access",
    () => ok(`POST ${at}/access`, shared),
  );
  expect(granted).toMatchObject([["brain.access", { change: "grant", level: "view", slug: "office" }]]);
  const { grants } = await ok(`GET ${at}/access`);
  expect(await rows(() => ok(`DELETE /api/access/${grants[0].id}`))).toEqual(["brain.access"]);
  await ok(`POST ${at}/access`, shared);
  const leave = async () => expect((await h.call(`DELETE ${at}/access/me`, { as: member })).status).toBe(200);
  expect(await rows(leave)).toEqual(["brain.access"]);
  expect(await rows(() => ok(`POST ${at}/duplicate`, {}))).toEqual(["brain.create"]);
  expect(await rows(() => ok(`DELETE ${at}`))).toEqual(["brain.delete"]);
  expect(await rows(() => ok(`DELETE ${at}?purge=true`))).toEqual([]);
});
