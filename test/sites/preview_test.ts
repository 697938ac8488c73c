// What a link to a page of a site shows in chats and search engines: of a page that is for everybody, and of no other.
import { expect, test } from "bun:test";
import { openSiteServer } from "./site_server.ts";

const runtime = await openSiteServer();
const { put, read, navigate, settle, anna, site, content_url } = runtime;
const wiki = `/w/@${anna.workspace}/`;
const must = async (route: string, json: Record<string, unknown>) => {
  const { status, body } = await runtime.call(route, { as: anna, json });
  expect([route, status < 300, body]).toEqual([route, true, body]);
  return body;
};

const open = await put("Book", "---\ndescription: What owls eat\nlang: en-GB\n---\n# Food\n\nMice.");
const long = await put("Book", `# Long\n\n${"elephant ".repeat(60)}`);
const closed = await put("Book", "# Hidden nests\n\nSecret.", { visibility: "workspace" });
await settle("Book", { published: true, description: 'All "about" <owls>' });
const form = new FormData();
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
form.set("file", new File([Buffer.from(pixel, "base64")], "owl one.png", { type: "image/png" }));
form.set("visibility", "unlisted");
const shared = await runtime.call("POST /api/files", { as: anna, form });
const { slug } = await navigate([open, long, closed, shared.body].map(({ doc_id }) => ({ target: `doc:${doc_id}` })));
await must("PUT /api/wiki-site", { enabled: true, navigation: slug, title: "The Book", tagline: "Read it" });

/** The tags of a preview as they stand there. */
function tagsOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/<meta (?:name|property)="((?:og|twitter):\w+|description)" content="([^"]*)">/g)];
  return Object.fromEntries(found.map(([, name = "", content = ""]) => [name, content]));
}

test("a page for everybody tells what it is called, of which site it is, and where everybody finds it", async () => {
  for (const [at, site_name] of [
    [wiki + open.doc_id, "The Book"],
    [`${site}Book/${open.doc_id}`, "Book"],
  ] as const) {
    expect([at, tagsOf((await read(at)).text)]).toEqual([
      at,
      {
        description: "What owls eat",
        "og:title": "Food",
        "og:description": "What owls eat",
        "og:type": "article",
        "og:url": content_url + at,
        "og:site_name": expect.stringContaining(site_name === "Book" ? "" : site_name),
        "og:locale": "en_GB",
        "twitter:card": "summary",
      },
    ]);
  }
  const cut = tagsOf((await read(wiki + long.doc_id)).text);
  expect(cut.description).toBe(`${"elephant ".repeat(22).trim()}…`);
});

test("a front page is a website, and a folder is what is said of it, escaped", async () => {
  expect(tagsOf((await read(wiki)).text)).toMatchObject({
    ...{ "og:title": "The Book", "og:type": "website", "og:description": "Read it", "og:url": content_url + wiki },
  });
  expect(tagsOf((await read(`${site}Book/`)).text)).toMatchObject({
    "og:description": "All &quot;about&quot; &lt;owls&gt;",
  });
});

test("a shared picture is the picture of its preview, and a logo that of pages without one", async () => {
  const { doc_id } = shared.body;
  const picture = tagsOf((await read(wiki + doc_id)).text);
  expect(picture["twitter:card"]).toBe("summary_large_image");
  const address = picture["og:image"] ?? "";
  expect(address).toStartWith(`${content_url}/d/`);
  expect((await runtime.open(new URL(address).pathname)).headers.get("content-type")).toBe("image/png");
  expect(tagsOf((await read(wiki + open.doc_id)).text)["og:image"]).toBeUndefined();
  await must("PUT /api/wiki-site", { logo_doc: doc_id });
  expect(tagsOf((await read(wiki + open.doc_id)).text)).toMatchObject({
    "og:image": address,
    "twitter:card": "summary",
  });
  await must("PUT /api/wiki-site", { logo_doc: null });
});

test("what is not for everybody has no preview: a page for members, a search, and what a signed-in reader is shown", async () => {
  const stranger = await read(wiki + closed.doc_id);
  expect([stranger.status, /nests|og:/.test(stranger.text)]).toEqual([404, false]);
  expect((await read(`${wiki}search?q=owls`)).text).not.toContain("og:");
});

test("the tag of a page changes with its preview", async () => {
  const first = (await read(wiki + open.doc_id)).headers.get("etag") ?? "";
  await must("PUT /api/wiki-site", { title: "The other book" });
  const again = await read(wiki + open.doc_id, { "if-none-match": first });
  expect([again.status, tagsOf(again.text)["og:site_name"]]).toEqual([200, "The other book"]);
});
