// Patches, held against git: whatever `git diff` prints of two trees, the service makes the second out of the first.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { type Published, publish } from "../documents/published.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();
const folder = mkdtempSync(join(tmpdir(), "docsvc-patch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Tree = Record<string, string>;

function git(...args: string[]): string {
  const run = Bun.spawnSync(["git", "-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: folder });
  if (run.exitCode !== 0) throw new Error(`git ${args[0]}: ${run.stderr}`);
  return run.stdout.toString();
}
git("init", "-q");

function lay(tree: Tree): void {
  git("rm", "-rfq", "--ignore-unmatch", ".");
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git("add", "-A", "-f");
}

/** What git prints between two trees. */
function diffOf(before: Tree, after: Tree, options: readonly string[] = ["-M"]): string {
  lay(before);
  const from = git("write-tree").trim();
  lay(after);
  return git("diff", ...options, from, git("write-tree").trim());
}

async function holding(tree: Tree): Promise<Published> {
  const published = await publish(h, { html: "<p>page</p>" });
  const all = Object.entries(tree);
  // A form cannot name every path; a commit of many files at once is tested elsewhere.
  for (const [path, content] of all) {
    const at = `PUT ${published.at}/files/${path.split("/").map(encodeURIComponent).join("/")}`;
    expect((await h.call(at, { as: published.as, json: { content } })).status).toBe(200);
  }
  return published;
}

async function treeOf({ as, at }: Published): Promise<Tree> {
  const { manifest } = (await h.call(`GET ${at}/manifest`, { as })).body;
  const tree: Tree = {};
  for (const path of Object.keys(manifest)) {
    if (path === "index.html") continue;
    const file = await h.call(`GET ${at}/files/${path.split("/").map(encodeURIComponent).join("/")}`, { as });
    tree[path] = new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes);
  }
  return tree;
}

async function applied(before: Tree, diff: string) {
  const made = await holding(before);
  const answer = await h.call(`POST ${made.at}/patch`, { as: made.as, json: { diff } });
  return { made, answer };
}

const line = fc.constantFrom(
  "a",
  "b",
  "c",
  "",
  "  x",
  "é😀",
  "--- a/x",
  "+++ b/x",
  "@@ -1 +1 @@",
  "\\ No newline",
  "-",
  "tab\there",
);
const content = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, ended]) => (lines.length === 0 ? "" : lines.join(end) + (ended ? end : "")));
const path = fc.constantFrom("a.txt", "b.txt", "sub/c.txt", "sp ace.txt", "ü/ñ.txt", 'quo"te.txt', "b/a.txt");
const tree = fc.dictionary(path, content, { maxKeys: 5 });

describe("a patch", () => {
  test(
    "as git prints it makes the second tree out of the first",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          tree,
          tree,
          fc.constantFrom(["-M"], ["--no-renames"], ["-U0"], ["-C", "--find-copies-harder"], ["--no-prefix"]),
          async (before, after, options) => {
            const diff = diffOf(before, after, options);
            fc.pre(diff !== "");
            const { made, answer } = await applied(before, diff);
            expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
            expect(await treeOf(made)).toEqual(after);
          },
        ),
        { numRuns: pickByDepth({ small: 30, deep: 80 }), endOnFailure: true },
      );
    },
    RANDOM_MS_MAX,
  );

  test("names each file with what was done to it, in one version and one audit row", async () => {
    const diff = diffOf(
      { "a.txt": "one\ntwo\n", "b.txt": "to go\n", "c.txt": "moved as it is\nand long enough\n" },
      { "a.txt": "one\n2\n", "d.txt": "moved as it is\nand long enough\n", "e.txt": "" },
    );
    await scenario(h, {
      given: () => holding({ "a.txt": "one\ntwo\n", "b.txt": "to go\n", "c.txt": "moved as it is\nand long enough\n" }),
      act: ({ as, at }) => ({ as, call: `POST ${at}/patch`, json: { diff, message: "tidy" } }),
      expect: ({ doc }) => ({
        status: 200,
        body: {
          version: 5,
          changed: true,
          files: [
            { path: "a.txt", action: "modify", changed: true },
            { path: "b.txt", action: "delete", changed: true },
            { path: "d.txt", from: "c.txt", action: "rename", changed: true },
            { path: "e.txt", action: "create", changed: true },
          ] as never,
        },
        audit: [{ action: "doc.patch", target_id: doc.doc_id, meta: { version: 5, count: 4 } }],
        quota: 1,
      }),
    });
  });

  test("finds lines that have moved", async () => {
    const before = { "a.txt": `${"x\n".repeat(3)}one\ntwo\nthree\n` };
    const { made, answer } = await applied(
      before,
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
    );
    expect(answer.status).toBe(200);
    expect(await treeOf(made)).toEqual({ "a.txt": "x\nx\nx\none\n2\nthree\n" });
  });

  test("moves a picture that it does not read", async () => {
    const { made, answer } = await applied({}, "diff --git a/n b/n\nnew file mode 100644\n");
    expect(answer.status).toBe(200);
    const form = new FormData();
    form.append("files", new Blob([new Uint8Array([0, 255, 254])]), "p.png");
    await h.call(`POST ${made.at}/files`, { as: made.as, form });
    const diff = "diff --git a/p.png b/q/p.png\nsimilarity index 100%\nrename from p.png\nrename to q/p.png\n";
    expect((await h.call(`POST ${made.at}/patch`, { as: made.as, json: { diff } })).body.files).toMatchObject([
      { action: "rename" },
    ]);
    expect([...(await h.call(`GET ${made.at}/files/q/p.png`, { as: made.as })).bytes]).toEqual([0, 255, 254]);
  });

  const text = { "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n" };
  const good = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-b\n+B\n";
  const bad: [string, string, RegExp][] = [
    [
      "whose second hunk does not fit",
      `${good}--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n@@ -3 +3 @@\n-four\n+4\n`,
      /hunk 2 of "a.txt" does not apply at line 3.*"four".*"three"/,
    ],
    [
      "that differs in the line end alone",
      `${good}--- a/a.txt\n+++ b/a.txt\n@@ -3 +3 @@\n-three\n\\ No newline at end of file\n+3\n`,
      /hunk 1 of "a.txt".*but for its end/,
    ],
    [
      "that counts its lines wrongly",
      `${good}--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,5 @@\n-one\n+1\n`,
      /hunk 1 of "a.txt" announces/,
    ],
    [
      "that gives a hunk no line numbers",
      `${good}--- a/a.txt\n+++ b/a.txt\n@@ ... @@\n-one\n+1\n`,
      /hunk 1 of "a.txt" begins with "@@ ... @@"; it has to begin as "@@ -1,3 \+1,4 @@" does/,
    ],
    [
      "whose changes are in no hunk",
      `${good}--- a/a.txt\n+++ b/a.txt\n-one\n+1\n`,
      /hunk 1 of "a.txt" begins with "-one"; it has to begin as/,
    ],
    [
      "that goes on behind the lines that a hunk announces",
      `${good}--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n+1 and a half\n`,
      /hunk 1 of "a.txt" goes on with "\+1 and a half" behind the lines that it announces/,
    ],
    ["of a file that is not there", `${good}--- a/z.txt\n+++ b/z.txt\n@@ -1 +1 @@\n-z\n+Z\n`, /"z.txt" is not a file/],
    [
      "that makes a file which is there",
      `${good}--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+1\n`,
      /"a.txt" is there already/,
    ],
    [
      "that deletes more than it names",
      `${good}--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n`,
      /"a.txt" is to be deleted/,
    ],
    [
      "of a binary file",
      `${good}diff --git a/a.txt b/a.txt\nindex 1..2 100644\nBinary files a/a.txt and b/a.txt differ\n`,
      /binary/,
    ],
    ["that leaves the document", `${good}--- /dev/null\n+++ b/../../etc/passwd\n@@ -0,0 +1 @@\n+x\n`, /segment "\.\."/],
    [
      "that takes the page away",
      `${good}diff --git a/index.html b/index.html\ndeleted file mode 100644\n--- a/index.html\n+++ /dev/null\n@@ -1 +0,0 @@\n-<p>page</p>\n\\ No newline at end of file\n`,
      /what this document shows/,
    ],
    ["that is none", "hello", /names no file/],
    ["with a hunk of no file", "@@ -1 +1 @@\n-a\n+b\n", /before any file/],
  ];
  for (const [name, diff, error] of bad) {
    test(`${name} is a 400, and nothing is written`, async () => {
      await scenario(h, {
        given: () => holding(text),
        act: ({ as, at }) => ({ as, call: `POST ${at}/patch`, json: { diff } }),
        expect: { status: 400, error, quota: 1 },
      });
    });
  }

  test("of 1,000 files is one version", async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `--- /dev/null\n+++ b/f/${n}.txt\n@@ -0,0 +1 @@\n+${n}\n`).join(
      "",
    );
    const { answer, made } = await applied({}, many);
    expect(answer.body).toMatchObject({ version: 2, changed: true });
    expect(Object.keys((await h.call(`GET ${made.at}/manifest`, { as: made.as })).body.manifest)).toHaveLength(1001);
  });

  test("of a markdown source renders its page, and of the page itself is refused", async () => {
    const made = await publish(h, { markdown: "# One\n" });
    const diff = "--- a/source.md\n+++ b/source.md\n@@ -1 +1 @@\n-# One\n+# Two *x*\n";
    await h.call(`POST ${made.at}/patch`, { as: made.as, json: { diff } });
    expect((await h.call(`GET ${made.at}/files/index.html`, { as: made.as })).body).toContain("<em>x</em>");
    const page = diff.replaceAll("source.md", "index.html");
    const refused = await h.call(`POST ${made.at}/patch`, { as: made.as, json: { diff: page } });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining("source.md") } });
  });

  test("on a stale version is a 409 with the diff since then", async () => {
    const { as, at } = await holding(text);
    const answer = await h.call(`POST ${at}/patch`, { as, json: { diff: good, base_version: 1 } });
    expect(answer).toMatchObject({ status: 409, body: { current_version: 3, diff: expect.any(String) } });
  });
});
