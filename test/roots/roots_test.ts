// Roots: who sees, makes and changes them, what a list of them says, and what is refused.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "./space.ts";

const h = await openHarness();
const at = () => h.clock.now().toISOString();

test("GET /api/roots shows General first, then by name, to each what they see", async () => {
  const { owner, member, creator, stranger, ...space } = await openSpace(h);
  await must(h.call("POST /api/roots", { as: owner, json: { name: "archive" } }));
  const namesFor = async (as: typeof owner) => {
    const { body } = await h.call("GET /api/roots", { as });
    return [body.can_create, body.roots.map((root: { name: string }) => root.name)];
  };
  expect(await namesFor(owner)).toEqual([true, ["General", "archive", "Plans"]]);
  expect(await namesFor(creator)).toEqual([false, ["General", "Plans"]]);
  expect(await namesFor(member)).toEqual([false, ["General"]]);
  expect(await namesFor(stranger)).toEqual([true, ["General"]]);
  await letIn(h, { owner, member, creator, stranger, ...space }, { level: "view", folder: "a/b", person: member });
  expect(await namesFor(member)).toEqual([false, ["General", "Plans"]]);
});

test.each([
  ["free", "owner", false],
  ["free", "member", false],
  ["team", "admin", true],
  ["team", "member", false],
  ["enterprise", "owner", true],
] as const)(
  "on the plan %s, can_create for role %s is %p, and making a root agrees",
  async (plan, role, can_create) => {
    const founder = await h.person({ plan });
    const as = role === "owner" ? founder : await h.person({ workspace_id: founder.workspace_id, role });
    expect((await h.call("GET /api/roots", { as })).body.can_create).toBe(can_create);
    const made = await h.call("POST /api/roots", { as, json: { name: "Handbook" } });
    expect(made.status === 201).toBe(can_create);
  },
);

test("a root says my level at its top, whether I manage it, and how many documents I may open in it", async () => {
  const space = await openSpace(h);
  const { owner, creator, member } = space;
  await put(h, owner, { root: space.slug, folder: "" });
  await put(h, owner, { root: space.slug, folder: "a" });
  await put(h, owner, { root: space.slug, folder: "a/b" });
  await letIn(h, space, { level: "comment", folder: "a", person: member });
  const shown = { slug: "plans", kind: "shared", is_general: false, published: false, description: null, icon: null };
  for (const [as, seen] of [
    [owner, { my_level: "edit", can_manage: true, doc_count: 3 }],
    [creator, { my_level: "edit", can_manage: true, doc_count: 3 }],
    [member, { my_level: null, can_manage: false, doc_count: 2 }],
  ] as const) {
    const expected = { ...shown, ...seen, created_at: at(), updated_at: at() };
    await scenario(h, {
      act: () => ({ call: `GET ${space.at}`, as }),
      expect: { status: 200, body: expected },
    });
    const { body } = await h.call("GET /api/roots", { as });
    expect(body.roots[1]).toMatchObject(expected);
  }
  await put(h, member, {});
  const { body } = await h.call("GET /api/roots", { as: member });
  expect(body.personal).toEqual({ slug: "~", name: "My documents", doc_count: 1 });
  expect(body.roots[0]).toMatchObject({ is_general: true, my_level: "edit", can_manage: false, doc_count: 0 });
});

test("counts leave out what is in the trash, has expired, or is somebody else's own", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  const gone = await put(h, member, { root: "general", folder: "" });
  await put(h, member, { root: "general", folder: "", retention_days: 1 });
  await put(h, member, { root: "general", folder: "" });
  await put(h, member, {});
  await must(h.call(`DELETE /api/docs/${gone.doc_id}`, { as: member }));
  const counts = async () => {
    const { body } = await h.call("GET /api/roots", { as: owner });
    return [body.personal.doc_count, body.roots[0].doc_count];
  };
  expect(await counts()).toEqual([0, 2]);
  h.clock.advance(2 * 86_400_000);
  expect(await counts()).toEqual([0, 1]);
});

test("owners and admins make roots, which are closed to everybody else", async () => {
  for (const who of ["owner", "admin"] as const) {
    await scenario(h, {
      given: () => openSpace(h),
      act: (space) => ({
        call: "POST /api/roots",
        as: space[who],
        json: { name: " Design & Brand ", description: "How we look", icon: "lucide:palette/pink" },
      }),
      expect: {
        status: 201,
        body: { slug: "design-brand", name: "Design & Brand", description: "How we look", icon: "lucide:palette/pink" },
        audit: [{ action: "root.create", target_type: "root", meta: { slug: "design-brand", name: "Design & Brand" } }],
      },
    });
  }
  const { owner, member } = await openSpace(h);
  await must(h.call("POST /api/roots", { as: owner, json: { name: "Secret", slug: "s-1" } }));
  expect((await h.call("GET /api/roots/s-1", { as: member })).status).toBe(404);
  expect((await h.call("GET /api/roots/s-1/access", { as: owner })).body).toMatchObject({
    grants: [],
    overrides: false,
  });
});

test.each([
  ["member", "enterprise", {}, 403, /owner or admin/],
  ["owner", "free", {}, 402, /need the Team plan or above; this workspace is on Free/],
  ["owner", "team", { slug: "plans" }, 409, 'there is already a root with the slug "plans"; choose another slug'],
  ["owner", "team", { name: "Plans" }, 409, /already a root with the slug "plans"/],
  ["owner", "team", { slug: "general" }, 400, 'slug "general" is reserved; choose another one'],
  ["owner", "team", { name: "General" }, 400, /reserved/],
  ["owner", "team", { slug: "~" }, 400, /slug/],
  ["owner", "team", { slug: "Not A Slug" }, 400, /slug/],
  ["owner", "team", { slug: "12" }, 400, /would read as a root's id/],
  ["owner", "team", { name: "  " }, 400, /name/],
  ["owner", "team", { icon: "svg:3" }, 400, /icon library/],
  ["owner", "team", { description: "x".repeat(513) }, 400, /description/],
] as const)("a root made by %s on %s with %p is a %p", async (who, plan, json, status, error) => {
  await scenario(h, {
    given: () => openSpace(h, { plan }),
    act: (space) => ({ call: "POST /api/roots", as: space[who], json: { name: "Other", ...json } }),
    expect: { status, error },
  });
});

test("a name is required", async () => {
  await scenario(h, {
    given: () => openSpace(h),
    act: ({ owner }) => ({ call: "POST /api/roots", as: owner, json: {} }),
    expect: { status: 422 },
  });
});

test("names without a letter for a slug are numbered, and two of one name are a conflict", async () => {
  const { owner } = await openSpace(h);
  const slugs: string[] = [];
  for (const name of ["計画", "企画", "2026"]) {
    slugs.push((await must(h.call("POST /api/roots", { as: owner, json: { name } }))).body.slug);
  }
  expect(slugs).toEqual(["space", "space-2", "space-2026"]);
});

test("a workspace has at most 200 shared roots, also when two are made at once", async () => {
  const { owner } = await openSpace(h);
  const now = h.clock.now();
  await h.runtime.database.sql`
    insert into roots (workspace_id, slug, name, created_at, updated_at)
    select ${owner.workspace_id}, 'r' || n, 'R' || n, ${now}, ${now} from generate_series(1, 198) as n`;
  const asked = ["one", "two"].map((name) => h.call("POST /api/roots", { as: owner, json: { name } }));
  const statuses = (await Promise.all(asked)).map((answer) => answer.status);
  expect(statuses.sort()).toEqual([201, 400]);
  await scenario(h, {
    act: () => ({ call: "POST /api/roots", as: owner, json: { name: "three" } }),
    expect: { status: 400, error: /has 200 shared roots; at most 200 are allowed/ },
  });
});

test("of two roots that are made with one slug at once, one is", async () => {
  const { owner, admin } = await openSpace(h);
  const asked = [owner, admin].map((as) => h.call("POST /api/roots", { as, json: { name: "Twin" } }));
  expect((await Promise.all(asked)).map((answer) => answer.status).sort()).toEqual([201, 409]);
});

test("a root is found by its slug or its id, by those who see it, and ~ is none", async () => {
  const space = await openSpace(h);
  for (const [as, ref, status] of [
    [space.owner, space.slug, 200],
    [space.owner, String(space.root_id), 200],
    [space.owner, "~", 404],
    [space.owner, "unknown", 404],
    [space.member, space.slug, 404],
    [space.member, "general", 200],
    [space.stranger, String(space.root_id), 404],
  ] as const) {
    await scenario(h, { act: () => ({ call: `GET /api/roots/${ref}`, as }), expect: { status } });
  }
});

test("the managers of a root change it, and only what differs is told", async () => {
  for (const who of ["owner", "admin", "creator"] as const) {
    await scenario(h, {
      given: () => openSpace(h),
      act: (space) => ({
        call: `PATCH ${space.at}`,
        as: space[who],
        json: { name: "Plans 2", slug: "plans-2", description: "All of them", icon: "🚀" },
      }),
      expect: {
        status: 200,
        body: { name: "Plans 2", slug: "plans-2", description: "All of them", icon: "🚀", can_manage: true },
        audit: [{ action: "root.update", target_type: "root", meta: { slug: "plans-2", previous: { slug: "plans" } } }],
      },
    });
  }
  const { owner, at: address } = await openSpace(h);
  await must(h.call(`PATCH ${address}`, { as: owner, json: { description: "x", icon: "emoji:U+1F680" } }));
  await scenario(h, {
    act: () => ({ call: `PATCH ${address}`, as: owner, json: { name: "Plans" } }),
    expect: { status: 200, body: { description: "x", icon: "emoji:U+1F680" } },
  });
  const { body } = await must(h.call(`PATCH ${address}`, { as: owner, json: { description: null, icon: null } }));
  expect(body).toMatchObject({ description: null, icon: null });
});

test.each([
  ["a stranger", "stranger", { name: "x" }, 404, /is not found/],
  ["who does not see it", "member", { name: "x" }, 404, /is not found/],
  ["a reserved slug", "owner", { slug: "api" }, 400, /reserved/],
  ["a bad icon", "owner", { icon: "lucide:nothing" }, 400, /names no drawing/],
] as const)("PATCH refuses %s", async (_what, who, json, status, error) => {
  await scenario(h, {
    given: () => openSpace(h),
    act: (space) => ({ call: `PATCH ${space.at}`, as: space[who], json }),
    expect: { status, error },
  });
});

test("PATCH refuses somebody who only sees the root, a slug that is taken, and another slug for General", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  await must(h.call("POST /api/roots", { as: space.owner, json: { name: "Taken" } }));
  for (const [as, call, json, status, error] of [
    [space.member, space.at, { name: "x" }, 403, /only the managers of "Plans"/],
    [space.owner, space.at, { slug: "taken" }, 409, /already a root with the slug "taken"/],
    [space.owner, "/api/roots/general", { slug: "all-of-us" }, 400, "General keeps its slug; leave slug out"],
    [space.creator, "/api/roots/general", { name: "x" }, 403, /only workspace owners and admins/],
    [space.owner, "/api/roots/~", { name: "x" }, 404, /is not found/],
  ] as const) {
    await scenario(h, { act: () => ({ call: `PATCH ${call}`, as, json }), expect: { status, error } });
  }
  await scenario(h, {
    act: () => ({ call: "PATCH /api/roots/general", as: space.admin, json: { name: "Everybody" } }),
    expect: { status: 200, body: { name: "Everybody", slug: "general" }, audit: [{ action: "root.update" }] },
    tools: false,
  });
});
