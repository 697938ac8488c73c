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
  const { url } = await call("POST /api/brains", { name, slug: "support", description, instructions, root: "general" });
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
  await page.getByRole("link", { name: "Settings", exact: true }).first().press("Enter");
  await page.getByRole("link", { name: "Agents" }).press("Enter");
  await look(page, "agents");
  await page.getByRole("link", { name: /AGENT\.md/ }).press("Enter");
  await page.getByText("+Be brief, <b>and bold</b>.[U+202E]").waitFor();
  await look(page, "agent-proposal");
  await page.getByLabel("A word to who proposed it").fill("Thanks");
  await page.getByRole("button", { name: "Approve" }).press("Enter");
  await page.getByText(`Approved by ${as.email}: Thanks`).waitFor();
  expect((await h.call("GET /api/brains/support/context", { as })).body.parts[0].content).toBe(content);
  await page.getByRole("link", { name: "All agents and proposals" }).press("Enter");
  await page.getByRole("link", { name: /notes\// }).press("Enter");
  await page.getByRole("button", { name: "Reject" }).press("Enter");
  await page.getByText(`Rejected by ${as.email}`).waitFor();
  await page.getByRole("link", { name: "All agents and proposals" }).press("Enter");
  await page.getByText("Nothing waits to be decided").waitFor();
  await page.getByRole("link", { name: "All proposals, decided ones too" }).press("Enter");
  await page.getByRole("link", { name: /notes\// }).waitFor();
  expect(await page.getByRole("link", { name, exact: true }).getAttribute("href")).toBe(url);
  expect(complaints).toEqual([]);
  await context.close();
});
