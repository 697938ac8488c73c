// The page of a folder: who sees it, what can be done with what lies in it, and what comes back when that is refused.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

function show(as: Person, path: string) {
  return h.call(`GET ${path}`, { as, with_cookie: true });
}

function post(as: Person, operation: string, texts: readonly (readonly [string, string])[]) {
  return h.call(`POST /app/do/${operation}`, {
    as,
    with_cookie: true,
    body: new URLSearchParams(texts.map(([name, value]) => [name, value])).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });
}

async function publish(as: Person, title: string, more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await h.call("POST /api/docs", { as, json: { html: "<p>x</p>", title, ...more } });
  return body.doc_id;
}

/** An owner with a space, and somebody who may view it. */
async function space() {
  const owner = await h.person({ role: "owner" });
  const reader = await h.person({ role: "member", workspace_id: owner.workspace_id });
  await h.call("POST /api/roots", { as: owner, json: { name: "Handbook", slug: "handbook" } });
  const grant = { subject_type: "user", subject: reader.email, level: "view" };
  await h.call("POST /api/roots/handbook/access", { as: owner, json: grant });
  return { owner, reader };
}

test("a folder shows what lies in it, escaped, with who may open each, and what is closed to its reader not at all", async () => {
  const { owner, reader } = await space();
  const title = `<img src=x onerror=alert(1)> "Plan"`;
  await publish(owner, title, { root: "handbook", folder: "Work", visibility: "unlisted" });
  await publish(owner, "Below", { root: "handbook", folder: "Work/Deep" });
  await publish(owner, "Kept back", { root: "handbook", folder: "Pay" });
  await h.call("POST /api/roots/handbook/access", {
    as: owner,
    json: { subject_type: "user", subject: owner.email, level: "edit", folder: "Pay" },
  });
  const { body } = await show(reader, "/app/r/handbook/Work");
  expect(body).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;Plan&quot;");
  expect(body).not.toContain("<img src=x");
  for (const shown of ['href="/app/r/handbook/Work/Deep"', "Anybody with the link", 'href="/app/r/handbook"'])
    expect(body).toContain(shown);
  expect(body).not.toContain('type="checkbox"');
  expect(body).not.toContain("panel=new");
  expect((await show(reader, "/app/r/handbook")).body).not.toContain("Pay");
  const closed = await show(reader, "/app/r/handbook/Pay");
  const missing = await show(reader, "/app/r/handbook/Nowhere");
  expect([closed.status, missing.status]).toEqual([404, 404]);
  const stranger = await h.person();
  expect((await show(stranger, "/app/r/handbook/Work")).status).toBe(404);
});

test("chosen documents are moved and deleted in one form, and the page offers to take it back", async () => {
  const { owner } = await space();
  const ids = [await publish(owner, "One", { root: "handbook", folder: "Work" })];
  ids.push(await publish(owner, "Two", { root: "handbook", folder: "Work" }));
  await h.call("POST /api/folders", { as: owner, json: { path: "Work/Done", root: "handbook" } });
  const page = (await show(owner, "/app/r/handbook/Work")).body;
  expect(page).toContain('formaction="/app/do/doc.update"');
  expect(page).toContain('<option value="Work/Done">');
  const chosen = ids.map((id) => ["doc_id", id] as const);
  const around = [
    ["~each", "doc_id"],
    ["~back", "/app/r/handbook/Work"],
    ["root", "handbook"],
    ["folder", "Work/Done"],
    ["~done.doc.update", "{count} moved."],
    ["~undo.doc.update", "doc.update?root=handbook&folder=Work"],
    ["~done.doc.delete", "{count} in the trash."],
    ["~undo.doc.delete", "doc.undelete"],
  ] as const;
  const moved = await post(owner, "doc.update", [...chosen, ...around]);
  expect([moved.status, moved.headers.get("location")]).toEqual([303, "/app/r/handbook/Work"]);
  for (const id of ids) expect((await h.call(`GET /api/docs/${id}`, { as: owner })).body.folder).toBe("Work/Done");
  const [cookie = ""] = (moved.headers.get("set-cookie") ?? "").split(";");
  const told = await show({ ...owner, cookie: `${owner.cookie}; ${cookie}` }, "/app/r/handbook/Work");
  expect(told.body).toContain("2 moved.");
  expect(told.body).toContain('name="folder" value="Work"');
  await post(owner, "doc.delete", [...chosen, ...around]);
  expect((await h.call("GET /api/trash?root=handbook", { as: owner })).body.docs).toHaveLength(2);
  const none = await post(owner, "doc.delete", around);
  expect(none.status).toBe(400);
  expect(none.body).toContain("Nothing is chosen.");
});

test("a folder is made, renamed and deleted from its page, and what goes along is said before", async () => {
  const { owner, reader } = await space();
  await publish(owner, "One", { root: "handbook", folder: "Work" });
  const made = await post(owner, "folder.create", [
    ["path", "Later"],
    ["~before.path", "Work/"],
    ["root", "handbook"],
    ["~back", "/app/r/handbook/Work?panel=new"],
    ["~then", "/app/r/handbook/{path...}"],
  ]);
  expect(made.headers.get("location")).toBe("/app/r/handbook/Work/Later");
  const page = (await show(owner, "/app/r/handbook/Work?panel=change")).body;
  expect(page).toContain("1 document and 1 folder in it move to Handbook");
  expect((await show(reader, "/app/r/handbook/Work?panel=change")).body).not.toContain("folder.delete");
  const renamed = await post(owner, "folder.rename", [
    ["path", "Work/Later"],
    ["new_path", "Now"],
    ["~before.new_path", "Work/"],
    ["root", "handbook"],
    ["~then", "/app/r/handbook/{path...}"],
  ]);
  expect(renamed.headers.get("location")).toBe("/app/r/handbook/Work/Now");
  const back = "/app/r/handbook/Work?panel=change";
  const refused = await post(owner, "folder.rename", [
    ["root", "handbook"],
    ["path", "Work"],
    ["~of", "name"],
    ["new_path", "Work/inside"],
    ["~back", back],
  ]);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('value="Work/inside"');
  expect(refused.body).toContain('aria-invalid="true"');
  const gone = await post(owner, "folder.delete", [
    ["path", "Work"],
    ["force", "true"],
    ["root", "handbook"],
    ["~back", back],
    ["~then", "/app/r/handbook"],
  ]);
  expect(gone.headers.get("location")).toBe("/app/r/handbook");
  expect((await show(owner, "/app/r/handbook")).body).toContain("One");
});

test("an empty folder tells who may write there what to do, and goes on over several pages when it is full", async () => {
  const { owner, reader } = await space();
  expect((await show(owner, "/app/r/handbook")).body).toContain("docsvc publish ./my-folder --root handbook");
  const empty = (await show(reader, "/app/r/handbook")).body;
  expect(empty).toContain("Nothing lies here yet");
  expect(empty).not.toContain("docsvc publish");
  for (let n = 0; n < 101; n++)
    await h.call("POST /api/folders", { as: owner, json: { path: `f${100 + n}`, root: "handbook" } });
  const first = (await show(owner, "/app/r/handbook?look=grid")).body;
  expect(first).not.toContain("f200");
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const last = (await show(owner, `/app/r/handbook${next}`)).body;
  expect(last).toContain("f200");
  expect(last).toContain('class="card tile"');
});
