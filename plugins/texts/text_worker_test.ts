// The diffs that conflicts carry, held against git: applied to the old text, each gives the new one.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { tasks } from "./text_worker.ts";

const folder = mkdtempSync(join(tmpdir(), "docsvc-diff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git makes of `before` with the diff. */
function applyWithGit(before: string, diff: string): string {
  const file = join(folder, "file.txt");
  writeFileSync(file, before);
  const { exitCode, stderr } = Bun.spawnSync(
    ["git", "apply", "--unsafe-paths", "--unidiff-zero", `--directory=${folder}`, "-"],
    {
      cwd: folder,
      stdin: new TextEncoder().encode(diff),
      env: { ...process.env, GIT_CEILING_DIRECTORIES: folder },
    },
  );
  if (exitCode !== 0) throw new Error(stderr.toString());
  return readFileSync(file, "utf8");
}

const line = fc.constantFrom("a", "b", "c", "", "é😀", "  x", "-", "+y", "\\ No newline at end of file");
const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.boolean())
  .map(([lines, ended]) => lines.join("\n") + (ended ? "\n" : ""));

describe("a diff", () => {
  test("turns the old text into the new one, final line ends included", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after && before !== "" && after !== "");
        const diff = tasks.unifiedDiff({ path: "file.txt", before, after });
        expect(applyWithGit(before, diff)).toBe(after);
      }),
      { numRuns: 150 },
    );
  });

  test("names the file on both sides, and holds nothing of an unchanged middle", () => {
    const lines = Array.from({ length: 100 }, (_, n) => `line ${n}\n`);
    const diff = tasks.unifiedDiff({
      path: "a/b.md",
      before: lines.join(""),
      after: ["first\n", ...lines, "last\n"].join(""),
    });
    expect(diff).toStartWith("--- a/a/b.md\n+++ b/a/b.md\n@@ ");
    expect(diff).not.toContain("line 50");
    expect(diff).toContain("+last\n");
  });

  test("of texts with nothing in common still is one that git applies, however long they are", () => {
    const before = Array.from({ length: 30_000 }, (_, n) => `${n} ${Math.sin(n)}\n`).join("");
    const after = Array.from({ length: 30_000 }, (_, n) => `${n} ${Math.cos(n)}\n`).join("");
    expect(applyWithGit(before, tasks.unifiedDiff({ path: "file.txt", before, after }))).toBe(after);
  });
});
