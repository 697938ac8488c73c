// Deleting a root into another: who would be let in and shut out is told before, and that is what happens.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "./space.ts";

const h = await openHarness();

/** The space's root, read by one member, and another root whose folder `a` has a list of its own. */
async function openTwo() {
  const space = await openSpace(h);
  const { owner, member, creator, admin } = space;
  await must(h.call("POST /api/roots", { as: owner, json: { name: "Board" } }));
  await letIn(h, space, { level: "edit", person: member });
  const other = await h.person({ role: "member", workspace_id: owner.workspace_id });
  await letIn(h, space, { level: "view", person: other, root: "board" });
  await letIn(h, space, { level: "view", person: member, root: "board", folder: "a" });
  const inA = await put(h, owner, { title: "In A", root: "plans", folder: "a/b" });
  const top = await put(h, owner, { title: "Top", root: "plans", folder: "c" });
  const named = await put(h, owner, { title: "Named", root: "plans", folder: "c" });
  const grant = { subject_type: "user", subject: other.email, level: "view" };
  await must(h.call(`POST /api/docs/${named.doc_id}/access`, { as: owner, json: grant }));
  await put(h, owner, { title: "Open", root: "plans", visibility: "workspace" });
  return { ...space, other, inA, top, named, admin, creator };
}

const numbers = (body: ParsedBody) =>
  Object.fromEntries(body.people.map((one: ParsedBody) => [one.email, [one.gains, one.loses]]));

test("the preview counts for everybody what would open and close, and nothing changes", async () => {
  const { owner, member, creator, other } = await openTwo();
  const { body } = await scenario(h, {
    act: () => ({ as: owner, call: "GET /api/roots/plans/deletion?target=board" }),
    expect: {
      status: 200,
      body: { root: "plans", target: { slug: "board", name: "Board" }, docs: 4, people_gaining: 1, people_losing: 2 },
    },
  });
  // Who is named by a document's own grant opens it before and after.
  expect(numbers(body)).toEqual({ [member.email]: [0, 2], [creator.email]: [0, 3], [other.email]: [1, 0] });
  const general = (await must(h.call("GET /api/roots/plans/deletion", { as: owner }))).body;
  expect(general.target.slug).toBe("general");
  expect(numbers(general)).toEqual({ [other.email]: [2, 0] });
  const first = (await must(h.call("GET /api/roots/plans/deletion?target=board&limit=1", { as: owner }))).body;
  expect(first.people).toHaveLength(1);
  const rest = await must(
    h.call(`GET /api/roots/plans/deletion?target=board&cursor=${first.next_cursor}`, { as: owner }),
  );
  expect([...first.people, ...rest.body.people]).toEqual(body.people);
});

test("with a target the documents go there in their folders, and are open to whom the preview named", async () => {
  const { owner, member, other, inA, top, named, root_id } = await openTwo();
  await scenario(h, {
    act: () => ({ as: owner, call: "DELETE /api/roots/plans?target=board" }),
    expect: {
      status: 409,
      error: /still holds 4 documents; move them first, or pass force=true to move them into Board/,
    },
  });
  const before = (await h.audit()).length;
  const { body } = await must(h.call("DELETE /api/roots/plans?force=true&target=board", { as: owner }));
  expect(body).toEqual({ root: "plans", deleted: true, moved_docs: 4, target: { slug: "board", name: "Board" } });
  expect((await h.audit()).slice(before)).toMatchObject([
    { action: "root.delete", target_id: String(root_id), meta: { target: "board", moved_docs: 4 } },
  ]);
  const opens = async (as: typeof owner) =>
    Promise.all(
      [inA, top, named].map(async (doc) => (await h.call(`GET /api/docs/${doc.doc_id}/access`, { as })).status),
    );
  expect(await opens(member)).toEqual([200, 404, 404]);
  expect(await opens(other)).toEqual([404, 200, 200]);
  expect((await must(h.call(`GET /api/docs/${inA.doc_id}`, { as: owner }))).body).toMatchObject({ folder: "a/b" });
});

test("the target is a root that one manages: a 404 for one out of sight, a 403 for a reader, a 400 for the root itself", async () => {
  const { owner, creator, member } = await openTwo();
  for (const call of ["GET /api/roots/plans/deletion", "DELETE /api/roots/plans"]) {
    const refused = (as: typeof owner, target: string, expected: { status: number; error: RegExp }) =>
      scenario(h, {
        act: () => ({ as, call: `${call}?target=${target}${call.startsWith("DELETE") ? "&force=true" : ""}` }),
        expect: expected,
      });
    await refused(creator, "board", { status: 404, error: /root "board" is not found/ });
    await refused(owner, "plans", { status: 400, error: /is the root to be deleted; name another root/ });
    await refused(member, "board", { status: 403, error: /only the managers of "Plans"/ });
    await refused(owner, "nowhere", { status: 404, error: /root "nowhere" is not found/ });
  }
  await letIn(h, { owner, slug: "plans" } as never, { level: "edit", person: creator, root: "board" });
  await scenario(h, {
    act: () => ({ as: creator, call: "DELETE /api/roots/plans?force=true&target=board" }),
    expect: { status: 403, error: /only the managers of "Board"/ },
  });
});

test("two roots that are deleted into each other at once end as one", async () => {
  const { owner } = await openTwo();
  const answers = await Promise.all([
    h.call("DELETE /api/roots/plans?force=true&target=board", { as: owner }),
    h.call("DELETE /api/roots/board?force=true&target=plans", { as: owner }),
  ]);
  expect(answers.map((one) => one.status).sort()).toEqual([200, 404]);
  const { roots } = (await must(h.call("GET /api/roots", { as: owner }))).body;
  expect(roots).toHaveLength(2);
  const counted = roots.map((one: ParsedBody) => one.doc_count);
  expect(counted.reduce((sum: number, one: number) => sum + one, 0)).toBe(4);
});
