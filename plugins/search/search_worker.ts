// What a search does over whole texts, on a worker thread.
import { compileGlob } from "./glob.ts";
import { filterOf, type Pattern } from "./pattern.ts";
import { type ScanOptions, scan } from "./scan.ts";
import { makeSnippet, type SnippetSource } from "./snippet.ts";
import type { Run } from "./words.ts";

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
