// Folders: implied and made, renamed with everything in them, merged, and removed with nothing lost.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

function make(as: Person, path: string, more: Record<string, unknown> = {}) {
  return must(h.call("POST /api/folders", { as, json: { path, ...more } }));
}

function rename(as: Person, path: string, new_path: string, more: Record<string, unknown> = {}) {
  return h.call("PATCH /api/folders", { as, json: { path, new_path, ...more } });
}

/** Paths and counts of the folders that somebody sees. */
async function seen(as: Person, query = ""): Promise<string[]> {
  const { body } = await must(h.call(`GET /api/folders${query}`, { as }));
  return body.folders.map((one: { path: string; doc_count: number }) => `${one.path} ${one.doc_count}`);
}

async function folderOf(as: Person, doc_id: string): Promise<string> {
  return (await must(h.call(`GET /api/docs/${doc_id}`, { as }))).body.folder;
}

describe("listing", () => {
  test("holds folders that documents imply, with those above, in the order of their names without case", async () => {
    const as = await h.person();
    for (const folder of ["b/c", "A", "a", "b/c"]) await put(h, as, { folder });
    await make(as, "Zed/Empty");
    expect(await seen(as)).toEqual(["A 1", "a 1", "b 0", "b/c 2", "Zed 0", "Zed/Empty 0"]);
    const { body } = await h.call("GET /api/folders", { as });
    expect(body.folders[3]).toEqual({ path: "b/c", name: "c", parent: "b", doc_count: 2, explicit: false });
    expect(body.folders.at(-1)).toMatchObject({ explicit: true });
  });

  test("leaves out a folder that nothing implies any more", async () => {
    const as = await h.person();
    const doc = await put(h, as, { folder: "a/b" });
    await must(h.call(`DELETE /api/docs/${doc.doc_id}`, { as }));
    expect(await seen(as)).toEqual([]);
    await must(h.call(`POST /api/docs/${doc.doc_id}/undelete`, { as, json: {} }));
    expect(await seen(as)).toEqual(["a 0", "a/b 1"]);
  });

  test("with a root says more, and only what the caller sees", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    await put(h, owner, { root: "plans", folder: "open" });
    await put(h, owner, { root: "plans", folder: "closed/deep" });
    await letIn(h, space, { level: "view" });
    await must(
      h.call("POST /api/roots/plans/access", {
        as: owner,
        json: { subject_type: "user", subject: owner.email, level: "view", folder: "closed" },
      }),
    );
    expect(await seen(owner, "?root=plans")).toEqual(["closed 0", "closed/deep 1", "open 1"]);
    const { body } = await h.call("GET /api/folders?root=plans", { as: member });
    expect(body.root).toMatchObject({ slug: "plans" });
    expect(body.folders).toEqual([
      {
        ...{ path: "open", name: "open", parent: "", doc_count: 1, explicit: false, icon: null, description: null },
        ...{ index_doc_id: null, view_mode: null, published: false, my_level: "view", shared: true, restricted: false },
        root: { id: space.root_id, slug: "plans", name: "Plans", kind: "shared" },
      },
    ]);
    expect((await h.call("GET /api/folders?root=plans", { as: space.stranger })).status).toBe(404);
  });

  test("include_team adds the folders of others' documents", async () => {
    const as = await h.person();
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    await put(h, as, { folder: "mine" });
    await put(h, colleague, { folder: "mine", visibility: "workspace", listing: "team" });
    await put(h, colleague, { folder: "theirs/deep", visibility: "workspace", listing: "team" });
    await put(h, colleague, { folder: "secret", listing: "team" });
    expect(await seen(as)).toEqual(["mine 1"]);
    const { body } = await h.call("GET /api/folders?include_team=1", { as });
    expect(body.folders.map((one: Record<string, unknown>) => [one["path"], one["doc_count"], one["shared"]])).toEqual([
      ["mine", 2, true],
      ["theirs", 0, true],
      ["theirs/deep", 1, true],
    ]);
  });
});

describe("making", () => {
  test("answers the folder with an audit row, and again without one", async () => {
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "POST /api/folders", json: { path: "/Plans/2026/" } }),
      expect: {
        status: 201,
        body: { path: "Plans/2026", name: "2026", parent: "Plans", doc_count: 0, explicit: true },
        audit: [{ action: "folder.create", target_id: "Plans/2026", meta: { root: "~" } }],
      },
    });
    const as = await h.person();
    const first = await make(as, "Plans");
    const rows = (await h.audit()).length;
    expect((await make(as, "Plans")).body).toEqual(first.body);
    expect(await h.audit()).toHaveLength(rows);
  });

  test.each([
    ["", "path is empty"],
    ["a//b", 'folder segment ""'],
    ["ok/b*d", 'folder segment "b*d"'],
    ["a/b/c/d/e/f/g/h/i", "9 levels"],
    [Array(8).fill("x".repeat(64)).join("/"), "519 characters"],
  ])("refuses %p", async (path, words) => {
    const as = await h.person();
    const answer = await h.call("POST /api/folders", { as, json: { path } });
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: expect.stringContaining(words),
    });
  });

  test("needs edit on the nearest folder of a root", async () => {
    const space = await openSpace(h);
    await letIn(h, space, { level: "view" });
    await letIn(h, space, { level: "edit", folder: "team" });
    const { member } = space;
    const refused = await h.call("POST /api/folders", { as: member, json: { path: "other", root: "plans" } });
    expect(refused.status).toBe(403);
    expect((await make(member, "team/sub", { root: "plans" })).body).toMatchObject({ my_level: "edit", shared: true });
  });
});

describe("renaming", () => {
  test("takes everything along and leaves every link as it is", async () => {
    const as = await h.person();
    const doc = await put(h, as, { folder: "a/b/c", visibility: "unlisted" });
    const before = await h.audit();
    const answer = await must(rename(as, "a/b", "x/y"));
    expect(answer.body).toMatchObject({ path: "x/y", parent: "x", doc_count: 0 });
    expect(await seen(as)).toEqual(["x 0", "x/y 0", "x/y/c 1"]);
    expect(await folderOf(as, doc.doc_id)).toBe("x/y/c");
    expect((await h.open(`/d/${doc.slug}/`)).status).toBe(200);
    expect((await h.audit()).slice(before.length)).toMatchObject([
      { action: "folder.move", target_id: "x/y", meta: { from: "a/b", to: "x/y", docs: 1 } },
    ]);
  });

  test("onto a folder that is there makes one of the two", async () => {
    const as = await h.person();
    const [one, two] = [await put(h, as, { folder: "a/in" }), await put(h, as, { folder: "b/in" })];
    await make(as, "a/only");
    await must(rename(as, "a", "b"));
    expect(await seen(as)).toEqual(["b 0", "b/in 2", "b/only 0"]);
    expect([await folderOf(as, one.doc_id), await folderOf(as, two.doc_id)]).toEqual(["b/in", "b/in"]);
  });

  test("changes the case of a name alone", async () => {
    const as = await h.person();
    await put(h, as, { folder: "plans/deep" });
    await must(rename(as, "plans", "Plans"));
    expect(await seen(as)).toEqual(["Plans 0", "Plans/deep 1"]);
  });

  test("to the path that it has is no change", async () => {
    const as = await h.person();
    await make(as, "a");
    const rows = (await h.audit()).length;
    expect((await rename(as, "a", "a")).status).toBe(200);
    expect(await h.audit()).toHaveLength(rows);
  });

  test.each([
    ["a", "", "new_path is empty"],
    ["", "a", "path is empty"],
    ["a", "a/b", 'inside "a"'],
    ["a/b", "1/2/3/4/5/6/7/8", "levels"],
  ])("refuses %p to %p", async (path, new_path, words) => {
    const as = await h.person();
    await put(h, as, { folder: "a/b/c" });
    const before = await seen(as);
    const answer = await rename(as, path, new_path);
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 400,
      error: expect.stringContaining(words),
    });
    expect(await seen(as)).toEqual(before);
  });

  test("takes eight levels and 512 characters, and refuses what its folders would exceed", async () => {
    const as = await h.person();
    const longest = [...Array(7).fill("x".repeat(64)), "x".repeat(57)].join("/");
    expect(longest).toHaveLength(512);
    await make(as, longest);
    await make(as, `a/${"y".repeat(64)}`);
    const before = await seen(as);
    const above = Array(7).fill("z".repeat(64)).join("/");
    const refused = await rename(as, "a", above);
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 400,
      error: expect.stringContaining("519 characters"),
    });
    expect(await seen(as)).toEqual(before);
  });

  test("keeps names apart that differ by case only", async () => {
    const as = await h.person();
    const lower = await put(h, as, { folder: "plans", title: "lower" });
    const upper = await put(h, as, { folder: "Plans", title: "upper" });
    expect(await seen(as)).toEqual(["Plans 1", "plans 1"]);
    await must(rename(as, "plans", "kept"));
    expect([await folderOf(as, lower.doc_id), await folderOf(as, upper.doc_id)]).toEqual(["kept", "Plans"]);
  });

  test("of a folder that is not there is a 404", async () => {
    const as = await h.person();
    expect((await rename(as, "nowhere", "b")).body.error).toBe('folder "nowhere" is not found');
  });

  test("in a root needs edit on the folder and on the new parent, and the list of a folder moves along", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    const closed = await put(h, owner, { root: "plans", folder: "a/closed" });
    await put(h, owner, { root: "plans", folder: "a" });
    await put(h, owner, { root: "plans", folder: "other" });
    await letIn(h, space, { level: "edit" });
    await letIn(h, space, { level: "view", folder: "other" });
    await letIn(h, space, { level: "view", folder: "a/closed", person: space.creator });
    expect((await rename(member, "a/closed", "x", { root: "plans" })).status).toBe(404);
    expect((await rename(space.creator, "a/none", "x", { root: "plans" })).status).toBe(404);
    expect((await rename(member, "a", "other/a", { root: "plans" })).status).toBe(403);
    await must(rename(member, "a", "b", { root: "plans" }));
    expect(await seen(member, "?root=plans")).toEqual(["b 1", "other 1"]);
    expect(await folderOf(owner, closed.doc_id)).toBe("b/closed");
    const read = `GET /api/docs/${closed.doc_id}/manifest`;
    expect((await h.call(read, { as: member })).status).toBe(404);
    expect((await h.call(read, { as: space.creator })).status).toBe(200);
  });

  test("never opens a closed folder by merging it into one that is open", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    const closed = await put(h, owner, { root: "plans", folder: "a/closed" });
    await letIn(h, space, { level: "edit" });
    await letIn(h, space, { level: "view", folder: "a/closed", person: space.creator });
    await put(h, member, { root: "plans", folder: "a" });
    await put(h, member, { root: "plans", folder: "b/closed" });
    const answer = await rename(member, "a", "b", { root: "plans" });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain('you may not edit "a/closed"');
    expect((await h.call(`GET /api/docs/${closed.doc_id}/manifest`, { as: member })).status).toBe(404);
  });

  test("gives a folder without a list of its own the access of where it comes to", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    const doc = await put(h, owner, { root: "plans", folder: "a/b" });
    await letIn(h, space, { level: "view" });
    await letIn(h, space, { level: "view", folder: "secret", person: space.creator });
    const read = `GET /api/docs/${doc.doc_id}/manifest`;
    expect((await h.call(read, { as: member })).status).toBe(200);
    await must(rename(owner, "a", "secret/a", { root: "plans" }));
    expect((await h.call(read, { as: member })).status).toBe(404);
    expect((await h.call(read, { as: space.creator })).status).toBe(200);
  });

  test("of a shared folder of My documents keeps whom it is shared with", async () => {
    const as = await h.person();
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    const doc = await put(h, as, { folder: "shared/in" });
    await must(
      h.call("POST /api/folders/access?path=shared", { as, json: { subject_type: "user", subject: colleague.email } }),
    );
    const read = `GET /api/docs/${doc.doc_id}/manifest`;
    await must(rename(as, "shared", "deep/er"));
    expect((await h.call(read, { as: colleague })).status).toBe(200);
    await must(rename(as, "deep/er/in", "out"));
    expect((await h.call(read, { as: colleague })).status).toBe(404);
  });
});

test("a moved folder gives its documents new numbers of change", async () => {
  const as = await h.person();
  const doc = await put(h, as, { folder: "a" });
  const { sql } = h.runtime.database;
  const number = async () => {
    const [row] = await sql<{ change_seq: number }[]>`
      select change_seq from document_changes join documents using (document_id) where doc_id = ${doc.doc_id}`;
    return row?.change_seq ?? 0;
  };
  const before = await number();
  await must(rename(as, "a", "b"));
  expect(await number()).toBeGreaterThan(before);
});
