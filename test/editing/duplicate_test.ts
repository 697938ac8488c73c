// Copies of documents: what goes along, what does not, and who may make one.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

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
          attrs: { duplicated_from: { doc_id: doc.doc_id, version: 2 } },
        },
        audit: [{ action: "doc.duplicated", meta: { source: { doc_id: doc.doc_id, version: 2 } } }],
        quota: 1,
      }),
    });
  });

  test("says what it was made of, whatever its attributes are changed to", async () => {
    const attrs = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`mark-${index}`, "x"]));
    const { as, at, doc } = await publish(h, { markdown: "# One", attrs });
    const copy = (await h.call(`POST ${at}/duplicate`, { as, json: {} })).body;
    const duplicated_from = { doc_id: doc.doc_id, version: 1 };
    expect(copy.attrs).toEqual({ ...attrs, duplicated_from });
    const change = (json: object) => h.call(`PATCH /api/docs/${copy.doc_id}`, { as, json });
    expect((await change({ attrs: copy.attrs })).body.attrs).toEqual({ ...attrs, duplicated_from });
    const forged = { a: "b", duplicated_from: { doc_id: "doc_other", version: 9 } };
    expect((await change({ attrs: forged })).body.attrs).toEqual({ a: "b", duplicated_from });
    expect((await change({ attrs: {} })).body.attrs).toEqual({ duplicated_from });
    const own = await publish(h, { markdown: "# Two", attrs: forged });
    expect(own.doc.attrs).toEqual({ a: "b" });
    expect((await change({ attrs: { ...attrs, more: "x" } })).body.error).toContain("at most 16");
    const object = await change({ attrs: { a: { doc_id: "x", version: 1 } } });
    expect(object).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "attrs", "a"] }] } });
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

test("comments come along when they are asked for, thread by thread, and stay where they were", async () => {
  const { as, at, doc } = await publish(h, { html: "<p>said</p>" });
  const first = (await h.call(`POST ${at}/comments`, { as, json: { body: "first" } })).body;
  await h.call(`POST ${at}/comments`, { as, json: { body: "reply", parent_id: first.id } });
  const bare = await h.call(`POST ${at}/duplicate`, { as, json: { include: { comments: false } } });
  const whole = await h.call(`POST ${at}/duplicate`, { as, json: { include: { comments: true } } });
  const said = async (doc_id: string) => (await h.call(`GET /api/docs/${doc_id}/comments`, { as })).body.comments;
  expect(await said(bare.body.doc_id)).toEqual([]);
  const copied = await said(whole.body.doc_id);
  expect(copied).toMatchObject([
    { body: "first", parent_id: null, author: { email: as.email } },
    { body: "reply", parent_id: copied[0].id },
  ]);
  expect(copied[0].id).not.toBe(first.id);
  expect(await said(doc.doc_id)).toHaveLength(2);
  expect((await h.audit()).at(-1)).toMatchObject({ action: "doc.duplicated", meta: { comments: 2 } });
});

test("comments need their plan in a copy as well", async () => {
  const as = await h.person({ plan: "free" });
  const { at } = await publish(h, { html: "x" }, { as });
  expect((await h.call(`POST ${at}/duplicate`, { as, json: { include: { comments: true } } })).status).toBe(403);
  expect((await h.call(`POST ${at}/duplicate`, { as, json: {} })).status).toBe(201);
});
