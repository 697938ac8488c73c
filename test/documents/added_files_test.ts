// Adding files to a document by form, and removing them: one version each, and no path that leaves its document.
import { describe, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { formOf, type Published, publish } from "./published.ts";

const h = await openHarness();
const html = () => publish(h, { html: "<p>one</p>" });
const file = (text: string) => new Blob([text]);

describe("files are added", () => {
  const add =
    (parts: Parameters<typeof formOf>[0]) =>
    ({ as, at }: Published) => ({ as, call: `POST ${at}/files`, form: formOf(parts) });

  test("one under its path or its own name, several under their names, as one version", async () => {
    const cases: [Parameters<typeof formOf>[0], string[]][] = [
      [[["file", file("a"), "a.css"]], ["a.css"]],
      [[["file", file("a"), "folder/a.css"]], ["a.css"]],
      [
        [
          ["file", file("a"), "a.css"],
          ["path", "css/b.css"],
        ],
        ["css/b.css"],
      ],
      [
        [
          ["files", file("a"), "a/1.js"],
          ["files", file("b"), "a/2.js"],
          ["message", "m"],
        ],
        ["a/1.js", "a/2.js"],
      ],
    ];
    for (const [parts, added] of cases) {
      await scenario(h, {
        given: html,
        act: add(parts),
        expect: {
          status: 201,
          body: { version: 2, added, files: [...added, "index.html"].sort() },
          audit: [{ action: "doc.edit" }],
          quota: 1,
        },
      });
    }
  });

  const bad: [string, Parameters<typeof formOf>[0], number, (string | RegExp)?, number?][] = [
    ["nothing", [["path", "x"]], 422],
    [
      "both kinds of part",
      [
        ["file", file("a"), "a"],
        ["files", file("b"), "b"],
      ],
      422,
    ],
    [
      "one file twice",
      [
        ["file", file("a"), "a"],
        ["file", file("b"), "b"],
      ],
      422,
    ],
    [
      "one path twice",
      [
        ["files", file("a"), "a"],
        ["files", file("b"), "a"],
      ],
      400,
      'path "a" is sent twice; send each file once',
    ],
    ["a way out", [["files", file("a"), "../a"]], 400, /^path "\.\.\/a" holds the segment "\.\."/],
    ["an absolute path", [["files", file("a"), "/etc/a"]], 400, /holds the segment ""/],
    [
      "a backslash",
      [
        ["file", file("a"), "x"],
        ["path", "a\\b"],
      ],
      400,
      /holds a backslash/,
    ],
    [
      "an encoded way out",
      [
        ["file", file("a"), "x"],
        ["path", "%2e%2e/a"],
      ],
      400,
      /is percent-encoded/,
    ],
    [
      "an encoded slash",
      [
        ["file", file("a"), "x"],
        ["path", "..%2Fa"],
      ],
      400,
      /is percent-encoded/,
    ],
    [
      "a NUL",
      [
        ["file", file("a"), "x"],
        ["path", "a\0b"],
      ],
      400,
      /NUL/,
    ],
    [
      "an empty path",
      [
        ["file", file("a"), "x"],
        ["path", ""],
      ],
      400,
      /^path must not be empty/,
    ],
    [
      "a place of the service",
      [
        ["file", file("a"), "x"],
        ["path", "~a/b"],
      ],
      400,
      /starts with "~"/,
    ],
    [
      "a stale version",
      [
        ["file", file("a"), "x"],
        ["base_version", "3"],
      ],
      409,
      /is at version 1/,
      1,
    ],
    [
      "a version that is none",
      [
        ["file", file("a"), "x"],
        ["base_version", "new"],
      ],
      422,
    ],
  ];
  for (const [name, parts, status, error, quota = 0] of bad) {
    test(`and refused with a ${status} for ${name}`, async () => {
      await scenario(h, { given: html, act: add(parts), expect: { status, quota, ...(error ? { error } : {}) } });
    });
  }

  test("and refused for a generated page", async () => {
    await scenario(h, {
      given: () => publish(h, { markdown: "# a" }),
      act: add([
        ["files", file("a"), "a.css"],
        ["files", file("b"), "index.html"],
      ]),
      expect: { status: 400, error: /is made from "source.md"/, quota: 1 },
    });
  });
});

describe("a file is removed", () => {
  const withCss = async () => {
    const published = await html();
    await h.call(`PUT ${published.at}/files/a.css`, { as: published.as, json: { content: "p{}" } });
    return published;
  };
  const remove =
    (query: string) =>
    ({ as, at }: Published) => ({ as, call: `DELETE ${at}/files?${query}` });

  test("in a new version", async () => {
    await scenario(h, {
      given: withCss,
      act: remove("path=a.css&base_version=2"),
      expect: {
        status: 200,
        body: { version: 3, files: [{ path: "index.html", size: 10, content_type: "text/html; charset=utf-8" }] },
        audit: [{ action: "doc.edit", meta: { removed: ["a.css"] } }],
        quota: 1,
      },
    });
  });

  const bad: [string, number, (string | RegExp)?, number?][] = [
    ["", 422],
    ["path=", 400, "path must not be empty"],
    ["path=../a", 400],
    ["path=none.css", 404, 'no file at "none.css"; list the document\'s files to see their paths', 1],
    ["path=index.html", 400, /is what this document shows/, 1],
    ["path=a.css&base_version=1", 409, /is at version 2/, 1],
    ["path=gone.css&base_version=1", 409, /is at version 2/, 1],
    ["path=a.css&path=b.css", 422],
  ];
  for (const [query, status, error, quota = 0] of bad) {
    test(`and refused with a ${status} for "${query}"`, async () => {
      // No tool can say a name twice.
      const tools = !query.includes("&path=");
      const expected = { status, quota, ...(error ? { error } : {}) };
      await scenario(h, { given: withCss, act: remove(query), expect: expected, tools });
    });
  }
});
