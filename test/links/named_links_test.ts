// Links by the names of notes in lists:
// of what a document names and of what names it, by the rights of whoever asks, however names change.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

interface Made {
  doc_id: string;
  slug: string;
  url: string;
}

async function upload(as: Person, path: string, body: string, more: Record<string, string> = {}): Promise<Made> {
  const at = path.lastIndexOf("/");
  const place = { folder: path.slice(0, Math.max(0, at)), filename: path.slice(at + 1), visibility: "unlisted" };
  const query = new URLSearchParams({ ...place, ...more });
  return (await must(h.call(`PUT /api/upload?${query}`, { as, body }))).body as Made;
}

const linksOf = async (as: Person, { doc_id }: Made): Promise<ParsedBody> =>
  (await must(h.call(`GET /api/docs/${doc_id}/links`, { as }))).body;

/** What each reference leads to, in the order of the source. */
const outbound = async (as: Person, doc: Made): Promise<[string, string | null, number][]> =>
  (await linksOf(as, doc)).outbound.map(({ ref, doc_id, count }: ParsedBody) => [ref, doc_id, count]);

const inbound = async (as: Person, doc: Made): Promise<[string, string, number][]> =>
  (await linksOf(as, doc)).inbound.map(({ doc_id, ref, count }: ParsedBody) => [doc_id, ref, count]);

async function settle(): Promise<void> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  await h.runtime.jobs.runDue();
}

test("links by name are listed both ways with their headings and pictures, and so are those that lead nowhere yet", async () => {
  const as = await h.person();
  const source = [
    "[[Project Plan]] [[Missing note]] [[project plan#Next *big* steps|there]] ![[cat photo.png|200]] [[Project Plan]]",
    "`[[In code]]` \\[[Escaped]] \\[\\[Escaped too\\]\\] [[1]] [[Linked]](x) ![a [[picture]] of](x.png)\n\n[1]: /one",
    "| a |\n|---|\n| [[Project Plan\\|plan]] |",
    '"www.example.com" and [[Missing *too*]] > [[Sub/Project Plan.md]]',
    "    [[indented code]]",
  ].join("\n\n");
  const home = await upload(as, "V/Home.md", source);
  const plan = await upload(as, "V/Sub/Project Plan.md", "# Next big steps");
  const picture = await upload(as, "V/cat photo.png", "png");
  const later = [
    ["Project Plan", plan.doc_id, 3],
    ["Missing note", null, 1],
    ["project plan#Next *big* steps", plan.doc_id, 1],
    ["cat photo.png", picture.doc_id, 1],
    ["Missing *too*", null, 1],
    ["Sub/Project Plan.md", plan.doc_id, 1],
  ];
  const listed = async () => (await outbound(as, home)).filter(([ref]) => ref !== "1");
  expect(await listed()).toEqual(later as never);
  await settle();
  expect(await listed()).toEqual(later as never);
  const rows: ParsedBody[] = (await linksOf(as, home)).outbound;
  expect(rows.find(({ ref }) => ref.includes("#"))).toMatchObject({
    path: "#next-big-steps",
    href: `${plan.url}#next-big-steps`,
    resolved: true,
  });
  expect(rows.find(({ ref }) => ref === "Missing note")).toMatchObject({ path: "", href: null, resolved: false });
  const to = [
    [home.doc_id, "Project Plan", 3],
    [home.doc_id, "project plan#Next *big* steps", 1],
    [home.doc_id, "Sub/Project Plan.md", 1],
  ];
  expect(await inbound(as, plan)).toEqual(to as never);
  expect(await inbound(as, picture)).toEqual([[home.doc_id, "cat photo.png", 1]]);
  const tool = await callTool(h, as, { name: "list_links", arguments: { doc_id: plan.doc_id } });
  expect(tool.structuredContent).toMatchObject({ inbound: (await linksOf(as, plan)).inbound });
  const rendered = await must(h.call(`GET /api/docs/${plan.doc_id}/rendered`, { as }));
  expect(rendered.body.backlinks).toMatchObject([{ doc_id: home.doc_id, ref: "Project Plan", count: 5 }]);
  const shown = await must(h.call(`GET /api/docs/${home.doc_id}/rendered`, { as }));
  expect(shown.body.references.map(({ ref, doc_id }: ParsedBody) => [ref, doc_id])).toEqual([
    ["Project Plan", plan.doc_id],
    ["project plan#Next *big* steps", plan.doc_id],
    ["cat photo.png", picture.doc_id],
    ["Project Plan", plan.doc_id],
    ["Project Plan", plan.doc_id],
    ["Sub/Project Plan.md", plan.doc_id],
  ]);
});

test("lists follow a target that comes, is renamed, has other names, moves, goes and comes back, at once", async () => {
  const as = await h.person();
  const one = await upload(as, "a/one.md", "[[New name]] [[b/Target]] [[target]]");
  const of = async (): Promise<(string | null)[]> => (await outbound(as, one)).map(([, doc_id]) => doc_id);
  expect(await of()).toEqual([null, null, null]);
  const note = await upload(as, "b/Target.md", "x");
  const { doc_id } = note;
  expect(await of()).toEqual([null, doc_id, doc_id]);
  expect(await inbound(as, note)).toEqual([
    [one.doc_id, "b/Target", 1],
    [one.doc_id, "target", 1],
  ]);
  await must(h.call(`PATCH /api/docs/${doc_id}`, { as, json: { title: "New Name" } }));
  expect(await of()).toEqual([doc_id, doc_id, doc_id]);
  await must(h.call(`PATCH /api/docs/${doc_id}`, { as, json: { title: "x", attrs: { aliases: "Other\nnew name" } } }));
  expect(await of()).toEqual([doc_id, doc_id, doc_id]);
  await must(h.call(`PATCH /api/docs/${doc_id}`, { as, json: { folder: "c" } }));
  expect(await of()).toEqual([doc_id, null, doc_id]);
  expect((await inbound(as, note)).map(([, ref]) => ref)).toEqual(["New name", "target"]);
  await must(h.call(`DELETE /api/docs/${doc_id}`, { as }));
  expect(await of()).toEqual([null, null, null]);
  await must(h.call(`POST /api/docs/${doc_id}/undelete`, { as, json: {} }));
  expect(await of()).toEqual([doc_id, null, doc_id]);
  await must(h.call(`DELETE /api/docs/${one.doc_id}`, { as }));
  expect(await inbound(as, note)).toEqual([]);
});

test("the contract's meaning comes first, then what was published together, then the shortest path, both ways alike", async () => {
  const as = await h.person();
  const page = await upload(as, "one/page.md", "[[plan]] ![[plan]]");
  const near = await upload(as, "one/deep/plan.md", "near");
  const far = await upload(as, "plan.md", "far");
  const to = async () => [await outbound(as, page), await inbound(as, near), await inbound(as, far)];
  const refs = (doc: Made) => [
    ["plan", doc.doc_id, 1],
    ["plan", doc.doc_id, 1],
  ];
  expect(await to()).toEqual([refs(far), [], [[page.doc_id, "plan", 2]]] as never);
  const marks = (doc: Made) =>
    must(h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json: { attrs: { source_folder: "one" } } }));
  await marks(page);
  expect(await to()).toEqual([refs(near), [[page.doc_id, "plan", 2]], []] as never);
  const held = await upload(as, "else.md", "x");
  await must(h.call(`PUT /api/docs/${held.doc_id}/alias`, { as, json: { alias: "plan" } }));
  // What is shown in place is a note's name, whatever has the alias.
  expect(await outbound(as, page)).toEqual([
    ["plan", held.doc_id, 1],
    ["plan", near.doc_id, 1],
  ]);
  expect(await inbound(as, near)).toEqual([[page.doc_id, "plan", 1]]);
  expect(await inbound(as, held)).toEqual([[page.doc_id, "plan", 1]]);
});

test("nobody is told of what they may not open: not as a target, not as what names one, and names lead past it", async () => {
  const owner = await h.person();
  const guest = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const access = await h.call("POST /api/roots/general/access", {
    as: owner,
    json: { folder: "Board", subject_type: "user", subject: owner.email, level: "edit" },
  });
  expect(access.status).toBe(201);
  const general = { root: "general", visibility: "restricted" };
  const closed = await upload(owner, "Board/Closed.md", "[[Open]]", general);
  const page = await upload(owner, "page.md", "[[Closed]] [[Board/Closed]]", general);
  const open = await upload(owner, "Open.md", "x", general);
  expect((await outbound(owner, page)).map(([, doc_id]) => doc_id)).toEqual([closed.doc_id, closed.doc_id]);
  expect((await outbound(guest, page)).map(([, doc_id]) => doc_id)).toEqual([null, null]);
  expect(await inbound(owner, open)).toEqual([[closed.doc_id, "Open", 1]]);
  expect(await inbound(guest, open)).toEqual([]);
  const past = await upload(guest, "far/below/Closed.md", "x", general);
  expect((await outbound(guest, page)).map(([, doc_id]) => doc_id)).toEqual([past.doc_id, null]);
  expect((await outbound(owner, page)).map(([, doc_id]) => doc_id)).toEqual([closed.doc_id, closed.doc_id]);
  expect(await inbound(guest, past)).toEqual([[page.doc_id, "Closed", 1]]);
  expect(await inbound(owner, past)).toEqual([]);
  const mine = await upload(guest, "page.md", "[[Closed]]");
  expect((await outbound(guest, mine)).map(([, doc_id]) => doc_id)).toEqual([null]);
});

test("a text that was kept before names were is listed by them once its page is made again, and a long one counts each name once", async () => {
  const as = await h.person();
  const { sql } = h.runtime.database;
  const page = await upload(as, "old.md", "[[Old note]] [[known]]");
  const note = await upload(as, "Old note.md", "x");
  await settle();
  await sql`delete from source_links where workspace_id = ${as.workspace_id} and alias is null`;
  await sql`update source_links set position = 0, note = null, note_name = null, note_folder = null where workspace_id = ${as.workspace_id}`;
  await sql`update document_files set renderer = 19 where workspace_id = ${as.workspace_id} and renderer is not null`;
  expect(await outbound(as, page)).toEqual([["known", null, 1]]);
  h.clock.advance(3_600_000);
  await settle();
  expect(await outbound(as, page)).toEqual([
    ["Old note", note.doc_id, 1],
    ["known", null, 1],
  ]);
  // Longer than what is parsed at once, and with what seems to define a label and does not.
  const filler = `${"words and more of them\n\n".repeat(3000)}\`\`\`\n[x]: /y\n\`\`\`\n`;
  const long = await upload(as, "long.md", `[[Old note]] [[known]]\n\n${filler}\n[[Old note]]`);
  expect(await outbound(as, long)).toEqual([
    ["Old note", note.doc_id, 2],
    ["known", null, 1],
  ]);
});
