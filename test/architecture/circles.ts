// Finds circles of files that name each other: none of them can be read, moved or tested without the others.
import type { SourceFile } from "./source_files.ts";

/** The same of folders: one of the files in each names one in the next. Tests and what they run are left out. */
export function findFolderCircles(files: readonly SourceFile[]): string[][] {
  const inside = new Map(files.map((file) => [file.path, file]));
  const folders = new Map<string, SourceFile>();
  for (const file of files) {
    if (file.is_test || file.path.includes("/fixtures/")) continue;
    const path = folderOf(file.path);
    const folder = folders.get(path) ?? { ...file, path, imports: [] };
    const found = file.imports.flatMap((one) =>
      one.file !== null && inside.has(one.file) && folderOf(one.file) !== path
        ? [{ ...one, file: folderOf(one.file) }]
        : [],
    );
    folders.set(path, { ...folder, imports: [...folder.imports, ...found] });
  }
  return findCircles([...folders.values()]);
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The strongly connected groups of more than one file (Tarjan's algorithm), each as its paths in order; an import of types alone counts too. */
export function findCircles(files: readonly SourceFile[]): string[][] {
  const inside = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, { index: number; low: number; on_stack: boolean }>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(path: string): { index: number; low: number; on_stack: boolean } {
    const own = { index: state.size, low: state.size, on_stack: true };
    state.set(path, own);
    stack.push(path);
    for (const target of targetsOf(path)) {
      const other = state.get(target);
      if (!other) own.low = Math.min(own.low, visit(target).low);
      else if (other.on_stack) own.low = Math.min(own.low, other.index);
    }
    if (own.low === own.index) closeGroup(path);
    return own;
  }

  function targetsOf(path: string): string[] {
    const imports = inside.get(path)?.imports ?? [];
    return imports.flatMap((found) => (found.file !== null && inside.has(found.file) ? [found.file] : []));
  }

  function closeGroup(root: string): void {
    const group = stack.splice(stack.indexOf(root));
    for (const path of group) {
      const own = state.get(path);
      if (own) own.on_stack = false;
    }
    const isCircle = group.length > 1 || targetsOf(root).includes(root);
    if (isCircle) circles.push(group.sort());
  }

  for (const path of inside.keys()) if (!state.has(path)) visit(path);
  return circles;
}
