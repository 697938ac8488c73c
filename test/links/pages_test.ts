// References in markdown: links on the page, broken where they lead nowhere,
// made anew when a name comes to mean something else.
import { expect, test } from "bun:test";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";
import { must, put } from "../roots/space.ts";

const h = await openHarness();

async function markdown(as: Person, text: string, more: Record<string, string> = {}) {
  const form = new FormData();
  form.set("file", new File([text], "note.md"));
  for (const [field, value] of Object.entries({ visibility: "unlisted", ...more })) form.set(field, value);
  return (await must(h.call("POST /api/files", { as, form }))).body;
}

async function page(slug: string): Promise<string> {
  const text = new TextDecoder().decode((await h.open(`/d/${slug}/`)).bytes);
  return text.slice(text.indexOf("<main"));
}

const name = (as: Person, doc_id: string, alias: string, force = false) =>
  must(h.call(`PUT /api/docs/${doc_id}/alias`, { as, json: { alias, force } }));

/** What a reader sees once everything that is due has run. */
async function settled(slug: string): Promise<string> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  await h.runtime.jobs.runDue();
  return page(slug);
}

test("every form is a link, and what leads nowhere is visibly broken", async () => {
  const as = await h.person();
  const target = await put(h, as, {});
  await name(as, target.doc_id, "plan");
  const at = `/d/${target.slug}/`;
  const source = [
    ...["[[plan]]", "[[plan|the plan]]", "[[plan/a b.md#L12-L20]]", "[[#tag]]", `[[doc:${target.doc_id}|by id]]`],
    ...[`[[@${as.workspace}/plan|ours]]`, "[[@other/plan]]", "[[nobody]]", "`[[plan]]`", "[[plan/../x]]"],
  ].join("\n\n");
  const doc = await markdown(as, source);
  const html = await page(doc.slug);
  for (const link of [
    `<a href="${at}">plan</a>`,
    `<a href="${at}">the plan</a>`,
    `<a href="${at}a%20b.md#L12-L20">plan/a b.md#L12-L20</a>`,
    `href="${h.base_url}/app?tag=tag"`,
    `<a href="${at}">by id</a>`,
    `<a href="${at}">ours</a>`,
    '<span class="broken-link" title="Nothing answers to @other/plan">@other/plan</span>',
    '<span class="broken-link" title="Nothing answers to nobody">nobody</span>',
    "<code>[[plan]]</code>",
    "<p>[[plan/../x]]</p>",
  ]) {
    expect(html).toContain(link);
  }
});

test("a page follows a name that is given, moved, deleted and brought back", async () => {
  const as = await h.person();
  const doc = await markdown(as, "See [[plan]].");
  expect(await page(doc.slug)).toContain("broken-link");
  const [one, two] = [await put(h, as, {}), await put(h, as, {})];
  await name(as, one.doc_id, "plan");
  expect(await settled(doc.slug)).toContain(`<a href="/d/${one.slug}/">plan</a>`);
  await name(as, two.doc_id, "plan", true);
  expect(await settled(doc.slug)).toContain(`<a href="/d/${two.slug}/">plan</a>`);
  await must(h.call(`DELETE /api/docs/${two.doc_id}`, { as }));
  expect(await settled(doc.slug)).toContain("broken-link");
  await must(h.call(`POST /api/docs/${two.doc_id}/undelete`, { as, json: {} }));
  expect(await settled(doc.slug)).toContain(`<a href="/d/${two.slug}/">plan</a>`);
  await must(h.call(`DELETE /api/docs/${two.doc_id}?purge=true`, { as }));
  expect(await settled(doc.slug)).toContain("broken-link");
  const { version } = (await must(h.call(`GET /api/docs/${doc.doc_id}`, { as }))).body;
  expect(version).toBe(1);
});

test("links go both ways, name what the caller may open alone, and follow the current version", async () => {
  const as = await h.person();
  const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
  const target = await put(h, as, { title: "Target", visibility: "workspace" });
  await name(as, target.doc_id, "plan");
  const doc = await markdown(
    as,
    `[[plan/part.md#L3|x]] [[nobody]] [[#tag]] [[plan/part.md#L3]] [[doc:${target.doc_id}]] [[nobody/a.md]]`,
    { title: "Source" },
  );
  const read = async (who: Person, doc_id: string) =>
    (await must(h.call(`GET /api/docs/${doc_id}/links`, { as: who }))).body;
  const { doc_id, url } = target;
  const resolved = { resolved: true, doc_id, title: "Target", alias: "plan", url };
  const none = { doc_id: null, title: null, alias: null, url: null };
  const part = { ref: "plan/part.md#L3", path: "part.md#L3", href: `${url}part.md#L3` };
  const nobody = { ref: "nobody", path: "", href: null };
  const tag = { ref: "#tag", path: "", href: `${h.base_url}/app?tag=tag` };
  const byId = { ref: `doc:${doc_id}`, path: "", href: url };
  expect((await read(as, doc.doc_id)).outbound).toEqual([
    { ...part, ...resolved, count: 2 },
    { ...nobody, resolved: false, ...none, count: 1 },
    { ...tag, resolved: true, ...none, count: 1 },
    { ...byId, ...resolved, count: 1 },
    { ...nobody, ref: "nobody/a.md", path: "a.md", resolved: false, ...none, count: 1 },
  ]);
  const source = { doc_id: doc.doc_id, title: "Source", alias: null, url: doc.url, path: "source.md" };
  expect((await read(as, doc_id)).inbound).toEqual([
    { ...source, ref: part.ref, count: 2 },
    { ...source, ref: byId.ref, count: 1 },
  ]);
  const back = await must(h.call(`GET /api/docs/${doc_id}/rendered`, { as }));
  expect(back.body.backlinks).toEqual([{ ...source, ref: part.ref, count: 3 }]);
  expect((await read(colleague, doc_id)).inbound).toEqual([]);
  await must(h.call(`PUT /api/docs/${doc.doc_id}/files/source.md`, { as, json: { content: "nothing" } }));
  expect((await read(as, doc_id)).inbound).toEqual([]);
  await must(h.call(`POST /api/docs/${doc.doc_id}/versions/1/restore`, { as }));
  expect((await read(as, doc_id)).inbound).toMatchObject([{ count: 2 }, { count: 1 }]);
});

test("a document that refers in many words has a row for each, and one that is closed to the caller looks like none", async () => {
  const as = await h.person();
  const target = await put(h, as, { title: "Target" });
  await name(as, target.doc_id, "many");
  const words = Array.from({ length: 50 }, (_, index) => `[[many/${index}.md]]`).join(" ");
  const doc = await markdown(as, `${words} [[many]] [[many]] [[none]]`, { visibility: "workspace", listing: "team" });
  const read = async (who: Person, doc_id: string) =>
    (await must(h.call(`GET /api/docs/${doc_id}/links`, { as: who }))).body;
  const { outbound } = await read(as, doc.doc_id);
  expect(outbound.map((row: ParsedBody) => row.count)).toEqual([...Array(50).fill(1), 2, 1]);
  expect(new Set(outbound.slice(0, 51).map((row: ParsedBody) => row.doc_id))).toEqual(new Set([target.doc_id]));
  const { inbound } = await read(as, target.doc_id);
  expect(inbound.map(({ ref, count }: ParsedBody) => [ref, count])).toEqual(
    outbound.slice(0, 51).map(({ ref, count }: ParsedBody) => [ref, count]),
  );
  const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
  const closed = (await read(colleague, doc.doc_id)).outbound;
  const none = { href: null, resolved: false, doc_id: null, title: null, alias: null, url: null };
  expect(closed).toEqual(outbound.map(({ ref, path, count }: ParsedBody) => ({ ref, path, ...none, count })));
});

test("links come in pages, first what the document refers to and then what refers to it, each once", async () => {
  const as = await h.person();
  const names = ["one", "two", "three"];
  for (const title of names) await name(as, (await put(h, as, { title })).doc_id, title);
  const doc = await markdown(as, `[[three]] [[one]] [[three/a.md]] [[nobody]] [[two]] [[#tag]]`, { title: "Middle" });
  await name(as, doc.doc_id, "middle");
  for (const title of ["b", "A", "a", "c"]) await markdown(as, "[[middle]]", { title });
  await markdown(as, `[[middle]] [[doc:${doc.doc_id}]] [[middle]]`, { title: "B" });
  const read = async (query: string) => must(h.call(`GET /api/docs/${doc.doc_id}/links${query}`, { as }));
  const whole = (await read("")).body;
  expect([whole.outbound.length, whole.inbound.length, whole.next_cursor]).toEqual([6, 6, undefined]);
  for (const size of [1, 2, 5, 9]) {
    const seen: ParsedBody = { outbound: [], inbound: [] };
    let cursor = "";
    do {
      const { body } = await read(`?limit=${size}&cursor=${cursor}`);
      expect(body.outbound.length + body.inbound.length).toBeLessThanOrEqual(size);
      seen.outbound.push(...body.outbound);
      seen.inbound.push(...body.inbound);
      cursor = body.next_cursor ?? "";
    } while (cursor);
    expect(seen).toEqual({ outbound: whole.outbound, inbound: whole.inbound });
  }
  const tool = await callTool(h, as, { name: "list_links", arguments: { doc_id: doc.doc_id, limit: 8 } });
  const { next_cursor } = tool.structuredContent;
  expect(tool.structuredContent).toMatchObject({ inbound: whole.inbound.slice(0, 2) });
  const rest = await callTool(h, as, { name: "list_links", arguments: { doc_id: doc.doc_id, cursor: next_cursor } });
  expect(rest.structuredContent).toMatchObject({ outbound: [], inbound: whole.inbound.slice(2) });
  const foreign = await h.call(`GET /api/docs/${doc.doc_id}/links?cursor=nonsense`, { as });
  expect([foreign.status, foreign.body.code]).toEqual([400, "invalid_cursor"]);
});

test("a page follows a document that expires and is kept, written or renewed again", async () => {
  const as = await h.person();
  const target = await put(h, as, { retention_days: 1, visibility: "unlisted" });
  await name(as, target.doc_id, "short");
  const doc = await markdown(as, "See [[short]].");
  const link = `<a href="/d/${target.slug}/">short</a>`;
  const at = `/api/docs/${target.doc_id}`;
  const revivals: (() => Promise<unknown>)[] = [
    () => must(h.call(`PATCH ${at}`, { as, json: { retention_days: 1 } })),
    () => must(h.call(`PATCH ${at}`, { as, json: { html: "<p>anew</p>" } })),
    () => must(h.call(`POST ${at}/undelete`, { as, json: {} })),
    () => must(h.call(`POST ${at}/keep`, { as })),
  ];
  expect(await settled(doc.slug)).toContain(link);
  for (const revive of revivals) {
    h.clock.advance(86_400_000 + 3_600_000);
    expect(await settled(doc.slug)).toContain("broken-link");
    await revive();
    expect(await settled(doc.slug)).toContain(link);
  }
});

test("a page follows the documents of an account that is deleted", async () => {
  const owner = await h.person();
  const leaver = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const target = await put(h, leaver, { visibility: "unlisted" });
  await name(leaver, target.doc_id, "theirs");
  const doc = await markdown(owner, "See [[theirs]].");
  expect(await settled(doc.slug)).toContain(`<a href="/d/${target.slug}/">theirs</a>`);
  await must(h.call("DELETE /api/account", { as: leaver, json: { confirm: leaver.email } }));
  expect(await settled(doc.slug)).toContain("broken-link");
});
