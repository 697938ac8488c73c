// The pages of agents in a real browser:
// found from the app, a proposal looked at in every look, approved and rejected by keyboard.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: h, browser } = await openListeningServer();

test("a proposal is found from the app, looked at, and approved or rejected by keyboard", async () => {
  const as = await h.person({ plan: "team" });
  const call = async (route: string, json: unknown) => {
    const answer = await h.call(route, { as, json });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  const instructions = "# Support\n\nBe kind.\n\n<script>alert(1)</script>\n";
  const name = "Support, with a name that is rather long for a narrow page";
  const description = "Answers what people ask.";
  await call("POST /api/brains", { name, slug: "support", description, instructions, root: "general" });
  const content = "# Support\n\nBe brief, <b>and bold</b>.\u202e\n";
  await call("POST /api/brains/support/proposals", {
    files: [{ path: "AGENT.md", content }],
    message: "Shorter answers are read",
  });
  await call("POST /api/brains/support/proposals", {
    files: [{ path: "notes/a-rather-long-name-of-a-file.md", content: "new\n" }],
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  const { sql } = h.runtime.database;
  await page.goto(await h.runtime.use(signinPort).createLoginLink(sql, { user_id: as.user_id, now: h.clock.now() }));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/app/);
  await page.goto(`${h.base_url}/auth/agents`);
  await page.getByRole("heading", { name: "Agents", exact: true }).waitFor();
  await look(page, "agents");
  await page.getByRole("link", { name: "Shorter answers are read" }).press("Enter");
  await page.getByText("Be brief, <b>and bold</b>.[U+202E]").waitFor();
  await look(page, "agent-proposal");
  await page.getByLabel("A word to who proposed it").fill("Thanks");
  await page.getByRole("button", { name: "Approve" }).press("Enter");
  await page.getByRole("heading", { name: "Approved" }).waitFor();
  await page.getByText("Thanks").waitFor();
  expect((await h.call("GET /api/brains/support/context", { as })).body.parts[0].content).toBe(content);
  await page.getByText("Be brief, <b>and bold</b>.[U+202E]").waitFor();
  await page.goto(`${h.base_url}/app/agents/support`);
  await page.getByRole("heading", { name: "What it goes by" }).waitFor();
  await look(page, "agent");
  await page.getByRole("link", { name: /A change of notes\// }).press("Enter");
  await page.getByRole("button", { name: "Reject" }).press("Enter");
  await page.getByRole("heading", { name: "Rejected" }).waitFor();
  await page.goto(`${h.base_url}/app/agents`);
  await page.getByText("Nothing waits to be decided.").waitFor();
  await page.getByRole("link", { name: "All proposals, decided ones too" }).press("Enter");
  await page.getByRole("link", { name: /A change of notes\// }).waitFor();
  await page.locator("summary").filter({ hasText: "Make an agent" }).press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Release");
  await page.getByRole("button", { name: "Make an agent" }).press("Enter");
  await page.waitForURL(`${h.base_url}/app/agents/release`);
  expect(complaints).toEqual([]);
  await context.close();
});
