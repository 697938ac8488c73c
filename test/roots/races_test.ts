// Access lists that change while folders are made: at every moment the place's guard is the nearest list upwards.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { letIn, must, openSpace, put, type Space } from "./space.ts";

const h = await openHarness();
const { sql } = h.runtime.database;

/** The folders of a root whose guard is not the nearest list. */
async function strayGuards(space: Space): Promise<string[]> {
  const places = await sql<{ place_id: number; path: string; has_list: boolean; guard_ids: number[] }[]>`
    select place_id, path, has_list, guard_ids from places where root_id = ${space.root_id}`;
  return places
    .filter((place) => {
      const above = places.filter(
        ({ path, has_list }) => has_list && (path === "" || path === place.path || place.path.startsWith(`${path}/`)),
      );
      const [nearest] = above.sort((a, b) => b.path.length - a.path.length);
      return place.guard_ids.length !== 1 || place.guard_ids[0] !== nearest?.place_id;
    })
    .map((place) => place.path);
}

const share = (space: Space, folder: string) =>
  h.call(`POST ${space.at}/access`, { as: space.owner, json: { subject_type: "workspace", level: "view", folder } });
const inherit = (space: Space, folder: string) =>
  h.call(`POST ${space.at}/access/inherit`, { as: space.owner, json: { folder } });

test("lists that begin and end while folders are made below them leave every guard right", async () => {
  const space = await openSpace(h);
  await letIn(h, space, { level: "edit" });
  for (let round = 0; round < 5; round++) {
    const folders = ["a", "a/b", "a/b/c", `a/b/c/d${round}`, `a/n${round}/x`, `z${round}`];
    const publish = folders.map((folder) => put(h, space.owner, { root: "plans", folder }));
    const lists = [share(space, "a"), share(space, "a/b/c"), inherit(space, "a"), share(space, `a/n${round}`)];
    for (const answer of await Promise.all(lists)) expect([200, 201]).toContain(answer.status);
    await Promise.all(publish);
    expect(await strayGuards(space)).toEqual([]);
    await must(inherit(space, "a/b/c"));
    expect(await strayGuards(space)).toEqual([]);
  }
});

test("of two inherits at once one is told to the audit log", async () => {
  const space = await openSpace(h);
  await must(share(space, "a"));
  const before = (await h.audit()).length;
  const answers = await Promise.all([inherit(space, "a"), inherit(space, "a")]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
  expect((await h.audit()).slice(before).map((row) => row.action)).toEqual(["access.inherit"]);
  expect(await strayGuards(space)).toEqual([]);
});

test("of two first entries of a folder both stand in its one list", async () => {
  const space = await openSpace(h);
  const json = { subject_type: "user", subject: space.member.email, folder: "a" };
  await Promise.all([share(space, "a"), must(h.call(`POST ${space.at}/access`, { as: space.owner, json }))]);
  const { body } = await must(h.call(`GET ${space.at}/access?folder=a`, { as: space.owner }));
  expect(body.grants).toHaveLength(2);
  expect(body.overrides).toBe(true);
});

test("a list that begins while its root is deleted either goes with it or finds no root", async () => {
  for (let round = 0; round < 4; round++) {
    const space = await openSpace(h);
    await put(h, space.owner, { root: "plans", folder: "a" });
    const [shared, ended] = await Promise.all([
      share(space, `a/${round}`),
      h.call(`DELETE ${space.at}?force=true`, { as: space.owner }),
    ]);
    expect([201, 404]).toContain(shared.status);
    expect(ended.status).toBe(200);
  }
});

test("a group that is deleted while it is let in leaves no entry behind", async () => {
  for (let round = 0; round < 4; round++) {
    const space = await openSpace(h);
    const group = await must(h.call("POST /api/groups", { as: space.owner, json: { name: "Design" } }));
    const json = { subject_type: "group", subject: group.body.slug, level: "edit" };
    const [shared, ended] = await Promise.all([
      h.call(`POST ${space.at}/access`, { as: space.owner, json }),
      h.call(`DELETE /api/groups/${group.body.id}`, { as: space.owner }),
    ]);
    expect([201, 404]).toContain(shared.status);
    expect(ended.status).toBe(200);
    const { body } = await must(h.call(`GET ${space.at}/access`, { as: space.owner }));
    expect(body.grants).toEqual([]);
  }
});

test("two roots that are deleted at once share the folders that they bring to General", async () => {
  for (let round = 0; round < 3; round++) {
    const space = await openSpace(h);
    const { owner } = space;
    await must(h.call("POST /api/roots", { as: owner, json: { name: "Second" } }));
    const folders = ["z", "a/b/c", "m", "a/b"];
    for (const root of ["plans", "second"]) for (const folder of folders) await put(h, owner, { root, folder });
    const end = (slug: string) => h.call(`DELETE /api/roots/${slug}?force=true`, { as: owner });
    const answers = await Promise.all([end("plans"), end("second")]);
    expect(answers.map((answer) => answer.body.moved_docs)).toEqual([4, 4]);
    const { body } = await must(h.call("GET /api/docs?root=general", { as: space.member }));
    expect(new Set(body.docs.map((doc: { folder: string }) => doc.folder))).toEqual(new Set(folders));
  }
});

test("a member who leaves while they are let in leaves no entry behind", async () => {
  for (let round = 0; round < 4; round++) {
    const space = await openSpace(h);
    const json = { subject_type: "user", subject: space.member.email, level: "edit" };
    const [shared, left] = await Promise.all([
      h.call(`POST ${space.at}/access`, { as: space.owner, json }),
      h.call(`DELETE /api/members/${space.member.user_id}`, { as: space.owner }),
    ]);
    expect([201, 404]).toContain(shared.status);
    expect(left.status).toBe(200);
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from grants
      where workspace_id = ${space.owner.workspace_id} and subject_type = 'user' and subject_id = ${space.member.user_id}`;
    expect(row?.n).toBe(0);
  }
});
