// Proposals among what waits for somebody's decision, at home and in the inbox:
// for who may decide on them, as long as they wait.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { askingOf } from "./asking.ts";

const h = await openHarness();
const { ok } = askingOf(h);

async function proposed(message = "Shorter") {
  const owner = await h.person({ plan: "team" });
  const join = () => h.person({ role: "member", workspace_id: owner.workspace_id });
  const [editor, outsider] = [await join(), await join()];
  const agent = await ok("POST /api/brains", owner, { name: "Support", instructions: "# Support\n" });
  const json = { subject_type: "user", subject: editor.email, level: "edit" };
  await ok(`POST /api/docs/${agent.doc_id}/access`, owner, json);
  const files = [{ path: "AGENT.md", content: "# Support\n\nBe brief.\n" }];
  const { proposal_id } = await ok("POST /api/brains/support/proposals", editor, { files, message });
  return { owner, editor, outsider, proposal_id: Number(proposal_id) };
}

async function page(path: "/app" | "/app/inbox", as: Person): Promise<string> {
  const { status, body } = await h.call(`GET ${path}`, { as, with_cookie: true, headers: { accept: "text/html" } });
  expect(status).toBe(200);
  return body;
}

test("who manages the agent is shown what is proposed, and led to what it would change", async () => {
  const { owner, editor, outsider, proposal_id } = await proposed("<b>Shorter</b>");
  for (const path of ["/app", "/app/inbox"] as const) {
    const body = await page(path, owner);
    expect(body).toContain(`href="/app/agents/proposals/${proposal_id}"`);
    expect(body).toContain("proposes a change of “Support”");
    expect(body).toContain("&lt;b&gt;Shorter&lt;/b&gt;");
    // Whoever edits the agent sees the proposal elsewhere, and does not decide on it.
    for (const as of [editor, outsider]) expect(await page(path, as)).not.toContain("proposes a change");
  }
});

test("what is decided or over waits no more", async () => {
  const { owner, proposal_id } = await proposed();
  await ok(`POST /api/brain-proposals/${proposal_id}/decide`, owner, { decision: "reject" }, true);
  expect(await page("/app", owner)).not.toContain("proposes a change");
  const other = await proposed();
  h.clock.advance(31 * DAY_MS);
  expect(await page("/app", other.owner)).not.toContain("proposes a change");
});

test("a list of what is one's own to decide leaves out what one may only read", async () => {
  const { owner, editor, proposal_id } = await proposed();
  const list = (as: Person, query: string) => ok(`GET /api/brain-proposals?${query}`, as);
  const ids = async (as: Person, query: string) =>
    (await list(as, query)).proposals.map(({ id }: { id: number }) => id);
  expect(await ids(owner, "to_decide=true")).toEqual([proposal_id]);
  expect(await ids(editor, "to_decide=true")).toEqual([]);
  expect(await ids(editor, "to_decide=false")).toEqual([proposal_id]);
});
