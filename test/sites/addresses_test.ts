// The addresses of a site's pages and listings:
// none lies where the site has something else, and each is the same for every reader.
import { expect, test } from "bun:test";
import { unzipped } from "../bundles/unzipped.ts";
import { ANNAS } from "../content/domain_server.ts";
import { AS_PAGE, openReadySite } from "./ready_site.ts";

const site = await openReadySite();
const { runtime, anna, wiki, tree, navigation, chapter, put, must, viewerCookie } = site;

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await runtime.open(path, { headers: { ...AS_PAGE, ...headers } });
  const { status } = answer;
  return { status, to: answer.headers.get("location"), text: new TextDecoder().decode(answer.bytes) };
}

async function navigate(entries: object[]) {
  const { version } = await must(`GET /api/navigations/${navigation.id}`);
  return must(`PUT /api/navigations/${navigation.id}`, { version, entries });
}

async function exported(query = "") {
  const answer = await runtime.call(`GET /api/wiki-site/export${query}`, { as: anna });
  return Object.keys(await unzipped(answer.bytes));
}

test("a page whose alias is a name that the site answers itself is read by its id, on every site and host", async () => {
  const docs = [];
  for (const alias of ["search", "folder"]) {
    const doc = await put(`# Called ${alias}`, { folder: "Guide" });
    await must(`PUT /api/docs/${doc.doc_id}/alias`, { alias });
    docs.push({ ...doc, alias });
  }
  const leading = await put("# Leading\n\nSee [[search]].");
  await navigate([...docs, leading].map(({ doc_id }) => ({ target: `doc:${doc_id}` })));
  for (const { doc_id, alias } of docs) {
    for (const base of [wiki, `${tree}Guide/`]) {
      const { status, text } = await read(base + doc_id);
      expect([base, alias, status, text.includes(`Called ${alias}`)]).toEqual([base, alias, 200, true]);
      expect((await read(`${base}feed.xml`)).text.includes(`/${alias}"`)).toBe(false);
    }
    const onDomain = await runtime.at(ANNAS, `/w/${doc_id}`, { headers: AS_PAGE });
    expect([alias, onDomain.status]).toEqual([alias, 200]);
    expect((await read(`${wiki}search?q=called&format=json`)).text).toContain(`"${wiki}${doc_id}"`);
    expect(await exported()).not.toContain(`${alias}.html`);
  }
  expect((await read(`${wiki}feed.xml`)).text).toContain(`${wiki}${docs[0]?.doc_id}"`);
  expect((await read(wiki + leading.doc_id)).text).toContain(`href="${wiki}${docs[0]?.doc_id}"`);
  expect((await read(`${wiki}search`)).text).toContain("<h1>Search</h1>");
  const named = await runtime.at(ANNAS, "/w/folder", { headers: AS_PAGE });
  expect([named.status, named.headers.get("location")]).toEqual([301, `/w/${docs[1]?.doc_id}`]);
});

test("the listing of a whole root, or of My documents, has a name and an address", async () => {
  await must("POST /api/docs", { markdown: "# Mine", folder: "", visibility: "unlisted" });
  const { entries } = await navigate([{ target: "folder:handbook:" }, { target: "folder:" }]);
  expect(entries.map(({ title }: { title: string }) => title)).toEqual(["Handbook", "Documents"]);
  for (const [at, title, within] of [
    ["folder/handbook", "Handbook", "Chapter"],
    [`folder/~${anna.user_id}`, "Documents", "Mine"],
  ] as const) {
    expect((await read(wiki)).text).toContain(`href="${wiki}${at}"`);
    const { status, text } = await read(wiki + at);
    expect([at, status, text.includes(`<h1 dir="auto">${title}</h1>`), text.includes(within)]).toEqual([
      ...[at, 200, true, true],
    ]);
    expect((await read(`${wiki}${at}/`)).to).toBe(wiki + at);
    expect((await runtime.at(ANNAS, `/w/${at}`, { headers: AS_PAGE })).status).toBe(200);
  }
});

test("the listing of a folder of My documents has one address for its owner and everybody else, and none of a root's", async () => {
  await must("POST /api/docs", { markdown: "# Of anna", folder: "handbook/Guide", visibility: "unlisted" });
  await navigate([{ target: "folder:handbook/Guide" }, { target: "folder:handbook:Guide" }]);
  const own = `${wiki}folder/~${anna.user_id}/handbook/Guide`;
  const shared = `${wiki}folder/handbook/Guide`;
  const readers: Record<string, string>[] = [{}, { cookie: await viewerCookie(wiki) }];
  for (const headers of readers) {
    for (const [path, within, other] of [
      [own, "Of anna", "Leading"],
      [shared, "Leading", "Of anna"],
    ] as const) {
      const { status, text } = await read(path, headers);
      const [main = ""] = /<main[\s\S]*<\/main>/.exec(text) ?? [];
      expect([path, status, main.includes(within), main.includes(other)]).toEqual([path, 200, true, false]);
      expect((await read(wiki, headers)).text).toContain(`href="${path}"`);
    }
  }
  for (const as of ["anonymous", "me"])
    expect((await exported(`?as=${as}`)).some((name) => name.endsWith(`${anna.user_id}/handbook/Guide.html`))).toBe(
      true,
    );
});

test("a version is none for a stranger however its number is written", async () => {
  await navigate([{ target: `doc:${chapter.doc_id}` }]);
  for (const version of ["1", "1.0", "01", "2000000000"]) {
    const { status } = await read(`${wiki}${chapter.doc_id}?version=${version}`);
    expect([version, status]).toEqual([version, 404]);
  }
});

test("the way to sign in from an address of any length leads somewhere, and back to the site at least", async () => {
  for (const [path, back] of [
    [`${wiki}${"x".repeat(3000)}`, wiki],
    [`${wiki}${"%2C".repeat(600)}`, wiki],
    [`${wiki}search?q=${"%F0%9F%A6%8F".repeat(250)}`, `${wiki}search`],
  ] as const) {
    const [, href = ""] = /href="(\/viewer\/sign-in[^"]*)"/.exec((await read(path)).text) ?? [];
    const { status, to } = await read(href.replaceAll("&amp;", "&"));
    expect([path.slice(0, 20), status]).toEqual([path.slice(0, 20), 302]);
    expect(new URL(to ?? "").searchParams.get("page")).toBe(back);
  }
});

test("whose way back from signing in is over is told so on a page, and a program in JSON", async () => {
  for (const path of ["/viewer/return?handoff=spent", "/viewer/sign-in?to=https%3A%2F%2Felsewhere.example%2F"]) {
    const { status, text } = await read(path);
    expect([path, status, text.includes("<h1>Nothing to see at this address</h1>")]).toEqual([path, 404, true]);
    expect(JSON.parse((await read(path, { accept: "*/*" })).text)).toEqual({ error: "not found" });
  }
});

test("a search takes the beginning of a longer text", async () => {
  for (const base of [wiki, tree]) {
    for (const q of ["x".repeat(1000), "🦏".repeat(300)]) {
      const { status, text } = await read(`${base}search?q=${encodeURIComponent(q)}`);
      const [, sought = ""] = /<q dir="auto">([^<]*)<\/q>/.exec(text) ?? [];
      expect([base, status, sought]).toEqual([base, 200, q.slice(0, 200)]);
    }
  }
});

test("an address with a slash too many is not there, rather than not offered", async () => {
  for (const path of ["/w//", "/w///", "//"]) expect([path, (await read(path)).status]).toEqual([path, 404]);
});
