// Shared texts and tables on their pages, and the files themselves beside them as they were sent.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

async function share(name: string, content: string | Uint8Array<ArrayBuffer>, named: Record<string, string> = {}) {
  const as = await h.person();
  const form = new FormData();
  form.set("file", new File([content], name));
  for (const [key, value] of Object.entries({ visibility: "unlisted", ...named })) form.set(key, value);
  const { status, body } = await h.call("POST /api/files", { as, form });
  expect(status).toBe(201);
  const path = new URL(body.url).pathname;
  return { as, body, path, page: async () => new TextDecoder().decode((await h.open(path)).bytes) };
}

test("a shared text stands on its page, also after it is renamed, and the file is sent as it was", async () => {
  const text = "# not <b>markdown</b>\r\nline two\r\n";
  const shared = await share("notes.log", text, { description: "What happened" });
  expect(shared.body.kind).toBe("file");
  expect(await shared.page()).toContain('id="L1"');
  const file = await h.open(`${shared.path}notes.log`);
  expect(new TextDecoder().decode(file.bytes)).toBe(text);
  expect(file.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  await h.call(`PATCH /api/docs/${shared.body.doc_id}`, { as: shared.as, json: { title: "Renamed" } });
  const page = await shared.page();
  expect(page).toContain("<title>Renamed</title>");
  expect(page).toContain("# not &#x3C;b>markdown&#x3C;/b>");
  expect(page).toContain("What happened");
});

test("a table is a table, and a markdown file that is not to be rendered is its source", async () => {
  expect(await (await share("t.csv", 'a,b\n"1\n2",3\n')).page()).toContain('<td dir="auto">1\n2</td>');
  expect(await (await share("t.md", "# Raw\n", { render: "false" })).page()).toContain("hljs-section");
});

test("what is large, empty of text or no text keeps the card with its size", async () => {
  const large = await share("large.txt", "x".repeat(1024 * 1024 + 1));
  expect(await large.page()).toContain('<div class="card">');
  expect(await large.page()).toContain("text/plain · 1 MiB");
  expect(await (await share("data", Uint8Array.of(1, 2, 0, 255))).page()).toContain('<div class="card">');
  expect(await (await share("just-large.csv", `a\n${"1\n".repeat(600_000)}`)).page()).toContain(
    "first 1,000 of 600,000 rows",
  );
});

test("a copy and a text of many lines have the same page", async () => {
  const shared = await share("long.txt", "line\n".repeat(10_000));
  expect((await shared.page()).includes("10,000 lines")).toBeTrue();
  const copy = await h.call(`POST /api/docs/${shared.body.doc_id}/duplicate`, { as: shared.as, json: {} });
  const json = { visibility: "unlisted" };
  await h.call(`PATCH /api/docs/${copy.body.doc_id}`, { as: shared.as, json });
  const { bytes } = await h.open(new URL(copy.body.url).pathname);
  expect(new TextDecoder().decode(bytes).includes("10,000 lines")).toBeTrue();
});
