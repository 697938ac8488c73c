// Who finds what: both searches hold to what the lists show, whatever the way in, and take access away at once.
import { expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { grep, indexAll, rank } from "./found.ts";

const h = await openHarness();

/** What grep finds; ranked search finds the same. */
async function titlesFor(as: Person, more: Record<string, string | boolean> = {}): Promise<string[]> {
  const titles = (answer: { results: { title: string }[] }) => answer.results.map((one) => one.title).sort();
  const grepped = titles(await grep(h, as, { q: "secret plan", ...more }));
  if (more["root"] === undefined) {
    expect(titles(await rank(h, as, { q: "secret plan", ...more }))).toEqual(grepped);
  }
  return grepped;
}

test("a member finds what is listed to them, and nothing else", async () => {
  const boss = await h.person();
  const ann = await h.person({ workspace_id: boss.workspace_id, role: "member" });
  const stranger = await h.person();
  const text = { markdown: "the secret plan" };
  await h.call("POST /api/roots", { as: boss, json: { name: "Handbook" } });
  await publish(h, { ...text, title: "own", folder: "Plans" }, { as: boss });
  await publish(h, { ...text, title: "open, unlisted here", visibility: "workspace" }, { as: boss });
  await publish(h, { ...text, title: "team", visibility: "workspace", listing: "team" }, { as: boss });
  await publish(h, { ...text, title: "team link", visibility: "unlisted", listing: "team" }, { as: boss });
  await publish(h, { ...text, title: "link", visibility: "unlisted" }, { as: boss });
  await publish(h, { ...text, title: "restricted team", visibility: "restricted", listing: "team" }, { as: boss });
  await publish(
    h,
    { ...text, title: "password", visibility: "password", password: "long enough", listing: "team" },
    { as: boss },
  );
  await publish(h, { ...text, title: "root", root: "handbook", folder: "" }, { as: boss });
  await publish(h, { ...text, title: "general", root: "general", folder: "" }, { as: boss });
  const granted = await publish(h, { ...text, title: "granted" }, { as: boss });
  await h.call(`POST ${granted.at}/access`, {
    as: boss,
    json: { subject_type: "user", subject: ann.email, level: "view" },
  });
  await publish(h, { ...text, title: "ann's" }, { as: ann });
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexAll(h);
    expect(await titlesFor(ann)).toEqual(["ann's", "general", "granted", "team", "team link"]);
    expect(await titlesFor(ann, { include_team: false })).toEqual(["ann's", "general"]);
    expect(await titlesFor(ann, { root: "~" })).toEqual(["ann's"]);
    expect(await titlesFor(ann, { root: "general" })).toEqual(["general"]);
    expect((await h.call("GET /api/search?q=secret&root=handbook", { as: ann })).status).toBe(404);
    expect(await titlesFor(boss, { root: "handbook" })).toEqual(["root"]);
    expect(await titlesFor(boss, { folder: "Plans" })).toEqual(["own"]);
    expect(await titlesFor(stranger)).toEqual([]);
  }
  const access = (await h.call(`GET ${granted.at}/access`, { as: boss })).body;
  const [grant] = access.grants ?? access.access ?? [];
  await h.call(`DELETE /api/access/${grant.id}`, { as: boss });
  expect(await titlesFor(ann)).not.toContain("granted");
  expect(await titlesFor(boss)).not.toContain("ann's");
});

test("without the team's, a search takes the roots that the caller can open and no other", async () => {
  const boss = await h.person();
  const ann = await h.person({ workspace_id: boss.workspace_id, role: "member" });
  const text = { markdown: "the secret plan", root: "handbook" };
  await h.call("POST /api/roots", { as: boss, json: { name: "Handbook" } });
  await publish(h, { ...text, title: "team", folder: "", visibility: "workspace", listing: "team" }, { as: boss });
  await publish(h, { ...text, title: "link", folder: "", visibility: "unlisted", listing: "team" }, { as: boss });
  await publish(h, { ...text, title: "closed", folder: "in" }, { as: boss });
  const granted = await publish(h, { ...text, title: "granted", folder: "" }, { as: boss });
  const view = { subject_type: "user", subject: ann.email, level: "view" };
  await h.call(`POST ${granted.at}/access`, { as: boss, json: view });
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexAll(h);
    expect(await titlesFor(ann)).toEqual(["granted", "link", "team"]);
    expect(await titlesFor(ann, { include_team: false })).toEqual([]);
  }
  await h.call("POST /api/roots/handbook/access", { as: boss, json: { ...view, folder: "in" } });
  expect(await titlesFor(ann, { include_team: false })).toEqual(["closed", "granted", "link", "team"]);
});

test("a member who may open 3 of very many finds them among the commonest words", async () => {
  const boss = await h.person();
  const ann = await h.person({ workspace_id: boss.workspace_id, role: "member" });
  const shared = [];
  for (let index = 0; index < 6; index += 1)
    shared.push(await publish(h, { markdown: "common", title: `D${index}` }, { as: boss }));
  await indexAll(h);
  // More than any bound on candidates, in the index's own tables: publishing so many would take minutes.
  const { sql } = h.runtime.database;
  await sql`
    with d as (
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
        visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
      select workspace_id, doc_id || n, slug || n, owner_id, created_by, 'Copy', kind, doc_type, place_id, source_path, tags, visibility,
        listing, 0, '', '{}', version, size_bytes, created_at, updated_at
      from documents, generate_series(1, 4000) as n where doc_id = ${shared[0]?.doc.doc_id}
      returning document_id, workspace_id, version
    )
    insert into search_files (document_id, path, workspace_id, version, blob_id, size_bytes, label, words)
    select d.document_id, f.path, d.workspace_id, d.version, f.blob_id, f.size_bytes, f.label, f.words
    from d, search_files f join documents o using (document_id) where o.doc_id = ${shared[0]?.doc.doc_id}`;
  for (const { at } of shared.slice(3)) {
    const json = { subject_type: "user", subject: ann.email, level: "view" };
    expect((await h.call(`POST ${at}/access`, { as: boss, json })).status).toBe(201);
  }
  const titles = (answer: { results: { title: string }[] }) => answer.results.map((one) => one.title).sort();
  expect(titles(await rank(h, ann, { q: "common" }))).toEqual(["D3", "D4", "D5"]);
  expect(titles(await grep(h, ann, { q: "common" }))).toEqual(["D3", "D4", "D5"]);
  expect((await rank(h, boss, { q: "common", limit: 100 })).count).toBe(100);
  expect((await grep(h, boss, { q: "common", limit: 200 })).count).toBe(200);
});
