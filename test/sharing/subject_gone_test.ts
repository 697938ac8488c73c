// What becomes of a workspace document when whom it was narrowed to is gone: nobody else sees it by that.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { group, type Shared, share, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

/** A document that is open to all members but for being shared with some, and two of those that it is closed to. */
async function narrowedDocument(): Promise<Shared & { bert: Person }> {
  const document = await withDocument(h, { visibility: "workspace", listing: "team" });
  return { ...document, bert: await h.person({ role: "member", workspace_id: document.owner.workspace_id }) };
}

async function expectClosed({ at, doc, anna, bert, owner }: Shared & { bert: Person }): Promise<void> {
  expect((await h.call(`GET ${at}/manifest`, { as: bert })).status).toBe(404);
  expect((await h.call("GET /api/docs?view=all", { as: bert })).body.docs).toEqual([]);
  expect((await h.call(`GET ${at}`, { as: anna })).body.visibility).toBe("restricted");
  const { events } = (await h.call(`GET /api/audit?target_id=${doc.doc_id}&action=doc.visibility`, { as: owner })).body;
  expect(events).toMatchObject([{ actor: "system", meta: { from: "workspace", to: "restricted" } }]);
}

describe("a workspace document that is shared with one subject alone", () => {
  test("opens to nobody else when the group is deleted, and its owner is told by the change feed", async () => {
    const document = await narrowedDocument();
    const { at, anna, otto, owner } = document;
    const id = await group(h, "board", [otto]);
    await share(h, document, { subject_type: "group", subject: "board", level: "view" });
    const { next_cursor } = (await h.call("GET /api/changes", { as: anna })).body;
    expect((await h.call(`DELETE /api/groups/${id}`, { as: owner })).status).toBe(200);
    await expectClosed(document);
    expect((await h.call(`GET ${at}/manifest`, { as: otto })).status).toBe(404);
    const { changes } = (await h.call(`GET /api/changes?since=${next_cursor}`, { as: anna })).body;
    expect(changes).toMatchObject([{ doc_id: document.doc.doc_id, left: false }]);
  });

  test("opens to nobody else when the person is removed from the workspace", async () => {
    const document = await narrowedDocument();
    await share(h, document, withPerson(document.otto));
    const removed = await h.call(`DELETE /api/members/${document.otto.user_id}`, { as: document.owner });
    expect(removed.status).toBe(200);
    await expectClosed(document);
  });

  test("opens to nobody else when the last two are removed at the same moment", async () => {
    const document = await narrowedDocument();
    const { otto, admin, owner } = document;
    await share(h, document, withPerson(otto));
    await share(h, document, withPerson(admin));
    const calls = [otto, admin].map((one) => h.call(`DELETE /api/members/${one.user_id}`, { as: owner }));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    await expectClosed(document);
  });
});

test("a workspace document that another grant narrows stays as it is, and so does one of another visibility", async () => {
  const document = await narrowedDocument();
  const { at, anna, bert, otto, owner } = document;
  await share(h, document, withPerson(otto));
  await share(h, document, withPerson(bert));
  await h.call(`DELETE /api/members/${otto.user_id}`, { as: owner });
  expect((await h.call(`GET ${at}`, { as: anna })).body.visibility).toBe("workspace");
  expect((await h.call(`GET ${at}/manifest`, { as: bert })).status).toBe(200);
  const linked = await withDocument(h, { visibility: "unlisted" });
  await share(h, linked, withPerson(linked.otto));
  await h.call(`DELETE /api/members/${linked.otto.user_id}`, { as: linked.owner });
  expect((await h.call(`GET ${linked.at}`, { as: linked.anna })).body.visibility).toBe("unlisted");
});
