// Renaming something to what it is called already, and setting what is set:
// answered, never refused, and written nowhere.
import { expect, test } from "bun:test";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";
import { must, openSpace } from "../roots/space.ts";

const h = await openHarness();

type Send = (call: string, json?: object) => Promise<Answer>;

interface Case {
  make: (send: Send, as: Person) => Promise<() => Promise<Answer>>;
}

async function made(send: Send, json: object): Promise<string> {
  return `/api/docs/${(await must(send("POST /api/docs", json))).body.doc_id}`;
}

const CASES: [name: string, make: Case["make"]][] = [
  [
    "a document's title",
    async (send) => {
      const at = await made(send, { html: "x", title: "Plan" });
      return () => send(`PATCH ${at}`, { title: "Plan" });
    },
  ],
  [
    "a document's folder, root, tags, listing, visibility and attributes",
    async (send) => {
      const options = { folder: "a/b", root: "general", tags: ["x"], listing: "team", visibility: "workspace" };
      const at = await made(send, { html: "x", ...options, attrs: { a: "b" } });
      return () => send(`PATCH ${at}`, { ...options, attrs: { a: "b" } });
    },
  ],
  [
    "a document's alias",
    async (send) => {
      const at = await made(send, { html: "x" });
      await must(send(`PUT ${at}/alias`, { alias: "plan" }));
      return () => send(`PUT ${at}/alias`, { alias: "plan" });
    },
  ],
  [
    "a document's icon",
    async (send) => {
      const { body } = await send("POST /api/docs", { html: "x" });
      const json = { target: `doc:${body.doc_id}`, icon: "emoji:U+1F680" };
      await must(send("PUT /api/icons/target", json));
      return () => send("PUT /api/icons/target", json);
    },
  ],
  [
    "a version's label",
    async (send) => {
      const at = await made(send, { html: "x" });
      await must(send(`PATCH ${at}/versions/1`, { label: "first" }));
      return () => send(`PATCH ${at}/versions/1`, { label: "first" });
    },
  ],
  [
    "a comment's text and state",
    async (send) => {
      const at = await made(send, { html: "x" });
      const { body } = await must(send(`POST ${at}/comments`, { body: "words" }));
      return () => send(`PATCH /api/comments/${body.id}`, { body: "words", resolved: false });
    },
  ],
  [
    "a folder's path",
    async (send) => {
      await must(send("POST /api/folders", { path: "a/b" }));
      return () => send("PATCH /api/folders", { path: "a/b", new_path: "/a/b/" });
    },
  ],
  [
    "a folder's settings",
    async (send) => {
      await must(send("POST /api/folders", { path: "set" }));
      const json = { view_mode: "list", description: "words" };
      await must(send("PUT /api/folder-meta?path=set", json));
      return () => send("PUT /api/folder-meta?path=set", json);
    },
  ],
  [
    "a root's name, slug and description",
    async (send) => {
      const json = { name: "Plans", slug: "plans", description: "words" };
      await must(send("POST /api/roots", json));
      return () => send("PATCH /api/roots/plans", json);
    },
  ],
  [
    "General's name and slug",
    async (send) => () => send("PATCH /api/roots/general", { name: "General", slug: "general" }),
  ],
  [
    "a group's name and description",
    async (send) => {
      const json = { name: "Design", description: "words" };
      const { body } = await must(send("POST /api/groups", json));
      return () => send(`PATCH /api/groups/${body.id}`, json);
    },
  ],
  ["a member's role", async (send, as) => () => send(`PATCH /api/members/${as.user_id}`, { role: "owner" })],
  [
    "a shortcut's label and position",
    async (send) => {
      const { body } = await must(send("POST /api/docs", { html: "x" }));
      await must(send("POST /api/folders", { path: "cut" }));
      const options = { label: "There", position: 1 };
      const json = { folder: "cut", target: { doc_id: body.doc_id }, ...options };
      const shortcut = (await must(send("POST /api/shortcuts", json))).body;
      return () => send(`PATCH /api/shortcuts/${shortcut.id}`, options);
    },
  ],
];

test.each(CASES)("%s is set to what it is, and nothing is written", async (_name, make) => {
  const as = await h.person();
  const send: Send = (call, json) => h.call(call, { as, ...(json ? { json } : {}) });
  const again = await make(send, as);
  const before = [await h.audit(), await changedAt(as)];
  h.clock.advance(1000);
  const answer = await again();
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  expect([await h.audit(), await changedAt(as)]).toEqual(before);
});

/** When each document and root of a workspace was last changed, with its version. */
async function changedAt({ workspace_id }: Person) {
  const { sql } = h.runtime.database;
  return [
    await sql`select doc_id, version, updated_at from documents where workspace_id = ${workspace_id} order by 1`,
    await sql`select slug, updated_at from roots where workspace_id = ${workspace_id} order by 1`,
  ].map((rows) => [...rows]);
}

test("whoever may edit a folder alone may say its path again, and may not move it", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await must(h.call("POST /api/folders", { as: owner, json: { path: "a/b", root: space.slug } }));
  const grant = { subject_type: "user", subject: member.email, level: "edit", folder: "a/b" };
  await must(h.call(`POST ${space.at}/access`, { as: owner, json: grant }));
  const rename = (new_path: string) =>
    h.call("PATCH /api/folders", { as: member, json: { path: "a/b", new_path, root: space.slug } });
  expect((await rename("a/b")).status).toBe(200);
  expect((await rename("a/c")).status).toBe(403);
});
