// Published folders as sites: what is served to whom, at which address, from memory for as long as nothing changes.
import { expect, test } from "bun:test";
import { openSiteServer } from "./site_server.ts";

const runtime = await openSiteServer();
const { site, put, settle, read, anna, otto, eve } = runtime;
const welcome = await put("Guide", "# Welcome\n\nGo on with [the set-up](Setup.md).", { filename: "README.md" });
const setup = await put("Guide", "# Setup\n\nText.", { filename: "Setup.md" });
await runtime.call(`PUT /api/docs/${setup.doc_id}/alias`, { as: anna, json: { alias: "set-up" } });
const secret = await put("Guide", "# Salaries", { visibility: "restricted" });
const outside = await put("Drafts", "# Draft");
await settle("Guide", { published: true });

test("a stranger reads what is open to everybody in a published folder, and hears of nothing else", async () => {
  const home = await read(site);
  expect(home.status).toBe(200);
  const folder = await read(`${site}Guide/`);
  expect(folder.text).toContain("Setup");
  for (const page of [home.text, folder.text]) {
    for (const hidden of ["Salaries", secret.doc_id, "Draft", outside.doc_id]) expect(page).not.toContain(hidden);
  }
  expect((await read(`${site}Guide/${secret.doc_id}`)).status).toBe(404);
  expect((await read(`${site}Drafts/${outside.doc_id}`)).status).toBe(404);
  expect((await read(`${site}Drafts/`)).status).toBe(404);
});

test("a root of which only folders are published says nothing of itself but its name", async () => {
  const said = "About everything that we keep";
  const say = (description: string | null) =>
    runtime.call("PATCH /api/roots/handbook", { as: anna, json: { description } });
  expect((await say(said)).status).toBe(200);
  const pages = [site, `${site}?format=md`, `${site}Guide/`, `${site}feed.xml`];
  for (const path of pages) expect([path, (await read(path)).text.includes(said)]).toEqual([path, false]);
  await settle("", { published: true });
  for (const path of [site, `${site}feed.xml`])
    expect([path, (await read(path)).text.includes(said)]).toEqual([path, true]);
  await settle("", { published: false });
  await say(null);
});

test("what is not there and what is closed get the same page, with a way to sign in", async () => {
  const [closed, missing, nowhere] = [
    await read(`${site}Guide/${secret.doc_id}`),
    await read(`${site}Guide/doc_nothing`),
    await read(`/w/@${eve.workspace}/r/general/`),
  ];
  const plain = ({ text }: { text: string }) => text.replaceAll(/to=[^"]*/g, "");
  expect(plain(closed)).toBe(plain(missing));
  expect(plain(nowhere)).toBe(plain(missing));
  expect(closed.text).toContain("/viewer/sign-in?to=");
});

test("a member who came over from the app sees what they may open, on a page that no cache keeps", async () => {
  const page = await signedIn(anna, `${site}Guide/`);
  expect(page.text).toContain("Salaries");
  expect(page.headers.get("cache-control")).toBe("private, no-store");
});

test("a document has one address: its alias, below its own folder", async () => {
  const moved = await read(`${site}Guide/${setup.doc_id}`);
  expect([moved.status, moved.headers.get("location")]).toEqual([301, `${site}Guide/set-up`]);
  const elsewhere = await read(`${site}set-up`);
  expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([301, `${site}Guide/set-up`]);
  expect((await read(`${site}Guide/set-up`)).status).toBe(200);
  expect((await read(`${site}Guide`)).headers.get("location")).toBe(`${site}Guide/`);
});

test("a stranger's page is sent again only when something of it changed", async () => {
  const first = await read(`${site}Guide/set-up`);
  const etag = first.headers.get("etag") ?? "";
  expect((await read(`${site}Guide/set-up`, { "if-none-match": etag })).status).toBe(304);
  const changed = await runtime.call(`PATCH /api/docs/${setup.doc_id}`, { as: anna, json: { title: "Setting up" } });
  expect(changed.status).toBe(200);
  const after = await read(`${site}Guide/set-up`, { "if-none-match": etag });
  expect(after.status).toBe(200);
  expect(after.text).toContain("Setting up");
  await settle("Guide", { publish_visibility: "signed_in" });
  expect((await read(`${site}Guide/set-up`, { "if-none-match": etag })).status).toBe(404);
  await settle("Guide", { publish_visibility: "public" });
});

test("a folder for a group is for its members, and one below it that says otherwise is as it says", async () => {
  const group = await runtime.call("POST /api/groups", { as: anna, json: { name: "Editors" } });
  expect(group.status).toBe(201);

  const joined = await runtime.call(`POST /api/groups/${group.body.id}/members`, {
    as: anna,
    json: { email: otto.email },
  });
  expect(joined.status).toBe(201);
  const note = await put("Group", "# Note");
  await settle("Group", { published: true, publish_visibility: "group", publish_group_id: group.body.id });
  await put("Group/Open", "# Open note");
  await settle("Group/Open", { published: true });
  expect((await signedIn(otto, `${site}Group/${note.doc_id}`)).status).toBe(200);
  expect((await signedIn(anna, `${site}Group/`)).status).toBe(404);
  expect((await read(`${site}Group/`)).status).toBe(404);
  expect((await read(`${site}Group/${note.doc_id}`)).status).toBe(404);
  expect((await read(`${site}Group/Open/`)).text).toContain("Open note");
  expect((await read(site)).text).not.toContain("Note<");
});

test("links between documents of the site stay in it, and the folder's README stands for the folder", async () => {
  const page = await read(`${site}Guide/`);
  expect(page.text).toContain("Welcome");
  expect(page.text).toContain(`<a href="${site}Guide/set-up">the set-up</a>`);
  expect((await read(`${site}Guide/${welcome.doc_id}`)).headers.get("location")).toBe(`${site}Guide/`);
});

test("a site of folders of My documents is called by the one that there is, and by none of several", async () => {
  const own = `/w/@${anna.workspace}/r/~${otto.user_id}/`;
  const titleAt = async (path: string) => /<a class="site-name"[^>]*><span>([^<]*)/.exec((await read(path)).text)?.[1];
  const publish = async (folder: string) => {
    const json = { markdown: `# In ${folder}`, folder, visibility: "unlisted" };
    expect((await runtime.call("POST /api/docs", { as: otto, json })).status).toBe(201);
    const route = `PUT /api/folder-meta?path=${folder}`;
    expect((await runtime.call(route, { as: otto, json: { published: true } })).status).toBe(200);
  };
  await publish("Alpine");
  expect(await titleAt(`${own}Alpine/`)).toBe("Alpine");
  await publish("Zoo");
  expect([await titleAt(`${own}Zoo/`), await titleAt(own)]).toEqual(["Documents", "Documents"]);
});

test("a folder in a list says how many pages it leads to, with its own and those further below", async () => {
  await put("Shelf/Sea", "# Sea", { filename: "README.md" });
  await put("Shelf/Land/North", "# Ice");
  await put("Shelf/Land/South", "# Sand");
  await put("Shelf/Land/South", "# Dunes");
  await settle("Shelf", { published: true });
  const { text } = await read(`${site}Shelf/`);
  const counts = [...text.matchAll(/<strong dir="auto">([^<]*)<\/strong><small>([^<]*)<\/small>/g)];
  expect(counts.map(([, name, count]) => [name, count])).toEqual([
    ["Land", "3 pages"],
    ["Sea", "1 page"],
  ]);
});

test("the workspace's rule of publishing acts at the next request", async () => {
  expect((await read(`${site}Guide/set-up`)).status).toBe(200);
  const off = await runtime.call("PUT /api/policy", { as: anna, json: { publishing: "off" } });
  expect(off.status).toBe(200);
  expect((await read(`${site}Guide/set-up`)).status).toBe(404);
  await runtime.call("PUT /api/policy", { as: anna, json: { publishing: "public" } });
  expect((await read(`${site}Guide/set-up`)).status).toBe(200);
});

/** The page as a person gets it who signs in from it. */
async function signedIn(person: typeof anna, path: string) {
  const browser = runtime.visitor(person);
  let address = `${runtime.content_url}/viewer/sign-in?to=${encodeURIComponent(path)}`;
  for (let hops = 0; hops < 6; hops++) {
    const answer = await browser.open(address);
    const location = answer.headers.get("location");
    if (location === null) return { status: answer.status, text: await answer.text(), headers: answer.headers };
    address = new URL(location, address).href;
  }
  throw new Error("redirects do not end");
}
