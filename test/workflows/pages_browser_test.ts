// The pages of workflows in a real browser:
// found from the app, run, switched off and removed by keyboard, in every look.
import { expect, test } from "bun:test";
import { signinPort } from "../../plugins/signin/port.ts";
import { openListeningServer } from "../browser/listening_server.ts";
import { look } from "../browser/looks.ts";

const { runtime: h, browser } = await openListeningServer();

test("a workflow is found from the app, run, switched off and removed by keyboard, and its faults are told", async () => {
  const as = await h.person();
  const json = {
    name: "Greet what is new, with a name that is rather long for a narrow page",
    trigger: { type: "event", event: "doc.publish", filter: [{ of: "event.meta.visibility", is: "workspace" }] },
    steps: [{ tool: "add_comment", args: { doc_id: "doc_of_nobody", body: "<b>seen</b>" } }],
  };
  expect((await h.call("POST /api/workflows", { as, json })).body).toMatchObject({ enabled: true });
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
  await page.goto(`${h.base_url}/auth/workflows`);
  await page.getByRole("heading", { name: "Workflows", level: 1 }).waitFor();
  await look(page, "workflows");
  await page.getByRole("link", { name: /Greet/ }).press("Enter");
  await page.getByRole("button", { name: "Run now" }).press("Enter");
  await page.getByText("Waiting").waitFor();
  await h.runtime.jobs.runDue();
  await page.reload();
  await page.locator("summary").filter({ hasText: "Failed" }).press("Enter");
  await page.getByText("step 0 (add_comment): document not found").waitFor();
  await page.getByText("<b>seen</b>").waitFor();
  await look(page, "workflow");
  await page.getByRole("button", { name: "Switch off" }).press("Enter");
  await page.getByText("Off", { exact: true }).waitFor();
  await page.getByText("Remove…").press("Enter");
  await page.getByRole("button", { name: "Remove the workflow" }).press("Enter");
  await page.getByText("No workflows yet").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a manager may remove what acts as somebody else and do no more with it, and others do not see it", async () => {
  const owner = await h.person();
  const { workspace_id } = owner;
  const member = await h.person({ role: "member", workspace_id });
  const other = await h.person({ role: "member", workspace_id });
  const json = { name: "Theirs", trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] };
  const { id } = (await h.call("POST /api/workflows", { as: member, json })).body;
  const seen = await h.call(`GET /app/settings/agents/workflows/${id}`, { as: owner, with_cookie: true });
  const text = new TextDecoder().decode(seen.bytes);
  expect(text).toContain(`Acts as <bdi>${member.email}</bdi>`);
  expect(text).not.toContain("Run now");
  expect((await h.call(`GET /app/settings/agents/workflows/${id}`, { as: other, with_cookie: true })).status).toBe(404);
  const press = (operation: string) =>
    h.call(`POST /app/do/${operation}`, { as: owner, with_cookie: true, body: new URLSearchParams({ id: `${id}` }) });
  expect((await press("workflow.run")).status).toBe(403);
  expect((await press("workflow.delete")).status).toBe(303);
  expect((await h.call("GET /api/workflows", { as: member })).body.workflows).toEqual([]);
});

test("two presses of one button are one run, and a page that knows it runs the next", async () => {
  const as = await h.person();
  const json = { name: "Twice", trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] };
  const { id } = (await h.call("POST /api/workflows", { as, json })).body;
  const press = async () => {
    const { bytes } = await h.call(`GET /app/settings/agents/workflows/${id}`, { as, with_cookie: true });
    const [, known = ""] = /name="~key" value="([^"]+)"/.exec(new TextDecoder().decode(bytes)) ?? [];
    const body = new URLSearchParams({ id: `${id}`, "~key": known });
    return Promise.all([1, 2].map(() => h.call("POST /app/do/workflow.run", { as, with_cookie: true, body })));
  };
  const countRuns = async () => (await h.call(`GET /api/workflows/${id}/runs`, { as })).body.runs.length;
  expect((await press()).map(({ status }) => status)).toEqual([303, 303]);
  expect(await countRuns()).toBe(1);
  await press();
  expect(await countRuns()).toBe(2);
});

test("a page shows 50 workflows and leads to the others", async () => {
  const as = await h.person();
  const names = Array.from({ length: 51 }, (_, place) => `Work ${100 + place}`);
  for (const name of names)
    await h.call("POST /api/workflows", {
      as,
      json: { name, trigger: { type: "manual" }, steps: [{ tool: "list_docs" }] },
    });
  const read = async (path: string) => {
    const { bytes } = await h.call(`GET ${path}`, { as, with_cookie: true });
    const text = new TextDecoder().decode(bytes);
    const found = [...text.matchAll(/dir="auto">(Work \d+)<\/a>/g)].map(([, name]) => name);
    return { found, further: /href="(\/app\/settings\/agents\/workflows\?after=[^"]+)"/.exec(text)?.[1] };
  };
  const first = await read("/app/settings/agents/workflows");
  expect(first.found).toEqual(names.slice(0, 50));
  expect(await read(first.further ?? "")).toEqual({ found: names.slice(50), further: undefined });
});
