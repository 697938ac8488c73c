// Attached files: references to files of documents, each pinned to a version.
import { BOUNDS } from "./bounds.ts";
import { type Checked, type Field, type FileRef, isFault, own } from "./field.ts";
import { checkText, quoted, typeName } from "./texts.ts";

/** At most as many different references as the field takes, whose paths end as it accepts. */
export function checkAttachment(field: Field, value: unknown): Checked {
  if (!Array.isArray(value)) {
    return { code: "type", message: `is ${typeName(value)}; send a list of {doc_id, version, path}` };
  }
  const filesMax = field.max_files ?? BOUNDS.files_default;
  if (value.length > filesMax) {
    return { code: "range", message: `has ${value.length} files; the field takes at most ${filesMax}` };
  }
  const refs: FileRef[] = [];
  for (const [index, entry] of value.entries()) {
    const checked = checkFileRef(entry);
    if (!("ref" in checked)) return { code: checked.code, message: `entry ${index + 1} ${checked.message}` };
    const { ref } = checked;
    if (!accepts(field, ref.path)) {
      const message = `entry ${index + 1} is ${quoted(ref.path)}; the field accepts ${(field.accept ?? []).join(", ")}`;
      return { code: "option", message };
    }
    if (refs.some((other) => isSameFile(other, ref))) {
      return { code: "unique", message: `names ${quoted(ref.path)} twice; name each file once` };
    }
    refs.push(ref);
  }
  return { value: refs };
}

/** Whether a file of this name may be attached. */
export function accepts({ accept = [] }: Field, path: string): boolean {
  const name = path.toLowerCase();
  return accept.length === 0 || accept.some((extension) => name.endsWith(extension));
}

export function isSameFile(a: FileRef, b: FileRef): boolean {
  return a.doc_id === b.doc_id && a.version === b.version && a.path === b.path;
}

/** A file and the field that names it. */
export type NamedFile = { key: string; ref: FileRef };

/** The files in attachment fields of data that `before` does not have there. */
export function newFiles(
  fields: readonly Field[],
  data: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): NamedFile[] {
  return fields.flatMap(({ key, type }) => {
    const sent = type === "attachment" ? filesIn(own(data, key)) : [];
    const known = sent.length === 0 ? [] : filesIn(own(before, key));
    return sent.filter((ref) => !known.some((one) => isSameFile(one, ref))).map((ref) => ({ key, ref }));
  });
}

/** The references in a value. */
export function filesIn(value: unknown): FileRef[] {
  const checked = Array.isArray(value) ? value.map(checkFileRef) : [];
  return checked.flatMap((one) => ("ref" in one ? [one.ref] : []));
}

type CheckedRef = { ref: FileRef } | { code: "type" | "range" | "too_long"; message: string };
const MEMBERS = ["doc_id", "version", "path"];
const INT32_MAX = 2 ** 31 - 1;

/** A reference as it stands; whether there is such a file, and who may open it, is looked at where it is used. */
export function checkFileRef(value: unknown): CheckedRef {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { code: "type", message: `is ${typeName(value)}; send {doc_id, version, path}` };
  }
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    return { code: "type", message: `has ${quoted(unknown)}, which no file has; send only ${MEMBERS.join(", ")}` };
  }
  const { doc_id, version, path } = value as Record<string, unknown>;
  if (!isNamed(doc_id, BOUNDS.doc_id_chars)) return { code: "type", message: "needs a doc_id, the id of a document" };
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || version > INT32_MAX) {
    return { code: "type", message: "needs a version, a number from 1" };
  }
  if (!isNamed(path, BOUNDS.path_chars)) {
    return { code: "type", message: `needs a path, the name of a file of at most ${BOUNDS.path_chars} characters` };
  }
  return { ref: { doc_id, version, path: path.normalize("NFC") } };
}

function isNamed(value: unknown, charsMax: number): value is string {
  return typeof value === "string" && value !== "" && !isFault(checkText(value, charsMax));
}
