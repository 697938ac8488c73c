// Text work that may take long, as the worker processes load it: comparing, blaming, patching and replacing.
import { type Blamed, type BlameOptions, blameTexts } from "./blame.ts";
import { type AppliedFile, applyPatch, type PatchOptions } from "./patch_apply.ts";
import { type PatchHead, parsePatch } from "./patch_parse.ts";
import { type Replaced, type ReplaceOptions, replaceText } from "./replace.ts";
import { diffTexts, fileHeader, gitHeader, type TextDiff } from "./unified.ts";

const BUDGET_MS = 2000;

function unifiedDiff({ path, before, after }: { path: string; before: string; after: string }): string {
  return fileHeader(path) + diffTexts(before, after, BUDGET_MS).body;
}

/** Two contents of one path; null where there was no such file. */
interface ContentPair {
  path: string;
  before: string | null;
  after: string | null;
}

/** A comparison with the header that git prints. */
function gitDiff({ path, before, after }: ContentPair): TextDiff & { unified: string } {
  const diff = diffTexts(before ?? "", after ?? "", BUDGET_MS);
  const isSame = before === after;
  const header = isSame ? "" : gitHeader(path, sideOf(before), sideOf(after));
  return { ...diff, unified: header + diff.body };
}

function sideOf(text: string | null): { bytes: Uint8Array } | null {
  return text === null ? null : { bytes: new TextEncoder().encode(text) };
}

/** How many lines came and went between each pair; null once the time is over. */
function countChanges(
  pairs: readonly { before: string; after: string }[],
): ({ added: number; removed: number } | null)[] {
  const end = performance.now() + BUDGET_MS;
  return pairs.map(({ before, after }) => {
    const left = end - performance.now();
    if (left <= 0) return null;
    const { added, removed } = diffTexts(before, after, left);
    return { added, removed };
  });
}

export const tasks = {
  unifiedDiff,
  gitDiff,
  countChanges,
  blame: (options: BlameOptions): Blamed => blameTexts(options),
  readPatch: ({ diff }: { diff: string }): PatchHead[] =>
    parsePatch(diff).map(({ hunks, ...head }) => ({ ...head, has_hunks: hunks.length > 0 })),
  applyPatch: ({ diff, contents }: { diff: string; contents: PatchOptions["contents"] }): AppliedFile[] =>
    applyPatch({ files: parsePatch(diff), contents }),
  replaceText: (options: ReplaceOptions): Replaced => replaceText(options),
};
