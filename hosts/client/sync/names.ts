// The way between a document's names and the path of its file here.
import { posix } from "node:path";
import { documentFilename, UNIT_ENDING } from "../names/file_names.ts";
import { cutBytes, foldPath, holdsName, madeName, STRICTEST } from "../names/machine.ts";
import { type Exact, rawMark, readMark } from "../names/path_mark.ts";
import { mainOf, type RemoteDoc, type Shape } from "./trees.ts";

export { UNIT_ENDING };

/** With its name, an ending stays below what file systems take. */
const ENDING_BYTES_MAX = 60;

/** Whether a document's own path can lie in a folder under the same name, on every system. */
export function isHoldable(path: string): boolean {
  return path.split("/").every((segment) => holdsName(STRICTEST, segment) && !segment.startsWith("."));
}

const INSIDE_CHARS_MAX = 200;

/** Why a file inside of a document stays here; null for one that the server and every system can hold. */
export function whyNotInside(path: string): string | null {
  if (!isHoldable(path)) return "not every system can hold its name; rename it";
  if (/^[~_]/.test(path)) return `the server keeps names with "${path[0]}" at their beginning for itself; rename it`;
  if (/%[0-9a-f]{2}/i.test(path)) return "the server takes no name with a percent sign before two digits; rename it";
  const isLong = path.split("/").some((segment) => [...segment].length > INSIDE_CHARS_MAX);
  return isLong
    ? `the server takes names of at most ${INSIDE_CHARS_MAX} characters inside of a document; rename it`
    : null;
}

/** The form in which names inside of a document are equal that some system cannot tell apart. */
export function foldInside(path: string): string {
  return foldPath(STRICTEST, path);
}

/** Whether a path leads nowhere but down from where it is joined to, on every system. */
export function leadsDown(path: string): boolean {
  const isUp = (segment: string) => segment === "." || segment === "..";
  return path.split("/").every((segment) => segment !== "" && !segment.split("\\").some(isUp));
}

/** A file name and its ending with the dot; the ending is empty where there is none. */
export function splitName(path: string, shape: Shape): { stem: string; ending: string } {
  const name = posix.basename(path);
  if (shape === "folder") return { stem: name.slice(0, -UNIT_ENDING.length), ending: UNIT_ENDING };
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: "" };
}

/** The ending that the file of a document has here which is called after its title. */
function endingOf(document: Pick<RemoteDoc, "kind" | "files">): string {
  if (document.kind === "markdown") return ".md";
  const { ending } = splitName(mainOf(document), "file");
  return ending === "" ? "" : `.${madeName(cutBytes(ending.slice(1), ENDING_BYTES_MAX))}`;
}

/** What a document's file is called on the machine that it comes from; made of the title for one that comes from none. */
export function exactName(document: Pick<RemoteDoc, "name" | "filename" | "exact" | "kind" | "files">, shape: Shape) {
  const { filename, exact, name } = document;
  const isUnit = exact?.endsWith(UNIT_ENDING) === true && filename?.endsWith(UNIT_ENDING) === false;
  if (filename === null) return madeName(name) + (shape === "folder" ? UNIT_ENDING : endingOf(document));
  if (shape === "file") return exact !== null && !isUnit ? exact : filename;
  if (exact !== null && isUnit) return exact;
  return splitName(exact ?? filename, "file").stem + UNIT_ENDING;
}

/** The name of a document that is made from, or renamed to, a path. */
export function nameOf(path: string, shape: Shape): string {
  return splitName(path, shape).stem;
}

/** The name of the file that a unit is on the server; a folder that is one document is called after its main file. */
export function filenameOf(path: string, shape: Shape, main: string): string {
  if (shape === "file") return documentFilename(posix.basename(path));
  return documentFilename(nameOf(path, shape) + splitName(main, "file").ending);
}

/** What the server says a document is called. */
export function namesOf(document: {
  title: string;
  filename: string | null;
  folder: string;
  attrs?: unknown;
}): Pick<RemoteDoc, "name" | "filename" | "exact" | "dirs" | "mark"> {
  const { title, filename } = document;
  const { dirs, file }: Exact = readMark(document.attrs, document);
  const name = filename === null ? title : nameOf(filename, "file");
  return { name, filename, exact: file, dirs, mark: rawMark(document.attrs) };
}

/** Whether the server calls two states of a document the same. */
export function isSameLabel(one: Labelled, other: Labelled): boolean {
  return one.name === other.name && one.filename === other.filename && (one.exact ?? null) === (other.exact ?? null);
}

type Labelled = Pick<RemoteDoc, "name" | "filename" | "exact">;

export function isSameFolder(one: Foldered, other: Foldered): boolean {
  return one.folder === other.folder && (one.dirs ?? []).join("/") === (other.dirs ?? []).join("/");
}

type Foldered = Pick<RemoteDoc, "folder" | "dirs">;

export function dirOf(path: string): string {
  const dir = posix.dirname(path);
  return dir === "." ? "" : dir;
}

export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("/");
}
