// Copies of documents: what goes along, what does not, and who may make one.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness.ts";
import { scenario } from "../scenario.ts";

const h = await openHarness();

describe("a copy", () => {
  test("begins at version 1, restricted, with the files and tags of one version", async () => {
    await scenario(h, {
      given: async () => {
        const made = await publish(h, { markdown: "# One\n", tags: ["plan"], visibility: "unlisted", listing: "team" });
        await h.call(`PUT ${made.at}/files/a.css`, { as: made.as, json: { content: "p {}" } });
        return made;
      },
      act: ({ as, at }) => ({ as, call: `POST ${at}/duplicate`, json: {} }),
      expect: ({ doc }) => ({
        status: 201,
        body: {
          title: "One (copy)",
          kind: "markdown",
          version: 1,
          visibility: "restricted",
          listing: "private",
          alias: null,
          tags: ["plan"],
          attrs: { duplicated_from: JSON.stringify({ doc_id: doc.doc_id, version: 2 }) },
        },
        audit: [{ action: "doc.duplicated", meta: { source: { doc_id: doc.doc_id, version: 2 } } }],
        quota: 1,
      }),
    });
  });

  test("of an earlier version holds its bytes, and lives on when the source is purged", async () => {
    const { as, at, doc } = await publish(h, { html: "<p>one</p>" });
    await h.call(`PATCH ${at}`, { as, json: { html: "<p>two</p>" } });
    const copy = await h.call(`POST ${at}/duplicate`, { as, json: { version: 1, title: "Mine" } });
    expect(copy.body).toMatchObject({ title: "Mine", version: 1 });
    expect(copy.body.slug).not.toBe(doc.slug);
    await h.call(`DELETE ${at}?purge=true`, { as });
    const file = await h.call(`GET /api/docs/${copy.body.doc_id}/files/index.html`, { as });
    expect(file.body).toBe("<p>one</p>");
    expect((await h.call(`POST ${at}/duplicate`, { as, json: {} })).status).toBe(404);
  });

  test("is made by who may view the source, and is theirs; a version that never was is a 404", async () => {
    const { as, at } = await publish(h, { html: "<p>one</p>" });
    const reader = await h.person({ workspace_id: as.workspace_id });
    expect((await h.call(`POST ${at}/duplicate`, { as: reader, json: {} })).status).toBe(404);
    await h.call(`POST ${at}/access`, { as, json: { subject_type: "user", subject: reader.email, level: "view" } });
    const copy = await h.call(`POST ${at}/duplicate`, { as: reader, json: {} });
    expect(copy.body).toMatchObject({ my_level: "own", version: 1 });
    expect((await h.call(`GET /api/docs/${copy.body.doc_id}`, { as })).status).toBe(404);
    expect((await h.call(`POST ${at}/duplicate`, { as: reader, json: { version: 9 } })).status).toBe(404);
    expect((await h.call(`POST ${at}/duplicate`, { as: reader, json: { root: "nowhere" } })).status).toBe(404);
  });
});
