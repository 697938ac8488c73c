// Comments: who reads and writes them, threads, anchors and resolving.
import { describe, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { comment, commented, nested } from "./commented.ts";

const h = await openHarness();

async function read(at: string, as: Person, query = "") {
  return (await h.call(`GET ${at}/comments${query}`, { as })).body;
}

describe("writing", () => {
  test("answers 201 with the comment and leaves an audit row", async () => {
    const { body } = await scenario(h, {
      given: () => publish(h, { html: "x" }),
      act: ({ as, at }) => ({ as, call: `POST ${at}/comments`, json: { body: "Nice", path: "index.html" } }),
      expect: ({ as, doc }) => ({
        status: 201,
        body: {
          doc_id: doc.doc_id,
          author: { id: as.user_id, email: as.email },
          body: "Nice",
          path: "index.html",
          anchor: null,
          parent_id: null,
          mentions: [],
          resolved: false,
          resolved_at: null,
          created_at: h.clock.now().toISOString(),
          edited_at: null,
          mine: true,
        },
        audit: [{ action: "comment.create", target_type: "comment", meta: { doc_id: doc.doc_id, path: "index.html" } }],
      }),
    });
    expect(body.id).toBeInteger();
  });

  test.each([
    [{ type: "point", points: [[0.25, 0.5]], width: 800, note: { "a b": [true, null, "ü"] } }],
    ["line 12"],
    [null],
  ])("keeps the anchor %p as it was sent", async (anchor) => {
    const { as, at } = await publish(h, { html: "x" });
    expect((await comment(h, at, { as, json: { body: "here", anchor } })).anchor).toEqual(anchor);
    expect((await read(at, as)).comments[0].anchor).toEqual(anchor);
  });

  test.each([
    ["an empty text", { body: "" }, 400, /body must not be empty/],
    ["a text of space", { body: " \n\t" }, 400, /body must not be empty/],
    ["a text that shows nothing", { body: "\u200b" }, 400, /body must not be empty/],
    ["8,001 characters", { body: "x".repeat(8001) }, 400, /body has 8001 characters; at most 8000/],
    ["a file that is not there", { body: "x", path: "b.html" }, 400, /path "b.html" is no file of this document/],
    ["a long anchor", { body: "x", anchor: { at: "x".repeat(70_000) } }, 400, /anchor has \d+ characters as JSON/],
    ["a deep anchor", { body: "x", anchor: nested(9) }, 400, /anchor is nested deeper than 8 levels/],
    ["a long text as anchor", { body: "x", anchor: "y".repeat(2001) }, 400, /anchor has 2001 characters/],
    ["NUL in the anchor", { body: "x", anchor: { a: "nul\0" } }, 400, /NUL/],
    [
      "an unknown parent",
      { body: "x", parent_id: 999_999_999 },
      404,
      /comment 999999999 is not found on this document/,
    ],
  ] as const)("refuses %s", async (_what, json, status, error) => {
    await scenario(h, {
      given: () => publish(h, { html: "x" }),
      act: ({ as, at }) => ({ as, call: `POST ${at}/comments`, json }),
      expect: { status, error },
    });
  });

  test.each([[{}], [{ body: 7 }], [{ body: "x", anchor: [1] }], [{ body: "x", anchor: 7 }], [{ body: "x", path: 1 }]])(
    "refuses %p with 422",
    async (json) => {
      const { as, at } = await publish(h, { html: "x" });
      expect((await h.call(`POST ${at}/comments`, { as, json })).status).toBe(422);
    },
  );

  test("takes 8,000 characters", async () => {
    const { as, at } = await publish(h, { html: "x" });
    expect((await comment(h, at, { as, json: { body: "ü".repeat(8000) } })).body).toHaveLength(8000);
  });

  test("needs comment: a viewer is refused with 403, a colleague without access with the 404 of no document", async () => {
    const { at, viewer, colleague } = await commented(h);
    const refused = await h.call(`POST ${at}/comments`, { as: viewer, json: { body: "x" } });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: "this needs comment on the document; you hold view", level: "view" });
    for (const path of [at, "/api/docs/doc_that_is_nobodys"]) {
      const missing = await h.call(`POST ${path}/comments`, { as: colleague, json: { body: "x" } });
      expect({ status: missing.status, error: missing.body.error }).toEqual({
        status: 404,
        error: "document not found",
      });
    }
  });

  test("stops at the cap of a document with 409", async () => {
    const { comments_per_document } = manifest.caps;
    const { as, at } = await publish(h, { html: "x" });
    const [row] = await h.runtime.database.sql`
      insert into comments (workspace_id, document_id, author_id, body, created_at)
      select d.workspace_id, d.document_id, d.owner_id, 'x', d.created_at from documents d, generate_series(1, ${comments_per_document ?? 0})
      where d.owner_id = ${as.user_id} returning document_id`;
    expect(row).toBeDefined();
    const answer = await h.call(`POST ${at}/comments`, { as, json: { body: "one more" } });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatch(/this document has 10000 comments; at most 10000/);
  });
});

describe("threads", () => {
  test("hold replies behind their first comment, and a reply to a reply joins the thread", async () => {
    const { as, at, commenter, comment: first } = await commented(h);
    const second = await comment(h, at, { as, json: { body: "Another" } });
    const reply = await comment(h, at, { as, json: { body: "Yes", parent_id: first.id } });
    const answer = await comment(h, at, { as: commenter, json: { body: "Thanks", parent_id: reply.id } });
    expect([reply.parent_id, answer.parent_id]).toEqual([first.id, first.id]);
    const list = await read(at, commenter);
    expect(list.comments.map((one: { id: number }) => one.id)).toEqual([first.id, reply.id, answer.id, second.id]);
    expect(list).toMatchObject({ can_comment: true, open_count: 2 });
  });

  test("take no reply from another document", async () => {
    const { comment: first } = await commented(h);
    const other = await publish(h, { html: "x" });
    const answer = await h.call(`POST ${other.at}/comments`, {
      as: other.as,
      json: { body: "x", parent_id: first.id },
    });
    expect(answer.status).toBe(404);
  });

  test("are resolved as a whole, through any comment, and opened again by a reply", async () => {
    const { as, at, commenter, comment: first } = await commented(h);
    const reply = await comment(h, at, { as, json: { body: "Yes", parent_id: first.id } });
    const resolved = await h.call(`PATCH /api/comments/${reply.id}`, { as: commenter, json: { resolved: true } });
    expect(resolved.body).toMatchObject({ id: reply.id, resolved: true, resolved_at: h.clock.now().toISOString() });
    expect(await read(at, as)).toMatchObject({ open_count: 0, comments: [] });
    expect((await read(at, as, "?include_resolved=true")).comments).toMatchObject([
      { id: first.id, resolved: true },
      { id: reply.id, resolved: true },
    ]);
    await comment(h, at, { as, json: { body: "Wait", parent_id: first.id } });
    expect(await read(at, as)).toMatchObject({ open_count: 1, comments: [{ resolved: false }, {}, {}] });
    expect((await h.audit()).slice(-2).map((row) => row["action"])).toEqual(["comment.reopen", "comment.create"]);
  });

  test("go with their first comment", async () => {
    const { as, at, commenter, comment: first } = await commented(h);
    await comment(h, at, { as, json: { body: "Yes", parent_id: first.id } });
    const answer = await h.call(`DELETE /api/comments/${first.id}`, { as: commenter });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { id: first.id, deleted: true },
    });
    expect((await h.audit()).at(-1)).toMatchObject({ action: "comment.delete", meta: { replies: 1, parent_id: null } });
    expect((await read(at, as, "?include_resolved=1")).comments).toEqual([]);
  });

  test("lose a deleted reply alone", async () => {
    const { as, at, comment: first } = await commented(h);
    const reply = await comment(h, at, { as, json: { body: "Yes", parent_id: first.id } });
    await h.call(`DELETE /api/comments/${reply.id}`, { as });
    expect((await read(at, as)).comments).toMatchObject([{ id: first.id }]);
  });

  test("that end while somebody replies leave either both or neither, and no orphan", async () => {
    const { as, at, commenter, comment: first } = await commented(h);
    const [deleted, ...replies] = await Promise.all([
      h.call(`DELETE /api/comments/${first.id}`, { as: commenter }),
      ...Array.from({ length: 6 }, () =>
        h.call(`POST ${at}/comments`, { as, json: { body: "x", parent_id: first.id } }),
      ),
    ]);
    expect(deleted?.status).toBe(200);
    for (const reply of replies) expect([201, 404]).toContain(reply.status);
    expect((await read(at, as, "?include_resolved=1")).comments).toEqual([]);
  });
});

describe("the list", () => {
  test("shows each reader what is theirs and whether they may write", async () => {
    const { as, at, doc, commenter, viewer, colleague, comment: first } = await commented(h);
    await scenario(h, {
      act: () => ({ as: viewer, call: `GET ${at}/comments` }),
      expect: {
        status: 200,
        body: { doc_id: doc.doc_id, can_comment: false, open_count: 1, comments: [{ ...first, mine: false }] },
      },
    });
    expect(await read(at, commenter)).toMatchObject({ can_comment: true, comments: [{ mine: true }] });
    expect(await read(at, as)).toMatchObject({ can_comment: true, comments: [{ mine: false }] });
    const answer = await h.call(`GET ${at}/comments`, { as: colleague });
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 404, error: "document not found" });
  });

  test("comes in pages that miss and repeat nothing", async () => {
    const { as, at } = await publish(h, { html: "x" });
    const threads = [];
    for (const body of ["a", "b", "c"]) threads.push(await comment(h, at, { as, json: { body } }));
    for (const body of ["a1", "a2"]) await comment(h, at, { as, json: { body, parent_id: threads[0].id } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: { comments: { body: string }[]; next_cursor?: string } = await read(
        at,
        as,
        `?limit=2${cursor ? `&cursor=${cursor}` : ""}`,
      );
      seen.push(...page.comments.map((one) => one.body));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(["a", "a1", "a2", "b", "c"]);
  });

  test.each([["x"], ["1"], ["1-2-3"], ["99999999999999999-1"]])("refuses the cursor %p with 400", async (cursor) => {
    const { as, at } = await publish(h, { html: "x" });
    const answer = await h.call(`GET ${at}/comments?cursor=${cursor}`, { as });
    expect(answer.status).toBe(400);
  });
});

describe("changing", () => {
  test("the text is its author's alone", async () => {
    const { as, commenter, comment: first } = await commented(h);
    const refused = await h.call(`PATCH /api/comments/${first.id}`, { as, json: { body: "mine now" } });
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 403,
      error: "only its author may change a comment's text",
    });
    h.clock.advance(1000);
    const answer = await h.call(`PATCH /api/comments/${first.id}`, { as: commenter, json: { body: "Better" } });
    expect(answer.body).toMatchObject({ body: "Better", edited_at: h.clock.now().toISOString(), mine: true });
    expect((await h.audit()).at(-1)).toMatchObject({ action: "comment.update", target_id: String(first.id) });
  });

  test("to what it is already writes nothing", async () => {
    const { commenter, comment: first } = await commented(h, { body: "Same" });
    const { length } = await h.audit();
    const answer = await h.call(`PATCH /api/comments/${first.id}`, {
      as: commenter,
      json: { body: "Same", resolved: false },
    });
    expect(answer.body).toEqual(first);
    expect(await h.audit()).toHaveLength(length);
  });

  test("resolves as a tool too, with an audit row", async () => {
    await scenario(h, {
      given: () => commented(h),
      act: ({ as, comment: first }) => ({ as, call: `PATCH /api/comments/${first.id}`, json: { resolved: true } }),
      expect: { status: 200, body: { resolved: true }, audit: [{ action: "comment.resolve", target_type: "comment" }] },
    });
  });

  test("is refused to a viewer with 403, and resolving too", async () => {
    const { viewer, comment: first } = await commented(h);
    for (const json of [{ resolved: true }, { body: "x" }]) {
      const answer = await h.call(`PATCH /api/comments/${first.id}`, { as: viewer, json });
      expect({ status: answer.status, error: answer.body.error }).toEqual({
        status: 403,
        error: "this needs comment on the document; you hold view",
      });
    }
  });

  test("needs something to change: 400", async () => {
    const { commenter, comment: first } = await commented(h);
    const answer = await h.call(`PATCH /api/comments/${first.id}`, { as: commenter, json: {} });
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: 'provide "body", "resolved" or both',
    });
  });
});
