// Giving up one's own access to a document, a folder or a root.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { group, share, team, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

describe("leaving a document", () => {
  test("ends the grant that names the caller, at once and with a row in the log", async () => {
    const { body } = await scenario(h, {
      given: async () => {
        const document = await withDocument(h);
        await share(h, document, withPerson(document.otto, "edit"));
        return document;
      },
      act: ({ otto, at }) => ({ as: otto, call: `DELETE ${at}/access/me` }),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, left: true, my_level: "none" },
        audit: [{ action: "access.leave", target_type: "doc", target_id: doc.doc_id, meta: { level: "edit" } }],
      }),
    });
    expect(body.left).toBe(true);
    const document = await withDocument(h);
    await share(h, document, withPerson(document.otto));
    await h.call(`DELETE ${document.at}/access/me`, { as: document.otto });
    expect((await h.call(`GET ${document.at}/access`, { as: document.otto })).status).toBe(404);
    expect((await h.call(`GET ${document.at}/access`, { as: document.anna })).body.grants).toEqual([]);
  });

  test("leaves what a group gives, and says so", async () => {
    const document = await withDocument(h);
    const { otto, at } = document;
    await group(h, "design", [otto]);
    await share(h, document, { subject_type: "group", subject: "design", level: "view" });
    await share(h, document, withPerson(otto, "edit"));
    expect((await h.call(`DELETE ${at}/access/me`, { as: otto })).body).toMatchObject({ my_level: "view" });
    const again = await h.call(`DELETE ${at}/access/me`, { as: otto });
    expect([again.status, again.body.error]).toEqual([
      409,
      expect.stringContaining("you hold view on it by another way"),
    ]);
  });

  test("opens a narrowed workspace document to nobody", async () => {
    const document = await withDocument(h, { visibility: "workspace", listing: "team" });
    const { otto, anna, at, owner } = document;
    const bert = await h.person({ role: "member", workspace_id: owner.workspace_id });
    await share(h, document, withPerson(otto));
    expect((await h.call(`DELETE ${at}/access/me`, { as: otto })).status).toBe(200);
    for (const as of [otto, bert]) expect((await h.call(`GET ${at}/access`, { as })).status).toBe(404);
    const { narrowed, grants } = (await h.call(`GET ${at}/access`, { as: anna })).body;
    expect([narrowed, grants.length]).toEqual([true, 1]);
    // The owner decides who is let in.
    expect((await h.call(`DELETE /api/access/${grants[0].id}`, { as: anna })).status).toBe(200);
    expect((await h.call(`GET ${at}/access`, { as: bert })).status).toBe(200);
  });

  test("is a 404 to whoever does not see it, as for an unknown id, and a 409 to its owner", async () => {
    const { otto, eve, anna, at } = await withDocument(h);
    const answers = [
      await h.call(`DELETE ${at}/access/me`, { as: otto }),
      await h.call(`DELETE ${at}/access/me`, { as: eve }),
      await h.call("DELETE /api/docs/nowhere/access/me", { as: otto }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array.from({ length: 3 }, () => [404, "document not found"]),
    );
    await scenario(h, {
      given: () => withDocument(h),
      act: (world) => ({ as: world.anna, call: `DELETE ${world.at}/access/me` }),
      expect: { status: 409, error: /you own it; there is no grant of yours to give up/ },
    });
    expect((await h.call(`GET ${at}/access`, { as: anna })).status).toBe(200);
  });
});

describe("leaving a folder of somebody else's", () => {
  async function folderOf(anna: Person, otto: Person) {
    const { at } = await publish(h, { html: "x", folder: "Plans/2026" }, { as: anna });
    await h.call("POST /api/folders/access?path=Plans", { as: anna, json: withPerson(otto) });
    return at;
  }

  test("ends the grant on just that folder", async () => {
    const { anna, otto } = await team(h);
    const at = await folderOf(anna, otto);
    const list = (await h.call(`GET ${at}/access`, { as: otto })).body.grants;
    const { folder_owner_id, folder } = list[0];
    const named = `owner_id=${folder_owner_id}&path=${folder}`;
    const left = await h.call(`DELETE /api/folders/access/me?${named}`, { as: otto });
    expect(left.body).toEqual({ owner_id: anna.user_id, path: "Plans", left: true });
    expect((await h.call(`GET ${at}/access`, { as: otto })).status).toBe(404);
    const [row] = (await h.audit()).filter((one) => one.action === "access.leave").slice(-1);
    expect(row).toMatchObject({ target_type: "folder", target_id: "Plans", actor: otto.email });
  });

  test("is the same 404 for a folder below, somebody else's, one's own, and one that is not there", async () => {
    const { anna, otto, owner, eve } = await team(h);
    await folderOf(anna, otto);
    const asks: [Person, number, string][] = [
      [otto, anna.user_id, "Plans/2026"],
      [owner, anna.user_id, "Plans"],
      [anna, anna.user_id, "Plans"],
      [eve, anna.user_id, "Plans"],
      [otto, anna.user_id, "Nowhere"],
    ];
    const before = await h.rows("grants", "audit_events");
    for (const [as, owner_id, path] of asks) {
      const { status, body } = await h.call(`DELETE /api/folders/access/me?owner_id=${owner_id}&path=${path}`, { as });
      expect([status, body.error]).toEqual([404, `no folder "${path}" of theirs is shared with you by name`]);
    }
    expect(await h.rows("grants", "audit_events")).toEqual(before);
  });
});

describe("leaving a root", () => {
  async function board() {
    const people = await team(h);
    const { owner, otto } = people;
    await h.call("POST /api/roots", { as: owner, json: { name: "Board", slug: "board" } });
    for (const folder of ["", "a"])
      await h.call("POST /api/roots/board/access", { as: owner, json: { ...withPerson(otto, "edit"), folder } });
    return people;
  }

  test("ends every entry that names the caller, and the root is out of their sight", async () => {
    await scenario(h, {
      given: board,
      act: ({ otto }) => ({ as: otto, call: "DELETE /api/roots/board/access/me" }),
      expect: () => ({
        status: 200,
        body: { root: "board", left: 2 },
        audit: [
          { action: "access.leave", target_type: "root", meta: { root: "board", folder: "", level: "edit" } },
          { action: "access.leave", target_type: "folder", target_id: "a" },
        ],
      }),
    });
    const { otto, owner } = await board();
    await h.call("DELETE /api/roots/board/access/me", { as: otto });
    expect((await h.call("GET /api/roots/board", { as: otto })).status).toBe(404);
    // The folder's list stays, empty, and closes the folder.
    expect((await h.call("GET /api/roots/board/access?folder=a", { as: owner })).body).toMatchObject({
      overrides: true,
      grants: [],
    });
  });

  test("with folder ends that list's entry alone, on the Free plan too", async () => {
    const { otto, owner } = await board();
    await h.runtime.database.sql`update workspaces set plan = 'free' where workspace_id = ${owner.workspace_id}`;
    const left = await h.call("DELETE /api/roots/board/access/me?folder=a", { as: otto });
    expect(left.body).toEqual({ root: "board", left: 1 });
    expect((await h.call("GET /api/roots/board", { as: otto })).body).toMatchObject({ my_level: "edit" });
    const again = await h.call("DELETE /api/roots/board/access/me?folder=a", { as: otto });
    expect([again.status, again.body.error]).toEqual([
      409,
      expect.stringContaining('no entry of folder "a" names you'),
    ]);
  });

  test("is a 409 where a manager or everybody holds it, and a 404 to whoever does not see it", async () => {
    const { owner, anna, eve } = await board();
    expect((await h.call("DELETE /api/roots/board/access/me", { as: owner })).status).toBe(409);
    expect((await h.call("DELETE /api/roots/general/access/me", { as: anna })).status).toBe(409);
    for (const as of [anna, eve]) expect((await h.call("DELETE /api/roots/board/access/me", { as })).status).toBe(404);
  });
});
