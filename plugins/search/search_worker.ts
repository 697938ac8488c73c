// What a search does over whole texts, on a worker thread.
import { compileGlob } from "./find/glob.ts";
import { type ScanOptions, scan } from "./find/scan.ts";
import { filterOf, type Pattern } from "./regex/pattern.ts";
import { makeSnippet, type SnippetSource } from "./texts/snippet.ts";
import type { Run } from "./texts/words.ts";

export const tasks = {
  filter: ({ pattern, workspace_id }: { pattern: Pattern; workspace_id: number }) => filterOf(pattern, workspace_id),
  glob: ({ glob, paths }: { glob: string; paths: string[] }) => {
    const { takes } = compileGlob(glob);
    return Uint8Array.from(paths, (path) => (takes(path) ? 1 : 0));
  },
  scan: (options: ScanOptions) => scan(options),
  snippets: ({ sources, runs }: { sources: SnippetSource[]; runs: Run[] }) =>
    sources.map((source) => makeSnippet(source, runs)),
};
