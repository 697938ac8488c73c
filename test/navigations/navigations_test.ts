// Navigations themselves: named, limited by the plan, and changed by one editor at a time.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { must } from "../roots/space.ts";
import { curating, outlineOf } from "./curating.ts";

const h = await openHarness();
const { makeNavigation, add, addEntry, readTree, putTree } = curating(h);
const create = (as: Person, json: Record<string, unknown>) => h.call("POST /api/navigations", { as, json });

describe("a navigation", () => {
  test("is made with a slug from its name, found by it, renamed and deleted", async () => {
    const as = await h.person();
    const { body } = await scenario(h, {
      given: () => h.person(),
      act: (person) => ({
        as: person,
        call: "POST /api/navigations",
        json: { name: " The Book ", icon: "lucide:book" },
      }),
      expect: {
        status: 201,
        body: { name: "The Book", slug: "the-book", icon: "lucide:book", version: 1, entry_count: 0, can_manage: true },
        audit: [{ action: "nav.create", meta: { slug: "the-book", name: "The Book" } }],
      },
    });
    expect(body.published).toBe(false);
    const nav = await makeNavigation(as, { name: "The Book" });
    const changed = await must(
      h.call("PATCH /api/navigations/the-book", { as, json: { slug: "book", name: "Book", icon: "🚀" } }),
    );
    expect(changed.body).toMatchObject({ id: nav.id, slug: "book", name: "Book", icon: "🚀", version: 2 });
    const cleared = await must(h.call(`PATCH /api/navigations/${nav.id}`, { as, json: { clear_icon: true } }));
    expect(cleared.body).toMatchObject({ icon: null, version: 3 });
    expect((await must(h.call("PATCH /api/navigations/book", { as, json: { name: "Book" } }))).body.version).toBe(3);
    await add(as, nav, { label: "A" });
    expect((await must(h.call("DELETE /api/navigations/book", { as }))).body).toEqual({ id: nav.id, deleted: true });
    expect((await h.call("GET /api/navigations/book", { as })).status).toBe(404);
    expect((await h.runtime.database.sql`select 1 from navigation_entries where navigation_id = ${nav.id}`).count).toBe(
      0,
    );
  });

  test.each([
    [{ name: "  " }, 400, /blank/],
    [{ name: "A", slug: "A B" }, 400, /slug "A B"/],
    [{ name: "A", slug: "12" }, 400, /would read as a navigation's id/],
    [{ name: "A", slug: "preview" }, 400, /slug "preview" is reserved/],
    [{ name: "A", icon: "nope" }, 400, /icon "nope"/],
    [{}, 422, /./],
  ])("of %p is refused with %p", async (json, status, error) => {
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "POST /api/navigations", json }),
      expect: status === 422 ? { status } : { status, error },
    });
  });

  test("keeps others from its slug with 409, in making and in renaming", async () => {
    const as = await h.person();
    const [one, other] = [await makeNavigation(as, { slug: "one" }), await makeNavigation(as, { slug: "other" })];
    expect((await create(as, { name: "One" })).body).toMatchObject({ code: "already_exists", slug: "one" });
    const renamed = await h.call(`PATCH /api/navigations/${other.id}`, { as, json: { slug: one.slug } });
    expect([renamed.status, renamed.body.error]).toEqual([
      409,
      'there is already a navigation with the slug "one"; choose another',
    ]);
    expect((await create(await h.person(), { name: "One" })).status).toBe(201);
  });

  test("is one on Free, five on Team and any number on Business, however many ask at once", async () => {
    for (const [plan, most] of [
      ["free", 1],
      ["team", 5],
      ["business", null],
    ] as const) {
      const as = await h.person({ plan });
      const answers = await Promise.all(Array.from({ length: 7 }, (_, n) => create(as, { name: `Guide ${n}` })));
      expect(answers.filter((answer) => answer.status === 201).length).toBe(most ?? 7);
      const refused = answers.find((answer) => answer.status !== 201);
      if (refused) expect([refused.status, refused.body.limit]).toEqual([403, most]);
      const list = (await must(h.call("GET /api/navigations", { as }))).body;
      expect(list).toMatchObject({ limit: most, can_create: most === null });
    }
  });

  test("shows entries to a group from Business on: 402 below, and what is there stays", async () => {
    const as = await h.person({ plan: "team" });
    const { slug } = (await must(h.call("POST /api/groups", { as, json: { name: "Board" } }))).body;
    const nav = await makeNavigation(as);
    const json = { label: "A", visibility: "group", group: slug };
    expect((await addEntry(as, nav, json)).body).toMatchObject({ code: "plan_required", plan: "business" });
    expect((await putTree(as, nav, { entries: [json], version: 1 })).status).toBe(402);
    const { id } = await add(as, nav, { label: "A" });
    expect((await h.call(`PATCH /api/navigations/${nav.id}/entries/${id}`, { as, json: { group: slug } })).status).toBe(
      402,
    );
    await h.runtime.database.sql`
      update navigation_entries set visibility = 'group', group_id = (select group_id from groups where slug = ${slug} and workspace_id = ${as.workspace_id})
      where entry_id = ${id}`;
    const { entries, version } = await readTree(as, nav);
    const kept = await must(putTree(as, nav, { entries: [...entries, { label: "B" }], version }));
    expect(kept.body.entries).toMatchObject([{ id, group: slug }, { label: "B" }]);
  });

  test("edited by two at once takes one tree, and tells the other what it is now", async () => {
    const as = await h.person();
    const admin = await h.person({ role: "admin", workspace_id: as.workspace_id });
    const nav = await makeNavigation(as);
    const twin = await h.twin();
    const send = (label: string) => ({ json: { entries: [{ label }], version: 1 } });
    const answers = await Promise.all([
      h.call(`PUT /api/navigations/${nav.id}`, { as, ...send("First") }),
      twin.call(`PUT /api/navigations/${nav.id}`, { as: admin, ...send("Second") }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
    expect(lost?.body.detail.current).toMatchObject({ version: 2, entries: won?.body.entries });
    const labels = Array.from({ length: 6 }, (_, n) => `n${n}`);
    const added = await Promise.all(labels.map((label, n) => curating(n % 2 ? twin : h).addEntry(as, nav, { label })));
    expect(added.map((answer) => answer.status)).toEqual(labels.map(() => 201));
    const tree = await readTree(as, nav);
    expect(outlineOf(tree.entries).slice(1).toSorted()).toEqual(labels);
    expect(tree.entries.map((one: { position: number }) => one.position)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(tree.version).toBe(8);
  });

  test("may be changed under If-Match entry by entry, and a wrong tag is refused", async () => {
    const as = await h.person();
    const nav = await makeNavigation(as);
    const at = (headers: Record<string, string>) =>
      h.call(`POST /api/navigations/${nav.id}/entries`, { as, json: { label: "A" }, headers });
    expect((await at({ "if-match": '"1"' })).status).toBe(201);
    const stale = await at({ "if-match": '"1"' });
    expect([stale.status, stale.body.detail.current.version]).toEqual([409, 2]);
    expect((await at({ "if-match": '"abc"' })).status).toBe(400);
    expect((await at({ "if-match": "*" })).status).toBe(201);
    // Proxies that pack answers make the tag weak, or write how they did it into it.
    expect((await at({ "if-match": 'W/"3"' })).status).toBe(201);
    expect((await at({ "if-match": '"4-gzip"' })).status).toBe(201);
    expect((await at({ "if-match": 'W/"4"' })).status).toBe(409);
  });
});
