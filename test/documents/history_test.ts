// Versions: what makes one, how they are listed, and bringing an earlier one back.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { type Published, publish } from "./published.ts";

const h = await openHarness();

/** Version 2 has another page and one more file. */
async function twoVersions(): Promise<Published> {
  const published = await publish(h, { html: "one", message: "first" });
  const { as, at } = published;
  const form = new FormData();
  form.append("files", new Blob(["two"]), "index.html");
  form.append("files", new Blob(["p{}"]), "a.css");
  await h.call(`POST ${at}/files`, { as, form });
  return published;
}

const restore =
  (version: string | number) =>
  ({ as, at }: Published) => ({ as, call: `POST ${at}/versions/${version}/restore` });

describe("versions", () => {
  test("are listed newest first, each with its files and how it came", async () => {
    await scenario(h, {
      given: twoVersions,
      act: ({ as, at }) => ({ as, call: `GET ${at}/versions` }),
      expect: ({ doc }) => ({
        status: 200,
        body: {
          doc_id: doc.doc_id,
          versions: [
            {
              version: 2,
              created_via: "api",
              current: true,
              total_bytes: 6,
              message: null,
              files: [{ path: "a.css", size: 3 }, { path: "index.html" }],
            },
            {
              version: 1,
              created_via: "api",
              current: false,
              total_bytes: 3,
              message: "first",
              files: [{ path: "index.html", size: 3 }],
            },
          ] as never,
        },
      }),
    });
  });

  test("come in pages, and a cursor beyond every column is refused", async () => {
    const { as, at } = await twoVersions();
    const page = await h.call(`GET ${at}/versions?limit=1`, { as });
    expect(structuredClone(page.body)).toMatchObject({ versions: [{ version: 2 }], next_cursor: expect.any(String) });
    const next = await h.call(`GET ${at}/versions?limit=1&cursor=${page.body.next_cursor}`, { as });
    expect(next.body).toMatchObject({ versions: [{ version: 1 }] });
    expect(next.body.next_cursor).toBeUndefined();
    for (const [query, status] of [
      ["limit=0", 422],
      ["limit=x", 422],
      ["limit=99999999999", 200],
      ["cursor=2", 400],
      [`cursor=${Buffer.from('["versions",{"version":9007199254740993}]').toString("base64url")}`, 400],
      [`cursor=${Buffer.from('["versions",{"version":9007199254740991}]').toString("base64url")}`, 200],
    ] as const) {
      expect((await h.call(`GET ${at}/versions?${query}`, { as })).status).toBe(status);
    }
  });
});

describe("a restore", () => {
  test("writes a new version equal to the chosen one", async () => {
    await scenario(h, {
      given: twoVersions,
      act: restore(1),
      expect: {
        status: 200,
        body: {
          version: 3,
          restored_from: 1,
          changed: true,
          files: [{ path: "index.html", size: 3, content_type: "text/html; charset=utf-8" }],
        },
        audit: [{ action: "doc.restore", meta: { restored_from: 1, version: 3 } }],
        quota: 1,
      },
    });
    const { as, at } = await twoVersions();
    await h.call(`POST ${at}/versions/1/restore`, { as });
    expect((await h.call(`GET ${at}/files/index.html`, { as })).body).toBe("one");
    expect((await h.call(`GET ${at}/files/a.css?version=2`, { as })).body).toBe("p{}");
  });

  test("of what is current already writes nothing", async () => {
    await scenario(h, {
      given: twoVersions,
      act: restore(2),
      expect: { status: 200, body: { version: 2, restored_from: 2, changed: false }, quota: 1 },
    });
  });

  test("shows an old markdown source under the title of today", async () => {
    const { as, at } = await publish(h, { markdown: "# Old words" });
    await h.call(`PUT ${at}/files/source.md`, { as, json: { content: "# New words" } });
    await h.call(`PATCH ${at}`, { as, json: { title: "Renamed" } });
    const back = await h.call(`POST ${at}/versions/1/restore`, { as });
    expect(back.body).toMatchObject({ version: 3, title: "Renamed", changed: true });
    const page = (await h.call(`GET ${at}/files/index.html`, { as })).body;
    expect(page).toContain("Old words");
    expect(page).toContain("<title>Renamed</title>");
  });

  const bad: [string, number, (string | RegExp)?, number?][] = [
    ["9", 404, "no such version: 9; list the document's versions to see which there are", 1],
    ["0", 400, "version is 0; it must be at least 1"],
    ["2147483648", 400, "version is 2147483648; it must be at most 2147483647"],
    ["9007199254740993", 400, /must be at most 2147483647/],
    ["99999999999999999999999999", 400, /must be at most 2147483647/],
    ["-1", 400, /at least 1/],
    ["1.5", 422],
    ["one", 422],
    ["%00", 422],
  ];
  for (const [version, status, error, quota = 0] of bad) {
    test(`of version ${version} is a ${status} and writes nothing`, async () => {
      await scenario(h, {
        given: twoVersions,
        act: restore(version),
        expect: { status, quota, ...(error ? { error } : {}) },
      });
    });
  }
});

test("identical content never makes a version, whichever way it is sent", async () => {
  const { as, at } = await publish(h, { html: "same" });
  const form = () => {
    const made = new FormData();
    made.append("file", new Blob(["same"]), "index.html");
    return made;
  };
  const answers = [
    await h.call(`PATCH ${at}`, { as, json: { html: "same" } }),
    await h.call(`PUT ${at}/files/index.html`, { as, json: { content: "same" } }),
    await h.call(`PUT ${at}/files/index.html`, { as, json: { content: "c2FtZQ==", encoding: "base64" } }),
    await h.call(`POST ${at}/files`, { as, form: form() }),
    await h.call(`POST ${at}/versions/1/restore`, { as }),
  ];
  expect(answers.map((answer) => answer.body.version)).toEqual([1, 1, 1, 1, 1]);
});
