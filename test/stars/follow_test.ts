// Stars on folders: they go where the folder goes, and up or away when it is removed.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

const star = (as: Person, folder: string, root = "~") =>
  must(h.call("POST /api/stars", { as, json: { folder, root } }));
const rename = (as: Person, path: string, new_path: string, root = "~") =>
  must(h.call("PATCH /api/folders", { as, json: { path, new_path, root } }));
const remove = (as: Person, path: string, root = "~") =>
  must(h.call(`DELETE /api/folders?path=${encodeURIComponent(path)}&force=true&root=${root}`, { as }));
const starred = async (as: Person): Promise<string[]> =>
  (await must(h.call("GET /api/stars", { as }))).body.stars.map((one: { folder: string }) => one.folder);

test("follow a folder that is renamed, merged or removed", async () => {
  const as = await h.person();
  const other = await h.person({ workspace_id: as.workspace_id });
  for (const folder of ["a/b/b", "c", "abc"]) await put(h, as, { folder });
  await put(h, other, { folder: "a/b" });
  for (const folder of ["a", "a/b", "a/b/b", "c", "abc"]) await star(as, folder);
  await star(other, "a/b");
  await remove(as, "a/b");
  expect(await starred(as)).toEqual(["a", "a/b", "c", "abc"]);
  await rename(as, "a", "c");
  expect(await starred(as)).toEqual(["c/b", "c", "abc"]);
  await remove(as, "c");
  expect(await starred(as)).toEqual(["b", "abc"]);
  expect(await starred(other)).toEqual(["a/b"]);
});

test("of everybody follow a folder of a root", async () => {
  const space = await openSpace(h);
  const { owner, member } = space;
  await put(h, owner, { root: "plans", folder: "a/in" });
  await letIn(h, space, { level: "view" });
  await put(h, member, { folder: "a" });
  await star(owner, "a/in", "plans");
  await star(member, "a", "plans");
  await star(member, "a");
  await rename(owner, "a", "x/y", "plans");
  expect(await starred(owner)).toEqual(["x/y/in"]);
  expect(await starred(member)).toEqual(["x/y", "a"]);
});

test("of a removed folder come to the one above, which is still there", async () => {
  const as = await h.person();
  await must(h.call("POST /api/folders", { as, json: { path: "a/b" } }));
  await star(as, "a/b");
  await must(h.call("DELETE /api/folders?path=a%2Fb", { as }));
  expect(await starred(as)).toEqual(["a"]);
  expect((await h.call("GET /api/folder-meta?path=a", { as })).status).toBe(200);
});
