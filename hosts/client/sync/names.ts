// Names that every system can hold, and the way between a document's name and folder and the path of its file here.
import { posix } from "node:path";
import { mainOf, type RemoteDoc, type Shape } from "./trees.ts";

/** A folder with this ending is one document with all its files. */
export const UNIT_ENDING = ".document";
const NAME_BYTES_MAX = 180;
/** With its name, an ending stays below what file systems take. */
const ENDING_BYTES_MAX = 60;
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i;
/** What Windows takes in no name. */
const FORBIDDEN = /[<>:"/\\|?*\0-\x1f\x7f]/g;

/** A name as any system can hold it. Hidden names are made visible, since hidden files are not synced. */
export function safeName(name: string): string {
  const plain = name.normalize("NFC").replace(FORBIDDEN, "-").toWellFormed().trim().replace(/^\./, "_");
  const short = cutBytes(plain, NAME_BYTES_MAX).replace(/[. ]+$/, "");
  return short.replace(RESERVED, "$1_") || "Untitled";
}

/** The beginning of a text that has no more bytes in UTF-8. */
export function cutBytes(text: string, max: number): string {
  let bytes = 0;
  let kept = "";
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > max) break;
    kept += char;
  }
  return kept;
}

/** Whether a document's own path can lie in a folder under the same name. */
export function isHoldable(path: string): boolean {
  return path.split("/").every((segment) => segment === safeName(segment));
}

/** Whether a path leads nowhere but down from where it is joined to, on every system. */
export function leadsDown(path: string): boolean {
  return (
    !path.includes("\\") && !path.split("/").some((segment) => segment === "" || segment === "." || segment === "..")
  );
}

/** The form in which names that some system cannot tell apart are equal. */
export function fold(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** A file name and its ending with the dot; the ending is empty where there is none. */
export function splitName(path: string, shape: Shape): { stem: string; ending: string } {
  const name = posix.basename(path);
  if (shape === "folder") return { stem: name.slice(0, -UNIT_ENDING.length), ending: UNIT_ENDING };
  const dot = name.lastIndexOf(".");
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: "" };
}

/** The ending that a document's file has here. */
export function endingOf(document: Pick<RemoteDoc, "kind" | "files" | "filename">): string {
  if (document.kind === "markdown" && document.filename === null) return ".md";
  const { ending } = splitName(document.filename ?? mainOf(document), "file");
  return ending === "" ? "" : `.${safeName(cutBytes(ending.slice(1), ENDING_BYTES_MAX))}`;
}

/** The name of a document that is made from, or renamed to, a path. */
export function nameOf(path: string, shape: Shape): string {
  return splitName(path, shape).stem.normalize("NFC").trim().slice(0, 500) || "Untitled";
}

/** The name of the file that a unit is on the server; a folder that is one document is called after its main file. */
export function filenameOf(path: string, shape: Shape, main: string): string {
  if (shape === "file") return posix.basename(path).normalize("NFC");
  return nameOf(path, shape) + splitName(main, "file").ending;
}

export function dirOf(path: string): string {
  const dir = posix.dirname(path);
  return dir === "." ? "" : dir;
}

export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== "").join("/");
}
