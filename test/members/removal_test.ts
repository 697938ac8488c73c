// Removing somebody: what it concerns, and who may hand over what belongs to them.
import { describe, expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { listening } from "../notifications/listening.ts";
import { group } from "../sharing/team.ts";
import { type Company, leaving } from "./leaving.ts";

const h = await openHarness();
const { hear, told } = listening(h);

const { company, must, allow, withDocuments } = leaving(h);

const DELETE = ({ leaver }: Company, to?: Person) =>
  `DELETE /api/members/${leaver.user_id}${to ? `?hand_over_to=${to.user_id}` : ""}`;

describe("the preview of a removal", () => {
  test("counts what goes, what is shared, held, in the trash and stays, and names groups and roots", async () => {
    const world = await withDocuments();
    const { owner, admin, leaver, top } = world;
    await group(h, "design", [leaver]);
    await must(h.call(`POST ${top.at}/legal-hold`, { as: owner, json: { on: true } }));
    await publish(h, { html: "x", root: "general", folder: "a" }, { as: leaver });
    await h.runtime.database.sql`
      insert into roots (workspace_id, slug, name, created_by, created_at, updated_at)
      values (${owner.workspace_id}, 'theirs', 'Theirs', ${leaver.user_id}, ${h.clock.now()}, ${h.clock.now()})`;
    await scenario(h, {
      act: () => ({ as: admin, call: `GET /api/members/${leaver.user_id}/removal` }),
      expect: {
        status: 200,
        body: {
          user: { id: leaver.user_id, email: leaver.email, role: "member" },
          ...{ can_remove: false, why_not: expect.stringContaining("1 under legal hold would leave") },
          ...{ documents: 2, documents_shared: 1, documents_on_hold: 1, documents_in_trash: 1, documents_staying: 1 },
          ...{ tokens: 1, connections: 0, grants: 0 },
          groups: [{ slug: "design" }],
          roots: [{ slug: "theirs", name: "Theirs" }],
          hand_over: { can: false, why_not: expect.stringContaining("only an owner of the workspace") },
        },
      },
    });
  });

  test("is for owners and admins, and a 404 for somebody else's people", async () => {
    const { admin, leaver, other } = await company();
    const stranger = await h.person();
    const call = `GET /api/members/${leaver.user_id}/removal`;
    await scenario(h, { act: () => ({ as: other, call }), expect: { status: 403, error: /owner or admin role/ } });
    await scenario(h, { act: () => ({ as: stranger, call }), expect: { status: 404, error: "member not found" } });
    const own = await h.call(`GET /api/members/${admin.user_id}/removal`, { as: admin });
    expect(own.body).toMatchObject({ can_remove: false, why_not: expect.stringContaining("cannot remove yourself") });
  });
});

describe("handing over at a removal", () => {
  test("makes the colleague the owner of all that is not in the trash, in the same folders, with everything that hangs on it", async () => {
    const world = await withDocuments();
    const { owner, leaver, heir, other, deep, top } = world;
    await allow(world);
    const gone = await publish(h, { html: "x", folder: "Plans/old" }, { as: leaver });
    await must(h.call(`DELETE ${gone.at}`, { as: leaver }));
    const before = (await h.audit()).length;
    const body = await must(h.call(DELETE(world, heir), { as: owner }));
    const name = leaver.email.split("@")[0];
    const folder = `${name} - handed over`;
    expect(body).toMatchObject({
      removed: leaver.user_id,
      handed_over: { docs: 2, folder, to: { id: heir.user_id, email: heir.email } },
    });
    const rows = (await h.audit()).slice(before).filter((row) => row.action.startsWith("member."));
    expect(rows).toMatchObject([
      {
        ...{ action: "member.hand_over", actor: owner.email, target_id: String(leaver.user_id) },
        meta: { email: leaver.email, to: heir.email, docs: 2, folder, own: false },
      },
      { action: "member.leave", target_id: String(leaver.user_id) },
    ]);
    // The heir owns them at their old addresses, by their names, with versions, comments and stars.
    const got = await must(h.call(`GET ${deep.at}`, { as: heir }));
    expect(got).toMatchObject({
      title: "Deep",
      folder: `${folder}/Plans/2026`,
      alias: "the-plan",
      url: deep.doc.url,
      my_level: "own",
    });
    expect(await must(h.call(`GET ${top.at}`, { as: heir }))).toMatchObject({ folder, my_level: "own" });
    expect((await must(h.call(`GET ${deep.at}/access`, { as: heir }))).my_level).toBe("own");
    expect((await must(h.call(`GET ${deep.at}/comments`, { as: heir }))).comments).toHaveLength(1);
    expect((await must(h.call("GET /api/stars", { as: other }))).stars).toMatchObject([{ doc_id: deep.doc.doc_id }]);
    // What the folder's grant gave, it gives.
    expect((await must(h.call(`GET ${deep.at}/access`, { as: other }))).my_level).toBe("comment");
    const list = await must(h.call(`GET /api/folders/access?path=${folder}/Plans`, { as: heir }));
    expect(list.grants).toMatchObject([{ subject_label: other.email, level: "comment" }]);
    // The person keeps what was in the trash, and opens nothing of the rest.
    for (const { at } of [deep, top]) expect((await h.call(`GET ${at}/access`, { as: leaver })).status).toBe(404);
    const trash = await must(h.call("GET /api/trash", { as: leaver }));
    expect(trash.docs.map((doc: ParsedBody) => doc.doc_id)).toEqual([gone.doc.doc_id]);
    for (const as of [owner, world.admin]) expect((await h.call(`GET ${top.at}/access`, { as })).status).toBe(404);
    await hear();
    expect((await told(heir)).filter((one) => one.kind === "documents.received")).toMatchObject([
      { title: `2 documents of ${leaver.email} are yours now, in "${folder}"` },
    ]);
  });

  test("tells the person by mail, and lets held documents stay in the workspace", async () => {
    const world = await withDocuments();
    const { owner, heir, top } = world;
    await must(h.call(`POST ${top.at}/legal-hold`, { as: owner, json: { on: true } }));
    await allow(world);
    expect((await h.call(DELETE(world), { as: owner })).status).toBe(423);
    await must(h.call(DELETE(world, heir), { as: owner }));
    const mails = await h.runtime.database.sql<{ payload: ParsedBody }[]>`
      select payload from jobs where kind = 'mail.send' and payload->>'to' = ${world.leaver.email}`;
    expect(mails.map((one) => one.payload.text)).toEqual([
      expect.stringMatching(new RegExp(`now belong to ${heir.email}[^]*audit log`)),
    ]);
    expect((await must(h.call(`GET ${top.at}/policy-state`, { as: owner }))).legal_hold).toBe(true);
  });

  test("needs an owner, a policy that holds for seven days, and somebody else to receive", async () => {
    const world = await withDocuments();
    const { owner, admin, heir, leaver } = world;
    const refused = (as: Person, to: Person, expected: { status: number; error: RegExp }) =>
      scenario(h, { act: () => ({ as, call: DELETE(world, to) }), expect: expected });
    await refused(owner, heir, { status: 403, error: /policy does not let its owners hand over/ });
    await must(h.call("PUT /api/policy", { as: owner, json: { hand_over: "owners" } }));
    await refused(owner, heir, { status: 403, error: /from .* on, so that everybody knows of it before/ });
    h.clock.advance(7 * DAY_MS);
    await refused(admin, heir, { status: 403, error: /only an owner of the workspace may hand over/ });
    await refused(owner, owner, { status: 403, error: /who removes somebody does not get their documents/ });
    await refused(owner, leaver, { status: 400, error: /name another member/ });
    await refused(owner, await h.person(), { status: 404, error: /member not found/ });
    // It is over as soon as it is taken back, and begins anew.
    await must(h.call("PUT /api/policy", { as: owner, json: { hand_over: "never" } }));
    await refused(owner, heir, { status: 403, error: /policy does not let its owners hand over/ });
  });

  test("is a 413 that says how many where the account does not hold them all, and nothing is done", async () => {
    const world = await withDocuments();
    const { owner, heir } = world;
    await allow(world);
    await h.runtime.database.sql`
      insert into document_owners (workspace_id, owner_id, live) values (${owner.workspace_id}, ${heir.user_id}, 4999)`;
    await scenario(h, {
      act: () => ({ as: owner, call: DELETE(world, heir) }),
      expect: { status: 413, error: /holds 4999 documents, and 2 more would pass the 5000 that one account may hold/ },
    });
    await h.runtime.database.sql`delete from document_owners where owner_id = ${heir.user_id}`;
  });

  test("keeps apart what has one name, and folders that are as deep as may be", async () => {
    const world = await company();
    const { owner, leaver, heir } = world;
    const name = leaver.email.split("@")[0] ?? "";
    await publish(h, { html: "x", folder: `${name} - handed over/Plans` }, { as: heir });
    const deepest = "a/b/c/d/e/f/g/h";
    const { at } = await publish(h, { html: "x", folder: deepest }, { as: leaver });
    const flat = await publish(h, { html: "x", folder: "Plans" }, { as: leaver });
    await allow(world);
    const { handed_over } = await must(h.call(DELETE(world, heir), { as: owner }));
    expect(handed_over.folder).toBe(`${name} - handed over 2`);
    expect((await must(h.call(`GET ${flat.at}`, { as: heir }))).folder).toBe(`${name} - handed over 2/Plans`);
    const { folder } = await must(h.call(`GET ${at}`, { as: heir }));
    expect(folder).toBe(`${name} - handed over 2 - a/b/c/d/e/f/g/h`);
    // It can be named, listed and changed.
    expect((await h.call(`PATCH ${at}`, { as: heir, json: { folder } })).status).toBe(200);
    const tree = await must(h.call(`GET /api/folders?root=~`, { as: heir }));
    expect(JSON.stringify(tree)).toContain(`${name} - handed over 2`);
  });
});

test("everybody is told that owners may hand over, before it holds, and that it is over", async () => {
  const world = await company();
  const { owner, admin, leaver } = world;
  const json = { hand_over: "owners" };
  expect((await h.call("PUT /api/policy", { as: admin, json })).status).toBe(403);
  const policy = await must(h.call("PUT /api/policy", { as: owner, json }));
  expect(policy).toMatchObject({
    hand_over: "owners",
    hand_over_from: new Date(h.clock.now().getTime() + 7 * DAY_MS).toISOString(),
  });
  expect(await must(h.call("GET /api/policy", { as: leaver }))).toMatchObject({ hand_over: "owners" });
  const notices = async (as: Person) => (await told(as)).filter((one) => one.kind === "policy.hand_over");
  for (const as of [admin, leaver]) {
    expect(await notices(as)).toMatchObject([
      { title: expect.stringMatching(/^From .* on, owners of the workspace may hand/) },
    ]);
  }
  await must(h.call("PUT /api/policy", { as: admin, json: { hand_over: "never" } }));
  expect(await notices(leaver)).toHaveLength(2);
});
