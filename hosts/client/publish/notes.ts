// Finds the file of the folder that `[[...]]` means, as the server looks for it among documents.
import type { Files } from "./page.ts";
import type { Text } from "./texts.ts";

/** Files of the folder by what they are called. */
export interface Notes {
  /** Null where no file is called so. */
  find(name: string): string | null;
}

const STEP = /^(?:\.{0,2}\/)+/;

/** By file name, path, title or another name, without case; the shortest path first. */
export function indexNotes(files: Files, texts: ReadonlyMap<string, Text>): Notes {
  const byFile = new Map<string, string[]>();
  const byTitle = new Map<string, string>();
  const byName = new Map<string, string>();
  const paths = [...files.keys()].toSorted((one, other) => depthOf(one) - depthOf(other) || one.length - other.length);
  for (const path of paths) {
    const file = fold(path.split("/").at(-1) ?? "");
    byFile.set(file, [...(byFile.get(file) ?? []), path]);
    const text = texts.get(path);
    const title = fold(text?.title ?? file.replace(/(.)\.[^.]*$/, "$1"));
    if (!byTitle.has(title)) byTitle.set(title, path);
    const names = text?.front.attrs["aliases"]?.split("\n") ?? [];
    for (const name of names.map(fold)) if (!byName.has(name)) byName.set(name, path);
  }
  return {
    find: (written) => {
      const name = fold(written.replace(STEP, ""));
      const file = name.split("/").at(-1) ?? "";
      const found = ["", ".md", ".markdown"]
        .flatMap((ending) => (byFile.get(file + ending) ?? []).filter((path) => endsIn(path, name + ending)))
        .toSorted((one, other) => depthOf(one) - depthOf(other) || one.length - other.length);
      return found[0] ?? byTitle.get(name.replace(/\.md$/, "")) ?? byName.get(name) ?? null;
    },
  };
}

const fold = (text: string): string => text.trim().normalize("NFC").toLowerCase();
const depthOf = (path: string): number => path.split("/").length;

function endsIn(path: string, end: string): boolean {
  return `/${fold(path)}`.endsWith(`/${end}`);
}
