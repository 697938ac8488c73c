// Publishing a folder as a person does:
// what arrives, that links and pictures work, and that a second run writes what differs alone.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PIXEL } from "./folder_fixture.ts";
import { openPublishingPlace } from "./publishing_place.ts";

const opened = await openPublishingPlace();
const { place, database, published, open, follow, countWrites } = opened;
afterAll(opened.close);

test("without an account the command says how to make one", async () => {
  const { code, stdout, stderr } = await place.callHere(["publish", opened.folder("early")]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^docsvc: nobody has an account yet: .*docsvc user add/);
  await place.runHere("user", "add", "owner@example.org", "--workspace", "house");
});

test("a folder arrives with its folders, links, pictures and parts, and the first link is printed last", async () => {
  const { code, stdout, stderr } = await place.call(["publish", opened.folder("guide"), "--visibility", "unlisted"]);
  const documents = await published("guide");
  const [sum, link] = stdout.split("\n");
  expect(code).toBe(0);
  expect(sum).toBe("12 files: 11 published, 0 updated, 0 unchanged, 1 skipped, 0 failed");
  expect(link).toBe(`http://127.0.0.1:${place.port}/d/${documents["README.md"]?.slug}/`);
  expect(stderr).toContain("skipped    empty.md: empty");
  expect(stderr).toContain("links that lead to nothing in this folder: 1\n  README.md:3  ../outside.md");
  expect(Object.values(documents).map(({ version }) => version)).toEqual(Array(8).fill(1));
  const shown = Object.values(documents).map(({ path, title, kind, folder, visibility }) => [
    path,
    title,
    kind,
    folder,
    visibility,
  ]);
  expect(shown).toEqual([
    ["README.md", "Home", "markdown", "guide", "unlisted"],
    ["data/table.csv", "table", "file", "guide/data", "unlisted"],
    ["deep/README.md", "Two", "markdown", "guide/deep", "unlisted"],
    ["img/pixel.png", "pixel", "image", "guide/img", "unlisted"],
    ["img/vector.svg", "vector", "file", "guide/img", "unlisted"],
    ["loose.txt", "loose", "file", "guide", "unlisted"],
    ["one.md", "One", "markdown", "guide", "unlisted"],
    ["site/page.html", "A page", "html", "guide/site", "unlisted"],
  ]);
});

test("each folder has its README for a first page, what somebody sets stays, and a second run says nothing of it", async () => {
  const documents = await published("guide");
  const read = () => database.sql<{ path: string; doc_id: string }[]>`
    select path, index_doc_id as doc_id from folder_settings join places using (place_id)
    where index_doc_id is not null and (path = 'guide' or path like 'guide/%') order by path`;
  const firstPages = (top = documents["README.md"]) => [
    { path: "guide", doc_id: top?.doc_id ?? "" },
    { path: "guide/deep", doc_id: documents["deep/README.md"]?.doc_id ?? "" },
  ];
  expect([...(await read())]).toEqual(firstPages());
  await database.sql`
    update folder_settings set index_doc_id = ${documents["one.md"]?.doc_id ?? ""}
    where place_id = (select place_id from places where path = 'guide')`;
  const { stderr } = await place.call(["publish", opened.folder("guide")]);
  expect(stderr).not.toContain("first page");
  expect([...(await read())]).toEqual(firstPages(documents["one.md"]));
});

test("links lead from page to page and to the pictures as they do in the folder, and a page's own parts are served with it", async () => {
  const documents = await published("guide");
  const { "README.md": home, "one.md": one, "deep/README.md": two, "site/page.html": page } = documents;
  const homePage = await open(`/d/${home?.slug}/`);
  expect(homePage.body).toContain('href="one.html#part"');
  expect(homePage.body).toContain('src="img/pixel.png"');
  const at = (path: string) => `/d/${documents[path]?.slug}/`;
  for (const [slug, address, end] of [
    [home?.slug, "one.html", at("one.md")],
    [home?.slug, "deep/", at("deep/README.md")],
    [home?.slug, "data/table.csv", at("data/table.csv")],
    [home?.slug, "_up/outside.md", "status 404"],
    [two?.slug, "_up/one.md", at("one.md")],
    [one?.slug, "deep/README.md", at("deep/README.md")],
  ] as const) {
    expect({ address, end: await follow(slug, address) }).toEqual({ address, end });
  }
  for (const address of ["img/pixel.png", "img/vector.svg"]) {
    const url = `http://127.0.0.1:${place.port}/d/${home?.slug}/${address}`;
    const response = await fetch(url, { headers: { "sec-fetch-dest": "image" } });
    expect(response.headers.get("content-type")).toStartWith("image/");
  }
  expect((await open(`/d/${one?.slug}/`)).body).toContain('id="part"');
  for (const path of ["site/css/page.css", "site/css/base.css", "site/back.png"]) {
    expect({ path, status: (await open(`/d/${page?.slug}/${path}`)).status }).toEqual({ path, status: 200 });
  }
  const html = (await open(`/d/${page?.slug}/`)).body;
  expect(html).toContain('href="site/css/page.css"');
  expect(html).toContain(`href="/d/${one?.slug}/#part"`);
});

test("run again it writes nothing, also from another place with a token, and its own token is gone afterwards", async () => {
  const before = await countWrites();
  const again = await place.callHere(["publish", opened.folder("guide")]);
  expect(again.stdout).toStartWith("12 files: 0 published, 0 updated, 11 unchanged, 1 skipped, 0 failed\n");
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "elsewhere");
  const words = ["publish", opened.folder("guide"), "--server", place.base_url, "--token", token];
  const elsewhere = await place.call(words, { DATA_DIR: "/nowhere", DATABASE_URL: "", SECRET: "" });
  expect(elsewhere.stdout).toBe(again.stdout);
  expect(await countWrites()).toEqual(before);
  const [left] = await database.sql<{ live: number }[]>`
    select count(*)::int as live from tokens where name = 'docsvc publish' and revoked_at is null`;
  expect(left?.live).toBe(0);
});

test("an HTML page is written a second time only where links go round, or no file may have its name", async () => {
  const folder = opened.folder("round");
  const links = (...names: string[]) => names.map((name) => `<a href="${name}.html">${name}</a>`).join("");
  const web = {
    home: links("one", "two"),
    one: links("home", "two"),
    two: links("home"),
    last: links("one", "two"),
    _side: "",
  };
  mkdirSync(join(folder, "web"));
  for (const [name, html] of Object.entries(web)) {
    writeFileSync(
      join(folder, "web", `${name}.html`),
      `<link rel="stylesheet" href="../site/css/base.css"><h1>${name}</h1>${html}`,
    );
  }
  await place.runHere("publish", folder);
  const documents = await published("round");
  const versions = Object.keys(web).map((name) => documents[`web/${name}.html`]?.version);
  expect(versions).toEqual([2, 1, 1, 1, 2]);
});

test("after one file is edited there is one new version, with its new title, at the old link", async () => {
  const path = opened.folder("guide");
  const before = await published("guide");
  writeFileSync(join(path, "one.md"), "# Number one\n\n## Part\n\n[Home](README.md), edited.\n");
  const { stdout } = await place.callHere(["publish", path]);
  expect(stdout).toStartWith("12 files: 0 published, 1 updated, 10 unchanged, 1 skipped, 0 failed\n");
  const after = await published("guide");
  const one = before["one.md"];
  if (!one) throw new Error("one.md was not published");
  expect(after).toEqual({ ...before, "one.md": { ...one, title: "Number one", version: one.version + 1 } });
  expect((await open(`/d/${one.slug}/`)).body).toContain("edited.");
});

test("files whose names a system takes apart are known again, and found under their names", async () => {
  const path = opened.folder("apart");
  const picture = "Grün.png".normalize("NFD");
  writeFileSync(join(path, "img", picture), PIXEL);
  writeFileSync(join(path, "Grüße.txt".normalize("NFD")), "words");
  writeFileSync(join(path, "one.md"), `# One\n\n![g](img/${picture})\n`);
  await place.runHere("publish", path, "--visibility", "unlisted");
  const { stdout } = await place.callHere(["publish", path]);
  expect(stdout).toContain(" 0 published, 0 updated, ");
  const one = Object.values(await published("apart")).find((row) => row.path === "one.md");
  const { body } = await open(`/d/${one?.slug}/`);
  const [, address = ""] = /<img src="([^"]+)"/.exec(body) ?? [];
  expect((await open(new URL(address, `http://h/d/${one?.slug}/`).pathname)).status).toBe(200);
});

test("a replaced picture is one version of its own document, and of each HTML page that carries it", async () => {
  const path = opened.folder("pictures");
  await place.runHere("publish", path);
  const before = await published("pictures");
  writeFileSync(join(path, "img/pixel.png"), Buffer.concat([PIXEL, Buffer.of(0)]));
  writeFileSync(join(path, "site/back.png"), Buffer.concat([PIXEL, Buffer.of(1)]));
  const { stdout } = await place.callHere(["publish", path]);
  expect(stdout).toContain(" 3 updated, 8 unchanged");
  const after = await published("pictures");
  const grown = Object.keys(after).filter((name) => after[name]?.version !== before[name]?.version);
  expect(grown).toEqual(["img/pixel.png", "site/page.html"]);
});

test("what an earlier version put beside a page's source goes, and its rewritten links become those of the file", async () => {
  const path = opened.folder("old");
  await place.runHere("publish", path);
  const { "one.md": one } = await published("old");
  const token = await place.runHere("token", "create", "owner@example.org", "--name", "old");
  const send = (files: Record<string, string>) => {
    const body = new FormData();
    for (const [name, text] of Object.entries(files)) body.append("files", new File([text], name));
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`${place.base_url}/api/docs/${one?.doc_id}/files`, { method: "POST", headers, body });
  };
  expect((await send({ "source.md": "# One\n\n[Home](/d/old/)\n", "img/pixel.png": "carried" })).status).toBe(201);
  const { stdout } = await place.callHere(["publish", path]);
  expect(stdout).toContain(" 1 updated, 10 unchanged");
  const [row] = await database.sql<{ files: string[] }[]>`
    select array_agg(f.path order by f.path) as files from documents d join document_files f using (document_id, version)
    where d.doc_id = ${one?.doc_id ?? ""}`;
  expect(row?.files).toEqual(["index.html", "source.md"]);
});

test("a document whose file is gone stays and is named; --prune moves it to the trash", async () => {
  const path = opened.folder("thin");
  await place.runHere("publish", path);
  rmSync(join(path, "loose.txt"));
  const kept = await place.callHere(["publish", path]);
  expect(kept.stderr).toContain("(--prune moves them to the trash): loose.txt");
  expect(Object.keys(await published("thin"))).toContain("loose.txt");
  const pruned = await place.callHere(["publish", path, "--prune"]);
  expect(pruned.stderr).toContain("moved to the trash, because their files are gone: loose.txt");
  expect(Object.keys(await published("thin"))).not.toContain("loose.txt");
});

test("what cannot be read is named, ends with 1, and is not taken for gone by --prune", async () => {
  const path = opened.folder("unread");
  const composed = join(path, "Gr\u00fcn");
  mkdirSync(composed);
  writeFileSync(join(composed, "kept.md"), "# Kept\n");
  await place.runHere("publish", path);
  mkdirSync(join(path, "Gru\u0308n"));
  writeFileSync(join(path, "Gru\u0308n/kept.md"), "# Another\n");
  for (const name of ["caf\u00e9.md", "cafe\u0301.md"]) writeFileSync(join(path, name), "# Either\n");
  const again = await place.callHere(["publish", path, "--prune"]);
  expect(again.code).toBe(1);
  for (const twin of ["Gr\u00fcn", "Gru\u0308n", "caf\u00e9.md", "cafe\u0301.md"])
    expect(again.stderr).toContain(`differs from "${twin}" in the form of Unicode alone: rename one`);
  const there = Object.keys(await published("unread"));
  expect(there).toContain("Gr\u00fcn/kept.md");
  expect(there.filter((one) => one.startsWith("caf"))).toEqual([]);
  expect(again.stderr).not.toContain("moved to the trash");
});

test("a file that fails is named with the reason, the others arrive, the sum adds up, and the code is 1", async () => {
  const path = opened.folder("broken");
  for (const folder of ["tw!in", "tw?in"]) {
    mkdirSync(join(path, folder));
    writeFileSync(join(path, folder, "same.md"), "# Same");
  }
  writeFileSync(join(path, "latin.md"), Buffer.from("# caf\xe9", "latin1"));
  writeFileSync(join(path, "deepest.md"), `${">".repeat(5000)} x`);
  const { code, stdout, stderr } = await place.callHere(["publish", path]);
  expect(code).toBe(1);
  expect(stdout).toStartWith("16 files: 14 published, 0 updated, 0 unchanged, 1 skipped, 1 failed\n");
  expect(stderr).toMatch(
    /failed {5}tw.in\/same\.md: its folder has the same name on the server as that of tw.in\/same\.md/,
  );
  expect(Object.values(await published("broken")).map(({ title }) => title)).toContain("caf\u00e9");
  // As `docsvc sync` keeps it.
  expect(stderr).toMatch(/published {2}deepest\.md: as a file, since no page can be made of it: .*nest/);
  const again = await place.callHere(["publish", path]);
  expect(again.stdout).toStartWith("16 files: 0 published, 0 updated, 14 unchanged, 1 skipped, 1 failed\n");
});

test("a folder without a README, SUMMARY or index prints no address of another page", async () => {
  const path = opened.folder("headless");
  rmSync(join(path, "README.md"));
  rmSync(join(path, "deep"), { recursive: true });
  expect((await place.callHere(["publish", path])).stdout.split("\n")).toHaveLength(1);
});

test("a book arrives whole, run again it writes nothing, and no link between its chapters is left unresolved", async () => {
  const book = opened.book();
  const first = await place.callHere(["publish", book.path, "--visibility", "unlisted"]);
  expect(first.stdout).toStartWith(
    `${book.files} files: ${book.files} published, 0 updated, 0 unchanged, 0 skipped, 0 failed\n`,
  );
  const before = await countWrites();
  const second = await place.callHere(["publish", book.path]);
  expect(second.stdout).toStartWith(
    `${book.files} files: 0 published, 0 updated, ${book.files} unchanged, 0 skipped, 0 failed\n`,
  );
  expect(await countWrites()).toEqual(before);
  const documents = await published("book");
  expect(Object.keys(documents)).toHaveLength(book.files);
  expect(Object.values(documents).filter(({ version }) => version > 1)).toEqual([]);
  for (const { from, address, to } of book.links) {
    const end = await follow(documents[from]?.slug, address);
    expect({ from, address, end }).toEqual({ from, address, end: `/d/${documents[to]?.slug}/` });
  }
});

test("a folder with no page to begin with names the address of each document", async () => {
  const folder = opened.folder("loose");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const name of ["one", "two"]) writeFileSync(join(folder, `${name}.md`), `# ${name}\n`);
  const { stdout, stderr } = await place.callHere(["publish", folder]);
  expect(stdout).toStartWith("2 files: 2 published");
  expect(stdout.trim().split("\n")).toHaveLength(1);
  const documents = await published("loose");
  for (const name of ["one.md", "two.md"]) expect(stderr).toContain(`/d/${documents[name]?.slug}/  ${name}`);
});

test("a footnote is no address, whatever it begins with", async () => {
  const folder = opened.folder("notes");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const note = "[^x]: [https://example.com](https://example.com)";
  writeFileSync(join(folder, "README.md"), `# Notes\n\na[^x], b[lost](gone.md)\n\n${note}\n`);
  const { code, stderr } = await place.callHere(["publish", folder, "--dry-run"]);
  expect(code).toBe(0);
  expect(stderr).toContain("links that lead to nothing in this folder: 1\n  README.md:3  gone.md");
});

test("a picture that markdown and an HTML page show is seen in both, and again nothing is written", async () => {
  const folder = opened.folder("shared");
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, "img"), { recursive: true });
  writeFileSync(join(folder, "README.md"), "# Shared\n\n![l](img/logo.svg)\n");
  writeFileSync(join(folder, "plain.html"), '<h1>Plain</h1><img src="img/logo.svg">');
  writeFileSync(join(folder, "img/logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const first = await place.callHere(["publish", folder, "--visibility", "unlisted"]);
  expect(first.stdout).toStartWith("3 files: 3 published, 0 updated, 0 unchanged, 0 skipped, 0 failed\n");
  const documents = await published("shared");
  for (const path of ["README.md", "plain.html"]) {
    const url = `http://127.0.0.1:${place.port}/d/${documents[path]?.slug}/img/logo.svg`;
    const { status, headers } = await fetch(url, { headers: { "sec-fetch-dest": "image" } });
    expect([path, status, headers.get("content-type")]).toEqual([path, 200, expect.stringMatching(/^image\/svg/)]);
  }
  const before = await countWrites();
  const again = await place.callHere(["publish", folder, "--prune"]);
  expect(again.stdout).toStartWith("3 files: 0 published, 0 updated, 3 unchanged");
  expect(await countWrites()).toEqual(before);
});
