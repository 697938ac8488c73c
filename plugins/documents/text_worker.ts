// Text work that may take long, on a worker thread: comparing two versions of a file.
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

const BUDGET_MS = 2000;

function unifiedDiff({ path, before, after }: { path: string; before: string; after: string }): string {
  const names = [`a/${path}`, `b/${path}`] as const;
  const options = { context: 3, timeout: BUDGET_MS, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(names[0], names[1], before, after, undefined, undefined, options);
  return patch ?? replaceWhole(names, { before, after });
}

/** What is left when comparing takes too long: every old line goes, every new line comes. */
function replaceWhole(names: readonly [string, string], { before, after }: { before: string; after: string }): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const range = (sign: string, count: number) => `${sign}${count === 0 ? 0 : 1},${count}`;
  return [
    `--- ${names[0]}`,
    `+++ ${names[1]}`,
    `@@ ${range("-", old.length)} ${range("+", fresh.length)} @@`,
    ...marked("-", old, before),
    ...marked("+", fresh, after),
    "",
  ].join("\n");
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function marked(sign: string, lines: string[], text: string): string[] {
  const shown = lines.map((line) => sign + line);
  return text === "" || text.endsWith("\n") ? shown : [...shown, "\\ No newline at end of file"];
}

export const tasks = { unifiedDiff };
