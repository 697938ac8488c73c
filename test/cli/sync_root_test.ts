// Syncing with a shared root that is called something else one day, while another root takes over what it was called.
import { afterAll, expect, test } from "bun:test";
import { openSyncPlace } from "./sync_fixture.ts";

const here = await openSyncPlace();
const { api } = here;
afterAll(here.close);

test("goes on with the root that it began with, under whichever name", async () => {
  await api.POST("/api/roots", { body: { name: "Handbook" } });
  const folder = here.folder("team");
  folder.write("one.md", "one\n");
  await folder.sync("--root", "handbook");
  const root = { params: { path: { root: "handbook" } } };
  const renamed = await api.PATCH("/api/roots/{root}", { ...root, body: { name: "Guide", slug: "guide" } });
  expect(renamed.response.status).toBe(200);
  const said = await folder.sync();
  expect(said.sum).toBe("nothing to do");
  expect(said.err.join("\n")).toContain('the root "handbook" is called "guide" now');
  await api.POST("/api/roots", { body: { name: "Handbook" } });
  const body = { markdown: "foreign\n", title: "Foreign", folder: "team" };
  await api.POST("/api/docs", { body: { ...body, root: "handbook" } });
  await api.POST("/api/docs", { body: { ...body, markdown: "two\n", title: "two", root: "guide" } });
  folder.write("one.md", "one, changed\n");
  folder.write("three.md", "three\n");
  expect((await folder.sync("--root", "guide")).code).toBe(0);
  expect(folder.files()).toEqual({ "one.md": "one, changed\n", "three.md": "three\n", "two.md": "two\n" });
  const { data } = await api.GET("/api/docs", { params: { query: { root: "guide", folder: "team" } } });
  expect(data?.docs.map((one) => one.title).sort()).toEqual(["one", "three", "two"]);
  await expect(folder.sync("--root", "handbook")).rejects.toThrow('is synced with root "guide", not "handbook"');
  await api.DELETE("/api/roots/{root}", { params: { path: { root: "guide" }, query: { force: true } } });
  await expect(folder.sync()).rejects.toThrow(
    'the root "guide" is not there any more, or closed to you; nothing was done',
  );
  expect(Object.keys(folder.files())).toHaveLength(3);
});
