// PATCH and the tools that feed on it: who may change what, what it writes, what each refusal says.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { formOf, type Published, publish, share } from "./published.ts";
import { expectTraceless } from "./traces.ts";

const h = await openHarness();

const plain = () => publish(h, { html: "<h1>Plan</h1>", tags: ["a"] });
const patch =
  (json: Record<string, unknown>) =>
  ({ as, at }: Published) => ({ as, call: `PATCH ${at}`, json });

describe("a change", () => {
  const cases: [
    json: Record<string, unknown>,
    body: Record<string, unknown>,
    audit: Record<string, unknown>[],
    quota?: number,
  ][] = [
    [{ title: "New" }, { title: "New", version: 1 }, [{ action: "doc.update", meta: { fields: ["title"] } }]],
    [
      { visibility: "unlisted" },
      { visibility: "unlisted", version: 1 },
      [{ action: "doc.visibility", meta: { from: "restricted", to: "unlisted" } }],
    ],
    [{ visibility: "password", password: "x" }, { visibility: "password" }, [{ action: "doc.visibility" }]],
    [{ listing: "team" }, { listing: "team", version: 1 }, [{ action: "doc.update" }]],
    [{ tags: ["B b", "b-b", "c"] }, { tags: ["b-b", "c"], version: 1 }, [{ action: "doc.tags" }]],
    [{ tags: [] }, { tags: [] }, [{ action: "doc.tags" }]],
    [
      { retention_days: 7 },
      { retention_days: 7, expires_at: "2026-03-08T12:00:00.000Z", version: 1 },
      [{ action: "doc.retention" }],
    ],
    [
      { folder: "Plans/2026" },
      { folder: "Plans/2026", version: 1 },
      [{ action: "doc.move", meta: { from: { root: "~", folder: "" }, to: { root: "~", folder: "Plans/2026" } } }],
    ],
    [{ attrs: { "a.b": "c" } }, { attrs: { "a.b": "c" } }, [{ action: "doc.update" }]],
    [{ html: "<p>new</p>" }, { version: 2, title: "Plan" }, [{ action: "doc.update", meta: { version: 2 } }], 1],
    [{ html: "<p>new</p>", title: "T", message: "why" }, { version: 2, title: "T" }, [{ action: "doc.update" }], 1],
    [
      { title: "N", visibility: "workspace", tags: ["z"], folder: "F", retention_days: 1 },
      { title: "N", visibility: "workspace", tags: ["z"], folder: "F", version: 1 },
      ["doc.update", "doc.visibility", "doc.tags", "doc.move", "doc.retention"].map((action) => ({ action })),
    ],
  ];
  for (const [json, body, audit, quota = 0] of cases) {
    test(`${JSON.stringify(json)} is made and noted`, async () => {
      await scenario(h, {
        given: plain,
        act: patch(json),
        expect: { status: 200, body, quota, audit: audit.map((one) => ({ action: String(one["action"]), ...one })) },
      });
    });
  }

  const nothing: [Record<string, unknown>, number?][] = [
    [{}],
    [{ title: "Plan" }],
    [{ tags: ["A"] }],
    [{ folder: "" }],
    [{ retention_days: 0 }],
    [{ visibility: "restricted", listing: "private", root: "~" }],
    [{ root: null }],
    [{ html: "<h1>Plan</h1>" }, 1],
    [{ nonsense: 1 }],
  ];
  for (const [json, quota = 0] of nothing) {
    test(`${JSON.stringify(json)} that changes nothing writes nothing`, async () => {
      const answer = await scenario(h, {
        given: plain,
        act: patch(json),
        expect: { status: 200, body: { version: 1 }, quota },
      });
      expect(answer.body.updated_at).toBe("2026-03-01T12:00:00.000Z");
    });
  }

  test("of a title costs a publish where the page is made anew with it, and nothing elsewhere", async () => {
    const cases: [given: () => Promise<Published>, quota: number][] = [
      [() => publish(h, { markdown: "# Plan" }), 1],
      [() => publish(h, { content: "a" }, { route: "POST /api/snippets" }), 1],
      [() => share(h, { name: "a.pdf", bytes: "%PDF" }), 1],
      [plain, 0],
    ];
    for (const [given, quota] of cases) {
      await scenario(h, {
        given,
        act: patch({ title: "New" }),
        expect: { status: 200, body: { title: "New" }, audit: [{ action: "doc.update" }], quota },
      });
    }
    const { as, at } = await share(h, { name: "a.pdf", bytes: "%PDF" });
    await scenario(h, {
      act: () => ({ as, call: `PATCH ${at}`, json: { title: "New", description: "Figures" } }),
      expect: { status: 200, audit: [{ action: "doc.update" }], quota: 1 },
      tools: false,
    });
  });

  test("of a description beyond 16 KiB is refused by its bytes, as it is when a file is published", async () => {
    const description = "ä".repeat(8193);
    const error = "description has 16386 bytes; at most 16384 are allowed";
    await scenario(h, {
      given: () => share(h, { name: "a.pdf", bytes: "%PDF" }),
      act: patch({ description }),
      expect: { status: 400, error },
    });
    const form = formOf([
      ["file", new Blob(["%PDF"]), "a.pdf"],
      ["description", description],
    ]);
    await scenario(h, {
      given: () => h.person(),
      act: (as) => ({ as, call: "POST /api/files", form }),
      expect: { status: 400, error },
    });
  });

  test("of attrs keeps a member of whatever name", async () => {
    const { as, at } = await plain();
    const attrs = JSON.parse('{"__proto__":"x","constructor":"y"}');
    await h.call(`PATCH ${at}`, { as, json: { attrs } });
    expect(Object.entries((await h.call(`GET ${at}`, { as })).body.attrs).sort()).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
  });

  test("never changes the address", async () => {
    const { as, at, doc } = await plain();
    const moved = await h.call(`PATCH ${at}`, {
      as,
      json: { folder: "Other", title: "Else", html: "x", visibility: "unlisted" },
    });
    expect(moved.body).toMatchObject({ url: doc.url, slug: doc.slug });
  });

  test("of a share's description shows on its page, and its description may be emptied again", async () => {
    const { as, at } = await share(h, { name: "a.pdf", bytes: "%PDF" });
    for (const description of ["Figures of May", ""]) {
      await scenario(h, {
        given: () => share(h, { name: "a.pdf", bytes: "%PDF" }, { description: "old" }),
        act: patch({ description }),
        expect: { status: 200, body: { description, version: 1 }, audit: [{ action: "doc.update" }], quota: 1 },
      });
      await h.call(`PATCH ${at}`, { as, json: { description } });
      const page = await h.call(`GET ${at}/files/index.html`, { as });
      expect(String(page.body).includes("Figures of May")).toBe(description !== "");
    }
  });
});

test("a right that is lost while the bytes are on their way is refused as if it had never been", async () => {
  const { as, at, doc } = await plain();
  const { sql } = h.runtime.database;
  const other = await h.person({ workspace_id: as.workspace_id });
  await h.call("POST /api/docs", { as: other, json: { html: "x" } });
  const giveTo = ({ user_id }: { user_id: number }, visibility: string) => sql`
    update documents set owner_id = ${user_id}, visibility = ${visibility},
      place_id = (select place_id from places where owner_id = ${user_id} and path = '')
    where doc_id = ${doc.doc_id}`;
  const target = `PUT /api/upload?filename=x.html&doc_id=${doc.doc_id}&path=index.html&base_version=1`;
  for (const [visibility, status] of [
    ["workspace", 403],
    ["restricted", 404],
  ] as const) {
    await giveTo(as, visibility);
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (pulled++ > 0) return controller.close();
          await giveTo(other, visibility);
          controller.enqueue(new TextEncoder().encode("<p>late</p>"));
        },
      },
      { highWaterMark: 0 },
    );
    const late = await expectTraceless(h, status, () => h.call(target, { as, body }));
    expect(late.body.detail).toBe(
      status === 403 ? "this needs edit on the document; you hold view" : "document not found",
    );
  }
  expect((await h.call(`GET ${at}`, { as: other })).body.version).toBe(1);
});

describe("a password", () => {
  const guarded = () => publish(h, { html: "x", visibility: "password", password: "one" });

  test("stays when other fields change, is replaced by another, and is forgotten with the visibility", async () => {
    const { as, at, doc } = await guarded();
    const hash = async () =>
      (await h.runtime.database.sql`select password_hash from documents where doc_id = ${doc.doc_id}`)[0]?.[
        "password_hash"
      ];
    const first = await hash();
    await h.call(`PATCH ${at}`, { as, json: { title: "T", visibility: "password" } });
    expect(await hash()).toBe(first);
    await h.call(`PATCH ${at}`, { as, json: { password: "two" } });
    expect(await Bun.password.verify("two", await hash())).toBe(true);
    await h.call(`PATCH ${at}`, { as, json: { visibility: "restricted" } });
    expect(await hash()).toBeNull();
    const again = await h.call(`PATCH ${at}`, { as, json: { visibility: "password" } });
    expect(again).toMatchObject({
      status: 400,
      body: { error: "visibility password needs a password; send one along" },
    });
  });

  test("is a 400 beside another visibility, sent or held", async () => {
    await scenario(h, {
      given: plain,
      act: patch({ password: "x" }),
      expect: { status: 400, error: "a password goes with visibility password; this document is restricted" },
    });
    await scenario(h, {
      given: guarded,
      act: patch({ visibility: "unlisted", password: "x" }),
      expect: { status: 400, error: "a password goes with visibility password, not with unlisted" },
    });
  });
});

describe("a refusal", () => {
  const cases: [Record<string, unknown>, number, (string | RegExp)?][] = [
    [{ title: "" }, 400, "title must not be empty"],
    [{ title: "  " }, 400, 'title "  " is blank; it needs a character that shows'],
    [{ title: 7 }, 422],
    [{ title: null }, 422],
    [{ tags: "a" }, 422],
    [{ tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 400, "11 tags are too many; a document has at most 10"],
    [{ visibility: "public" }, 400, /use one of restricted, unlisted, password, workspace/],
    [{ retention_days: -1 }, 400, "retention_days is -1; it must be at least 0"],
    [{ folder: "../x" }, 400, /^folder segment "\.\." is not allowed/],
    [{ html: "" }, 400, "html must not be empty"],
    [{ base_version: 2 ** 31, title: "x" }, 400, /base_version is 2147483648; it must be at most 2147483647/],
    [{ base_version: 0, title: "x" }, 400, /at least 1/],
    [{ root: "elsewhere" }, 404, /^root "elsewhere" is not found/],
    [{ description: "x" }, 400, "a description goes with file shares; this document is html"],
  ];
  for (const [json, status, error] of cases) {
    test(`of ${JSON.stringify(json)} is a ${status} and writes nothing`, async () => {
      const counted = status === 400 && json["description"] !== undefined ? 1 : 0;
      await scenario(h, {
        given: plain,
        act: patch(json),
        expect: { status, ...(error ? { error } : {}), quota: counted },
        tools: json["title"] !== null,
      });
    });
  }

  test("of a stale base_version carries the current version, who wrote it and what they changed", async () => {
    await scenario(h, {
      given: async () => {
        const published = await publish(h, { html: "one\ntwo\n" });
        await h.call(`PATCH ${published.at}`, { as: published.as, json: { html: "one\n2\n" } });
        return published;
      },
      act: patch({ html: "mine", base_version: 1 }),
      expect: ({ as }) => ({
        status: 409,
        error: /^the document is at version 2, your change was made on version 1/,
        body: {
          current_version: 2,
          base_version: 1,
          changed_by: as.email,
          diff: "--- a/index.html\n+++ b/index.html\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
        },
        quota: 1,
      }),
    });
  });
});

test("a retention counts from when it was set, then from the last content write, and not from a rename", async () => {
  const { as, at } = await publish(h, { html: "x", retention_days: 10 });
  h.clock.advance(2 * 86_400_000);
  const day = (answer: { body: { expires_at: string } }) => answer.body.expires_at.slice(0, 10);
  expect(day(await h.call(`PATCH ${at}`, { as, json: { title: "T", folder: "F" } }))).toBe("2026-03-11");
  expect(day(await h.call(`PUT ${at}/files/index.html`, { as, json: { content: "y" } }))).toBe("2026-03-13");
  h.clock.advance(86_400_000);
  expect(day(await h.call(`PUT ${at}/files/index.html`, { as, json: { content: "y" } }))).toBe("2026-03-13");
  expect(day(await h.call(`PATCH ${at}`, { as, json: { retention_days: 1 } }))).toBe("2026-03-05");
  expect((await h.call(`PATCH ${at}`, { as, json: { retention_days: 0 } })).body.expires_at).toBeNull();
});
