// Access lists of roots and folders: who reads and changes them, and what a folder's own list stands in for.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { readLists } from "./lists.ts";
import { letIn, must, openSpace, put } from "./space.ts";

const h = await openHarness();
const { access, foldersOf } = readLists(h);

test("the managers of a root let people in, and the list says whom and at what level", async () => {
  for (const who of ["owner", "admin", "creator"] as const) {
    const answer = await scenario(h, {
      given: () => openSpace(h, { plan: "free" }),
      act: (space) => ({
        call: `POST ${space.at}/access`,
        as: space[who],
        json: { subject_type: "user", subject: space.member.email },
      }),
      expect: (space) => ({
        status: 201,
        body: {
          root: { id: space.root_id, slug: "plans", name: "Plans", kind: "shared" },
          folder: "",
          my_level: "edit",
          can_manage: true,
          access_blocked: null,
          inherited_from: null,
          inherited: [],
          overrides: false,
        },
        audit: [
          {
            action: "access.grant",
            target_type: "root",
            target_id: String(space.root_id),
            meta: {
              root: "plans",
              folder: "",
              subject_type: "user",
              subject: space.member.email,
              level: "view",
              was: null,
            },
          },
        ],
      }),
    });
    expect(answer.body.grants).toMatchObject([{ subject_type: "user", level: "view", folder: "" }]);
  }
});

test("a second grant changes the level, and the same one again changes nothing", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "view" });
  const json = { subject_type: "workspace", level: "edit" };
  const act = () => ({ call: `POST ${space.at}/access`, as: space.owner, json });
  const [{ id: before }] = (await access(space)).grants;
  const { body } = await scenario(h, {
    act,
    tools: false,
    expect: { status: 201, audit: [{ action: "access.grant", meta: { level: "edit", was: "view" } }] },
  });
  expect(body.grants).toMatchObject([
    { id: before, level: "edit", subject_label: `workspace:${space.owner.workspace}` },
  ]);
  await scenario(h, { act, expect: { status: 201 } });
});

test("a folder's first entry replaces the list above it, an empty list closes it, and inherit opens it again", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  for (const folder of ["", "a", "a/b", "a/b/c", "ab"]) await put(h, owner, { root: "plans", folder });
  await letIn(h, space, { level: "view" });
  expect(await foldersOf(member)).toEqual(["", "a", "a/b", "a/b/c", "ab"]);
  await letIn(h, space, { level: "edit", folder: "a/b/c", person: member });
  await letIn(h, space, { level: "edit", folder: "a", person: space.admin });
  expect(await foldersOf(member)).toEqual(["", "a/b/c", "ab"]);
  const list = await access(space, "a");
  expect(list).toMatchObject({ folder: "a", overrides: true, inherited_from: null, inherited: [] });
  expect(list.grants).toMatchObject([{ subject: { id: space.admin.user_id }, level: "edit", folder: "a" }]);
  expect(await access(space, "a/b")).toMatchObject({
    overrides: false,
    grants: [],
    inherited_from: "a",
    inherited: list.grants,
  });
  expect((await h.call(`GET ${space.at}/access?folder=not/there`, { as: owner })).status).toBe(404);
  const [{ id }] = list.grants;
  await scenario(h, {
    act: () => ({ call: `DELETE ${space.at}/access/${id}`, as: owner }),
    tools: false,
    expect: {
      status: 200,
      body: { id, deleted: true },
      audit: [
        { action: "access.revoke", target_type: "folder", target_id: "a", meta: { root: "plans", grant_id: id } },
      ],
    },
  });
  expect(await access(space, "a")).toMatchObject({ overrides: true, grants: [], inherited_from: null });
  expect(await foldersOf(member)).toEqual(["", "a/b/c", "ab"]);
  await scenario(h, {
    act: () => ({ call: `POST ${space.at}/access/inherit`, as: owner, json: { folder: "a" } }),
    tools: false,
    expect: {
      status: 200,
      body: { folder: "a", overrides: false, grants: [], inherited_from: "" },
      audit: [{ action: "access.inherit", target_type: "folder", target_id: "a", meta: { root: "plans" } }],
    },
  });
  expect(await foldersOf(member)).toEqual(["", "a", "a/b", "a/b/c", "ab"]);
  expect(await access(space, "a/b/c")).toMatchObject({ overrides: true });
  await scenario(h, {
    act: () => ({ call: `POST ${space.at}/access/inherit`, as: owner, json: { folder: "a" } }),
    expect: { status: 200, body: { overrides: false } },
  });
});

test("inherit drops a folder's own entries", async () => {
  const space = await openSpace(h);
  await put(h, space.owner, { root: "plans", folder: "a/b" });
  await letIn(h, space, { level: "view", folder: "a", person: space.member });
  expect(await foldersOf(space.member)).toEqual(["a/b"]);
  await must(h.call(`POST ${space.at}/access/inherit`, { as: space.owner, json: { folder: "a" } }));
  expect(await foldersOf(space.member)).toBe(404);
});

test("who may view a place reads its list; below that it is 403 with the level held, or 404 for what is not seen", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "comment", folder: "a", person: space.member });
  await put(h, space.owner, { root: "plans", folder: "a/b" });
  await put(h, space.owner, { root: "plans", folder: "z" });
  for (const [as, call, status, error] of [
    [space.member, `${space.at}/access?folder=a/b`, 200, undefined],
    [space.member, `${space.at}/access`, 403, 'this needs view on the top of "Plans"; you hold none'],
    [space.member, `${space.at}/access?folder=z`, 404, 'folder "z" is not found'],
    [space.member, `${space.at}/access?folder=y`, 404, 'folder "y" is not found'],
    [space.stranger, `${space.at}/access`, 404, /is not found/],
    [space.owner, "/api/roots/~/access", 404, /is not found/],
    [space.owner, `${space.at}/access?folder=a/..`, 400, 'folder segment ".." is not allowed'],
  ] as const) {
    await scenario(h, {
      act: () => ({ call: `GET ${call}`, as }),
      expect: { status, ...(error && { error: new RegExp(error) }) },
    });
  }
  expect(await access(space, "a", space.member)).toMatchObject({ my_level: "comment", can_manage: false });
  const general = (await must(h.call("GET /api/roots/general/access", { as: space.member }))).body;
  expect(general).toMatchObject({ my_level: "edit", can_manage: false, overrides: false });
  expect(general.grants).toMatchObject([{ subject_type: "workspace", level: "edit" }]);
});
