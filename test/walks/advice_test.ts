// What a refusal advises is taken by the next call: each one's way out is followed, by the person who was told.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";

const h = await openHarness();

async function must(route: string, as: Person, json?: object): Promise<ParsedBody> {
  const { status, body } = await h.call(route, { as, ...(json && { json }) });
  if (status >= 300) throw new Error(`${route} answers ${status} ${JSON.stringify(body)}`);
  return body;
}

async function refused(route: string, as: Person, json?: object): Promise<string> {
  const { status, body } = await h.call(route, { as, ...(json && { json }) });
  expect([route, status >= 400 && status < 500]).toEqual([route, true]);
  return body.error;
}

/** A shared file of the caller. */
async function share(as: Person, name: string): Promise<ParsedBody> {
  const form = new FormData();
  form.set("file", new File(["one"], name, { type: "text/csv" }));
  const { status, body } = await h.call("POST /api/files", { as, form });
  if (status !== 201) throw new Error(`sharing answers ${status}`);
  return body;
}

test("the file of a share that no upload replaces is replaced at the address that the refusal names", async () => {
  const as = await h.person();
  const doc = await share(as, "a b.csv");
  const query = new URLSearchParams({ filename: "a b.csv", doc_id: doc.doc_id, path: "a b.csv", base_version: "1" });
  const { status, body } = await h.call(`PUT /api/upload?${query}`, { as, body: "two" });
  expect(status).toBe(400);
  const message = body.error ?? body.detail;
  const [, address = ""] = /replace it with PUT (\S+)$/.exec(message) ?? [];
  expect(await must(`PUT ${address}`, as, { content: "two" })).toMatchObject({ changed: true, version: 2 });
});

test("what a document shows is replaced where its removal says so, and a page that is made names its source", async () => {
  const as = await h.person();
  const page = await must("POST /api/docs", as, { html: "<p>one</p>" });
  expect(await refused(`DELETE /api/docs/${page.doc_id}/files?path=index.html`, as)).toContain("replace the file");
  await must(`PUT /api/docs/${page.doc_id}/files/index.html`, as, { content: "<p>two</p>" });
  const text = await must("POST /api/docs", as, { markdown: "# One\n" });
  const told = await refused(`DELETE /api/docs/${text.doc_id}/files?path=index.html`, as);
  const [, source = ""] = /is made from "([^"]+)"; change that file instead/.exec(told) ?? [];
  await must(`PUT /api/docs/${text.doc_id}/files/${source}`, as, { content: "# Two\n" });
  expect(await refused(`DELETE /api/docs/${text.doc_id}/files?path=${source}`, as)).toContain("replace the file");
});

test("a tool that does not fit a document names one that does", async () => {
  const as = await h.person();
  const { doc } = await must("POST /api/databases", as, { title: "Orders", folder: "" });
  const agent = await must("POST /api/brains", as, { name: "Desk" });
  await h.call("PATCH /api/brains/desk", { as, with_cookie: true, json: { protected: [] } });
  const documents: [doc_id: string, content: string][] = [
    [(await must("POST /api/docs", as, { html: "<p>one</p>" })).doc_id, "<p>two</p>"],
    [(await must("POST /api/docs", as, { markdown: "# One\n" })).doc_id, "# Two\n"],
    [(await must("POST /api/snippets", as, { content: "one", language: "python" })).doc_id, "two"],
    [(await share(as, "a.csv")).doc_id, "two"],
    [agent.doc_id, "# Desk\n\nTwo.\n"],
    [doc.doc_id, "two"],
  ];
  for (const [doc_id, content] of documents) {
    for (const wrong of ["update_markdown", "update_snippet", "update_file"]) {
      const { text, isError } = await toolAnswer(as, wrong, { doc_id, content });
      if (!isError) continue;
      const [, tool] = /; use (\w+)$/.exec(text) ?? [];
      if (tool === undefined) {
        expect([wrong, text]).toEqual([wrong, expect.stringContaining("update_record")]);
        continue;
      }
      const args = tool === "update_html" ? { html: content } : { content };
      const next = await toolAnswer(as, tool, { doc_id, ...args });
      expect([tool, next.isError, next.text]).toEqual([tool, false, expect.anything()]);
    }
  }
});

async function toolAnswer(as: Person, name: string, args: object): Promise<{ text: string; isError: boolean }> {
  const { isError = false, content } = await callTool(h, as, { name, arguments: { ...args } });
  return { text: content?.[0]?.text ?? "", isError };
}

test("whoever may not change a visibility is told who may, and that person's change lets the content through", async () => {
  const owner = await h.person();
  const editor = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const author = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const doc = await must("POST /api/docs", author, { html: "<p>one</p>", visibility: "unlisted" });
  const shared = { subject_type: "user", subject: editor.email, level: "edit" };
  await must(`POST /api/docs/${doc.doc_id}/access`, author, shared);
  await must("PUT /api/policy", owner, { allowed_visibilities: ["restricted", "workspace"] });
  const write = `PUT /api/docs/${doc.doc_id}/files/index.html`;
  const told = await refused(write, editor, { content: "<p>two</p>" });
  expect(told).toContain("only its owner changes that, so ask them to change it to one of: restricted, workspace");
  expect(await refused(write, author, { content: "<p>two</p>" })).toContain("change it first");
  await must(`PATCH /api/docs/${doc.doc_id}`, author, { visibility: "restricted" });
  await must(write, editor, { content: "<p>two</p>" });
});

test("an icon of the library is named as the refusal says, and no library is said not to exist", async () => {
  const as = await h.person();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>';
  await must("POST /api/icons", as, { name: "Dot", svg });
  const { doc_id } = await must("POST /api/docs", as, { html: "x" });
  const set = (icon: string) => ({ target: `doc:${doc_id}`, icon });
  for (const icon of ["svg:dot", "svg:99", "svg:"]) {
    const told = await refused("PUT /api/icons/target", as, set(icon));
    expect(told).toContain("the number of one in library of GET /api/icons");
    expect(told).not.toContain("does not have");
  }
  const { library } = await must("GET /api/icons", as);
  await must("PUT /api/icons/target", as, set(library[0].icon));
});
