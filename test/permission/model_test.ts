// Worked examples, so that the reference model is itself held to the words of the rules
// (rules: permission/levels, places/nearest_list).
import { describe, expect, test } from "bun:test";
import type { Change, Fields, Target } from "./changes.ts";
import { judge, make } from "./judge.ts";
import { level, listed, narrowed, rights, rootsOf, tagCounts } from "./model.ts";
import { addPerson, addWorkspace, createWorld, docIn, generalOf, type Level, type Subject } from "./world.ts";

/** A workspace with an owner and three members, and a person of another workspace. */
function team() {
  const world = createWorld();
  const workspace = addWorkspace(world);
  const person = (name: string, role: "owner" | "member" = "member", in_ = workspace) =>
    addPerson(world, { name, workspace: in_, role });
  const boss = person("boss", "owner");
  const [ann, ben, cem] = [person("ann"), person("ben"), person("cem")];
  const stranger = person("stranger", "owner", addWorkspace(world));
  const publish = (by: string, target: Target = {}, fields: Fields = {}) =>
    make(world, {
      ...{ do: "publish", by, target, visibility: "restricted", listing: "private", tags: [] },
      ...fields,
    } as Change);
  const levels = (doc: string): Level[] => [boss, ann, ben, cem, stranger].map((one) => level(world, one, doc));
  const answer = (change: Change) => judge(world, change).statuses;
  const general = generalOf(world, workspace).ref;
  return { world, workspace, boss, ann, ben, cem, stranger, publish, levels, answer, general };
}

const user = (ref: string): Subject => ({ type: "user", ref });
const group = (ref: string): Subject => ({ type: "group", ref });
const everyone: Subject = { type: "workspace" };

describe("a document in My documents", () => {
  test("is its owner's alone, whatever the role of others and its listing", () => {
    const { publish, ann, levels } = team();
    expect(levels(publish(ann, {}, { listing: "team" }))).toEqual(["none", "own", "none", "none", "none"]);
  });

  test("with visibility workspace opens to every member and is listed to nobody while its listing is private", () => {
    const { publish, ann, ben, levels, world } = team();
    const doc = publish(ann, {}, { visibility: "workspace" });
    expect(levels(doc)).toEqual(["view", "own", "view", "view", "none"]);
    expect(listed(world, ben, { view: "all" })).toEqual(new Set());
  });

  test("narrows from the workspace to its own grants", () => {
    const { world, publish, ann, ben, levels } = team();
    const doc = publish(ann, {}, { visibility: "workspace" });
    make(world, { do: "share", by: ann, doc, subject: user(ben), level: "comment" });
    expect(levels(doc)).toEqual(["none", "own", "comment", "none", "none"]);
    expect(narrowed(world, doc)).toBe(true);
  });

  test("unlisted and team-listed opens to members, unlisted or password alone does not", () => {
    const { publish, ann, levels } = team();
    const nobody: Level[] = ["none", "own", "none", "none", "none"];
    expect(levels(publish(ann, {}, { visibility: "unlisted", listing: "team" }))[2]).toBe("view");
    expect(levels(publish(ann, {}, { visibility: "unlisted" }))).toEqual(nobody);
    expect(levels(publish(ann, {}, { visibility: "password", listing: "team" }))).toEqual(nobody);
  });

  test("takes the level of a folder grant above it, and the highest of all", () => {
    const { world, publish, ann, ben, cem, levels } = team();
    const doc = publish(ann, { folder: "plans/2026" });
    make(world, { do: "share_folder", by: ann, folder: "plans", subject: everyone, level: "view" });
    make(world, { do: "share", by: ann, doc, subject: user(ben), level: "edit" });
    expect(levels(doc)).toEqual(["view", "own", "edit", "view", "none"]);
    expect(listed(world, cem, { view: "team" })).toEqual(new Set([doc]));
    make(world, { do: "move", by: ann, doc, target: { folder: "" } });
    expect(levels(doc)).toEqual(["none", "own", "edit", "none", "none"]);
  });

  test("lets an editor change content and nothing else, and a viewer nothing", () => {
    const { world, publish, ann, ben, cem, answer } = team();
    const doc = publish(ann);
    make(world, { do: "share", by: ann, doc, subject: user(ben), level: "edit" });
    expect(answer({ do: "set", by: ben, doc, fields: { tags: ["x"] } })).toEqual([200]);
    expect(answer({ do: "set", by: ben, doc, fields: { listing: "team" } })).toEqual([403]);
    expect(answer({ do: "delete", by: ben, doc, purge: false })).toEqual([403]);
    expect(answer({ do: "share", by: ben, doc, subject: user(cem), level: "view" })).toEqual([403]);
    expect(answer({ do: "delete", by: cem, doc, purge: false })).toEqual([404]);
  });
});

describe("a document in a root", () => {
  test("in General is every member's to change, the managers' to share", () => {
    const { world, publish, ann, ben, boss, general, levels, answer } = team();
    const doc = publish(ann, { root: general, folder: "" });
    expect(levels(doc)).toEqual(["own", "edit", "edit", "edit", "none"]);
    expect(answer({ do: "delete", by: ben, doc, purge: false })).toEqual([200]);
    expect(rights(world, ann, doc).share).toBe(false);
    expect(rights(world, boss, doc).share).toBe(true);
  });

  test("goes by the nearest list, which replaces and never adds; an empty one closes the place", () => {
    const { world, publish, boss, ann, ben, cem, general, levels } = team();
    const doc = publish(ann, { root: general, folder: "hr/pay" });
    const grant = make(world, {
      ...{ do: "share_place", by: boss, root: general, folder: "hr", subject: user(ben), level: "view" },
    } as Change);
    expect(levels(doc)).toEqual(["own", "none", "view", "none", "none"]);
    make(world, { do: "revoke", by: boss, grant, door: "own" });
    expect(levels(doc)).toEqual(["own", "none", "none", "none", "none"]);
    make(world, { do: "share", by: boss, doc, subject: user(cem), level: "comment" });
    expect(levels(doc)[3]).toBe("comment");
    make(world, { do: "inherit", by: boss, root: general, folder: "hr" });
    expect(levels(doc)).toEqual(["own", "edit", "edit", "edit", "none"]);
  });

  test("with a document grant of edit alone opens content, not its fields", () => {
    const { world, publish, boss, ann, ben, answer } = team();
    const root = make(world, { do: "create_root", by: boss });
    const doc = publish(boss, { root, folder: "" });
    make(world, { do: "share", by: boss, doc, subject: user(ben), level: "edit" });
    expect(answer({ do: "set", by: ben, doc, fields: { title: "x" } })).toEqual([200]);
    expect(answer({ do: "set", by: ben, doc, fields: { visibility: "unlisted" } })).toEqual([403]);
    expect(
      answer({
        do: "publish",
        by: ann,
        ...{ target: { root, folder: "" }, tags: [] },
        visibility: "restricted",
        listing: "private",
      }),
    ).toEqual([404]);
  });

  test("comes back to its author or to a manager, who then owns it", () => {
    const { world, publish, boss, ann, ben, general, answer, levels } = team();
    const doc = publish(ann, { root: general, folder: "" });
    expect(answer({ do: "move", by: ben, doc, target: { root: null } })).toEqual([403]);
    expect(answer({ do: "move", by: ann, doc, target: { root: null } })).toEqual([200]);
    make(world, { do: "move", by: boss, doc, target: { root: null } });
    expect(levels(doc)).toEqual(["own", "none", "none", "none", "none"]);
    expect(docIn(world, doc)).toMatchObject({ owner: boss, author: ann });
  });

  test("lands in the member's folder when no folder is named", () => {
    const { world, publish, boss, ann } = team();
    const root = make(world, { do: "create_root", by: boss });
    make(world, { do: "share_place", by: boss, root, folder: "", subject: everyone, level: "edit" });
    expect(docIn(world, publish(ann, { root })).place).toEqual({ root, folder: "Members/ann" });
  });
});

describe("roots", () => {
  test("are seen through the top or a folder with a list, not through a document", () => {
    const { world, publish, boss, ann, ben, cem } = team();
    const root = make(world, { do: "create_root", by: boss });
    const doc = publish(boss, { root, folder: "a" });
    make(world, { do: "share_place", by: boss, root, folder: "a", subject: user(ann), level: "edit" });
    make(world, { do: "share", by: boss, doc, subject: user(ben), level: "edit" });
    const rows = (person: string) => rootsOf(world, person).roots.filter((row) => row.root === root);
    expect(rows(ann)).toEqual([{ root, my_level: null, can_manage: false, doc_count: 1 }]);
    expect(rows(boss)).toEqual([{ root, my_level: "edit", can_manage: true, doc_count: 1 }]);
    expect(rows(ben)).toEqual([]);
    expect(listed(world, ben, { root })).toBeNull();
    expect(listed(world, ben, { view: "all" })).toEqual(new Set([doc]));
    expect(listed(world, cem, { view: "all" })).toEqual(new Set());
  });

  test("that are deleted with force leave their documents to General, folders intact", () => {
    const { world, publish, boss, ann, general, levels, answer } = team();
    const root = make(world, { do: "create_root", by: boss });
    const doc = publish(boss, { root, folder: "a/b" });
    expect(answer({ do: "delete_root", by: ann, root, force: true })).toEqual([404]);
    expect(answer({ do: "delete_root", by: boss, root, force: false })).toEqual([409]);
    make(world, { do: "delete_root", by: boss, root, force: true });
    expect(docIn(world, doc).place).toEqual({ root: general, folder: "a/b" });
    expect(levels(doc)).toEqual(["own", "edit", "edit", "edit", "none"]);
  });
});

describe("people", () => {
  test("who leave a group, or whose group is deleted, lose what it gave", () => {
    const { world, publish, boss, ann, ben, levels } = team();
    const of = make(world, { do: "create_group", by: boss });
    const doc = publish(ann);
    make(world, { do: "join_group", by: boss, group: of, person: ben });
    make(world, { do: "share", by: ann, doc, subject: group(of), level: "edit" });
    expect(levels(doc)[2]).toBe("edit");
    make(world, { do: "leave_group", by: boss, group: of, person: ben });
    expect(levels(doc)[2]).toBe("none");
    make(world, { do: "delete_group", by: boss, group: of });
    expect(docIn(world, doc).grants).toEqual([]);
  });

  test("who are removed keep their My documents and nothing else", () => {
    const { world, publish, boss, ann, ben, general, levels } = team();
    const own = publish(ann, {}, { visibility: "workspace" });
    const left = publish(ann, { root: general, folder: "" });
    const given = publish(ben);
    make(world, { do: "share", by: ben, doc: given, subject: user(ann), level: "edit" });
    make(world, { do: "remove_member", by: boss, person: ann });
    expect(levels(own)).toEqual(["none", "own", "none", "none", "none"]);
    expect(levels(left)).toEqual(["own", "none", "edit", "edit", "none"]);
    expect(levels(given)).toEqual(["none", "none", "own", "none", "none"]);
    expect(docIn(world, given).grants).toEqual([]);
  });

  test("who are the last owner stay it, and nobody removes themselves", () => {
    const { boss, ann, ben, answer } = team();
    expect(answer({ do: "set_role", by: boss, person: boss, role: "member" })).toEqual([400]);
    expect(answer({ do: "remove_member", by: boss, person: boss })).toEqual([400]);
    expect(answer({ do: "remove_member", by: ann, person: ben })).toEqual([403]);
  });
});

test("tags count what is listed, and name what someone else owns", () => {
  const { world, publish, ann, ben, general } = team();
  publish(ann, {}, { tags: ["plan"] });
  publish(ben, { root: general, folder: "" }, { tags: ["plan", "team"] });
  publish(ben, {}, { tags: ["secret"], visibility: "password", listing: "team" });
  expect(tagCounts(world, ann, false)).toEqual([{ tag: "plan", count: 1, shared: false }]);
  expect(tagCounts(world, ann, true)).toEqual([
    { tag: "plan", count: 2, shared: true },
    { tag: "team", count: 1, shared: true },
  ]);
});
