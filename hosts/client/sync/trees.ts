// The three trees of a sync: what the server has, what this folder holds, and what both had when they last agreed.

/** What a new document may be; a password cannot be given to many at once. */
export const VISIBILITIES = ["restricted", "unlisted", "workspace"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A file's content. */
export interface Content {
  /** Hex. */
  sha256: string;
  size: number;
}

/** Contents by their path inside a document. */
export type Files = Readonly<Record<string, Content>>;

/** A document as the change feed told of it last. Files that the service makes, or that no folder can hold, are left out. */
export interface RemoteDoc {
  doc_id: string;
  /** What its file is called, without the ending: by its filename, else by its title. */
  name: string;
  /** Null for one that was not made from a file; it is called after its title. */
  filename: string | null;
  /** What its file is called on the machine that it comes from, where the filename cannot say it; null where it does. */
  exact: string | null;
  /** The innermost of its folders as they are called there, as far as that is known. */
  dirs: readonly string[];
  /** What it remembers of its path now, whether or not that still stands; null for nothing. */
  mark: string | null;
  /** `docsvc publish` made it: an HTML page is rewritten for the server and carries its parts. */
  is_published: boolean;
  /** `docsvc publish` put into it what its file includes; absent for one that was read before that was told. */
  is_included?: boolean;
  /** On the server, from the top of its root. */
  folder: string;
  kind: string;
  version: number;
  files: Files;
}

/** How a document lies in the folder: as one file, or as a folder that holds its several files. */
export type Shape = "file" | "folder";

/** A document as it was when both sides last agreed, and where it lies here. */
export interface SyncedDoc extends RemoteDoc {
  /** From the root of the local folder, with forward slashes. */
  path: string;
  shape: Shape;
  /** Its name was taken here, so it bears a part of its id. */
  is_suffixed: boolean;
}

/** A file of the folder, read whole. */
export interface LocalFile extends Content {
  absolute: string;
  /** Tells whether the file is still the one that was read. */
  stamp: string;
}

/** What stands for one document in the folder. */
export interface LocalUnit {
  path: string;
  shape: Shape;
  /** By path inside the document; a single file is at `""`, since its name there is the document's to say. */
  files: Readonly<Record<string, LocalFile>>;
}

export interface LocalTree {
  units: ReadonlyMap<string, LocalUnit>;
  /** Not looked at, and why: links, other things than files. */
  skipped: { path: string; reason: string }[];
  /** Could not be read now; nothing is concluded about these and what lies below. */
  unread: { path: string; reason: string }[];
  /** Every folder by the form that collides with others of its name. */
  folders: ReadonlyMap<string, string>;
}

/** What was about to be sent when the journal was written: proof, after a crash, that a server's new text is ours. */
export interface Sending {
  /** The document, or the local path of one that was to be made. */
  key: string;
  files: Files;
  /** Under which the making is asked for. */
  idempotency_key: string;
}

/** A unit's files under the names that they have, or would have, in the document. */
export function filesIn(unit: LocalUnit, document: { kind: string; files: Files }): Record<string, LocalFile> {
  if (unit.shape === "folder") return { ...unit.files };
  const file = unit.files[""];
  return file ? { [mainOf(document)]: file } : {};
}

/** What a document of several files is about, the first of these that it has. */
const MAINS = ["source.md", "index.html"];

/** The file of a unit that a document is begun with: `""` for a single one, undefined for a folder without any that may be. */
export function mainIn({ shape, files }: LocalUnit): string | undefined {
  return shape === "file" ? "" : MAINS.find((name) => files[name]);
}

/** The file that a document is about. */
export function mainOf({ kind, files }: { kind: string; files: Files }): string {
  if (kind === "markdown") return "source.md";
  if (kind === "html") return "index.html";
  const paths = Object.keys(files);
  const isMain = kind === "snippet" ? /^source\./ : /^[^/]+$/;
  return paths.find((path) => isMain.test(path)) ?? paths[0] ?? "source.txt";
}

export function shapeOf(files: Files): Shape {
  return Object.keys(files).length > 1 ? "folder" : "file";
}

export function isSameFiles(one: Files, other: Files): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path]?.sha256 === other[path]?.sha256);
}

/** The contents alone, as the journal keeps them. */
export function contentsOf(files: Readonly<Record<string, Content>>): Files {
  return Object.fromEntries(Object.entries(files).map(([path, { sha256, size }]) => [path, { sha256, size }]));
}
