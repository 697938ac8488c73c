// Every list and page of the catalogue is measured for growth, or says why it is not.
import { expect, test } from "bun:test";
import { LEFT_OUT, listOfCatalogue, listRequests } from "../bench/growth_catalogue.ts";

const FILLING = {
  doc_id: "doc_x",
  root: "general",
  slug: "x",
  path: "index.html",
  user: "x@example.org",
  ref: "doc:x",
  from: "1",
  user_id: "1",
  q: "Folder 1",
};

test("every list and page of the catalogue is asked for by bench/growth.ts, or named there with its reason", () => {
  const asked = new Set(listRequests(FILLING).map((request) => request.id));
  const missing = listOfCatalogue().filter(({ id }) => !asked.has(id) && !(id in LEFT_OUT));
  expect(missing.map(({ id }) => id)).toEqual([]);
  for (const id of ["doc.list", "folder.list", "folder.tree", "folder.view", "doc.trash", "doc.tags", "home.show"]) {
    expect([id, asked.has(id)]).toEqual([id, true]);
  }
});

test("what bench/growth.ts leaves out is in the catalogue, and is a list or a page", () => {
  const ids = new Set(listOfCatalogue().map(({ id }) => id));
  expect(Object.keys(LEFT_OUT).filter((id) => !ids.has(id))).toEqual([]);
});

test("a list is asked once by itself and once for each choice, within its root where it has one", () => {
  const paths = listRequests(FILLING).flatMap(({ id, path }) => (id === "doc.list" ? [path] : []));
  expect(paths).toContain("/api/docs?view=team&limit=50");
  expect(paths).toContain("/api/docs?root=general&folder=Folder+1&limit=50");
  expect(paths).toContain("/api/docs?tag=tag-7&limit=50");
});
