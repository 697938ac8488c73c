// Publishing: every field, default, rule and refusal of POST /api/docs, /api/snippets and /api/files, and their tools.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { formOf } from "./published.ts";

const h = await openHarness();
const as = () => h.person();
const ok = (audit: Record<string, unknown>, body: Record<string, unknown>) => ({
  status: 201,
  body,
  audit: [{ action: "doc.publish", meta: audit }],
  quota: 1,
});

test("JSON that its client announces as a url-encoded form, as curl -d does, is read as the JSON that it is", async () => {
  const as = await h.person();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = await h.call("POST /api/docs", { as, headers, body: JSON.stringify({ markdown: "# Sent by curl" }) });
  expect([sent.status, sent.body.title]).toEqual([201, "Sent by curl"]);
  const form = await h.call("POST /api/docs", { as, headers, body: "html=%3Cp%3Ex%3C%2Fp%3E" });
  expect([form.status, form.body.detail?.[0]?.msg]).toEqual([422, "body is not valid JSON in UTF-8"]);
});

describe("a document is published", () => {
  test("from HTML, restricted, private, kept for ever, in My documents, with the title of its heading", async () => {
    const answer = await scenario(h, {
      given: as,
      act: (person) => ({ as: person, call: "POST /api/docs", json: { html: "<h1>The plan</h1>" } }),
      expect: ok(
        { title: "The plan", kind: "html", visibility: "restricted" },
        {
          title: "The plan",
          kind: "html",
          doc_type: "document",
          folder: "",
          tags: [],
          alias: null,
          icon: null,
          root: null,
          visibility: "restricted",
          listing: "private",
          retention_days: 0,
          expires_at: null,
          legal_hold: false,
          version: 1,
          my_level: "own",
          state: "live",
          files: [{ path: "index.html", size: 17, content_type: "text/html; charset=utf-8" }],
        },
      ),
    });
    expect(answer.body.url).toBe(`${h.content_url}/d/${answer.body.slug}/`);
    expect(answer.body.slug).toMatch(/^[A-Za-z0-9_-]{22,}$/);
  });

  test("from markdown, which holds its source and a page", async () => {
    await scenario(h, {
      given: as,
      act: (person) => ({ as: person, call: "POST /api/docs", json: { markdown: "# Notes\n\ntext" } }),
      expect: ok(
        { kind: "markdown" },
        {
          title: "Notes",
          kind: "markdown",
          files: [{ path: "index.html" }, { path: "source.md", size: 13 }],
        },
      ),
    });
  });

  test("with every field, its tags and folder in their one form, and never its password", async () => {
    const fields = {
      html: "<p>x</p>",
      title: "Sent",
      visibility: "password",
      password: "open sesame",
      listing: "team",
      retention_days: 30,
      folder: "/Plans/2026/",
      tags: ["Road Map", "road map", "Q3"],
      attrs: { "tool.path": "a/b.md" },
      message: "first",
      root: "~",
    };
    const answer = await scenario(h, {
      given: as,
      act: (person) => ({ as: person, call: "POST /api/docs", json: fields }),
      expect: ok(
        { visibility: "password", folder: "Plans/2026" },
        {
          title: "Sent",
          visibility: "password",
          listing: "team",
          retention_days: 30,
          expires_at: "2026-03-31T12:00:00.000Z",
          folder: "Plans/2026",
          tags: ["road-map", "q3"],
          attrs: { "tool.path": "a/b.md" },
        },
      ),
    });
    expect(JSON.stringify(answer.body)).not.toContain("sesame");
    const [row] = await h.runtime.database
      .sql`select password_hash from documents where doc_id = ${answer.body.doc_id}`;
    expect(row?.["password_hash"]).toStartWith("$argon2id$");
  });

  test("as a snippet under the language's ending", async () => {
    await scenario(h, {
      given: as,
      act: (person) => ({ as: person, call: "POST /api/snippets", json: { content: "a = 1\n", language: "Python" } }),
      expect: ok(
        { kind: "snippet" },
        {
          title: "Untitled",
          kind: "snippet",
          files: [{ path: "index.html" }, { path: "source.py", size: 6, content_type: "text/plain; charset=utf-8" }],
        },
      ),
    });
  });

  test("from a form with one HTML file, whatever it is called, and an optional title", async () => {
    const person = await h.person();
    const html = new Blob(["<title>Inside</title>"]);
    const send = (parts: Parameters<typeof formOf>[0]) => h.call("POST /api/docs", { as: person, form: formOf(parts) });
    expect((await send([["file", html, "x.txt"]])).body).toMatchObject({ kind: "html", title: "Inside" });
    expect(
      (
        await send([
          ["file", html, "x.html"],
          ["title", "Sent"],
          ["visibility", "unlisted"],
        ])
      ).body,
    ).toMatchObject({
      title: "Sent",
      visibility: "restricted",
    });
    expect((await send([["file", new Blob(["<p>bare</p>"]), "report.html"]])).body.title).toBe("report");
  });

  const kinds: [name: string, kind: string, fields?: Record<string, string>][] = [
    ["page.html", "html"],
    ["notes.md", "markdown"],
    ["notes.md", "file", { render: "false" }],
    ["chart.PNG", "image"],
    ["vector.svg", "file"],
    ["paper.pdf", "pdf"],
    ["song.mp3", "audio"],
    ["film.mp4", "video"],
    ["data.csv", "file"],
    ["no ending", "file"],
    ["index.html.zip", "file"],
  ];
  for (const [name, kind, fields = {}] of kinds) {
    test(`from the file ${name} ${JSON.stringify(fields)} as ${kind}`, async () => {
      const form = formOf([["file", new Blob(["# hello"]), name], ...Object.entries(fields)]);
      const answer = await scenario(h, {
        given: as,
        act: (person) => ({ as: person, call: "POST /api/files", form }),
        expect: ok({ kind }, { kind }),
      });
      expect(answer.body.files.map((file: { path: string }) => file.path)).toContain("index.html");
    });
  }

  test("from an HTML page with what it shows, as one version", async () => {
    const form = formOf([
      ["file", new Blob(['<h1>Shown</h1><img src="img/a.svg">']), "page.html"],
      ["files", new Blob(["<svg/>"]), "img/a.svg"],
      ["files", new Blob(["p {}"]), "b.css"],
    ]);
    const answer = await h.call("POST /api/files", { as: await h.person(), form });
    expect(answer).toMatchObject({
      status: 201,
      body: { kind: "html", title: "Shown", filename: "page.html", version: 1 },
    });
    const paths = answer.body.files.map((file: { path: string }) => file.path);
    expect(paths).toEqual(["b.css", "img/a.svg", "index.html"]);
  });

  test("from a file under the name that the form gives, with a description", async () => {
    const form = formOf([
      ["file", new Blob(["x,y"]), "blob"],
      ["filename", "table.csv"],
      ["description", "Figures"],
      ["folder", "Data"],
    ]);
    const answer = await h.call("POST /api/files", { as: await h.person(), form });
    expect(answer.body).toMatchObject({ title: "table", kind: "file", description: "Figures", folder: "Data" });
    expect(answer.body.files).toContainEqual({ path: "table.csv", size: 3, content_type: "text/csv; charset=utf-8" });
  });

  test("by publish_file from text and from base64, equal bytes for equal content", async () => {
    const person = await h.person();
    const name = "publish_file";
    const text = await callTool(h, person, { name, arguments: { filename: "a.csv", content: "é" } });
    const encoded = await callTool(h, person, { name, arguments: { filename: "a.csv", content_base64: "w6k=" } });
    const [one, other] = await Promise.all(
      [text, encoded].map((result) =>
        h.call(`GET /api/docs/${result.structuredContent.doc_id}/manifest`, { as: person }),
      ),
    );
    expect(one?.body.manifest["a.csv"]).toEqual(other?.body.manifest["a.csv"]);
  });
});

describe("who may publish", () => {
  test("nobody without a credential", async () => {
    for (const route of ["POST /api/docs", "POST /api/snippets", "POST /api/files"]) {
      const answer = await scenario(h, { act: () => ({ call: route, json: {} }), expect: { status: 401 } });
      expect(answer.body.detail).toBe("authentication required");
      // RFC 9110, 15.5.2.
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("nobody from a foreign origin", async () => {
    await scenario(h, {
      given: as,
      act: (person) => ({
        as: person,
        call: "POST /api/docs",
        json: { html: "x" },
        headers: { origin: "https://evil.example" },
      }),
      expect: { status: 403, error: /^cross-origin request refused/ },
    });
  });

  test("nobody into a root that is not there", async () => {
    await scenario(h, {
      given: as,
      act: (person) => ({ as: person, call: "POST /api/docs", json: { html: "x", root: "nowhere" } }),
      expect: {
        status: 404,
        error: 'root "nowhere" is not found; send a root\'s slug, or leave root out',
      },
    });
  });

  test("whoever sends unknown members beside the known, which are ignored", async () => {
    const answer = await h.call("POST /api/docs", {
      as: await h.person(),
      json: { html: "x", nonsense: { deep: ["\0"] }, owner_id: 1, version: 9 },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ version: 1, my_level: "own" });
  });
});
