// Links of vaults: notes by name, path and title, pictures in place, headings by their words,
// never past what their author may open.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

interface Made {
  doc_id: string;
  slug: string;
}

async function upload(as: Person, path: string, body: string, more: Record<string, string> = {}): Promise<Made> {
  const at = path.lastIndexOf("/");
  const place = { folder: path.slice(0, Math.max(0, at)), filename: path.slice(at + 1), visibility: "unlisted" };
  const query = new URLSearchParams({ ...place, ...more });
  return (await must(h.call(`PUT /api/upload?${query}`, { as, body }))).body as Made;
}

/** What a reader sees once everything that is due has run. */
async function settled({ slug }: Made): Promise<string> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
  await h.runtime.jobs.runDue();
  const text = new TextDecoder().decode((await h.open(`/d/${slug}/`)).bytes);
  return text.slice(text.indexOf("<main"));
}

test("links of a vault lead to its notes by name, path and title, to headings by their words, and show its pictures", async () => {
  const as = await h.person();
  const source = [
    "[[Project Plan]] [[project plan|the plan]] [[Project Plan#Next steps]] [[Projects/Project Plan#^goal1|the goal]]",
    "[[Missing note]] [[Beginning]] `[[Project Plan]]` [[Project Plan]](x) [[lower]] [[A title: of words]] [[#Local part]]",
    "![[Pasted image 2026.png|200]] ![[Pasted image 2026.png|a cat|20x30]] ![[Project Plan#Next steps]] ![[Missing.png]]",
    "## Local part",
    "| a |\n|---|\n| [[Project Plan\\|plan]] |",
    "[md](Projects/Project%20Plan.md#Next%20steps) [own](#Local%20part)",
  ].join("\n\n");
  const home = await upload(as, "Vault/Home.md", source);
  const plan = await upload(as, "Vault/Projects/Project Plan.md", "# Next steps");
  await upload(as, "Vault/Archive/Deep/Project Plan.md", "other");
  const picture = await upload(as, "Vault/Attachments/Pasted image 2026.png", "png");
  const lower = await upload(as, "Vault/lower.md", "x");
  const titled = await upload(as, "Vault/n1.md", "# A title: of words");
  const beginning = await upload(as, "Vault/n2.md", "x");
  await must(h.call(`PATCH /api/docs/${beginning.doc_id}`, { as, json: { attrs: { aliases: "Other\nBeginning" } } }));
  const html = await settled(home);
  const at = `/d/${plan.slug}/`;
  const image = `/d/${picture.slug}/Pasted%20image%202026.png`;
  for (const shown of [
    `<a href="${at}">Project Plan</a> <a href="${at}">the plan</a> <a href="${at}#next-steps">Project Plan#Next steps</a> <a href="${at}">the goal</a>`,
    `[[Missing note]] <a href="/d/${beginning.slug}/">Beginning</a>`,
    "<code>[[Project Plan]]</code>",
    `<a href="/d/${lower.slug}/">lower</a> <a href="/d/${titled.slug}/">A title: of words</a> <a href="#local-part">`,
    `<td><a href="${at}">plan</a></td>`,
    'href="Projects/Project%20Plan.md#next-steps"',
    '<a href="#local-part">own</a>',
    "![[Missing.png]]",
    `<a href="${at}#next-steps">Project Plan#Next steps</a> ![[`,
  ]) {
    expect(html).toContain(shown);
  }
  const images = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
  expect(images).toHaveLength(2);
  for (const tag of images) expect(tag).toContain(`src="${image}"`);
  expect(images[0]).toContain('alt="Pasted image 2026.png" width="200"');
  expect(images[1]).toContain('alt="a cat"');
  expect(images[1]).toContain('height="30"');
});

test("the contract's meaning of a reference comes first, and a page follows notes that come, are renamed and go", async () => {
  const as = await h.person();
  const page = await upload(as, "x.md", "[[plan]] [[New name]]");
  expect(await settled(page)).toContain(
    '<span class="broken-link" title="Nothing answers to plan">plan</span> [[New name]]',
  );
  const note = await upload(as, "Plan.md", "x");
  expect(await settled(page)).toContain(`<a href="/d/${note.slug}/">plan</a>`);
  const named = await upload(as, "other.md", "x");
  await must(h.call(`PUT /api/docs/${named.doc_id}/alias`, { as, json: { alias: "plan" } }));
  expect(await settled(page)).toContain(`<a href="/d/${named.slug}/">plan</a> [[New name]]`);
  await must(h.call(`PATCH /api/docs/${note.doc_id}`, { as, json: { title: "New Name" } }));
  expect(await settled(page)).toContain(`<a href="/d/${note.slug}/">New name</a>`);
  await must(h.call(`DELETE /api/docs/${note.doc_id}`, { as }));
  expect(await settled(page)).toContain("[[New name]]");
});

test("a name tells nobody of what the author of the page may not open, and leads past it to what they may", async () => {
  const owner = await h.person();
  const guest = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  await upload(owner, "Secret plan.md", "# Secret plan", { root: "general", visibility: "restricted" });
  await upload(owner, "Mine.md", "x", { visibility: "restricted" });
  const access = await h.call("POST /api/roots/general/access", {
    as: owner,
    json: { folder: "Board", subject_type: "user", subject: owner.email, level: "edit" },
  });
  expect(access.status).toBe(201);
  const closed = await upload(owner, "Board/Closed.md", "# Closed", { root: "general", visibility: "restricted" });
  const guess = await upload(guest, "guess.md", "[[Closed]] [[Mine]]", { root: "general" });
  expect(await settled(guess)).toContain("<p>[[Closed]] [[Mine]]</p>");
  const own = await upload(guest, "far/below/Closed.md", "x", { root: "general" });
  expect(await settled(guess)).toContain(`<a href="/d/${own.slug}/">Closed</a> [[Mine]]`);
  const known = await upload(owner, "known.md", "[[Board/Closed]] [[Mine]]", { root: "general" });
  expect(await settled(known)).toContain(`<a href="/d/${closed.slug}/">Board/Closed</a> [[Mine]]`);
});

test("names lead by the rights of who wrote the version, whoever has the page made again, and by the place once they have left", async () => {
  const owner = await h.person();
  const author = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const access = await h.call("POST /api/roots/general/access", {
    as: owner,
    json: { folder: "Board", subject_type: "user", subject: owner.email, level: "edit" },
  });
  expect(access.status).toBe(201);
  const general = { root: "general" };
  const closed = await upload(owner, "Board/Closed.md", "x", { ...general, visibility: "restricted" });
  const open = await upload(owner, "Open.md", "x", general);
  const page = await upload(author, "page.md", "[[Closed]] [[Open]]", general);
  const change = (json: Record<string, unknown>) => must(h.call(`PATCH /api/docs/${page.doc_id}`, { as: owner, json }));
  const told = `<p>[[Closed]] <a href="/d/${open.slug}/">Open</a></p>`;
  expect(await settled(page)).toContain(told);
  // At once, and after what is due has run.
  for (const json of [{ title: "Another" }, { attrs: { markdown: "emoji" } }]) {
    await change(json);
    expect(new TextDecoder().decode((await h.open(`/d/${page.slug}/`)).bytes)).toContain(told);
    expect(await settled(page)).toContain(told);
  }
  const put = (as: Person, content: string, more: Record<string, unknown> = {}) =>
    must(h.call(`PUT /api/docs/${page.doc_id}/files/source.md`, { as, json: { content, ...more } }));
  const candidate = (await put(author, "again [[Closed]] [[Open]]", { activate: false })).body;
  await must(
    h.call(`POST /api/docs/${page.doc_id}/versions/${candidate.version}/activate`, {
      as: owner,
      json: { base_version: 1 },
    }),
  );
  expect(await settled(page)).toContain(`again [[Closed]] <a href="/d/${open.slug}/">Open</a>`);
  await must(h.call("DELETE /api/account", { as: author, json: { confirm: author.email } }));
  await change({ title: "Left" });
  expect(await settled(page)).toContain(`again [[Closed]] <a href="/d/${open.slug}/">Open</a>`);
  await put(owner, "mine [[Closed]] [[Open]]");
  expect(await settled(page)).toContain(
    `mine <a href="/d/${closed.slug}/">Closed</a> <a href="/d/${open.slug}/">Open</a>`,
  );
});

test("what was published together comes first, then the shortest path", async () => {
  const as = await h.person();
  const marks = async ({ doc_id }: Made, source_folder: string) =>
    must(h.call(`PATCH /api/docs/${doc_id}`, { as, json: { attrs: { source_folder } } }));
  const first = await upload(as, "Note.md", "x");
  const below = await upload(as, "one/a/b/Note.md", "x");
  const shorter = await upload(as, "one/zz/Note.md", "x");
  const page = await upload(as, "one/page.md", "[[note]]");
  expect(await settled(page)).toContain(`<a href="/d/${first.slug}/">note</a>`);
  for (const one of [below, shorter, page]) await marks(one, "one");
  await must(h.call(`PUT /api/docs/${page.doc_id}/files/source.md`, { as, json: { content: "again [[note]]" } }));
  expect(await settled(page)).toContain(`<a href="/d/${shorter.slug}/">note</a>`);
});

test("names that headings are given hide no place that the author named, wherever it stands", async () => {
  const as = await h.person();
  const page = await upload(as, "ids.md", '## Foo\n\n## Bar\n\n<a id="foo"></a>x\n\n<a name="bar"></a>y\n\n[b](#Bar)');
  const html = await settled(page);
  for (const id of ["foo", "foo-1", "bar", "bar-1"]) expect(html.split(` id="${id}"`)).toHaveLength(2);
});
