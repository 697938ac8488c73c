// A document that is remembered is answered as it is now, whatever has changed around it since it was read.
import { expect, test } from "bun:test";
import type { Actor } from "../../kernel/plugin.ts";
import { createDocumentCache, documentCachePort } from "../../plugins/documents/store/reading/document_cache.ts";
import { findDocument } from "../../plugins/documents/store/reading/documents.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { fewestStatements } from "../permission/statements.ts";
import { group, share, team, withPerson } from "../sharing/team.ts";
import { publish } from "./published.ts";

const h = await openHarness();

type Changing = Awaited<ReturnType<typeof open>>;

/** A document of Anna's in a folder of a root, which Otto may edit through a group. */
async function open() {
  const people = await team(h);
  await group(h, "design", [people.otto]);
  const root = { json: { name: "Plans" }, as: people.owner };
  const { body } = await h.call("POST /api/roots", root);
  const editors = { subject_type: "workspace", level: "edit" };
  await must(h.call(`POST /api/roots/${body.slug}/access`, { as: people.owner, json: editors }));
  const json = { markdown: "# Plan\n\nsee [[other]]", root: body.slug, folder: "a/b" };
  return { ...people, root: body.slug, ...(await publish(h, json, { as: people.anna })) };
}

const CHANGES: [name: string, change: (given: Changing) => Promise<unknown>][] = [
  ["a title", ({ at, anna }) => h.call(`PATCH ${at}`, { as: anna, json: { title: "Better" } })],
  ["tags", ({ at, anna }) => h.call(`PATCH ${at}`, { as: anna, json: { tags: ["red"] } })],
  ["an alias", ({ at, anna }) => h.call(`PUT ${at}/alias`, { as: anna, json: { alias: "the-plan" } })],
  ["content", ({ at, anna }) => h.call(`PUT ${at}/files/source.md`, { as: anna, json: { content: "# New" } })],
  ["a file more", ({ at, anna }) => h.call(`PUT ${at}/files/a.txt`, { as: anna, json: { content: "a" } })],
  [
    "files beside it, in the order of their paths",
    async ({ at, anna }) => {
      const form = new FormData();
      for (const path of ["\u{1f600}.txt", "\uff5e.txt", "Z.txt", "a.txt"])
        form.append("files", new Blob([path]), path);
      return h.call(`POST ${at}/files`, { as: anna, form });
    },
  ],
  [
    "a file less",
    async ({ at, anna }) => {
      await must(h.call(`PUT ${at}/files/a.txt`, { as: anna, json: { content: "a" } }));
      return h.call(`DELETE ${at}/files?path=a.txt`, { as: anna });
    },
  ],
  [
    "a text replaced",
    ({ at, anna }) =>
      h.call(`POST ${at}/edit`, { as: anna, json: { path: "source.md", old_string: "Plan", new_string: "Idea" } }),
  ],
  ["its folder", ({ at, anna }) => h.call(`PATCH ${at}`, { as: anna, json: { folder: "c" } })],
  ["a grant", (given) => share(h, { ...given, as: given.owner }, withPerson(given.otto, "view"))],
  ["the trash", ({ at, anna }) => h.call(`DELETE ${at}`, { as: anna })],
  ["the root's name", ({ root, owner }) => h.call(`PATCH /api/roots/${root}`, { as: owner, json: { name: "Ideas" } })],
  ["the folder's name", ({ root, owner }) => renameFolder(owner, { root, path: "a", new_path: "z" })],
  ["a list at the folder", ({ root, owner }) => closeFolder(owner, root)],
  [
    "a page made anew",
    async ({ anna }) => {
      const other = await publish(h, { markdown: "# Other" }, { as: anna });
      await must(h.call(`PUT ${other.at}/alias`, { as: anna, json: { alias: "other" } }));
      await h.runtime.jobs.runDue();
    },
  ],
];

test.each(CHANGES)("after %s everybody is told what holds now", async (_name, change) => {
  const given = await open();
  const readers = [given.anna, given.otto, given.owner];
  await everybody(readers, given.doc.doc_id);
  await must(change(given));
  const { remembered, fresh } = await everybody(readers, given.doc.doc_id);
  expect(remembered).toEqual(fresh);
});

test("documents that many ask for at once are read together, and each is told what it holds", async () => {
  const { anna, otto, owner, root, doc } = await open();
  const others = [
    await publish(h, { html: "<p>in its root" }, { as: owner }),
    await publish(h, { html: "<p>mine" }, { as: anna }),
    await publish(h, { html: "<p>in a folder", root, folder: "a" }, { as: anna }),
    await publish(h, { html: "<p>open", visibility: "workspace" }, { as: otto }),
  ];
  await must(share(h, { ...others[1]!, as: anna }, withPerson(otto, "comment")));
  const eve = await h.person();
  const ids = [doc.doc_id, ...others.map((one) => one.doc.doc_id), "nothing-has-this-id"];
  const { sql, pipelinedSql } = h.runtime.database;
  const actors = await Promise.all([anna, otto, owner, eve].map(actorOf));
  const asked = actors.flatMap((actor) => [...ids, ...ids].map((doc_id) => ({ actor, doc_id })));
  const cache = createDocumentCache(h.runtime.database);
  const together = await Promise.all(asked.map((by) => cache.find(pipelinedSql, by)));
  const alone = await Promise.all(asked.map((by) => findDocument(sql, by)));
  expect(together).toEqual(alone);
  const owned = ids.map((doc_id) => ({ actor: actors[0]!, doc_id }));
  const readOwned = () => {
    const unknowing = createDocumentCache(h.runtime.database);
    return Promise.all(owned.map((by) => unknowing.find(pipelinedSql, by)));
  };
  expect(await fewestStatements(2, readOwned)).toBeLessThanOrEqual(2);
});

test("the bytes of files that many ask for at once are read together", async () => {
  const as = await h.person();
  const files: string[] = [];
  for (let n = 0; n < 12; n++) files.push(`${(await publish(h, { html: `<p>${n}` }, { as })).at}/files/index.html`);
  const readAll = async () => {
    const answers = await Promise.all(files.map((at) => h.call(`GET ${at}`, { as })));
    expect(answers.map(({ body }) => body)).toEqual(files.map((_, n) => `<p>${n}`));
  };
  await readAll();
  // Stamps and bytes, each in a few; alone they are 24.
  expect(await fewestStatements(8, readAll)).toBeLessThanOrEqual(8);
});

test("what has not changed is not read again", async () => {
  const { anna, doc } = await open();
  const first = await remember(await actorOf(anna), doc.doc_id);
  expect(await remember(await actorOf(anna), doc.doc_id)).toBe(first);
});

test("what a transaction has written is not remembered when it is rolled back", async () => {
  const { anna, doc } = await open();
  const actor = await actorOf(anna);
  const title = async () => (await remember(actor, doc.doc_id))?.title;
  await title();
  const { database } = h.runtime;
  const failed = database.withTransaction(async (sql) => {
    await sql`update documents set title = 'Never' where doc_id = ${doc.doc_id}`;
    const seen = await h.runtime.use(documentCachePort).find(sql, { actor, doc_id: doc.doc_id });
    throw new Error(`rolled back with ${seen?.title}`);
  });
  await expect(failed).rejects.toThrow("rolled back with Never");
  expect(await title()).toBe("Plan");
});

test("what somebody may not open stays unknown to them, however often they ask", async () => {
  const { otto, anna } = await open();
  const { doc } = await publish(h, { html: "<p>mine" }, { as: anna });
  const colleague = await actorOf(otto);
  const asked = [await remember(colleague, doc.doc_id), await remember(colleague, doc.doc_id)];
  expect(asked.map((found) => found?.level)).toEqual(["none", "none"]);
  expect(asked[0]).not.toBe(asked[1]);
});

async function everybody(people: readonly Person[], docId: string) {
  const actors = await Promise.all(people.map(actorOf));
  const remembered = await Promise.all(actors.map((actor) => remember(actor, docId)));
  const { sql } = h.runtime.database;
  const fresh = await Promise.all(actors.map((actor) => findDocument(sql, { actor, doc_id: docId })));
  return { remembered, fresh };
}

function remember(actor: Actor, docId: string) {
  return h.runtime.use(documentCachePort).find(h.runtime.database.pipelinedSql, { actor, doc_id: docId });
}

async function actorOf(person: Person): Promise<Actor> {
  const actor = await h.runtime.identifier.identifyId(person.user_id);
  if (!actor) throw new Error(`${person.email} is nobody`);
  return actor;
}

function renameFolder(as: Person, json: Record<string, unknown>) {
  return h.call("PATCH /api/folders", { as, json });
}

async function closeFolder(as: Person, root: string) {
  const json = { subject_type: "user", subject: as.email, level: "view", folder: "a" };
  return h.call(`POST /api/roots/${root}/access`, { as, json });
}

/** Fails unless the change was made. */
async function must(answer: Promise<unknown>): Promise<unknown> {
  const given = await answer;
  const status = typeof given === "object" && given !== null && "status" in given ? Number(given.status) : 200;
  if (status >= 300) throw new Error(`not changed: ${JSON.stringify(given)}`);
  return given;
}
