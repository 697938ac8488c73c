// Who may remove a document for good: its owner, and in a root its managers and its author while they may edit there.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { letIn, must, openSpace, put, type Space } from "../roots/space.ts";

const h = await openHarness();

interface Cast extends Space {
  author: Person;
  viewer: Person;
}

/** The space's member edits, like the author; the viewer reads. */
async function openCast(): Promise<Cast> {
  const space = await openSpace(h);
  const { workspace_id } = space.owner;
  const author = await h.person({ role: "member", workspace_id });
  const viewer = await h.person({ role: "member", workspace_id });
  await letIn(h, space, { level: "edit", person: author });
  await letIn(h, space, { level: "edit", person: space.member });
  await letIn(h, space, { level: "view", person: viewer });
  return { ...space, author, viewer };
}

const purge = (as: Person, { doc_id }: { doc_id: string }) => h.call(`DELETE /api/docs/${doc_id}?purge=true`, { as });

async function trashed(as: Person, where: Record<string, unknown>) {
  const doc = await put(h, as, where);
  await must(h.call(`DELETE /api/docs/${doc.doc_id}`, { as }));
  return doc;
}

test("in a root a document goes for good by its author and by managers, live or out of the trash, and by no other editor", async () => {
  const cast = await openCast();
  const where = { root: "plans", folder: "a" };
  const expected = { author: 200, creator: 200, admin: 200, owner: 200, member: 403, viewer: 403, stranger: 404 };
  for (const [name, status] of Object.entries(expected)) {
    const as = cast[name as keyof typeof expected];
    const answer = await purge(as, await put(h, cast.author, where));
    expect({ name, status: answer.status }).toEqual({ name, status });
    // Whoever could not bring it back does not know of what is in the trash.
    const known = name === "viewer" ? 404 : status;
    const gone = await purge(as, await trashed(cast.author, where));
    expect({ name, status: gone.status }).toEqual({ name, status: known });
  }
  const refused = await purge(cast.member, await put(h, cast.author, where));
  expect(refused.body.error).toBe(
    'only who wrote the document, or a manager of "Plans", may remove it for good; you hold edit',
  );
});

test("in General no member removes what another wrote", async () => {
  const { member, author, admin } = await openCast();
  const where = { root: "general", folder: "" };
  expect((await purge(member, await put(h, author, where))).status).toBe(403);
  expect((await purge(author, await put(h, author, where))).status).toBe(200);
  expect((await purge(admin, await put(h, author, where))).status).toBe(200);
});

test("an author who may edit no more removes nothing", async () => {
  const cast = await openCast();
  const doc = await put(h, cast.author, { root: "plans", folder: "" });
  await letIn(h, cast, { level: "comment", person: cast.author });
  expect((await purge(cast.author, doc)).status).toBe(403);
});

test("in My documents a document goes for good by its owner alone", async () => {
  const { author, member, owner } = await openCast();
  const doc = await put(h, author, {});
  const json = { subject_type: "user", subject: member.email, level: "edit" };
  await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as: author, json }));
  expect((await purge(member, doc)).body.error).toBe("only the document's owner may remove it for good; you hold edit");
  expect((await purge(owner, doc)).status).toBe(404);
  expect((await purge(author, doc)).status).toBe(200);
});

test("emptying the trash of a root takes what one wrote, and for its managers everything", async () => {
  const cast = await openCast();
  const { author, member, creator } = cast;
  const where = { root: "plans", folder: "a" };
  const [theirs, mine] = [await trashed(author, where), await trashed(member, where)];
  const empty = async (as: Person) => {
    const { body } = await must(h.call("DELETE /api/trash?root=plans", { as }));
    await h.runtime.jobs.runDue();
    const left = await must(h.call("GET /api/trash?root=plans", { as: creator }));
    return { ...body, left: left.body.docs.map((doc: { doc_id: string }) => doc.doc_id).sort() };
  };
  expect(await empty(cast.viewer)).toEqual({ docs: 0, kept: 0, left: [theirs.doc_id, mine.doc_id].sort() });
  expect(await empty(member)).toEqual({ docs: 1, kept: 1, left: [theirs.doc_id] });
  expect(await empty(creator)).toEqual({ docs: 1, kept: 0, left: [] });
});
