// What is protected, and proposals: who makes them, who decides on them, and what becomes of the files.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { askingOf } from "./asking.ts";

const h = await openHarness();

const { send, ok } = askingOf(h);

const WHOLE = "# Support\n\nBe kind.\n";
const SHORT = "# Support\n\nBe brief.\n";

/** An agent of an owner, with somebody who may edit it and somebody who may view it. */
async function openAgent() {
  const owner = await h.person({ plan: "team" });
  const editor = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const viewer = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const agent = await ok("POST /api/brains", owner, { name: "Support", instructions: WHOLE });
  const at = `/api/docs/${agent.doc_id}`;
  await ok(`PUT ${at}/files/notes/today.md`, owner, { content: "nothing\n" });
  for (const [subject, level] of [
    [editor.email, "edit"],
    [viewer.email, "view"],
  ]) {
    await ok(`POST ${at}/access`, owner, { subject_type: "user", subject, level });
  }
  const read = async () => new TextDecoder().decode((await send(`GET ${at}/files/AGENT.md`, owner)).bytes);
  return { owner, editor, viewer, agent, at, read };
}

const propose = (as: Person, files: unknown, more: object = {}) =>
  ok("POST /api/brains/support/proposals", as, { files, ...more });

test("a protected file is saved and removed by who manages the agent and is signed in, and by nobody else on any way", async () => {
  const { owner, editor, at, read } = await openAgent();
  await ok("PATCH /api/brains/support", owner, { protected: ["AGENT.md", "rules/"] }, true);
  await ok(`PUT ${at}/files/rules/one.md`, owner, { content: "one\n" }, true);
  const form = () => {
    const sent = new FormData();
    sent.append("files", new Blob(["two\n"]), "rules/two.md");
    return sent;
  };
  const edit = { path: "AGENT.md", old_string: "kind", new_string: "rude" };
  const patch = `--- a/AGENT.md\n+++ b/AGENT.md\n@@ -1,3 +1,3 @@\n # Support\n \n-Be kind.\n+Be rude.\n`;
  const ways: [string, object][] = [
    [`PUT ${at}/files/AGENT.md`, { json: { content: "x\n" } }],
    [`PATCH ${at}`, { json: { markdown: "x\n" } }],
    [`POST ${at}/edit`, { json: edit }],
    [`POST ${at}/patch`, { json: { diff: patch } }],
    [`POST ${at}/files`, { form: form() }],
    [`DELETE ${at}/files?path=rules/one.md`, {}],
    [`POST ${at}/versions/1/restore`, { json: {} }],
  ];
  const before = (await ok(`GET ${at}`, owner)).version;
  for (const [call, body] of ways) {
    const byToken = await h.call(call, { as: owner, ...body });
    expect([call, byToken.status]).toEqual([call, 403]);
    expect(byToken.body.error).toMatch(/is protected: only a person who is signed in saves it; propose the change/);
  }
  await scenario(h, {
    act: () => ({ as: editor, with_cookie: true, call: `PUT ${at}/files/AGENT.md`, json: { content: "x\n" } }),
    expect: { status: 403, error: /only who manages it saves it/, quota: 1 },
    tools: false,
  });
  await scenario(h, {
    act: () => ({ as: owner, call: "PATCH /api/brains/support", json: { protected: [] } }),
    expect: { status: 403, error: /a token may not change which files of an agent are protected/ },
  });
  await scenario(h, {
    act: () => ({ as: owner, call: "PATCH /api/brains/support", json: { instruction_files: ["notes/today.md"] } }),
    expect: { status: 403, error: /only a person who is signed in takes it out of instruction_files/ },
  });
  await ok("PATCH /api/brains/support", owner, { instruction_files: ["AGENT.md", "notes/today.md"] });
  expect((await ok(`GET ${at}`, owner)).version).toBe(before);
  await ok(`PUT ${at}/files/notes/today.md`, editor, { content: "something\n" });
  await ok(`PUT ${at}/files/AGENT.md`, owner, { content: SHORT }, true);
  expect(await read()).toBe(SHORT);
});

test("a protected file is pushed out of the context by nothing that somebody but a signed-in person writes, lists or orders", async () => {
  const { owner, editor, agent, at } = await openAgent();
  await ok("PATCH /api/brains/support", owner, { protected: ["AGENT.md", "rules/"] }, true);
  await ok(`PUT ${at}/files/rules/one.md`, owner, { content: "one\n" }, true);
  const read = ["notes/today.md", "AGENT.md", "notes/more.md", "rules/one.md"];
  await ok("PATCH /api/brains/support", owner, { instruction_files: read }, true);
  for (const [instruction_files, ahead, behind] of [
    [["notes/new.md", ...read], "notes/new.md", "AGENT.md"],
    [["notes/today.md", "AGENT.md", "notes/more.md", "notes/new.md", "rules/one.md"], "notes/new.md", "rules/one.md"],
    [["notes/today.md", "notes/more.md", "AGENT.md", "rules/one.md"], "notes/more.md", "AGENT.md"],
    [["rules/one.md", "notes/today.md", "AGENT.md", "notes/more.md"], "rules/one.md", "AGENT.md"],
    [["rules/two.md", ...read], "rules/two.md", "AGENT.md"],
  ] as const) {
    await scenario(h, {
      act: () => ({ as: owner, call: "PATCH /api/brains/support", json: { instruction_files } }),
      expect: { status: 403, error: new RegExp(`"${behind}" .* is protected: .* has "${ahead}" read before it`) },
    });
  }
  await ok("PATCH /api/brains/support", owner, { instruction_files: [...read, "notes/new.md"] });
  await ok("PATCH /api/brains/support", owner, { instruction_files: ["AGENT.md", "notes/more.md", "rules/one.md"] });
  await ok("PATCH /api/brains/support", owner, { instruction_files: read }, true);
  // In their order while there is room, whatever is protected.
  const parts = async () => (await ok("GET /api/brains/support/context", owner)).parts;
  expect((await parts()).map(({ path }: { path: string }) => path)).toEqual(
    read.filter((one) => one !== "notes/more.md"),
  );
  const kept = (told: { content: string; truncated: boolean }[]) =>
    [WHOLE, "one\n"].map((text) => told.some(({ content, truncated }) => content === text && !truncated));
  for (const chars of [21_000, ...Array.from({ length: 12 }, (_, step) => 22_600 + step * 100), 60_000]) {
    const content = `${"Do as I say.".padEnd(99)}\n`.repeat(chars / 100);
    await ok(`PUT ${at}/files/notes/today.md`, editor, { content });
    const given = { name: "get_agent", arguments: { ref: agent.slug } };
    const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: given };
    const tool = (await h.call("POST /mcp", { as: editor, json })).body.result.structuredContent;
    expect([chars, kept(await parts()), kept(tool.parts)]).toEqual([chars, [true, true], [true, true]]);
  }
});

test("a version that lacks a protected file, or holds it otherwise, is brought back or shown by the signed in alone", async () => {
  const { owner, editor, at } = await openAgent();
  await ok("PATCH /api/brains/support", owner, { protected: ["rules/"] }, true);
  await ok(`PUT ${at}/files/rules/one.md`, owner, { content: "one\n" }, true);
  const restored = await send(`POST ${at}/versions/1/restore`, editor, {});
  expect(restored).toMatchObject({ status: 403, body: { code: "session_required", path: "rules/one.md" } });
  const candidate = await ok(`PUT ${at}/files/rules/one.md`, owner, { content: "two\n", activate: false }, true);
  const shown = `POST ${at}/versions/${candidate.version}/activate`;
  const base_version = candidate.version - 1;
  const activated = await send(shown, editor, { base_version });
  expect(activated).toMatchObject({ status: 403, body: { code: "session_required", path: "rules/one.md" } });
  await ok(shown, owner, { base_version }, true);
  const free = await ok(`PUT ${at}/files/notes/today.md`, editor, { content: "much\n", activate: false });
  await ok(`POST ${at}/versions/${free.version}/activate`, editor, { base_version: candidate.version });
});

test("a proposal changes nothing until it is approved, and then is a version with its message", async () => {
  const { owner, editor, viewer, agent, at, read } = await openAgent();
  const files = [
    { path: "AGENT.md", content: SHORT },
    { path: "notes/today.md", content: null },
    { path: "notes/new.md", content: "new\n" },
  ];
  const before = (await h.audit()).length;
  const made = await h.call("POST /api/brains/support/proposals", { as: editor, json: { files, message: "Shorter" } });
  expect(made.status).toBe(202);
  const id = made.body.proposal_id;
  expect(await read()).toBe(WHOLE);
  const shown = await ok(`GET /api/brain-proposals/${id}`, owner);
  expect(shown).toMatchObject({
    ...{ agent: "support", status: "pending", message: "Shorter", proposed_by: editor.email, base_version: 2 },
    ...{ paths: ["AGENT.md", "notes/today.md", "notes/new.md"], moved: false, can_decide: false, version: null },
  });
  expect(shown.diff).toContain("-Be kind.\n+Be brief.");
  expect((await ok(`GET /api/brain-proposals/${id}`, owner, undefined, true)).can_decide).toBe(true);
  expect((await send(`GET /api/brain-proposals/${id}`, viewer)).status).toBe(404);
  expect((await ok("GET /api/brain-proposals", viewer)).proposals).toEqual([]);
  expect((await ok("GET /api/brain-proposals?status=pending", editor)).proposals).toHaveLength(1);
  expect((await ok("GET /api/brain-proposals?status=approved", editor)).proposals).toEqual([]);
  const decide = `POST /api/brain-proposals/${id}/decide`;
  await scenario(h, {
    act: () => ({ as: owner, call: decide, json: { decision: "approve" } }),
    expect: { status: 403, error: /a token may not decide on a proposal/ },
  });
  await scenario(h, {
    act: () => ({ as: editor, with_cookie: true, call: decide, json: { decision: "approve" } }),
    expect: { status: 403, error: /only the document's owner may do this/ },
    tools: false,
  });
  const approved = await ok(decide, owner, { decision: "approve", note: "Thanks" }, true);
  expect(approved).toMatchObject({ status: "approved", decided_by: owner.email, note: "Thanks", version: 3 });
  expect(await read()).toBe(SHORT);
  const document = await ok(`GET ${at}`, owner);
  expect(document.files.map((file: { path: string }) => file.path)).toEqual(["AGENT.md", "index.html", "notes/new.md"]);
  expect((await ok(`GET ${at}/versions`, owner)).versions[0]).toMatchObject({ version: 3, message: "Shorter" });
  expect((await h.audit()).slice(before)).toMatchObject([
    { action: "brain.propose", target_type: "brain", target_id: agent.doc_id, meta: { proposal_id: id } },
    { action: "brain.write", target_type: "brain", target_id: agent.doc_id, meta: { version: 3 } },
    { action: "brain.decide", meta: { decision: "approve", version: 3 } },
    { action: "doc.edit", meta: { version: 3, removed: ["notes/today.md"] } },
  ]);
  await scenario(h, {
    act: () => ({ as: owner, with_cookie: true, call: decide, json: { decision: "reject" } }),
    expect: { status: 409, error: /the proposal is approved already/ },
    tools: false,
  });
});

test("who is faster is told to whoever approves, who may do so over it having seen it", async () => {
  const { owner, editor, at, read } = await openAgent();
  const { proposal_id } = await propose(editor, [{ path: "AGENT.md", content: SHORT }]);
  await ok(`PUT ${at}/files/AGENT.md`, owner, { content: "# Support\n\nBe swift.\n" }, true);
  expect(await ok(`GET /api/brain-proposals/${proposal_id}`, owner)).toMatchObject({ moved: true, current_version: 3 });
  const decide = `POST /api/brain-proposals/${proposal_id}/decide`;
  for (const base_version of [undefined, 2]) {
    const refused = await send(decide, owner, { decision: "approve", base_version }, true);
    expect(refused).toMatchObject({ status: 409, body: { code: "version_conflict", current_version: 3 } });
    expect(refused.body.diff).toContain("-Be swift.");
  }
  await ok(decide, owner, { decision: "approve", base_version: 3 }, true);
  expect(await read()).toBe(SHORT);
});

test("what was proposed on a version that somebody has gone past since is known as such at once", async () => {
  const { owner, editor, at } = await openAgent();
  await ok(`PUT ${at}/files/AGENT.md`, owner, { content: "# Support\n\nBe swift.\n" }, true);
  const { proposal_id } = await propose(editor, [{ path: "AGENT.md", content: SHORT }], { base_version: 2 });
  expect((await ok(`GET /api/brain-proposals/${proposal_id}`, owner)).moved).toBe(true);
});

test("of two who decide at once one does", async () => {
  const { owner, editor, at } = await openAgent();
  const { proposal_id } = await propose(editor, [{ path: "notes/new.md", content: "new\n" }]);
  const decide = (decision: string) =>
    send(`POST /api/brain-proposals/${proposal_id}/decide`, owner, { decision }, true);
  const answers = await Promise.all([decide("approve"), decide("reject"), decide("approve")]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
  expect((await ok(`GET ${at}/versions`, owner)).versions.length).toBeLessThanOrEqual(3);
});

test("a proposal is over after 30 days, is forgotten 30 days later, and those of the removed are nobody's", async () => {
  const { owner, editor } = await openAgent();
  const { proposal_id } = await propose(editor, [{ path: "notes/new.md", content: "new\n" }]);
  h.clock.advance(30 * DAY_MS);
  const at = `/api/brain-proposals/${proposal_id}`;
  expect((await ok(`GET ${at}`, owner)).status).toBe("expired");
  expect((await ok("GET /api/brain-proposals?status=expired", owner)).proposals).toHaveLength(1);
  expect((await ok("GET /api/brain-proposals?status=pending", owner)).proposals).toEqual([]);
  expect((await send(`POST ${at}/decide`, owner, { decision: "approve" }, true)).status).toBe(409);
  h.clock.advance(31 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect((await send(`GET ${at}`, owner)).status).toBe(404);
});

test("what is proposed is bounded and says something", async () => {
  const { editor, viewer } = await openAgent();
  const act = (files: unknown, more: object = {}) => ({
    as: editor,
    call: "POST /api/brains/support/proposals",
    json: { files, ...more },
  });
  const refusals: [unknown, number, RegExp, object?][] = [
    [[{ path: "AGENT.md", content: WHOLE }], 400, /changes nothing/],
    [[{ path: "AGENT.md", content: null }], 400, /can be changed and not removed/],
    [[{ path: "absent.md", content: null }], 404, /no file at "absent.md"/],
    [[{ path: "index.html", content: "x" }], 400, /is made from "AGENT.md"/],
    [[{ path: "../x", content: "x" }], 400, /\.\./],
    [[{ path: "a.md", content: "x".repeat(262_145) }], 413, /at most 262144 are taken/],
    [[{ path: "a.md", content: "x" }], 404, /no such version: 9/, { base_version: 9 }],
  ];
  for (const [files, status, error, more] of refusals) {
    const answer = await h.call(act(files).call, { as: editor, json: act(files, more).json });
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(error)]);
  }
  await scenario(h, {
    act: () => ({ ...act([{ path: "a.md", content: "x" }]), as: viewer }),
    expect: { status: 403, error: /this needs comment on the document/ },
  });
});

test("whose the agent is hears of a proposal, and who made it of the decision", async () => {
  const { owner, editor } = await openAgent();
  const { proposal_id } = await propose(editor, [{ path: "notes/new.md", content: "new\n" }]);
  await ok(`POST /api/brain-proposals/${proposal_id}/decide`, owner, { decision: "reject" }, true);
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  const kinds = async (as: Person) =>
    (await ok("GET /api/notifications", as)).notifications
      .filter((one: { kind: string }) => one.kind.startsWith("proposal."))
      .map((one: { kind: string; title: string }) => [one.kind, one.title]);
  expect(await kinds(owner)).toEqual([["proposal.created", 'A change of "Support" is proposed']]);
  expect(await kinds(editor)).toEqual([["proposal.decided", 'Your proposal for "Support" is rejected']]);
});

test("the page of a proposal marks each line as what it is, and names what would turn its letters", async () => {
  const { owner, editor } = await openAgent();
  const files = [
    { path: "AGENT.md", content: "# Support\n\n++ b/notes/new.md\nBe brief.\n" },
    { path: "notes/\u202edm.md", content: "new\n" },
  ];
  const { proposal_id } = await propose(editor, files, { message: "\u202eolleH" });
  const at = `/app/agents/proposals/${proposal_id}`;
  for (const page of ["/app/agents", "/app/agents/support", at]) {
    const text = new TextDecoder().decode((await send(`GET ${page}`, owner, undefined, true)).bytes);
    expect(text).toContain("[U+202E]olleH");
    expect(text).not.toContain("\u202e");
  }
  const text = new TextDecoder().decode((await send(`GET ${at}`, owner, undefined, true)).bytes);
  expect(text).toContain("<ins>++ b/notes/new.md</ins>");
  expect(text).toContain("<del>Be kind.</del>");
  expect(text.slice(text.indexOf("<main")).match(/<h3 dir="auto">[^<]*/g)).toEqual([
    '<h3 dir="auto">AGENT.md',
    '<h3 dir="auto">notes/[U+202E]dm.md',
  ]);
});

test("what was decided stays to be read as it was decided, whatever the files hold afterwards", async () => {
  const { owner, editor, at } = await openAgent();
  const first = await propose(editor, [{ path: "AGENT.md", content: SHORT }]);
  const second = await propose(editor, [{ path: "AGENT.md", content: "# Support\n\nBe slow.\n" }]);
  const shown = async (id: number) => ok(`GET /api/brain-proposals/${id}`, owner);
  const seen = (await shown(first.proposal_id)).diff;
  expect(seen).toContain("-Be kind.\n+Be brief.");
  await ok(`POST /api/brain-proposals/${first.proposal_id}/decide`, owner, { decision: "approve" }, true);
  expect((await shown(first.proposal_id)).diff).toBe(seen);
  // Rejected from what the files held by then, and so it stays.
  await ok(`POST /api/brain-proposals/${second.proposal_id}/decide`, owner, { decision: "reject" }, true);
  const rejected = (await shown(second.proposal_id)).diff;
  expect(rejected).toContain("-Be brief.\n+Be slow.");
  await ok(`PUT ${at}/files/AGENT.md`, owner, { content: "# Support\n\nGone on.\n" }, true);
  expect([(await shown(first.proposal_id)).diff, (await shown(second.proposal_id)).diff]).toEqual([seen, rejected]);
  const page = await send(`GET /app/agents/proposals/${first.proposal_id}`, owner, undefined, true);
  const text = new TextDecoder().decode(page.bytes);
  expect(text).toContain("<del>Be kind.</del>");
  expect(text).toContain("<ins>Be brief.</ins>");
});

test("what was decided before that was kept is shown from the version that it was made on, and its decider is named after they left", async () => {
  const { owner, editor } = await openAgent();
  const { proposal_id } = await propose(editor, [{ path: "AGENT.md", content: SHORT }]);
  await ok(`POST /api/brain-proposals/${proposal_id}/decide`, owner, { decision: "approve", note: "Thanks" }, true);
  await h.runtime.database.sql`
    update agent_proposals set decided_diff = null, decided_by = null where proposal_id = ${proposal_id}`;
  const { diff } = await ok(`GET /api/brain-proposals/${proposal_id}`, owner);
  expect(diff).toContain("-Be kind.\n+Be brief.");
  const page = await send(`GET /app/agents/proposals/${proposal_id}`, owner, undefined, true);
  const text = new TextDecoder().decode(page.bytes);
  expect([text.includes("somebody who is gone"), text.includes("Thanks")]).toEqual([true, true]);
});

test("a refused decision comes back with the note that was typed and the difference as it is now", async () => {
  const { owner, editor, at } = await openAgent();
  const { proposal_id } = await propose(editor, [{ path: "AGENT.md", content: SHORT }]);
  await ok(`PUT ${at}/files/AGENT.md`, owner, { content: "# Support\n\nBe swift.\n" }, true);
  const page = `/app/agents/proposals/${proposal_id}`;
  const body = new URLSearchParams({ id: `${proposal_id}`, base_version: "2", note: "Well seen", decision: "approve" });
  body.set("~back", page);
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  const form = { as: owner, with_cookie: true, body: body.toString(), headers };
  const refused = await h.call("POST /app/do/agent.proposal.decide", form);
  expect(refused.status).toBe(409);
  for (const words of ["Well seen", "has changed since it was proposed", 'name="base_version" value="3"'])
    expect(refused.body).toContain(words);
  const former = await h.call(`GET /auth/agents/proposals/${proposal_id}?from=mail`);
  expect([former.status, former.headers.get("location")]).toEqual([301, `${page}?from=mail`]);
  const below = await h.call(`GET /app/agents/support/proposals/${proposal_id}`, { as: owner, with_cookie: true });
  expect([below.status, below.headers.get("location")]).toEqual([301, page]);
});
