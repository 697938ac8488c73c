// Reads the named rules of plugins/rules.md, and which of them the code cites.
import { join } from "node:path";
import type { SourceFile } from "./source_files.ts";

const RULES = join(import.meta.dir, "../../plugins/rules.md");
const CITATION = /\(rules:\s([^)]*)\)/g;
/** Where a comment goes on in the next line. */
const CONTINUED = /\n\s*(?:\*(?!\/)|\/\/)/g;

export interface Section {
  name: string;
  rules: string[];
}

export async function readSections(): Promise<Section[]> {
  const [, ...parts] = (await Bun.file(RULES).text()).split(/^## /m);
  return parts.map((part) => ({
    name: part.slice(0, part.indexOf("\n")).trim(),
    rules: [...part.matchAll(/^- \*\*([a-z_]+)\*\*: /gm)].map(([, rule = ""]) => rule),
  }));
}

/** What each file cites, as `section/name`; what follows a semicolon is another source. */
export function citationsOf({ text }: SourceFile): string[] {
  return [...text.replace(CONTINUED, " ").matchAll(CITATION)].flatMap(([, cited = ""]) =>
    (cited.split(";")[0] ?? "").split(",").map((one) => one.trim().replace(/\s+/g, " ")),
  );
}

/** Lines of the rules that still begin with a number, as a list would that gives rules none of their own names. */
export async function findNumbered(): Promise<string[]> {
  return (await Bun.file(RULES).text()).split("\n").filter((line) => /^\d+\. /.test(line));
}
