// Agents: documents with instructions that somebody reads with what goes along, within a budget and their own rights.
import { expect, test } from "bun:test";
import { DAY_MS, personMoveHook, setPlan } from "../../kernel/plugin.ts";
import { movePerson } from "../../kernel/ports/auth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";
import { askingOf } from "./asking.ts";

const h = await openHarness();

const { send, ok } = askingOf(h);

test("an agent is a document of its folder, with AGENT.md and its page", async () => {
  const owner = await h.person({ plan: "team" });
  const made = await ok("POST /api/brains", owner, { name: "Support desk", description: "Answers.", folder: "agents" });
  expect(made).toMatchObject({
    ...{ slug: "support-desk", name: "Support desk", description: "Answers.", owner: "user", root: null },
    ...{ folder: "agents", instruction_files: ["AGENT.md"], protected: ["AGENT.md"], includes: [], default: false },
    ...{ my_level: "own", version: 1, navigation: null },
  });
  const document = await ok(`GET /api/docs/${made.doc_id}`, owner);
  expect(document).toMatchObject({ doc_type: "agent", kind: "markdown", title: "Support desk" });
  expect((await send(`GET /api/docs/${made.doc_id}/files/AGENT.md`, owner)).bytes.length).toBeGreaterThan(10);
  expect(await ok("GET /api/brains/support-desk", owner)).toEqual(made);
  expect((await ok("GET /api/brains", owner)).agents).toEqual([made]);
  expect((await send("POST /api/brains", owner, { name: "Support desk", slug: "support-desk" })).status).toBe(409);
  expect((await ok("POST /api/brains", owner, { name: "Support Desk!" })).slug).toBe("support-desk-2");
  const stranger = await h.person();
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  for (const as of [stranger, member]) {
    await scenario(h, {
      act: () => ({ as, call: "GET /api/brains/support-desk" }),
      expect: { status: 404, error: /agent "support-desk" is not found/ },
    });
    expect((await ok("GET /api/brains", as)).agents).toEqual([]);
  }
});

test("its context is its files in their order and what goes with them, as far as the reader may open it, within a budget", async () => {
  const owner = await h.person({ plan: "team" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const made = await ok("POST /api/brains", owner, { name: "Guide", instructions: "# Guide\n\nline one\nline two\n" });
  const at = `/api/docs/${made.doc_id}`;
  await ok(`PUT ${at}/files/style.md`, owner, { content: "Write short.\n" });
  const open = await ok("POST /api/docs", owner, { markdown: "# Facts\n", visibility: "workspace", listing: "team" });
  const own = await ok("POST /api/docs", owner, { markdown: "# Secrets\n" });
  const reading = { instruction_files: ["style.md", "AGENT.md", "absent.md"], includes: [own.doc_id, open.doc_id] };
  await ok("PATCH /api/brains/guide", owner, reading, true);
  await ok(`POST ${at}/access`, owner, { subject_type: "user", subject: member.email, level: "view" });
  const partsOf = async (as: Person, query = "") =>
    (await ok(`GET /api/brains/guide/context${query}`, as)).parts.map((part: { path: string; content: string }) => [
      part.path,
      part.content,
    ]);
  const instructions = [
    ["style.md", "Write short.\n"],
    ["AGENT.md", "# Guide\n\nline one\nline two\n"],
  ];
  expect(await partsOf(owner)).toEqual([...instructions, ["source.md", "# Secrets\n"], ["source.md", "# Facts\n"]]);
  expect(await partsOf(member)).toEqual([...instructions, ["source.md", "# Facts\n"]]);
  expect((await ok("GET /api/brains/guide", member)).includes).toEqual([open.doc_id]);
  const cut = await ok("GET /api/brains/guide/context?budget_chars=35", owner);
  // What is protected has its room first.
  expect(cut).toMatchObject({ budget_chars: 35, used_chars: 27 });
  expect(cut.parts.map(({ path, truncated }: { path: string; truncated: boolean }) => [path, truncated])).toEqual([
    ["AGENT.md", false],
  ]);
  expect(cut.left_out.map((one: { path: string }) => one.path)).toEqual(["style.md", "source.md", "source.md"]);
  const short = await ok("GET /api/brains/guide/context?budget_chars=20", owner);
  expect(short.parts).toMatchObject([{ path: "AGENT.md", content: "# Guide\n\nline one\n", truncated: true }]);
  await scenario(h, {
    act: () => ({ as: owner, call: "PATCH /api/brains/guide", json: { includes: ["doc_nobodys"] } }),
    expect: { status: 400, error: /document "doc_nobodys" is not found/ },
  });
});

test("what comes after a text without room for its first line is named alone, and a budget is never gone beyond", async () => {
  const owner = await h.person();
  await ok("POST /api/brains", owner, { name: "Wide", instructions: `${"ü".repeat(500)}\n` });
  const short = await ok("POST /api/docs", owner, { markdown: "# After\n" });
  const blank = await ok("POST /api/docs", owner, { markdown: "\n# Blank first\n" });
  await ok("PATCH /api/brains/wide", owner, { includes: [short.doc_id, blank.doc_id] });
  const counts = async (budget: number) => {
    const context = await ok(`GET /api/brains/wide/context?budget_chars=${budget}`, owner);
    return [context.used_chars, context.parts.length, context.left_out.length];
  };
  expect(await counts(500)).toEqual([0, 0, 3]);
  expect(await counts(501)).toEqual([501, 1, 2]);
  expect(await counts(509)).toEqual([509, 2, 1]);
  expect(await counts(510)).toEqual([510, 3, 0]);
});

test("a plan carries so many in shared roots, whichever way they come there, and personal ones beside them", async () => {
  const owner = await h.person({ plan: "free" });
  const general = { root: "general", folder: "agents" };
  await ok("POST /api/brains", owner, { name: "First", ...general });
  await scenario(h, {
    act: () => ({ as: owner, call: "POST /api/brains", json: { name: "Second", ...general } }),
    expect: { status: 402, error: /the Free plan carries 1 agent in shared roots/, quota: 1 },
  });
  const personal = await ok("POST /api/brains", owner, { name: "Second" });
  await scenario(h, {
    act: () => ({ as: owner, call: `PATCH /api/docs/${personal.doc_id}`, json: general }),
    expect: { status: 402, error: /the Free plan carries 1 agent in shared roots/ },
  });
  expect(await ok("GET /api/brain-roots", owner)).toEqual({
    roots: [
      { root: "~", name: "My documents", can_create: true },
      { root: "general", name: "General", can_create: false },
    ],
    ...{ limit: 1, count: 1, remaining: 0 },
  });
  // The one that is there stays as writable as it was.
  const first = await ok("GET /api/brains/first", owner);
  await ok(`PUT /api/docs/${first.doc_id}/files/notes.md`, owner, { content: "more\n" });
  const choose = async (plan: "free" | "team", limit: number) => {
    await h.runtime.database.withTransaction((tx) => setPlan(tx, owner.workspace_id, plan));
    await until(async () => (await ok("GET /api/brain-roots", owner)).limit === limit);
  };
  await choose("team", 5);
  const more = await ok("POST /api/brains", owner, { name: "Third", ...general });
  await choose("free", 1);
  await ok(`PUT /api/docs/${more.doc_id}/files/notes.md`, owner, { content: "still\n" });
  await ok(`DELETE /api/docs/${more.doc_id}`, owner);
  await ok(`DELETE /api/docs/${first.doc_id}`, owner);
  await ok(`PATCH /api/docs/${personal.doc_id}`, owner, general);
  // From the trash it comes back to where there is room.
  const back = `POST /api/docs/${first.doc_id}/undelete`;
  expect((await send(back, owner, {})).status).toBe(402);
  expect((await send(`POST /api/docs/${personal.doc_id}/duplicate`, owner, general)).status).toBe(402);
  await ok(back, owner, { root: "~", folder: "" });
  expect((await ok("GET /api/brains/first", owner)).owner).toBe("user");
});

test("a copy is an agent of its own, and moving to another workspace takes it along", async () => {
  const owner = await h.person({ plan: "team" });
  const made = await ok("POST /api/brains", owner, { name: "Twin", instructions: "# Twin\n" });
  const copies = [];
  for (let count = 0; count < 2; count++) copies.push(await ok(`POST /api/docs/${made.doc_id}/duplicate`, owner, {}));
  const slugs = (await ok("GET /api/brains", owner)).agents.map((agent: { slug: string }) => agent.slug);
  expect(slugs.slice(0, 2)).toEqual(["twin", "twin-copy"]);
  expect(new Set(slugs).size).toBe(3);
  expect(copies.map((copy) => copy.doc_type)).toEqual(["agent", "agent"]);
  const context = await ok("GET /api/brains/twin-copy/context", owner);
  expect(context.parts[0].content).toBe("# Twin\n");
});

test("of many who come into shared roots, or take a slug or the default, at once, no more do than there is room for", async () => {
  const owner = await h.person({ plan: "team" });
  const made: string[] = [];
  for (let count = 0; count < 9; count++) made.push((await ok("POST /api/brains", owner, { name: "Many" })).doc_id);
  const all = (route: (doc_id: string) => string, json: object) =>
    Promise.all(made.map(async (doc_id) => (await send(route(doc_id), owner, json)).status));
  const moved = await all((doc_id) => `PATCH /api/docs/${doc_id}`, { root: "general", folder: "" });
  expect(moved.filter((status) => status === 200)).toHaveLength(5);
  expect(await ok("GET /api/brain-roots", owner)).toMatchObject({ count: 5, remaining: 0 });
  const named = await all((doc_id) => `PATCH /api/brains/${doc_id}`, { slug: "same" });
  expect(named.toSorted()).toEqual([200, ...Array(8).fill(409)]);
  const chosen = await all((doc_id) => `PATCH /api/brains/${doc_id}`, { default: true });
  expect(chosen.toSorted()).toEqual([...Array(5).fill(200), ...Array(4).fill(400)]);
  const defaults = (await ok("GET /api/brains", owner)).agents.filter((agent: { default: boolean }) => agent.default);
  expect(defaults).toHaveLength(1);
});

test("a copy of a copy is still asked for by its slug", async () => {
  const owner = await h.person();
  let { doc_id } = await ok("POST /api/brains", owner, { name: "Long", slug: "a".repeat(60) });
  for (let count = 0; count < 5; count++) doc_id = (await ok(`POST /api/docs/${doc_id}/duplicate`, owner, {})).doc_id;
  const slugs: string[] = (await ok("GET /api/brains", owner)).agents.map((agent: { slug: string }) => agent.slug);
  expect(slugs).toHaveLength(6);
  for (const slug of slugs) expect((await ok(`GET /api/brains/${slug}`, owner)).slug.length).toBeLessThanOrEqual(60);
});

test("personal agents go along to another workspace, each under a slug that nobody has there, with what waits for them", async () => {
  const mover = await h.person({ plan: "team" });
  const host = await h.person({ plan: "team" });
  const slugs = ["both", "b".repeat(60), "mine"];
  for (const slug of slugs) await ok("POST /api/brains", mover, { name: slug, slug });
  for (const slug of slugs.slice(0, 2)) await ok("POST /api/brains", host, { name: slug, slug });
  const nav = await ok("POST /api/navigations", mover, { name: "Stays" });
  await ok("PATCH /api/brains/mine", mover, { navigation: "stays" });
  const files = [{ path: "a.md", content: "a" }];
  const { proposal_id } = await ok("POST /api/brains/mine/proposals", mover, { files });
  const { runtime } = h;
  const { database } = runtime;
  const ids = { from_workspace_id: mover.workspace_id, to_workspace_id: host.workspace_id, user_id: mover.user_id };
  await database.withTransaction(async (tx) => {
    await runtime.callHook(personMoveHook, { sql: tx, now: h.clock.now(), ...ids });
    await movePerson(tx, { ...ids, now: h.clock.now(), role: "member" });
  });
  await database.bus.catchUp();
  const moved = (await ok("GET /api/brains", mover)).agents;
  expect(moved.map((agent: { name: string }) => agent.name)).toEqual(slugs);
  for (const { slug, doc_id } of moved) expect((await ok(`GET /api/brains/${slug}`, mover)).doc_id).toBe(doc_id);
  expect(moved[2]).toMatchObject({ slug: "mine", navigation: null });
  expect((await ok(`GET /api/brain-proposals/${proposal_id}`, mover)).agent).toBe("mine");
  const [row] = await database.sql`select agent_slug from navigations where navigation_id = ${nav.id}`;
  expect(row?.["agent_slug"]).toBeNull();
});

test("the default agent stays, and is one at a time; its navigation stays with it", async () => {
  const owner = await h.person({ plan: "team" });
  const nav = await ok("POST /api/navigations", owner, { name: "Handbook" });
  const personal = await ok("POST /api/brains", owner, { name: "Mine" });
  await scenario(h, {
    act: () => ({ as: owner, call: "PATCH /api/brains/mine", json: { default: true } }),
    expect: { status: 400, error: /move it to a shared root first/ },
  });
  await ok("POST /api/brains", owner, { name: "Ours", root: "general", folder: "" });
  const ours = await ok("PATCH /api/brains/ours", owner, { default: true, navigation: "handbook", slug: "team" });
  expect(ours).toMatchObject({ slug: "team", default: true, navigation: { id: nav.id, name: "Handbook" } });
  for (const call of ["DELETE /api/brains/team", `DELETE /api/navigations/${nav.id}`]) {
    await scenario(h, { act: () => ({ as: owner, call }), expect: { status: 409, error: /default agent/ } });
  }
  await scenario(h, {
    act: () => ({ as: owner, call: `DELETE /api/docs/${ours.doc_id}` }),
    expect: { status: 423, error: /keeps this document/ },
  });
  await scenario(h, {
    act: () => ({ as: owner, call: `PATCH /api/docs/${ours.doc_id}`, json: { root: "~", folder: "" } }),
    expect: { status: 403, error: /default agent lies in a shared root/ },
  });
  const next = await ok("POST /api/brains", owner, { name: "Next", root: "general", folder: "" });
  await ok(`PATCH /api/brains/${next.doc_id}`, owner, { default: true });
  await ok("DELETE /api/brains/team", owner);
  await ok(`DELETE /api/navigations/${nav.id}`, owner);
  expect((await ok("GET /api/brains", owner)).agents.map((agent: { slug: string }) => agent.slug)).toEqual([
    "mine",
    "next",
  ]);
  expect(personal.default).toBe(false);
});

test("the default agent does not end by itself, unless a rule of the workspace ends every document", async () => {
  const owner = await h.person({ plan: "business" });
  const brief = await ok("POST /api/brains", owner, { name: "Brief", root: "general" });
  const keep = (retention_days: number) => send(`PATCH /api/docs/${brief.doc_id}`, owner, { retention_days });
  await keep(1);
  await scenario(h, {
    act: () => ({ as: owner, call: "PATCH /api/brains/brief", json: { default: true } }),
    expect: { status: 400, error: /set its retention_days to 0 first/ },
  });
  await keep(0);
  await ok("PATCH /api/brains/brief", owner, { default: true });
  expect(await keep(1)).toMatchObject({ status: 403, body: { error: expect.stringMatching(/is kept for ever/) } });
  await ok("PUT /api/policy", owner, { max_retention_days: 30 }, true);
  const written = await ok(`PUT /api/docs/${brief.doc_id}/files/notes.md`, owner, { content: "more\n" });
  expect(written.retention_days).toBe(30);
});

test("the default agent goes with the last account of its workspace, for good once its days are over", async () => {
  const owner = await h.person({ plan: "team" });
  const { doc_id } = await ok("POST /api/brains", owner, { name: "Last", root: "general" });
  await ok("PATCH /api/brains/last", owner, { default: true });
  await ok("DELETE /api/account", owner, { confirm: owner.email });
  h.clock.advance(40 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect(await h.runtime.database.sql`select from documents where doc_id = ${doc_id}`).toHaveLength(0);
});

test("a document is read as an agent that knows of it by its navigation, by what it includes, or not at all", async () => {
  const owner = await h.person({ plan: "team" });
  await ok("POST /api/brains", owner, { name: "Reader", root: "general", folder: "" });
  const tagged = await ok("POST /api/docs", owner, { markdown: "# One\n", tags: ["known"], root: "general" });
  const included = await ok("POST /api/docs", owner, { markdown: "# Two\n" });
  const other = await ok("POST /api/docs", owner, { markdown: "# Three\n" });
  const nav = await ok("POST /api/navigations", owner, { name: "Known" });
  await ok(`POST /api/navigations/${nav.id}/entries`, owner, { target: "tag:known" });
  await ok("PATCH /api/brains/reader", owner, { navigation: "known", includes: [included.doc_id] });
  const readAs = async (doc: { doc_id: string }, query: string) => {
    const { brain, in_brain } = await ok(`GET /api/docs/${doc.doc_id}/rendered${query}`, owner);
    return { brain, in_brain };
  };
  expect(await readAs(tagged, "?agent=reader")).toEqual({ brain: "reader", in_brain: true });
  expect(await readAs(included, "?agent=reader")).toEqual({ brain: "reader", in_brain: true });
  expect(await readAs(other, "?agent=reader")).toEqual({ brain: "reader", in_brain: false });
  expect(await readAs(tagged, "")).toEqual({ brain: null, in_brain: false });
});

test("workflows belong to an agent that their author may open", async () => {
  const owner = await h.person({ plan: "team" });
  await ok("POST /api/brains", owner, { name: "Worker" });
  const steps = [{ tool: "list_docs" }];
  const flow = await ok("POST /api/workflows", owner, {
    name: "One",
    trigger: { type: "manual" },
    steps,
    agent: "worker",
  });
  expect(flow.agent).toBe("worker");
  await ok("POST /api/workflows", owner, { name: "Two", trigger: { type: "manual" }, steps });
  expect((await ok("GET /api/brains/worker/workflows", owner)).workflows).toEqual([flow]);
  await scenario(h, {
    act: () => ({ as: owner, call: `PATCH /api/workflows/${flow.id}`, json: { agent: "nobody" } }),
    expect: { status: 400, error: /agent "nobody" is not found/ },
  });
  expect((await ok(`PATCH /api/workflows/${flow.id}`, owner, { agent: null })).agent).toBeNull();
  expect((await ok("GET /api/brains/worker/workflows", owner)).workflows).toEqual([]);
});
