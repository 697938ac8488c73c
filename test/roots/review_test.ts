// The review of a root's access: every way into it with who goes it, for its managers, as a list and as a file.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { fewestStatements } from "../permission/statements.ts";
import { group } from "../sharing/team.ts";
import { letIn, must, openSpace, put } from "./space.ts";

const h = await openHarness();

/** A root with lists, grants and documents of every visibility. */
async function openReviewed() {
  const space = await openSpace(h);
  const { owner, member, creator } = space;
  await group(h, "design", [member, creator]);
  await letIn(h, space, { level: "view" });
  await must(
    h.call("POST /api/roots/plans/access", {
      as: owner,
      json: { subject_type: "group", subject: "design", level: "edit", folder: "a", expires_at: "2030-01-01" },
    }),
  );
  const inside = await put(h, owner, { title: "Inside", root: "plans", folder: "a/b" });
  const grant = { subject_type: "user", subject: member.email, level: "comment" };
  await must(h.call(`POST /api/docs/${inside.doc_id}/access`, { as: owner, json: grant }));
  const open = await put(h, owner, { title: "=Open", root: "plans", folder: "c", visibility: "workspace" });
  const link = await put(h, owner, { title: "Link", root: "plans", folder: "c", visibility: "unlisted" });
  await put(h, owner, { title: "Elsewhere", visibility: "unlisted" });
  return { ...space, inside, open, link };
}

const short = ({ folder, title, docs, way, level, audience, person, group }: ParsedBody) =>
  [folder, title, docs, way, level, person?.email ?? audience, group?.slug ?? null] as const;

test("names every way with its level and who goes it, folder by folder, and pages through them", async () => {
  const { owner, admin, creator, member } = await openReviewed();
  const { body } = await must(h.call("GET /api/roots/plans/access/review", { as: owner }));
  const managers = [owner, admin, creator].map(({ email }) => ["", null, 3, "root_manager", "own", email, null]);
  const expected = [
    ...managers,
    ["", null, 2, "place_list", "view", "workspace", null],
    ["c", "=Open", 1, "workspace_visibility", "view", "workspace", null],
    ["c", "Link", 1, "link", "view", "link", null],
    ["a", null, 1, "place_list", "edit", creator.email, "design"],
    ["a", null, 1, "place_list", "edit", member.email, "design"],
    ["a/b", "Inside", 1, "document_grant", "comment", member.email, null],
  ];
  expect(body.ways.map(short).sort()).toEqual(expected.sort());
  expect(body.ways.filter((one: ParsedBody) => one.folder === "a")[0].expires_at).toBe("2030-01-01T23:59:59.999Z");
  const paged: ParsedBody[] = [];
  for (let cursor = ""; ; ) {
    const page = (await must(h.call(`GET /api/roots/plans/access/review?limit=2&cursor=${cursor}`, { as: creator })))
      .body;
    paged.push(...page.ways);
    if (!page.next_cursor) break;
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(body.ways);
});

test("of one person names what lets them in, that of everybody included", async () => {
  const { owner, member } = await openReviewed();
  const { body } = await scenario(h, {
    act: () => ({ as: owner, call: `GET /api/roots/plans/access/review?user=${member.email}` }),
    expect: { status: 200, body: { root: "plans" } },
  });
  expect(body.ways.map((one: ParsedBody) => [one.folder, one.way]).sort()).toEqual([
    ["", "place_list"],
    ["a", "place_list"],
    ["a/b", "document_grant"],
    ["c", "link"],
    ["c", "workspace_visibility"],
  ]);
});

test("leaves out what is over and what is in the trash, and marks who is switched off", async () => {
  const { owner, member, inside } = await openReviewed();
  const ask = async () => (await must(h.call("GET /api/roots/plans/access/review", { as: owner }))).body.ways;
  await h.runtime.database.sql`
    update grants set expires_at = ${h.clock.now()} where document_id = (select document_id from documents where doc_id = ${inside.doc_id})`;
  expect((await ask()).filter((one: ParsedBody) => one.way === "document_grant")).toEqual([]);
  await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${member.user_id}`;
  const [marked] = (await ask()).filter((one: ParsedBody) => one.person?.id === member.user_id);
  expect(marked.person.disabled).toBe(true);
  await must(h.call(`DELETE /api/docs/${inside.doc_id}`, { as: owner }));
  expect((await ask()).find((one: ParsedBody) => one.folder === "a")).toMatchObject({ docs: 0 });
});

test("is for who manages the root: a 403 to others who see it, a 404 to whoever does not, and for an unknown person", async () => {
  const { owner, member, stranger } = await openReviewed();
  for (const end of ["review", "review.csv"]) {
    const call = `GET /api/roots/plans/access/${end}`;
    await scenario(h, {
      act: () => ({ as: member, call }),
      expect: { status: 403, error: /only the managers of "Plans"/ },
    });
    await scenario(h, {
      act: () => ({ as: stranger, call }),
      expect: { status: 404, error: /root "plans" is not found/ },
    });
    await scenario(h, {
      act: () => ({ as: owner, call: `${call}?user=${stranger.email}` }),
      expect: { status: 404, error: /is not a member of this workspace/ },
    });
  }
});

test("comes as CSV with a header, guarded cells and a row in the audit log", async () => {
  const { owner, root_id } = await openReviewed();
  const before = (await h.audit()).length;
  const answer = await h.call("GET /api/roots/plans/access/review.csv", { as: owner });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toStartWith("text/csv");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="access-plans.csv"');
  const lines = new TextDecoder().decode(answer.bytes).trimEnd().split("\r\n");
  expect(lines[0]).toBe("folder,doc_id,title,docs,way,level,audience,email,name,disabled,group,grant_id,expires_at");
  expect(lines).toHaveLength(10);
  expect(lines.find((line) => line.includes("Open"))).toContain(`"'=Open"`);
  expect((await h.audit()).slice(before)).toMatchObject([
    { action: "export.access", target_type: "root", target_id: String(root_id), meta: { root: "plans" } },
  ]);
});

test("as a file of thousands of rows is read at once, and not anew for every few hundred", async () => {
  const { owner } = await openReviewed();
  const readFile = () => must(h.call("GET /api/roots/plans/access/review.csv", { as: owner }));
  const rows = async () => (await readFile()).bytes.filter((byte) => byte === 10).length;
  const rowsBefore = await rows();
  const before = await fewestStatements(0, readFile, 8);
  const { sql } = h.runtime.database;
  await sql`
    with more as (
      insert into users (workspace_id, email, role, created_at)
      select ${owner.workspace_id}, 'review' || n || '@example.com', 'member', ${h.clock.now()}
      from generate_series(1, 1200) as n returning user_id, workspace_id
    )
    insert into group_members (group_id, user_id, workspace_id, added_at)
    select group_id, more.user_id, more.workspace_id, ${h.clock.now()}
    from more join groups on groups.workspace_id = more.workspace_id and groups.slug = 'design'`;
  expect((await rows()) - rowsBefore).toBe(1200);
  expect(await fewestStatements(before, readFile, 16)).toBe(before);
});
