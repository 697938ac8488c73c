// Texts as public README files and lists are become whole pages, by every way and each time that they are sent.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { publish } from "./published.ts";
import { README_TEXTS, type ReadmeText } from "./readme_texts.ts";

const h = await openHarness();

function expectWhole(html: string, { name, shown }: ReadmeText): void {
  const counts = Object.fromEntries(Object.keys(shown).map((text) => [text, html.split(text).length - 1]));
  expect({ name, counts }).toEqual({ name, counts: shown });
}

async function pageOf(as: Person, docId: string): Promise<string> {
  const { body } = await h.call(`GET /api/docs/${docId}/files/index.html`, { as });
  return body.slice(body.indexOf("<main"));
}

test.each(README_TEXTS.map((text) => [text.name, text] as const))(
  "the text of %s is rendered whole, as a new document, as another version, as an upload and for a look, the same each time",
  async (_name, text) => {
    const { source } = text;
    expect(source.length).toBeGreaterThan(200_000);
    const { as, doc } = await publish(h, { markdown: source });
    const page = await pageOf(as, doc.doc_id);
    expectWhole(page, text);
    const other = await publish(h, { markdown: "# Other" }, { as });
    const put = await h.call(`PUT ${other.at}/files/source.md`, { as, json: { content: source } });
    expect(put.status).toBe(200);
    const sent = await h.call("PUT /api/upload?filename=README.md", { as, body: source });
    expect(sent.status).toBe(201);
    const edited = await publish(h, { markdown: source.replace("The end", "An end") }, { as });
    const json = { path: "source.md", old_string: "An end", new_string: "The end" };
    expect((await h.call(`POST ${edited.at}/edit`, { as, json })).status).toBe(200);
    for (const doc_id of [other.doc.doc_id, sent.body.doc_id, edited.doc.doc_id]) {
      expect(await pageOf(as, doc_id)).toBe(page);
    }
    const looked = await h.call("POST /api/render/markdown", { as, json: { content: source } });
    expectWhole(looked.body.html, text);
  },
);
