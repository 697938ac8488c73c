// Diff and blame, held against git on random histories: the same text, and the same version for every line.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { publish } from "../documents/published.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { openGitHistory } from "./git_history.ts";

const h = await openHarness();

const line = fc.constantFrom(
  "a",
  "b",
  "",
  "  x",
  "    deeper",
  "\ttab",
  "é😀",
  "--- a/x",
  "+++ b/x",
  "@@ -1 +1 @@",
  "}",
  "if (a) {",
);

interface Change {
  at: number;
  remove: number;
  insert: string[];
}
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(30),
  remove: fc.nat(4),
  insert: fc.array(line, { maxLength: 4 }),
});
const history = fc.record({
  first: fc.array(line, { maxLength: 25 }),
  changes: fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  end: fc.constantFrom("\n", "\r\n"),
  ended: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
});

function textsOf({ first, changes, end, ended }: typeof history extends fc.Arbitrary<infer T> ? T : never): string[] {
  let lines: string[] = first;
  const states = [lines];
  for (const step of changes) {
    lines = [...lines];
    for (const { at, remove, insert } of step) lines.splice(Math.min(at, lines.length), remove, ...insert);
    states.push(lines);
  }
  const texts = states.map((state, index) => (state.length ? state.join(end) + (ended[index] ? end : "") : ""));
  // Equal neighbours are no versions of their own.
  return texts.filter((text, index) => text !== texts[index - 1]);
}

test(
  "a random history reads the same as in git: every diff, and the version of every line",
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (made) => {
        const texts = textsOf(made);
        const { as, at } = await publish(h);
        const git = openGitHistory();
        for (const content of texts) {
          git.commit(content);
          expect((await h.call(`PUT ${at}/files/file.txt`, { as, json: { content } })).status).toBe(200);
        }
        // The page was version 1.
        const blame = await h.call(`GET ${at}/blame?path=file.txt`, { as });
        expect(blame.body.lines.map((one: { version: number }) => one.version - 1)).toEqual(git.blame());
        for (let version = 2; version <= texts.length; version++) {
          const diff = await h.call(`GET ${at}/diff?path=file.txt&from=${version}&to=${version + 1}`, { as });
          expect(diff.body.unified).toBe(git.diff(version - 1, version));
          expect(git.apply(version - 1, diff.body.unified)).toBe(texts[version - 1] ?? "");
        }
      }),
      { numRuns: pickByDepth({ small: 6, deep: 16 }), endOnFailure: true },
    );
  },
  RANDOM_MS_MAX,
);
