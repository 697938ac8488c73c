// Sites against those who would see more, spoil what others are shown, or have much made for little.
import { expect, test } from "bun:test";
import { openSiteServer } from "./site_server.ts";

const runtime = await openSiteServer();
const { put, settle, read, site, anna, otto } = runtime;
await put("", "# Front", { filename: "README.md" });
await put("Open", "# Open page");
await put("Closed", "# Closed page");
await settle("", { published: true });
const grant = { subject_type: "user", subject: otto.email, folder: "Closed" };
const closed = await runtime.call("POST /api/roots/handbook/access", { as: anna, json: grant });

test("a folder with an access list of its own is not published along with what lies above it", async () => {
  expect(closed.status).toBe(201);
  const pages = [site, `${site}Open/`, `${site}search?q=page`, `${site}feed.xml`];
  for (const page of await Promise.all(pages.map((path) => read(path)))) {
    expect([page.status, page.text.includes("Closed")]).toEqual([200, false]);
  }
  const [at, nowhere] = [await read(`${site}Closed/`), await read(`${site}Nowhere/`)];
  expect(at.status).toBe(404);
  expect(at.text.replaceAll("Closed", "Nowhere")).toBe(nowhere.text);
  await settle("Closed", { published: true });
  expect((await read(`${site}Closed/`)).text).toContain("Closed page");
});

test("a folder below a published one is not there for whom nothing in it is open to, not even by its name", async () => {
  const kept = await put("Open/Layoffs/Spring", "# Numbers", { visibility: "restricted" });
  for (const path of ["", "Open/", "search?q=numbers", "feed.xml", `Open/${kept.doc_id}`]) {
    expect([path, (await read(site + path)).text.includes("Layoffs")]).toEqual([path, false]);
  }
  const nowhere = await read(`${site}Open/Nowhere/`);
  for (const path of ["Open/Layoffs/", "Open/Layoffs/Spring/", "Open/Layoffs"]) {
    const { status, text } = await read(site + path);
    expect([path, status]).toEqual([path, 404]);
    expect(text.replace(/to=[^"]*/, "")).toBe(nowhere.text.replace(/to=[^"]*/, ""));
  }
  // What is published by its own name is there, empty as it is.
  await settle("Open/Layoffs", { published: true });
  expect((await read(`${site}Open/Layoffs/`)).status).toBe(200);
  await runtime.call(`PATCH /api/docs/${kept.doc_id}`, { as: anna, json: { visibility: "unlisted" } });
  expect((await read(`${site}Open/`)).text).toContain("Spring");
});

test("what somebody asks for as JSON is not what the next one gets as a page", async () => {
  expect((await read(`${site}search?format=json`)).headers.get("content-type")).toBe("application/json");
  expect((await read(`${site}search`)).headers.get("content-type")).toStartWith("text/html");
});

test("however a name beside the pages is spelled, it has one address", async () => {
  const spelled = await read(`${site}%73earch`);
  expect([spelled.status, spelled.headers.get("location")]).toEqual([301, `${site}search`]);
});

test("links that are no addresses leave the page standing", async () => {
  const odd = await put("Open", "# Odd\n\n[a](/x/%ff) [b](_up/%ff.md) [c](../%E0%A4%A.md) [d](%00.md)");
  const page = await read(`${site}Open/${odd.doc_id}`);
  expect([page.status, page.text.includes("Odd")]).toEqual([200, true]);
});

test("a cookie that nobody signed makes nobody known", async () => {
  const cookie = "__Host-docsvc_viewer=made-up";
  const page = await read(`${site}Open/`, { cookie });
  expect(page.headers.get("cache-control")).toBe("public, no-cache");
});

test("a folder's page may lie elsewhere in the tree, and has the folder's address then", async () => {
  const guide = await put("Elsewhere", "# The guide");
  await settle("Open", { index_doc_id: guide.doc_id });
  expect((await read(`${site}Open/`)).text).toContain("The guide");
  expect((await read(`${site}Elsewhere/${guide.doc_id}`)).headers.get("location")).toBe(`${site}Open/`);
});

test("hostile addresses are refused or not found, and none is a fault of ours", async () => {
  const paths = [
    "%00",
    "%2e%2e/%2e%2e",
    "a%2fb",
    `${"x".repeat(7000)}`,
    "%ed%a0%80",
    "__proto__",
    "constructor",
    "Open/%5c",
  ];
  for (const path of paths) {
    const { status } = await read(site + path);
    expect([path.slice(0, 20), status < 500 && status >= 400]).toEqual([path.slice(0, 20), true]);
  }
});
