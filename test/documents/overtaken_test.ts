// What happens to a document between its reading for a write and the one statement of that write:
// the write is held to what holds then.
import { expect, test } from "bun:test";
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { documentsPublishHook } from "../../plugins/documents/port/hooks.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { publish } from "./published.ts";

/** Done once, when the next write has read its document and sends its statement as soon as it has asked. */
let meanwhile: (() => Promise<unknown>) | null = null;

const overtaker: Plugin = {
  name: "overtaker",
  operations: [],
  handles: () => [
    handle(documentsPublishHook, async () => {
      const happens = meanwhile;
      meanwhile = null;
      await happens?.();
    }),
  ],
};

const h = await openHarness({
  extra: [
    {
      plugin: overtaker,
      entry: { purpose: "Comes between.", needs: ["documents"], toolset: "docs", editions: ["community"] },
    },
  ],
});

/** A document of one person that another one may edit. */
async function open() {
  const { as: owner, at, doc } = await publish(h);
  const editor = await h.person({ workspace_id: owner.workspace_id });
  const grant = { subject_type: "user", subject: editor.email, level: "edit" };
  const given = await h.call(`POST ${at}/access`, { as: owner, json: grant });
  return { owner, editor, at, doc, grant_id: given.body.id };
}

const put = (at: string, as: Person, content: string, more: object = {}) =>
  h.call(`PUT ${at}/files/a.txt`, { as, json: { content, ...more } });

async function overtake(given: { at: string; editor: Person }, by: () => Promise<{ status: number }>) {
  let status = 0;
  meanwhile = async () => {
    status = (await by()).status;
  };
  const answer = await put(given.at, given.editor, "mine");
  expect(meanwhile).toBeNull();
  expect([200, 201, 204]).toContain(status);
  return answer;
}

test("by nothing: it is written as the next version, with its row in the log and its number among the changes", async () => {
  const { editor, at, doc } = await open();
  const answer = await put(at, editor, "mine");
  expect(answer.body).toMatchObject({ version: 2, changed: true, path: "a.txt", size: 4 });
  const [row] = await h.runtime.database.sql`
    select (select count(*)::int from audit_events where target_id = ${doc.doc_id} and action = 'doc.edit') as noted,
      d.version, d.size_bytes, c.change_seq > c.first_seq as is_numbered
    from documents d join document_changes c using (document_id) where d.doc_id = ${doc.doc_id}`;
  expect(row).toMatchObject({ noted: 1, version: 2, is_numbered: true });
  expect((await h.call(`GET ${at}/files/a.txt`, { as: editor })).body).toBe("mine");
});

test("by somebody's lease: 423", async () => {
  const given = await open();
  const answer = await overtake(given, () => h.call(`POST ${given.at}/lock`, { as: given.owner, json: {} }));
  expect(answer.status).toBe(423);
  expect((await h.call(`GET ${given.at}`, { as: given.owner })).body.version).toBe(1);
});

test("by the end of the right: 404", async () => {
  const given = await open();
  const answer = await overtake(given, () => h.call(`DELETE /api/access/${given.grant_id}`, { as: given.owner }));
  expect(answer.status).toBe(404);
  expect((await h.call(`GET ${given.at}`, { as: given.owner })).body.version).toBe(1);
});

test("by the trash: 404", async () => {
  const given = await open();
  const answer = await overtake(given, () => h.call(`DELETE ${given.at}`, { as: given.owner }));
  expect(answer.status).toBe(404);
});

test("by another write: it comes after that, and holds what both wrote", async () => {
  const given = await open();
  const answer = await overtake(given, () =>
    h.call(`PUT ${given.at}/files/b.txt`, { as: given.owner, json: { content: "theirs" } }),
  );
  expect(answer.body).toMatchObject({ version: 3, changed: true });
  expect((await h.call(`GET ${given.at}/files/b.txt`, { as: given.editor })).body).toBe("theirs");
  expect((await h.call(`GET ${given.at}/files/a.txt`, { as: given.editor })).body).toBe("mine");
});

test("by a write that the condition does not know: 409, and nothing of it stays", async () => {
  const given = await open();
  meanwhile = () => put(given.at, given.owner, "theirs");
  const answer = await put(given.at, given.editor, "mine", { base_version: 1 });
  expect(answer).toMatchObject({ status: 409, body: { current_version: 2 } });
  expect((await h.call(`GET ${given.at}/files/a.txt`, { as: given.editor })).body).toBe("theirs");
});

test("by a candidate: it takes the number after it", async () => {
  const given = await open();
  const answer = await overtake(given, () => put(given.at, given.owner, "later", { activate: false }));
  expect(answer.body).toMatchObject({ version: 3, changed: true });
});

test("by a title: the title stays", async () => {
  const given = await open();
  const answer = await overtake(given, () =>
    h.call(`PATCH ${given.at}`, { as: given.owner, json: { title: "Named meanwhile" } }),
  );
  expect(answer.body).toMatchObject({ version: 2, title: "Named meanwhile" });
});

test("by another write of the same file: an edit is made on what that left", async () => {
  const given = await open();
  await put(given.at, given.owner, "one two");
  meanwhile = () => put(given.at, given.owner, "one two three");
  const json = { path: "a.txt", old_string: "two", new_string: "2" };
  const answer = await h.call(`POST ${given.at}/edit`, { as: given.editor, json });
  expect(meanwhile).toBeNull();
  expect(answer.body).toMatchObject({ version: 4, changed: true, replacements: 1 });
  expect((await h.call(`GET ${given.at}/files/a.txt`, { as: given.editor })).body).toBe("one 2 three");
});

test("by another file: files are added and removed beside it", async () => {
  const given = await open();
  await put(given.at, given.owner, "mine");
  const other = (path: string) => () =>
    h.call(`PUT ${given.at}/files/${path}`, { as: given.owner, json: { content: path } });
  meanwhile = other("b.txt");
  const form = new FormData();
  form.append("files", new Blob(["c"]), "c.txt");
  expect((await h.call(`POST ${given.at}/files`, { as: given.editor, form })).body.version).toBe(4);
  meanwhile = other("d.txt");
  const removed = await h.call(`DELETE ${given.at}/files?path=a.txt`, { as: given.editor });
  const paths = removed.body.files.map(({ path }: { path: string }) => path);
  expect([removed.body.version, paths]).toEqual([6, ["b.txt", "c.txt", "d.txt", "index.html"]]);
});
