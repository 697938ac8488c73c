// Removing folders, with and without what lies in them.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness.ts";
import { must, put } from "../roots/space.ts";
import { scenario } from "../scenario.ts";

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
