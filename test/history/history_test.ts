// The history of a file, comparisons and blame beyond what git can say, rendered documents, labels and candidates.
import { describe, expect, test } from "bun:test";
import { type Published, publish, share } from "../documents/published.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();

/** `a.txt` comes with version 2, changes with 3 and 5, goes with 6 and is back with 7. */
async function written(): Promise<Published> {
  const made = await publish(h);
  const { as, at } = made;
  const put = (path: string, content: string, message?: string) =>
    h.call(`PUT ${at}/files/${path}`, { as, json: { content, message } });
  await put("a.txt", "one\ntwo\n", "begin");
  await put("a.txt", "one\n2\nthree\n", "count on");
  await put("b.txt", "b");
  await put("a.txt", "zero\none\n2\nthree\n");
  await h.call(`DELETE ${at}/files?path=a.txt`, { as });
  await put("a.txt", "zero\nagain\n");
  return made;
}

describe("history", () => {
  test("lists the versions that changed a path, newest first, with what they did", async () => {
    await scenario(h, {
      given: written,
      act: ({ as, at }) => ({ as, call: `GET ${at}/history?path=a.txt` }),
      expect: ({ as, doc }) => ({
        status: 200,
        body: {
          doc_id: doc.doc_id,
          path: "a.txt",
          history: [
            { version: 7, change: "added", added: 2, removed: 0, actor: as.email },
            { version: 6, change: "removed", added: 0, removed: 4, size: null, sha256: null },
            { version: 5, change: "changed", added: 1, removed: 0 },
            { version: 3, change: "changed", added: 2, removed: 1, message: "count on" },
            {
              version: 2,
              change: "added",
              added: 2,
              removed: 0,
              message: "begin",
              created_by_user_id: as.user_id,
              via: "api",
            },
          ] as never,
        },
      }),
    });
  });

  test("comes in pages, and of a path that never was is a 404", async () => {
    const { as, at } = await written();
    const page = await h.call(`GET ${at}/history?path=a.txt&limit=2`, { as });
    expect(structuredClone(page.body)).toMatchObject({
      history: [{ version: 7 }, { version: 6 }],
      next_cursor: expect.any(String),
    });
    const next = await h.call(`GET ${at}/history?path=a.txt&limit=9&cursor=${page.body.next_cursor}`, { as });
    expect(next.body.history.map((one: { version: number }) => one.version)).toEqual([5, 3, 2]);
    expect((await h.call(`GET ${at}/history?path=none.txt`, { as })).status).toBe(404);
  });

  test("counts no lines of what is no text", async () => {
    const { as, at } = await share(h, { name: "a.png", bytes: new Uint8Array([0, 1, 255]) });
    const answer = await h.call(`GET ${at}/history?path=a.png`, { as });
    expect(answer.body.history).toHaveLength(1);
    expect(answer.body.history[0].added).toBeUndefined();
  });
});

describe("diff", () => {
  test("prints what git would, counts, and tells hunks", async () => {
    await scenario(h, {
      given: written,
      act: ({ as, at }) => ({ as, call: `GET ${at}/diff?path=a.txt&from=2&to=3` }),
      expect: {
        status: 200,
        body: {
          from_version: 2,
          to_version: 3,
          identical: false,
          text: true,
          added: 2,
          removed: 1,
          unified:
            "diff --git a/a.txt b/a.txt\nindex 814f4a4..f04eb26 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n",
          hunks: [
            { old_start: 1, old_lines: 2, new_start: 1, new_lines: 3, lines: [" one", "-two", "+2", "+three"] },
          ] as never,
        },
      },
    });
  });

  test("of the same content is empty, to the current version by default, and null on a side without the file", async () => {
    const { as, at } = await written();
    const same = await h.call(`GET ${at}/diff?path=b.txt&from=4`, { as });
    expect(same.body).toMatchObject({ to_version: 7, identical: true, unified: "", hunks: [], added: 0, removed: 0 });
    const gone = await h.call(`GET ${at}/diff?path=a.txt&from=5&to=6`, { as });
    expect(gone.body).toMatchObject({ to: null, removed: 4, unified: expect.stringContaining("deleted file mode") });
    expect((await h.call(`GET ${at}/diff?path=a.txt&from=1&to=6`, { as })).status).toBe(404);
    expect((await h.call(`GET ${at}/diff?path=a.txt&from=9`, { as })).status).toBe(404);
    expect((await h.call(`GET ${at}/diff?path=a.txt`, { as })).status).toBe(422);
  });

  test("of pictures answers sizes and hashes alone", async () => {
    const { as, at } = await share(h, { name: "a.png", bytes: new Uint8Array([0, 1, 255]) });
    const answer = await h.call(`GET ${at}/diff?path=a.png&from=1`, { as });
    expect(answer.body).toMatchObject({
      text: false,
      unified: null,
      hunks: [],
      from: { size: 3 },
      to: { size: 3 },
      identical: true,
    });
  });
});

describe("blame", () => {
  test("of a candidate says its own lines, and of versions around it none of them", async () => {
    const { as, at } = await publish(h, { markdown: "# A\n\nfirst\n" });
    const put = (json: object) => h.call(`PUT ${at}/files/source.md`, { as, json });
    await put({ content: "# A\n\ncandidate\n", activate: false });
    const blame = async (version: number) =>
      (await h.call(`GET ${at}/blame?path=source.md&version=${version}`, { as })).body.lines.map((line: ParsedBody) => [
        line.version,
        line.text,
      ]);
    const ofCandidate = [
      [1, "# A"],
      [1, ""],
      [2, "candidate"],
    ];
    expect(await blame(2)).toEqual(ofCandidate);
    await put({ content: "# A\n\nthird\n", base_version: 1 });
    expect(await blame(2)).toEqual(ofCandidate);
    expect(await blame(3)).toEqual([
      [1, "# A"],
      [1, ""],
      [3, "third"],
    ]);
  });

  test("names version, author and message of each line, in parts where asked", async () => {
    const { as, at } = await written();
    const five = await h.call(`GET ${at}/blame?path=a.txt&version=5`, { as });
    expect(five.body).toMatchObject({
      version: 5,
      current_version: 7,
      total_lines: 4,
      lines: [
        { line_no: 1, text: "zero", version: 5, message: null },
        { line_no: 2, text: "one", version: 2, message: "begin", actor: as.email },
        { line_no: 3, text: "2", version: 3, message: "count on" },
        { line_no: 4, text: "three", version: 3 },
      ],
      versions: [
        { version: 5, lines: 1 },
        { version: 3, lines: 2 },
        { version: 2, lines: 1 },
      ],
    });
    const part = await h.call(`GET ${at}/blame?path=a.txt&version=5&start=2&limit=2`, { as });
    expect(part.body).toMatchObject({ lines: [{ line_no: 2 }, { line_no: 3 }], next_start: 4 });
    const now = await h.call(`GET ${at}/blame?path=a.txt`, { as });
    expect(now.body.lines.map((one: { version: number }) => one.version)).toEqual([7, 7]);
  });

  test("is a 404 for a file or version that is not there, and a 400 where some version is no text", async () => {
    const { as, at } = await written();
    expect((await h.call(`GET ${at}/blame?path=a.txt&version=6`, { as })).status).toBe(404);
    expect((await h.call(`GET ${at}/blame?path=a.txt&version=99`, { as })).status).toBe(404);
    const json = { content: Buffer.from([0, 255]).toString("base64"), encoding: "base64" };
    await h.call(`PUT ${at}/files/b.txt`, { as, json });
    await h.call(`PUT ${at}/files/b.txt`, { as, json: { content: "text again\n" } });
    const refused = await h.call(`GET ${at}/blame?path=b.txt`, { as });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("version 8") } });
  });
});

describe("a label", () => {
  test("names a version in the list, and is taken away by null", async () => {
    await scenario(h, {
      given: written,
      act: ({ as, at }) => ({ as, call: `PATCH ${at}/versions/3`, json: { label: "sent out" } }),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, version: 3, label: "sent out" },
        audit: [{ action: "doc.label", target_id: doc.doc_id, meta: { version: 3, label: "sent out" } }],
      }),
    });
    const { as, at } = await written();
    await h.call(`PATCH ${at}/versions/3`, { as, json: { label: "x" } });
    const labels = async () =>
      (await h.call(`GET ${at}/versions`, { as })).body.versions.map((one: { label: string }) => one.label);
    expect(await labels()).toEqual([null, null, null, null, "x", null, null]);
    await h.call(`PATCH ${at}/versions/3`, { as, json: { label: null } });
    expect(new Set(await labels())).toEqual(new Set([null]));
    expect((await h.call(`PATCH ${at}/versions/99`, { as, json: { label: "x" } })).status).toBe(404);
  });
});

describe("a candidate", () => {
  async function candidate(): Promise<Published> {
    const made = await publish(h, { markdown: "# One\n" });
    const put = await h.call(`PUT ${made.at}/files/source.md`, {
      as: made.as,
      json: { content: "# Two\n", activate: false },
    });
    expect(put.body).toMatchObject({ version: 2, changed: true, candidate: true });
    return made;
  }

  test("changes nothing that is shown, and is told apart in the list", async () => {
    const { as, at } = await candidate();
    expect((await h.call(`GET ${at}`, { as })).body.version).toBe(1);
    expect((await h.call(`GET ${at}/files/source.md`, { as })).body).toBe("# One\n");
    expect((await h.call(`GET ${at}/files/source.md?version=2`, { as })).body).toBe("# Two\n");
    const { versions } = (await h.call(`GET ${at}/versions`, { as })).body;
    expect(versions).toMatchObject([
      { version: 2, candidate: true, current: false },
      { version: 1, candidate: false, current: true },
    ]);
    expect((await h.call(`GET ${at}/history?path=source.md`, { as })).body.history).toHaveLength(1);
  });

  test("is shown once activated, with the title of today", async () => {
    await scenario(h, {
      given: candidate,
      act: ({ as, at }) => ({ as, call: `POST ${at}/versions/2/activate`, json: { base_version: 1 } }),
      expect: ({ doc }) => ({
        status: 200,
        body: { version: 2, changed: true },
        audit: [{ action: "doc.activate", target_id: doc.doc_id, meta: { version: 2, activated: 2 } }],
        quota: 1,
      }),
    });
    const { as, at } = await candidate();
    await h.call(`PATCH ${at}`, { as, json: { title: "Renamed" } });
    await h.call(`POST ${at}/versions/2/activate`, { as, json: { base_version: 1 } });
    const page = (await h.call(`GET ${at}/files/index.html`, { as })).body;
    expect(page).toContain("<title>Renamed</title>");
    expect(page).toContain("Two");
  });

  test("that was overtaken is a 409, and with the current base a new version", async () => {
    const { as, at } = await candidate();
    expect((await h.call(`PUT ${at}/files/source.md`, { as, json: { content: "# Three\n" } })).body.version).toBe(3);
    const stale = await h.call(`POST ${at}/versions/2/activate`, { as, json: { base_version: 1 } });
    expect(stale).toMatchObject({
      status: 409,
      body: { current_version: 3, diff: expect.stringContaining("+# Three") },
    });
    const shown = await h.call(`POST ${at}/versions/2/activate`, { as, json: { base_version: 3 } });
    expect(shown.body).toMatchObject({ version: 4, activated: 2, changed: true });
    expect((await h.call(`GET ${at}/files/source.md`, { as })).body).toBe("# Two\n");
    expect((await h.call(`POST ${at}/versions/1/activate`, { as, json: { base_version: 4 } })).status).toBe(400);
    expect((await h.call(`POST ${at}/versions/9/activate`, { as, json: { base_version: 4 } })).status).toBe(404);
  });
});
