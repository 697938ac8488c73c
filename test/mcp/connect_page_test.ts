// The page on which an agent is connected: the address without a token, and what the workspace tells agents.
import { expect, test } from "bun:test";
import { sendForm } from "../app/send_form.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const PATH = "/app/settings/me/connect";

async function page(as: Person): Promise<string> {
  const { status, body } = await h.call(`GET ${PATH}`, { as, with_cookie: true });
  expect(status).toBe(200);
  return String(body);
}

test("the page gives the address and asks for no token where programs ask in the browser", async () => {
  const body = await page(await h.person());
  expect(body).toContain(`${h.base_url}/mcp`);
  expect(body).not.toContain("Authorization");
});

test("an owner writes what agents are told, a member reads it, and neither loses markup to the page", async () => {
  const owner = await h.person({ role: "owner" });
  const member = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  expect(await page(member)).not.toContain("Instructions for agents");
  const texts = { instructions: "Write <b>short</b>.", "~back": PATH };
  expect((await sendForm(h, "workspace.instructions.set", { as: owner, texts })).status).toBe(303);
  const read = await page(member);
  expect([read.includes("Write &lt;b&gt;short&lt;/b&gt;."), read.includes("<textarea")]).toEqual([true, false]);
  expect(await page(owner)).toContain("Write &lt;b&gt;short&lt;/b&gt;.</textarea>");
  const refused = await sendForm(h, "workspace.instructions.set", { as: member, texts });
  expect(refused.status).toBe(403);
});

test("instructions that are too long come back in the form with the words beside it", async () => {
  const as = await h.person({ role: "owner" });
  const long = "x".repeat(8001);
  const sent = await sendForm(h, "workspace.instructions.set", { as, texts: { instructions: long, "~back": PATH } });
  expect([sent.status, sent.body.includes('aria-invalid="true"'), sent.body.includes(long)]).toEqual([400, true, true]);
});
