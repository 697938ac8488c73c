// Publishing and moving into roots and back: where a document lands when no folder is named, and who may take it where.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put, type Space } from "./space.ts";

const h = await openHarness();
const { sql } = h.runtime.database;

/** A person of the space by the name that they are given. */
async function named(space: Space, name: string, email?: string): Promise<Person> {
  const person = await h.person({ role: "member", workspace_id: space.owner.workspace_id, ...(email && { email }) });
  await sql`update users set name = ${name} where user_id = ${person.user_id}`;
  return person;
}

const move = (as: Person, doc: { doc_id: string }, json: object) =>
  h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json });

test("without a folder a document lands in its author's own below Members, with one at that, and with an empty one at the top", async () => {
  const space = await openSpace(h);
  const anna = await named(space, "Ana María O'Neil");
  await letIn(h, space, { level: "edit" });
  for (const [folder, lands] of [
    [undefined, "Members/Ana María O-Neil"],
    ["plans/2026", "plans/2026"],
    ["", ""],
  ] as const) {
    const where = { root: "plans", ...(folder !== undefined && { folder }) };
    expect((await put(h, anna, where)).folder).toBe(lands);
    const own = await put(h, anna, { folder: "mine" });
    const { body } = await must(move(anna, own, where));
    expect(body).toMatchObject({ folder: lands, url: own.url, version: 1, root: { id: space.root_id, slug: "plans" } });
  }
});

test("two people of one name have a folder each, whose name stays when theirs changes, and others start anew elsewhere", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  const [one, two] = [await named(space, "Sam"), await named(space, "Sam")];
  const landsFor = async (as: Person, root = "plans") => (await put(h, as, { root })).folder;
  expect([await landsFor(one), await landsFor(two), await landsFor(one)]).toEqual([
    "Members/Sam",
    "Members/Sam 2",
    "Members/Sam",
  ]);
  await sql`update users set name = 'Samantha' where user_id = ${two.user_id}`;
  expect(await landsFor(two)).toBe("Members/Sam 2");
  expect(await landsFor(two, "general")).toStartWith("Members/Sam");
});

test("two people of one name who publish at once have a folder each", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  const people = [await named(space, "Kim"), await named(space, "Kim"), await named(space, "Kim")];
  const docs = await Promise.all(people.map((as) => put(h, as, { root: "plans" })));
  expect(docs.map((doc) => doc.folder).sort()).toEqual(["Members/Kim", "Members/Kim 2", "Members/Kim 3"]);
});

test("without a name it is the part of the address before the @", async () => {
  const space = await openSpace(h);
  const person = await named(space, "", "jo.doe+x@example.org");
  expect((await put(h, person, { root: "general" })).folder).toBe("Members/jo.doe-x");
});

test("naming the root that a document is in keeps its folder", async () => {
  const space = await openSpace(h);
  const doc = await put(h, space.owner, { root: "plans", folder: "a" });
  expect((await must(move(space.owner, doc, { root: "plans" }))).body.folder).toBe("a");
});

test("publishing or moving into a root needs edit there", async () => {
  const space = await openSpace(h);
  const { member } = space;
  const own = await put(h, member, {});
  for (const [level, status] of [
    [null, 404],
    ["view", 403],
    ["comment", 403],
    ["edit", 201],
  ] as const) {
    if (level) await letIn(h, space, { level });
    const json = { html: "<p>x</p>", root: "plans", folder: "a" };
    const answer = await h.call("POST /api/docs", { as: member, json });
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(answer.body).toMatchObject({ error: `this needs edit on folder "a"; you hold ${level}`, level });
    }
    expect((await move(member, own, { root: "plans", folder: "a" })).status).toBe(status === 201 ? 200 : status);
  }
});

test("back into My documents goes with its author who holds edit, or with a manager who then owns it, and with nobody else", async () => {
  const space = await openSpace(h);
  const { owner, creator, member } = space;
  const other = await named(space, "Other");
  await letIn(h, space, { level: "edit" });
  const doc = await put(h, member, { root: "plans", folder: "a" });
  await scenario(h, {
    act: () => ({ call: `PATCH /api/docs/${doc.doc_id}`, as: other, json: { root: "~" } }),
    expect: { status: 403, error: /only who wrote the document, or a manager of "Plans"/ },
  });
  expect((await must(move(member, doc, { root: "~" }))).body).toMatchObject({
    root: null,
    folder: "a",
    my_level: "own",
  });
  expect((await move(creator, doc, { root: "~" })).status).toBe(404);
  await must(move(member, doc, { root: "plans", folder: "a" }));
  expect((await must(move(creator, doc, { root: null, folder: "b" }))).body).toMatchObject({ root: null, folder: "b" });
  expect((await h.call(`GET /api/docs/${doc.doc_id}`, { as: member })).status).toBe(404);
  const second = await put(h, member, { root: "plans", folder: "a" });
  await letIn(h, space, { level: "view" });
  expect((await move(member, second, { root: "~" })).status).toBe(403);
  expect((await must(move(owner, second, { root: "~" }))).body.my_level).toBe("own");
});
