// Which operations name a folder, and their inputs for a folder of choice:
// derived from their least valid inputs and their schemas.
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { InFolder, Made, NamedFolder } from "./input.ts";
import { INPUT_FILES, INPUTS } from "./inputs.ts";
import type { Caller } from "./stage.ts";

/** The members of what the operation is sent, parameters of the path included. */
export function namesOf(entry: Entry): string[] {
  const schemas = [entry.params, entry.query, entry.body, entry.form];
  return [...schemas.flatMap((schema) => Object.keys(schema?.properties ?? {})), ...entry.texts];
}

/** Their target is another root. */
const TARGETS_ROOT = new Set(["root.delete", "root.deletion"]);

/** Whether it can name a folder of a root; one that takes no root names folders of one's own My documents alone. */
export function namesFolder(entry: Entry): boolean {
  if (entry.host !== "app" || TARGETS_ROOT.has(entry.id)) return false;
  const names = namesOf(entry);
  // Beside a document a path is one of its files.
  const isPath = names.includes("path") && !names.includes("doc_id");
  const isFolder = isPath || ["folder", "new_path", "target"].some((name) => names.includes(name));
  return isFolder && (names.includes("root") || !takesPathAlone(names));
}

/** A folder by its path and no root. */
function takesPathAlone(names: readonly string[]): boolean {
  return names.includes("path") && !names.includes("folder");
}

/** Its ways of naming a folder, for a caller of the stage. */
export function waysInFolder(entry: Entry, caller: Exclude<Caller, "stranger">): readonly InFolder[] {
  const input = INPUTS[entry.id];
  if (!input) throw new Error(`${INPUT_FILES} has no input for ${entry.id}`);
  return input.in_folder ?? [async (named) => putInFolder(entry, await input.make(named.stage, caller), named)];
}

/** The same input with another root and folder, wherever its schemas take them. */
function putInFolder(entry: Entry, made: Made, { root, folder }: NamedFolder): Made {
  const texts = (names: readonly string[]) => ({
    ...(names.includes("root") ? { root } : {}),
    ...(names.includes("folder") ? { folder } : names.includes("path") ? { path: folder } : {}),
  });
  const members = (schema: Entry["query"]) => texts(Object.keys(schema?.properties ?? {}));
  const put: Made = { ...made };
  if (entry.query) put.query = { ...made.query, ...members(entry.query) };
  if (entry.params) put.params = { ...made.params, ...members(entry.params) };
  if (made.form) for (const [name, value] of Object.entries(members(entry.form))) made.form.set(name, value);
  else if (entry.body) put.json = { ...(made.json as object), ...members(entry.body) };
  return put;
}
