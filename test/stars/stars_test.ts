// Stars: private shortcuts to documents and folders, made once, listed oldest first, gone with their document.
import { afterEach, describe, expect, test } from "bun:test";
import { choosePlugins } from "../../kernel/host.ts";
import { manifest } from "../../plugins/manifest.ts";
import { type Published, publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { starring } from "./starring.ts";

const h = await openHarness();
const START = h.clock.now().getTime();

afterEach(() => h.clock.set(new Date(START)));

const { addStar, readStars, countStars, makeFolder } = starring(h);

async function starred(json: Record<string, unknown> = { html: "x" }): Promise<Published & { star: { id: number } }> {
  const published = await publish(h, json);
  const answer = await addStar(published.as, { doc_id: published.doc.doc_id });
  return { ...published, star: answer.body };
}

/** A refusal through every door, after which there are as many stars as before. */
async function refuses(json: unknown, expected: { status: number; error?: string | RegExp }): Promise<void> {
  await scenario(h, {
    given: () => h.person(),
    act: (as) => ({ as, call: "POST /api/stars", json }),
    expect: expected,
  });
}

describe("star", () => {
  test("makes a star on a document, with the document in it and an audit row", async () => {
    const { body } = await scenario(h, {
      given: () => publish(h, { html: "<h1>Plan</h1>", folder: "Plans" }),
      act: ({ as, doc }) => ({ as, call: "POST /api/stars", json: { doc_id: doc.doc_id } }),
      expect: ({ doc }) => ({
        status: 201,
        body: { doc_id: doc.doc_id, folder: null, created_at: h.clock.now().toISOString() },
        audit: [{ action: "star.create", meta: { doc_id: doc.doc_id, folder: null } }],
      }),
    });
    expect(body.id).toBeInteger();
    expect(body.doc).toMatchObject({ doc_id: body.doc_id, title: "Plan", folder: "Plans", my_level: "own" });
  });

  test.each([[{}], [{ root: "~" }], [{ root: null }]])(
    "makes a star on a folder of My documents with %p",
    async (root) => {
      const as = await h.person();
      await makeFolder(as, "Plans/2026");
      const answer = await addStar(as, { folder: "/Plans/2026/", ...root });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ doc_id: null, folder: "Plans/2026", doc: null });
      expect((await h.audit()).at(-1)).toMatchObject({ action: "star.create", meta: { folder: "Plans/2026" } });
    },
  );

  test("again returns the existing star and leaves no audit row", async () => {
    const as = await h.person();
    const { doc } = await publish(h, { html: "x", folder: "Plans" }, { as });
    for (const target of [{ doc_id: doc.doc_id }, { folder: "Plans" }]) {
      const first = await addStar(as, target);
      const { length } = await h.audit();
      h.clock.advance(1000);
      const again = await addStar(as, target);
      expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
      expect(await h.audit()).toHaveLength(length);
    }
    expect(await countStars(as)).toBe(2);
  });

  test("at the same moment many times makes one star", async () => {
    const as = await h.person();
    await makeFolder(as, "Plans");
    const answers = await Promise.all(Array.from({ length: 8 }, () => addStar(as, { folder: "Plans" })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await countStars(as)).toBe(1);
  });

  test("tells folders that differ by case alone apart", async () => {
    const as = await h.person();
    for (const folder of ["Plans", "plans"]) {
      await makeFolder(as, folder);
      await addStar(as, { folder });
    }
    expect(await countStars(as)).toBe(2);
  });

  test("takes a colleague's document that is open to members", async () => {
    const { as, doc } = await publish(h, { html: "x", visibility: "workspace" });
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    expect((await addStar(colleague, { doc_id: doc.doc_id })).body.doc).toMatchObject({ my_level: "view" });
    expect(await readStars(as)).toEqual([]);
  });

  test("refuses a document that is unknown, deleted, expired or not the caller's to see with the same 404", async () => {
    const missing = { status: 404, error: "document not found" };
    await refuses({ doc_id: "doc_that_is_nobodys" }, missing);
    const others = await publish(h, { html: "x", visibility: "workspace" });
    await refuses({ doc_id: others.doc.doc_id }, missing);
    const colleague = await h.person({ workspace_id: others.as.workspace_id });
    const own = await publish(h, { html: "x" }, { as: others.as });
    expect((await addStar(colleague, { doc_id: own.doc.doc_id })).status).toBe(404);
    await h.call(`DELETE ${own.at}`, { as: own.as });
    expect((await addStar(own.as, { doc_id: own.doc.doc_id })).status).toBe(404);
    const brief = await publish(h, { html: "x", retention_days: 1 }, { as: others.as });
    h.clock.advance(2 * 86_400_000);
    expect((await addStar(brief.as, { doc_id: brief.doc.doc_id })).status).toBe(404);
    expect(await countStars(colleague)).toBe(0);
    expect(await countStars(others.as)).toBe(0);
  });

  test.each([[{}], [undefined], [{ root: "~" }], [{ doc_id: "doc_x", folder: "Plans" }]])(
    "refuses %p with 400: exactly one of doc_id and folder",
    (json) => refuses(json, { status: 400, error: "provide exactly one of 'doc_id' or 'folder'" }),
  );

  test.each([[{ folder: "" }], [{ folder: "/" }], [{ folder: "", root: "~" }]])(
    "refuses the root folder as %p with 400",
    (json) => refuses(json, { status: 400, error: /the root folder of My documents cannot be starred/ }),
  );

  test("refuses a bad folder with 400 and the segment, and a root beside a document with 400", async () => {
    await refuses({ folder: "Plans/.git" }, { status: 400, error: /folder segment "\.git" is not allowed/ });
    await refuses({ folder: "a/b/c/d/e/f/g/h/i" }, { status: 400, error: /9 levels; at most 8/ });
    await refuses({ doc_id: "doc_x", root: "~" }, { status: 400, error: /root goes with folder/ });
  });

  test("refuses a folder that is not there with 404", () =>
    refuses({ folder: "Plans" }, { status: 404, error: 'folder "Plans" is not found' }));

  test("refuses a root that is not there with 404, its root folder too", async () => {
    for (const folder of ["Plans", ""])
      await refuses({ folder, root: "design" }, { status: 404, error: /root "design" is not found/ });
  });

  test.each([[{ doc_id: 7 }], [[]], [{ folder: "a", root: true }]])("refuses %p with 422", (json) =>
    refuses(json, { status: 422 }),
  );
});

describe("the list", () => {
  test("holds one's own stars, oldest first, over REST and as a tool", async () => {
    const { as, doc, star } = await starred();
    h.clock.advance(1000);
    const colleague = await h.person({ workspace_id: as.workspace_id });
    await makeFolder(as, "Plans");
    await makeFolder(colleague, "Theirs");
    const folder = (await addStar(as, { folder: "Plans" })).body;
    await addStar(colleague, { folder: "Theirs" });
    const answer = await scenario(h, {
      act: () => ({ as, call: "GET /api/stars" }),
      expect: { status: 200, body: { stars: [{ id: star.id, doc_id: doc.doc_id }, folder] } },
    });
    expect(answer.body.stars).toHaveLength(2);
  });

  test("shows a document as it is now", async () => {
    const { as, at } = await starred();
    await h.call(`PATCH ${at}`, { as, json: { title: "Renamed", folder: "Moved" } });
    expect(await readStars(as)).toMatchObject([{ folder: null, doc: { title: "Renamed", folder: "Moved" } }]);
  });

  test("leaves out a document while the person may not open it", async () => {
    const { as, doc, at } = await publish(h, { html: "x", visibility: "workspace" });
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    await addStar(colleague, { doc_id: doc.doc_id });
    await h.call(`PATCH ${at}`, { as, json: { visibility: "restricted" } });
    expect(await readStars(colleague)).toEqual([]);
    await h.call(`PATCH ${at}`, { as, json: { visibility: "workspace" } });
    expect(await readStars(colleague)).toHaveLength(1);
  });

  test("drops a document that was deleted, and shows it again when it is brought back", async () => {
    const { as, at } = await starred();
    await h.call(`DELETE ${at}`, { as });
    expect(await readStars(as)).toEqual([]);
    await h.call(`POST ${at}/undelete`, { as, json: {} });
    expect(await readStars(as)).toHaveLength(1);
  });

  test("loses the stars of everyone on a document that is purged, by hand or by time", async () => {
    const purges: ((published: Published) => Promise<unknown>)[] = [
      ({ as, at }) => h.call(`DELETE ${at}?purge=true`, { as }),
      async ({ as, at }) => {
        await h.call(`DELETE ${at}`, { as });
        h.clock.advance(8 * 86_400_000);
        await h.runtime.jobs.runDue();
      },
    ];
    for (const purge of purges) {
      const published = await starred({ html: "x", visibility: "workspace" });
      const { as, doc } = published;
      const colleague = await h.person({ workspace_id: as.workspace_id });
      await addStar(colleague, { doc_id: doc.doc_id });
      await makeFolder(as, "Plans");
      await addStar(as, { folder: "Plans" });
      await purge(published);
      await h.runtime.relay.relayAll();
      await h.runtime.jobs.runDue();
      expect([await countStars(as), await countStars(colleague)]).toEqual([1, 0]);
      expect(await readStars(as)).toMatchObject([{ folder: "Plans" }]);
    }
  });
});

describe("unstar", () => {
  test("removes a star and leaves its document", async () => {
    const { as, at, star, doc } = await starred();
    const answer = await h.call(`DELETE /api/stars/${star.id}`, { as });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { id: star.id, deleted: true } });
    expect((await h.audit()).at(-1)).toMatchObject({
      action: "star.delete",
      target_id: String(star.id),
      meta: { doc_id: doc.doc_id, folder: null },
    });
    expect(await readStars(as)).toEqual([]);
    expect((await h.call(`GET ${at}`, { as })).status).toBe(200);
  });

  test("refuses an unknown star and a colleague's with the same 404", async () => {
    const { as, star } = await starred();
    const colleague = await h.person({ workspace_id: as.workspace_id });
    for (const id of [star.id, 999_999_999]) {
      await scenario(h, {
        act: () => ({ as: colleague, call: `DELETE /api/stars/${id}` }),
        expect: { status: 404, error: "star not found" },
      });
    }
    expect(await countStars(as)).toBe(1);
  });

  test.each([
    ["x", 422],
    ["0", 400],
  ] as const)("refuses the id %p with %i", async (id, status) => {
    const as = await h.person();
    expect((await h.call(`DELETE /api/stars/${id}`, { as })).status).toBe(status);
  });
});

test("an agent stars, lists and unstars by tools, and the audit log says so", async () => {
  const { as, doc } = await publish(h, { html: "x" });
  const made = await callTool(h, as, { name: "star", arguments: { doc_id: doc.doc_id } });
  const { doc: starredDoc, ...star } = (await readStars(as))[0];
  expect(starredDoc).toMatchObject({ doc_id: doc.doc_id });
  expect(made.structuredContent).toEqual(star);
  const { id } = made.structuredContent;
  const gone = await callTool(h, as, { name: "unstar", arguments: { star_id: id } });
  expect(gone.structuredContent).toEqual({ id, deleted: true });
  expect((await callTool(h, as, { name: "list_stars", arguments: {} })).structuredContent).toEqual({ stars: [] });
  expect((await h.audit()).slice(-2)).toMatchObject([
    { action: "star.create", meta: { via: "mcp" } },
    { action: "star.delete", meta: { via: "mcp" } },
  ]);
});

test("stars ask who is calling", async () => {
  for (const route of ["GET /api/stars", "POST /api/stars", "DELETE /api/stars/1"])
    expect((await h.call(route)).status).toBe(401);
});

test("every edition carries stars", () => {
  for (const edition of Object.keys(manifest.editions))
    expect(choosePlugins(manifest, { edition, plugins: "" })).toContain("stars");
});
