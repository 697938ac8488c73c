// Settings of folders, what a folder shows, and shortcuts to what lies elsewhere.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

const at = (path: string, root = "~") => `?root=${root}&path=${encodeURIComponent(path)}`;
const read = async (as: Person, path: string, root?: string) =>
  (await must(h.call(`GET /api/folder-meta${at(path, root)}`, { as }))).body;
const set = (as: Person, path: string, json: unknown, root?: string) =>
  h.call(`PUT /api/folder-meta${at(path, root)}`, { as, json });

describe("settings", () => {
  test("are at first what every folder's are, and change by the members that are sent", async () => {
    await scenario(h, {
      given: async () => {
        const as = await h.person();
        return { as, doc: await put(h, as, { folder: "a" }) };
      },
      act: ({ as, doc }) => ({
        as,
        call: `PUT /api/folder-meta${at("a")}`,
        json: { icon: "lucide:rocket/blue", description: "Where we go", index_doc_id: doc.doc_id, view_mode: "page" },
      }),
      expect: ({ doc }) => ({
        status: 200,
        body: {
          ...{ icon: "lucide:rocket/blue", description: "Where we go", index_doc_id: doc.doc_id, view_mode: "page" },
          ...{ child_order: [], published: false, publish_visibility: "public", publish_group_id: null, root: null },
          ...{ path: "a", my_level: "edit", can_publish: true, publishing_policy: "public", publish_blocked: null },
        },
        audit: [{ action: "folder.update", target_id: "a", meta: { view_mode: "page" } }],
      }),
    });
    const as = await h.person();
    await put(h, as, { folder: "a" });
    await must(set(as, "a", { description: "x", icon: "🚀", child_order: ["f:b", "s:1"] }));
    await must(set(as, "a", { description: null }));
    expect(await read(as, "a")).toMatchObject({ description: null, icon: "🚀", child_order: ["f:b", "s:1"] });
    await must(h.call("PATCH /api/folders", { as, json: { path: "a", new_path: "b/c" } }));
    expect(await read(as, "b/c")).toMatchObject({ icon: "🚀" });
    const { body } = await must(h.call("GET /api/folders?root=~", { as }));
    expect(body.folders.at(-1)).toMatchObject({ path: "b/c", icon: "🚀", view_mode: null, published: false });
    expect((await h.call(`GET /api/folder-meta${at("a")}`, { as })).status).toBe(404);
  });

  test.each([
    [{ other: 1 }, 400],
    [{ description: "x".repeat(513) }, 400],
    [{ icon: "lucide:none" }, 400],
    [{ icon: "svg:1" }, 400],
    [{ index_doc_id: "doc_none" }, 400],
    [{ child_order: ["x:1"] }, 400],
    [{ child_order: Array(2001).fill("s:1") }, 400],
    [{ view_mode: "tiles" }, 400],
    [{ published: true, publish_visibility: "group" }, 400],
    [{ publish_visibility: "group", publish_group_id: 999_999 }, 400],
    [{ published: "yes" }, 422],
  ])("refuse %j", async (json, status) => {
    const as = await h.person();
    await put(h, as, { folder: "a" });
    expect((await set(as, "a", json)).status).toBe(status);
  });

  test("say of an order what its entries may be", async () => {
    const as = await h.person();
    await put(h, as, { folder: "a" });
    const { body } = await set(as, "a", { child_order: ["x:1"] });
    expect(body.error).toBe(
      'child_order.0 "x:1" is not valid; an entry is f:<folder name>, d:<doc_id> or s:<shortcut_id>',
    );
  });

  test("need edit, and publishing the managers of the root", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    await put(h, owner, { root: "plans", folder: "a" });
    await letIn(h, space, { level: "view" });
    expect((await set(member, "a", { description: "x" }, "plans")).status).toBe(403);
    await letIn(h, space, { level: "edit" });
    await must(set(member, "a", { description: "x" }, "plans"));
    expect((await set(member, "a", { published: true }, "plans")).status).toBe(403);
    expect(await read(member, "a", "plans")).toMatchObject({ can_publish: false, publish_blocked: null });
    await must(set(owner, "", { published: true, publish_visibility: "signed_in" }, "plans"));
    const { body } = await must(h.call("GET /api/roots/plans", { as: owner }));
    expect(body.published).toBe(true);
  });

  test("publish nothing below the Team plan, and always take a publication back", async () => {
    const as = await h.person({ plan: "free" });
    await put(h, as, { folder: "a" });
    expect((await set(as, "a", { published: true })).status).toBe(402);
    expect(await read(as, "a")).toMatchObject({ can_publish: false, publish_blocked: "plan" });
    await must(set(as, "a", { publish_visibility: "signed_in" }));
    await h.runtime.database.sql`update folder_settings set published = true where workspace_id = ${as.workspace_id}`;
    expect((await set(as, "a", { publish_visibility: "public" })).status).toBe(402);
    await must(set(as, "a", { published: false }));
  });
});

test("what a folder's settings name and the reader may not open is left out wherever they are shown, and kept", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await letIn(h, space, { level: "edit" });
  await letIn(h, space, { level: "view", folder: "a/Secret", person: space.creator });
  const [index, closed] = [
    await put(h, owner, { root: "plans", folder: "a/Secret" }),
    await put(h, owner, { root: "plans", folder: "a/Secret" }),
  ];
  const open = await put(h, owner, { root: "plans", folder: "a" });
  await put(h, owner, { root: "plans", folder: "a/Open" });
  const whole = ["f:Secret", `d:${closed.doc_id}`, "f:Open", `d:${open.doc_id}`, "s:1"];
  await must(set(owner, "a", { index_doc_id: index.doc_id, child_order: whole }, "plans"));
  const shown = async (as: Person) => {
    const view = (await must(h.call(`GET /api/folder-view${at("a", "plans")}`, { as }))).body;
    const { folders } = (await must(h.call("GET /api/folders?root=plans", { as }))).body;
    const row = folders.find((one: { path: string }) => one.path === "a");
    const { index_doc_id, child_order } = await read(as, "a", "plans");
    expect([view.settings.index_doc_id, row.index_doc_id]).toEqual([index_doc_id, index_doc_id]);
    expect([view.settings.child_order, view.order]).toEqual([child_order, child_order]);
    return { index_doc_id, child_order };
  };
  expect(await shown(owner)).toEqual({ index_doc_id: index.doc_id, child_order: whole });
  const seen = ["f:Open", `d:${open.doc_id}`, "s:1"];
  expect(await shown(member)).toEqual({ index_doc_id: null, child_order: seen });
  // A name that is tried shows the same whether a closed folder has it or none.
  const tried = await must(set(member, "a", { child_order: ["f:Secret", "f:Nowhere", ...seen] }, "plans"));
  expect(tried.body.child_order).toEqual(seen);
  await must(set(member, "a", { child_order: [...seen].reverse() }, "plans"));
  const left = ["f:Secret", "f:Nowhere", `d:${closed.doc_id}`];
  const kept = await shown(owner);
  expect(kept.index_doc_id).toBe(index.doc_id);
  expect(kept.child_order.slice(0, 3)).toEqual([...seen].reverse());
  expect(kept.child_order.slice(3).sort()).toEqual(left.sort());
});

describe("a folder's view", () => {
  test("shows what lies in it in its own order and then by name, page by page", async () => {
    const as = await h.person();
    for (const folder of ["a/x", "a/b"]) await put(h, as, { folder });
    const [one, two] = [
      await put(h, as, { folder: "a", title: "Alpha" }),
      await put(h, as, { folder: "a", title: "Zulu" }),
    ];
    await must(set(as, "a", { child_order: ["f:x", `d:${two.doc_id}`, "f:gone"], index_doc_id: one.doc_id }));
    const { body } = await must(h.call(`GET /api/folder-view${at("a")}`, { as }));
    expect(body.children.map((child: { key: string }) => child.key)).toEqual([
      ...["f:x", `d:${two.doc_id}`, `d:${one.doc_id}`, "f:b"],
    ]);
    expect(body).toMatchObject({
      ...{ root: null, path: "a", name: "a", my_level: "edit", can_edit: true, can_manage: true },
      breadcrumb: [
        { path: "", name: "My documents" },
        { path: "a", name: "a" },
      ],
      index: { doc_id: one.doc_id },
      stats: { docs: 2, folders: 2, skipped: 0 },
      shortcuts: [],
    });
    const keys: string[] = [];
    for (let cursor = ""; ; ) {
      const page = (await must(h.call(`GET /api/folder-view${at("a")}&limit=1${cursor}`, { as }))).body;
      keys.push(...page.children.map((child: { key: string }) => child.key));
      if (page.next_cursor === undefined) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(keys).toEqual(body.children.map((child: { key: string }) => child.key));
    expect((await h.call(`GET /api/folder-view${at("a")}&cursor=x`, { as })).status).toBe(400);
  });

  test("of a root shows what the reader may open, and counts the rest", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    await letIn(h, space, { level: "view", folder: "a/open" });
    await put(h, owner, { root: "plans", folder: "a" });
    await put(h, owner, { root: "plans", folder: "a/open" });
    const { body } = await must(h.call(`GET /api/folder-view${at("a", "plans")}`, { as: member }));
    expect(body.children.map((child: { key: string }) => child.key)).toEqual(["f:open"]);
    expect(body).toMatchObject({ my_level: null, can_edit: false, can_manage: false, stats: { docs: 0, skipped: 1 } });
  });
});

describe("shortcuts", () => {
  const make = (as: Person, json: Record<string, unknown>) => h.call("POST /api/shortcuts", { as, json });

  test("lead to a document under the reader's rights, and go with it", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    await letIn(h, space, { level: "edit" });
    await put(h, owner, { root: "plans", folder: "a" });
    const doc = await put(h, owner, { title: "Mine" });
    const made = await must(make(owner, { root: "plans", folder: "a", target: { doc_id: doc.doc_id }, label: "See" }));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ root: "plans", folder: "a", hidden: false, label: "See", position: 0 });
    expect(made.body.target).toMatchObject({ doc_id: doc.doc_id, title: "Mine" });
    const list = async (as: Person) =>
      (await must(h.call("GET /api/shortcuts?root=plans&folder=a", { as }))).body.shortcuts;
    expect(await list(member)).toMatchObject([{ target: null, hidden: true }]);
    const one = `/api/shortcuts/${made.body.id}`;
    expect(
      (await must(h.call(`PATCH ${one}`, { as: member, json: { label: null, icon: "🚀", position: 3 } }))).body,
    ).toMatchObject({ label: null, icon: "🚀", position: 3 });
    expect((await h.call(`DELETE ${one}`, { as: space.stranger })).status).toBe(404);
    await must(h.call(`DELETE /api/docs/${doc.doc_id}?purge=true`, { as: owner }));
    await h.runtime.relay.relayAll();
    await h.runtime.jobs.runDue();
    expect(await list(owner)).toEqual([]);
    const again = await must(
      make(owner, { root: "plans", folder: "a", target: { folder: "", root: "plans" } }).then((x) =>
        x.status === 409 ? make(owner, { root: "plans", folder: "", target: { root: "plans", folder: "a" } }) : x,
      ),
    );
    await must(h.call(`DELETE /api/shortcuts/${again.body.id}`, { as: owner }));
  });

  test("to a folder follow it, and never lead back to where they lie", async () => {
    const as = await h.person();
    for (const folder of ["a/in", "b", "c"]) await put(h, as, { folder });
    const leading = (from: string, to: string) => make(as, { folder: from, target: { folder: to } });
    const made = await must(leading("a/in", "b"));
    expect((await leading("b", "a")).status).toBe(409);
    expect((await leading("c", "")).status).toBe(409);
    expect((await leading("c", "c")).status).toBe(409);
    await must(h.call("PATCH /api/folders", { as, json: { path: "b", new_path: "moved/b" } }));
    const { body } = await must(h.call("GET /api/shortcuts?folder=a%2Fin", { as }));
    expect(body.shortcuts).toMatchObject([{ id: made.body.id, target: { root: "~", folder: "moved/b" } }]);
    expect((await make(as, { folder: "a", target: {} })).status).toBe(400);
    expect((await make(as, { folder: "nowhere", target: { folder: "c" } })).status).toBe(404);
  });
});

test("a shortcut leads to the top of My documents although nothing lies there", async () => {
  const { member } = await openSpace(h);
  await must(h.call("POST /api/folders", { as: member, json: { root: "general", path: "a" } }));
  const json = { root: "general", folder: "a", target: { root: "~", folder: "" } };
  const { body } = await must(h.call("POST /api/shortcuts", { as: member, json }));
  expect(body.target).toEqual({ root: "~", folder: "" });
});
