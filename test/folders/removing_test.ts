// Removing folders, with and without what lies in them.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

function make(as: Person, path: string, more: Record<string, unknown> = {}) {
  return must(h.call("POST /api/folders", { as, json: { path, ...more } }));
}

function remove(as: Person, path: string, query = "") {
  return h.call(`DELETE /api/folders?path=${encodeURIComponent(path)}${query}`, { as });
}

/** Paths and counts of the folders that somebody sees. */
async function seen(as: Person, query = ""): Promise<string[]> {
  const { body } = await must(h.call(`GET /api/folders${query}`, { as }));
  return body.folders.map((one: { path: string; doc_count: number }) => `${one.path} ${one.doc_count}`);
}

async function folderOf(as: Person, doc_id: string): Promise<string> {
  return (await must(h.call(`GET /api/docs/${doc_id}`, { as }))).body.folder;
}

describe("removing", () => {
  test("takes an empty folder away", async () => {
    await scenario(h, {
      given: async () => {
        const as = await h.person();
        await make(as, "a/b");
        return as;
      },
      act: (as) => ({ as, call: "DELETE /api/folders?path=a%2Fb" }),
      expect: {
        status: 200,
        body: { path: "a/b", deleted: true },
        audit: [{ action: "folder.delete", target_id: "a/b", meta: { force: false } }],
      },
    });
  });

  test("refuses one that holds something, until forced: then its contents are one up", async () => {
    const as = await h.person();
    const doc = await put(h, as, { folder: "a/b" });
    await put(h, as, { folder: "a/b/b" });
    const refused = await remove(as, "a/b");
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "folder is not empty; move its contents first or pass force=true" },
    });
    await must(remove(as, "a/b", "&force=true"));
    expect(await seen(as)).toEqual(["a 1", "a/b 1"]);
    expect(await folderOf(as, doc.doc_id)).toBe("a");
    await must(remove(as, "a", "&force=true"));
    expect(await seen(as)).toEqual(["b 1"]);
  });

  test("the last empty child leaves the folder above, which is then one of its own", async () => {
    const as = await h.person();
    for (const path of ["a/b/c", "x/y", "one/two"]) await make(as, path);
    await must(remove(as, "a/b/c"));
    expect(await seen(as)).toEqual(["a 0", "a/b 0", "one 0", "one/two 0", "x 0", "x/y 0"]);
    await must(remove(as, "x/y", "&force=true"));
    await must(h.call("PATCH /api/folders", { as, json: { path: "one/two", new_path: "two" } }));
    expect(await seen(as)).toEqual(["a 0", "a/b 0", "one 0", "two 0", "x 0"]);
    await callTool(h, as, { name: "delete_folder", arguments: { path: "a/b" } });
    const { body } = await must(h.call("GET /api/folders", { as }));
    expect(body.folders.map((one: { path: string; explicit: boolean }) => [one.path, one.explicit])).toEqual([
      ["a", true],
      ["one", true],
      ["two", true],
      ["x", true],
    ]);
    expect((await h.call("GET /api/folder-meta?path=a", { as })).status).toBe(200);
  });

  test("a folder that something else shows, or documents alone, goes with those as before", async () => {
    const as = await h.person();
    const doc = await put(h, as, { folder: "a/d" });
    await make(as, "a/b");
    await must(remove(as, "a/b"));
    expect(await seen(as)).toEqual(["a 0", "a/d 1"]);
    await must(h.call("PATCH /api/folders", { as, json: { path: "a/d", new_path: "d" } }));
    expect(await seen(as)).toEqual(["d 1"]);
    await must(h.call(`DELETE /api/docs/${doc.doc_id}`, { as }));
    expect(await seen(as)).toEqual([]);
  });

  test("in a root the folder above stays for whoever saw it, whatever is closed to them in it, and opens to nobody else", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    await letIn(h, space, { level: "edit" });
    const root = { root: "plans" };
    for (const path of ["shown/last", "shown/closed", "hidden/closed", "hidden/last"]) await make(owner, path, root);
    for (const folder of ["shown/closed", "hidden/closed", "hidden/last"]) {
      await letIn(h, space, { level: "edit", folder, person: owner });
    }
    expect(await seen(member, "?root=plans")).toEqual(["shown 0", "shown/last 0"]);
    await must(remove(member, "shown/last", "&root=plans"));
    expect(await seen(member, "?root=plans")).toEqual(["shown 0"]);
    await must(remove(owner, "hidden/last", "&root=plans"));
    expect(await seen(member, "?root=plans")).toEqual(["shown 0"]);
    // Whoever takes the very last one away still finds the folder that it was in.
    await must(remove(owner, "hidden/closed", "&root=plans"));
    expect(await seen(owner, "?root=plans")).toEqual(["hidden 0", "shown 0", "shown/closed 0"]);
  });

  test("of the top is refused", async () => {
    const as = await h.person();
    expect((await remove(as, "", "&force=true")).status).toBe(400);
  });

  test("leaves what was deleted in it to come back to its folder", async () => {
    const as = await h.person();
    const doc = await put(h, as, { folder: "a" });
    await make(as, "a");
    await must(h.call(`DELETE /api/docs/${doc.doc_id}`, { as }));
    await must(remove(as, "a"));
    expect(await seen(as)).toEqual([]);
    const back = await must(h.call(`POST /api/docs/${doc.doc_id}/undelete`, { as, json: {} }));
    expect(back.body.folder).toBe("a");
  });
});
