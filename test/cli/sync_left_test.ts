// Syncing a folder from which documents leave: moved into the team's hands, or closed to the person who syncs.
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { type ApiClient, createClient } from "../../openapi/client/mod.ts";
import { openSyncPlace, readAll, type Synced } from "./sync_fixture.ts";

const here = await openSyncPlace();
const { api } = here;
afterAll(here.close);

const aside = (folder: Synced) => Object.values(readAll(join(folder.path, ".docsvc/trash"))).sort();

async function idOf(by: ApiClient, query: Record<string, string>, title: string): Promise<string> {
  const { data } = await by.GET("/api/docs", { params: { query } });
  const found = data?.docs.find((one) => one.title === title);
  if (!found) throw new Error(`there is no ${title} for ${JSON.stringify(query)}`);
  return found.doc_id;
}

const at = (doc_id: string) => ({ params: { path: { doc_id } } });

async function textOf(doc_id: string): Promise<{ version: number | undefined; text: string | undefined }> {
  const params = { path: { doc_id, path: "source.md" } };
  const { data } = await api.GET("/api/docs/{doc_id}/files/{path}", { params, parseAs: "text" });
  const { data: manifest } = await api.GET("/api/docs/{doc_id}/manifest", at(doc_id));
  return { version: manifest?.version, text: typeof data === "string" ? data : undefined };
}

test("what was moved to General is kept aside with what was changed here, and no later edit reaches the team's document", async () => {
  const folder = here.folder("moved");
  folder.write("edited.md", "edited\n");
  folder.write("whole.md", "whole\n");
  folder.write("stays.md", "stays\n");
  await folder.sync();
  const edited = await idOf(api, { folder: "moved" }, "edited");
  const whole = await idOf(api, { folder: "moved" }, "whole");
  const before = [await textOf(edited), await textOf(whole)];
  for (const doc_id of [edited, whole])
    await api.PATCH("/api/docs/{doc_id}", { ...at(doc_id), body: { root: "general" } });
  folder.write("edited.md", "edited, and changed here\n");
  const told = await folder.sync();
  expect(told.lines.map((line) => line.replace(/;? ?kept in .*/, ""))).toEqual([
    "trash     edited.md: no longer what is synced there: closed to you, or moved away; what you changed was not sent",
    "trash     whole.md: no longer what is synced there: closed to you, or moved away",
  ]);
  expect(folder.files()).toEqual({ "stays.md": "stays\n" });
  expect(aside(folder)).toEqual(["edited, and changed here\n", "whole\n"]);
  // A file of the same name is another document from here on.
  folder.write("edited.md", "written anew\n");
  expect((await folder.sync()).lines).toEqual(["up        edited.md"]);
  expect(await idOf(api, { folder: "moved" }, "edited")).not.toBe(edited);
  expect([await textOf(edited), await textOf(whole)]).toEqual(before);
  expect((await folder.sync()).sum).toBe("nothing to do");
});

test("what is closed to the person is kept aside, and comes down again once it is open", async () => {
  await here.place.runHere("user", "add", "ann@example.org", "--workspace", "house", "--role", "member");
  const token = await here.place.runHere("token", "create", "ann@example.org", "--name", "sync");
  const theirs = createClient({ base_url: here.place.base_url, token });
  const body = { markdown: "pay\n", title: "Pay", root: "general", folder: "team/hr" };
  await api.POST("/api/docs", { body });
  await api.POST("/api/docs", { body: { ...body, markdown: "plan\n", title: "Plan", folder: "team" } });
  const folder = here.folder("team");
  const words = ["--root", "general", "--token", token];
  await folder.sync(...words);
  expect(folder.files()).toEqual({ "Plan.md": "plan\n", "hr/Pay.md": "pay\n" });
  const root = { params: { path: { root: "general" } } };
  const list = { subject_type: "user" as const, subject: "owner@example.org", folder: "team/hr" };
  await api.POST("/api/roots/{root}/access", { ...root, body: list });
  expect(
    (await theirs.GET("/api/docs", { params: { query: { root: "general", folder: "team/hr" } } })).data?.docs,
  ).toEqual([]);
  folder.write("hr/Pay.md", "pay, changed by who may not\n");
  expect((await folder.sync(...words)).sum).toBe("1 trash");
  expect(folder.files()).toEqual({ "Plan.md": "plan\n" });
  expect(aside(folder)).toEqual(["pay, changed by who may not\n"]);
  await api.POST("/api/roots/{root}/access/inherit", { ...root, body: { folder: "team/hr" } });
  expect((await folder.sync(...words)).sum).toBe("1 down");
  expect(folder.files()).toEqual({ "Plan.md": "plan\n", "hr/Pay.md": "pay\n" });
});
