// Reads who comes through a door for what: which names a file hands on and which files take them.
import type { SourceFile } from "./source_files.ts";

/** The names that `door` hands on, each with the files that take it; `users` says which files count. */
export function readUsers(
  files: readonly SourceFile[],
  door: string,
  users: (path: string) => boolean,
): Map<string, string[]> {
  const offered = files.find((file) => file.path === door)?.imports.flatMap((found) => found.handed_on) ?? [];
  const taken = new Map(offered.map((name): [string, string[]] => [name, []]));
  for (const file of files.filter(({ path }) => users(path))) {
    for (const found of file.imports.filter((one) => one.file === door)) {
      for (const name of found.names) taken.get(name)?.push(file.path);
    }
  }
  return taken;
}

/** The names that nobody takes. */
export function findUnused(users: ReadonlyMap<string, readonly string[]>): string[] {
  return [...users].flatMap(([name, paths]) => (paths.length === 0 ? [name] : []));
}
