// One navigation for several audiences: each sees what is for them, and reaches by it what they may open.
import { describe, expect, test } from "bun:test";
import { type Actor, actorOf, findPerson } from "../../kernel/plugin.ts";
import {
  findNavigation,
  isReached,
  navigationSets,
  neighboursOf,
  type Reader,
  type ReaderTree,
  reachesDocument,
  readerOf,
  readNavigation,
  stopsOf,
} from "../../plugins/navigations/port.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { must, put } from "../roots/space.ts";
import { curating, outlineOf } from "./curating.ts";

const h = await openHarness();
const { sql } = h.runtime.database;
const { makeNavigation, add, readTree, preview } = curating(h);

async function actor(person: Person): Promise<Actor> {
  const found = await findPerson(sql, person.user_id);
  if (!found) throw new Error("nobody");
  return actorOf(found, { clock: h.clock });
}

/** A workspace with a group of one, and a navigation with something for everybody, for members and for the group. */
async function company() {
  const owner = await h.person();
  const { workspace_id } = owner;
  const member = await h.person({ role: "member", workspace_id });
  const colleague = await h.person({ role: "member", workspace_id });
  const group = (await must(h.call("POST /api/groups", { as: owner, json: { name: "Board" } }))).body;
  await must(h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: member.email } }));
  const open = await put(h, owner, { title: "Open", visibility: "unlisted" });
  const team = await put(h, owner, { title: "Team", visibility: "workspace" });
  const closed = await put(h, owner, { title: "Closed", visibility: "restricted" });
  const behind = await put(h, owner, { title: "Behind", visibility: "unlisted" });
  await put(h, owner, { title: "In public", visibility: "unlisted", root: "general", folder: "guides" });
  await put(h, owner, { title: "In general", visibility: "restricted", root: "general", folder: "guides/in" });
  await put(h, owner, { title: "Own", visibility: "unlisted", folder: "mine" });
  await put(h, owner, { title: "Tagged for all", visibility: "unlisted", listing: "team", tags: ["t"] });
  await put(h, owner, { title: "Tagged for nobody", visibility: "unlisted", listing: "private", tags: ["t"] });
  const nav = await makeNavigation(owner);
  await add(owner, nav, { target: open.doc_id });
  await add(owner, nav, { target: team.doc_id });
  const parent = await add(owner, nav, { target: closed.doc_id });
  await add(owner, nav, { label: "Below", parent_id: parent.id });
  const members = await add(owner, nav, { label: "Members", visibility: "signed_in", show_sign_in_hint: true });
  await add(owner, nav, { target: open.doc_id, label: "Open again", parent_id: members.id });
  const board = await add(owner, nav, { label: "Board", visibility: "group", group: group.slug });
  await add(owner, nav, { target: behind.doc_id, parent_id: board.id });
  await add(owner, nav, { target: "folder:general:guides" });
  await add(owner, nav, { target: "folder:mine", label: "Mine" });
  await add(owner, nav, { target: "tag:t", label: "Tag" });
  return { owner, member, colleague, group, nav, board };
}

const titlesReached = async (nav: ParsedBody, reader: Reader): Promise<string[]> => {
  const now = h.clock.now();
  const read = { navigation_id: nav.id, reader, now };
  const rows = await sql<{ title: string }[]>`
    with ${navigationSets(sql, read)}
    select d.title from documents d join places p on p.place_id = d.place_id where ${isReached(sql, read)} order by d.title`;
  return rows.map((row) => row.title);
};

/** The same, each document asked for by itself. */
const titlesOneByOne = async (nav: ParsedBody, reader: Reader): Promise<string[]> => {
  const docs = await sql<{ document_id: number; title: string }[]>`
    select document_id, title from documents where workspace_id = ${reader.workspace_id} order by title`;
  const read = { navigation_id: nav.id, reader, now: h.clock.now() };
  const answers = await Promise.all(docs.map(({ document_id }) => reachesDocument(sql, { ...read, document_id })));
  return docs.filter((_, index) => answers[index]).map((doc) => doc.title);
};

const titlesShown = (tree: ReaderTree): string[] =>
  stopsOf(tree)
    .map(({ doc }) => doc.title)
    .toSorted();

describe("a navigation", () => {
  test("shows each reader what is for them, and reaches exactly what it shows", async () => {
    const { owner, member, colleague, nav } = await company();
    const outlines = {
      anonymous: ["Open", "Below", "guides", ["In public"], "Mine", ["Own"], "Tag", ["Tagged for all"]],
      colleague: [
        ...["Open", "Team", "Below", "Members", ["Open again"]],
        ...["guides", ["In general", "In public"], "Mine", ["Own"], "Tag", ["Tagged for all"]],
      ],
      member: [
        ...["Open", "Team", "Below", "Members", ["Open again"], "Board", ["Behind"]],
        ...["guides", ["In general", "In public"], "Mine", ["Own"], "Tag", ["Tagged for all"]],
      ],
      owner: [
        ...["Open", "Team", "Closed", ["Below"], "Members", ["Open again"]],
        ...["guides", ["In general", "In public"], "Mine", ["Own"], "Tag", ["Tagged for all", "Tagged for nobody"]],
      ],
    };
    const seen = {
      anonymous: await preview(owner, nav, { anonymous: true }),
      colleague: await preview(colleague, nav),
      member: await preview(member, nav),
      owner: await preview(owner, nav),
    };
    expect(Object.fromEntries(Object.entries(seen).map(([name, tree]) => [name, outlineOf(tree.entries)]))).toEqual(
      outlines,
    );
    expect([seen.anonymous.sign_in_hint, seen.colleague.sign_in_hint]).toEqual([true, false]);
    const text = JSON.stringify(seen.anonymous);
    for (const hidden of ["Members", "Board", "Open again", "Behind", "Team", "Closed"])
      expect(text).not.toContain(hidden);
    expect(seen.anonymous.entries.map((one: ParsedBody) => one.position)).toEqual([0, 1, 2, 3, 4]);
    const readers = [null, await actor(colleague), await actor(member), await actor(owner)];
    for (const person of readers) {
      const reader = readerOf(owner.workspace_id, person);
      const tree = await readNavigation(sql, { navigation_id: nav.id, reader, now: h.clock.now() });
      expect(await titlesReached(nav, reader)).toEqual(titlesShown(tree));
      expect(await titlesOneByOne(nav, reader)).toEqual(titlesShown(tree));
    }
  });

  test("is shown to who manages it as a member sees it, as far as it is open to themselves", async () => {
    const { owner, member, colleague, nav } = await company();
    for (const person of [member, colleague, owner])
      expect((await preview(owner, nav, { user: person.email.toUpperCase() })).entries).toEqual(
        (await preview(person, nav)).entries,
      );
    const secret = await put(h, member, { title: "Secret", visibility: "workspace", tags: ["t", "own"] });
    await put(h, member, { title: "By link", visibility: "unlisted", listing: "private", tags: ["t", "own"] });
    await add(owner, nav, { target: secret.doc_id, label: "Named" });
    await must(h.call(`PATCH /api/docs/${secret.doc_id}`, { as: member, json: { visibility: "restricted" } }));
    await add(owner, nav, { target: "tag:own" });
    const own = JSON.stringify(await preview(member, nav));
    const shown = JSON.stringify(await preview(owner, nav, { user: member.email }));
    for (const title of ["Secret", "By link", "Named", '"own"', secret.slug])
      expect([title, own.includes(title), shown.includes(title)]).toEqual([title, true, false]);
  });

  test("is shown through a member's eyes to nobody who does not manage it, and through nobody's of elsewhere", async () => {
    const { owner, member, colleague, nav } = await company();
    const stranger = await h.person();
    const ask = async (as: Person, query: string) =>
      (await h.call(`GET /api/navigations/${nav.id}/preview?${query}`, { as })).status;
    expect(await ask(member, `user=${colleague.email}`)).toBe(403);
    expect(await ask(stranger, `user=${stranger.email}`)).toBe(404);
    expect(await ask(owner, `user=${stranger.email}`)).toBe(404);
    expect(await ask(owner, "user=nobody@nowhere.example")).toBe(404);
    expect(await ask(owner, `user=${member.email}&anonymous=true`)).toBe(400);
  });

  test("is to a member, who cannot edit it, what they read, in the tree, in its count and in the list", async () => {
    const { owner, colleague, nav } = await company();
    const tree = await readTree(colleague, nav);
    expect(tree).toMatchObject({ can_manage: false });
    expect(tree).not.toHaveProperty("orphans");
    expect(outlineOf(tree.entries)).toEqual(outlineOf((await preview(colleague, nav)).entries));
    const listed = async (as: Person) => (await must(h.call("GET /api/navigations", { as }))).body.navigations[0];
    // The owner's have the document that is closed to the colleague, and the group's chapter with what lies in it.
    expect([(await listed(owner)).entry_count, (await listed(colleague)).entry_count]).toEqual([11, 8]);
    expect(tree.entry_count).toBe(8);
  });

  test("tells no member of a folder or a tag that shows them nothing, closed or not, nor counts it", async () => {
    const { owner, colleague, nav } = await company();
    await put(h, owner, { title: "In private", visibility: "restricted", folder: "layoffs", tags: ["merger"] });
    await add(owner, nav, { target: "folder:layoffs" });
    await add(owner, nav, { target: "tag:merger" });
    await add(owner, nav, { target: "folder:layoffs", label: "The layoffs" });
    const merger = await add(owner, nav, { target: "tag:merger", label: "The merger" });
    await add(owner, nav, { label: "Below", parent_id: merger.id });
    for (const query of ["", "?expand=false"]) {
      const tree = await readTree(colleague, nav, query);
      expect(JSON.stringify(tree.entries.map((one: ParsedBody) => one.title))).not.toMatch(/layoffs|merger/);
      expect([query, tree.entry_count]).toEqual([query, 9]);
      expect([query, (await readTree(owner, nav, query)).entry_count]).toEqual([query, 16]);
    }
    const closed = (await readTree(colleague, nav, "?expand=false")).entries;
    expect(closed.map((one: ParsedBody) => one.items)).toEqual(closed.map(() => undefined));
    const { body } = await must(h.call("GET /api/navigations", { as: colleague }));
    expect(body.navigations[0].entry_count).toBe(9);
  });

  test("hides an entry of a group from its people once they have left it, and from everybody once it is gone", async () => {
    const { owner, member, group, nav, board } = await company();
    const titles = async () => outlineOf((await preview(member, nav)).entries).flat();
    expect(await titles()).toContain("Behind");
    await must(
      h.call(`DELETE /api/groups/${group.id}/members?email=${encodeURIComponent(member.email)}`, { as: owner }),
    );
    expect(await titles()).not.toContain("Board");
    await must(h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: member.email } }));
    await must(h.call(`DELETE /api/groups/${group.id}`, { as: owner }));
    expect(await titles()).not.toContain("Behind");
    const { entries, version } = await readTree(owner, nav);
    expect(entries.find((one: ParsedBody) => one.id === board.id)).toMatchObject({ visibility: "group", group: null });
    const kept = await must(h.call(`PUT /api/navigations/${nav.id}`, { as: owner, json: { entries, version } }));
    expect(kept.body.version).toBe(version);
  });

  test("leads to people from outside who are let in as to what every member may open", async () => {
    const { owner, nav } = await company();
    const outsider = readerOf(owner.workspace_id, await actor(await h.person()), { is_let_in: true });
    expect(await titlesReached(nav, outsider)).toEqual(["In public", "Open", "Own", "Tagged for all", "Team"]);
    expect(await titlesOneByOne(nav, outsider)).toEqual(["In public", "Open", "Own", "Tagged for all", "Team"]);
    const nobody = readerOf(owner.workspace_id, await actor(await h.person()));
    expect(nobody).toEqual(readerOf(owner.workspace_id, null));
  });

  test("does not lead along into a folder that is closed to some members, by a folder above it or by a tag", async () => {
    const { owner, colleague } = await company();
    const nav = await makeNavigation(owner);
    const inRoot = { root: "general", visibility: "unlisted", listing: "private" };
    await put(h, owner, { ...inRoot, title: "Plain", folder: "guides", tags: ["c"] });
    await put(h, owner, { ...inRoot, title: "Closed off", folder: "guides/hr", tags: ["c"] });
    await put(h, owner, { ...inRoot, title: "Deep in there", folder: "guides/hr/deep" });
    await add(owner, nav, { target: "folder:general:guides" });
    await add(owner, nav, { target: "tag:c", label: "Tagged" });
    const people = [null, await actor(colleague), await actor(owner)];
    const seen = async () => {
      const trees = [];
      for (const person of people) {
        const reader = readerOf(owner.workspace_id, person);
        const tree = await readNavigation(sql, { navigation_id: nav.id, reader, now: h.clock.now() });
        expect(await titlesReached(nav, reader)).toEqual(titlesShown(tree));
        expect(await titlesOneByOne(nav, reader)).toEqual(titlesShown(tree));
        trees.push(titlesShown(tree).filter((title) => title !== "In public" && title !== "In general"));
      }
      return trees;
    };
    const share = (json: object) =>
      must(h.call("POST /api/roots/general/access", { as: owner, json: { folder: "guides/hr", ...json } }));
    const all = ["Closed off", "Deep in there", "Plain"];
    expect(await seen()).toEqual([all, all, all]);
    await share({ subject_type: "user", subject: owner.email });
    expect(await seen()).toEqual([["Plain"], ["Plain"], all]);
    const lists = await must(h.call("GET /api/navigations", { as: colleague }));
    expect(lists.body.navigations.find((one: ParsedBody) => one.id === nav.id).entry_count).toBe(2);
    // Whoever names it says so.
    const named = await add(owner, nav, { target: "folder:general:guides/hr" });
    expect(await seen()).toEqual([all, all, all]);
    await must(h.call(`DELETE /api/navigations/${nav.id}/entries/${named.id}`, { as: owner }));
    await share({ subject_type: "user", subject: colleague.email });
    expect(await seen()).toEqual([["Plain"], all, all]);
    await share({ subject_type: "workspace" });
    expect(await seen()).toEqual([all, all, all]);
  });

  test("says what comes before and after a document in reading order", async () => {
    const { owner, nav } = await company();
    const found = await findNavigation(sql, { workspace_id: owner.workspace_id, ref: nav.slug });
    const reader = readerOf(owner.workspace_id, null);
    const tree = await readNavigation(sql, { navigation_id: found?.navigation_id ?? 0, reader, now: h.clock.now() });
    const stops = stopsOf(tree);
    expect(stops.map((stop) => stop.title)).toEqual(["Open", "In public", "Own", "Tagged for all"]);
    const middle = neighboursOf(tree, stops[1]?.doc.doc_id ?? "");
    expect([middle.previous?.title, middle.next?.title]).toEqual(["Open", "Own"]);
    expect(neighboursOf(tree, stops[0]?.doc.doc_id ?? "").previous).toBeNull();
    expect(neighboursOf(tree, "doc_none")).toEqual({ previous: null, next: null });
  });

  test("has a document that stands in it twice at its first place, for who goes on from page to page", async () => {
    const owner = await h.person();
    const nav = await makeNavigation(owner);
    const docs = [];
    for (const title of ["One", "Two", "Three"])
      docs.push(
        await put(h, owner, { title, visibility: "unlisted", listing: "team", tags: title === "Two" ? [] : ["odd"] }),
      );
    for (const { doc_id } of docs) await add(owner, nav, { target: doc_id });
    await add(owner, nav, { target: "tag:odd", label: "Again" });
    const reader = readerOf(owner.workspace_id, null);
    const tree = await readNavigation(sql, { navigation_id: nav.id, reader, now: h.clock.now() });
    expect(stopsOf(tree).map((stop) => stop.title)).toEqual(["One", "Two", "Three"]);
    const { previous, next } = neighboursOf(tree, docs[1]?.doc_id ?? "");
    expect([previous?.title, next?.title]).toEqual(["One", "Three"]);
  });
});
