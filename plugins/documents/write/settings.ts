// Changes a document's own fields and tells the audit log which kind of change it was.
import { refuse } from "../../../kernel/plugin.ts";
import { type Attrs, replaceAttrs } from "../model/attrs.ts";
import type { WriteCall } from "../model/calls.ts";
import { parseDocumentName, parseTags } from "../model/paths.ts";
import type { DocumentRow } from "../model/rows.ts";
import { expiryOf, updateDocument } from "../store/writing/updates.ts";
import { baseTitle } from "./content.ts";

/** The fields that a PATCH may send, as they come. */
export interface FieldChanges {
  title?: string;
  description?: string;
  visibility?: DocumentRow["visibility"];
  listing?: DocumentRow["listing"];
  retention_days?: number;
  tags?: string[];
  attrs?: Attrs;
  filename?: string | null;
  password_hash: string | null;
}

type Columns = Partial<
  Pick<
    DocumentRow,
    | "title"
    | "title_set"
    | "description"
    | "visibility"
    | "listing"
    | "retention_days"
    | "expires_at"
    | "tags"
    | "attrs"
    | "filename"
    | "password_hash"
  >
>;

/** Sets what differs; the answer holds the document after it and the names of the fields that changed. */
export async function applyFields<D extends DocumentRow>(
  call: WriteCall,
  document: D,
  changes: FieldChanges,
): Promise<{ document: D; changed: (keyof Columns)[] }> {
  const columns = changedColumns(call, document, changes);
  const changed = columnNames(columns);
  if (changed.length === 0) return { document, changed };
  await updateDocument(call, document, { ...columns, updated_at: call.now });
  return { document: { ...document, ...columns, updated_at: call.now }, changed };
}

/** The title that it has then: one that nobody set and that is the name of its file follows that. */
export function titleAfter(
  document: Pick<DocumentRow, "title" | "title_set" | "filename">,
  { title, filename }: Pick<FieldChanges, "title" | "filename">,
): string {
  const { title: now, title_set, filename: before } = document;
  const isFileName = !title_set && before !== null && now === baseTitle(before);
  return title ?? (filename && isFileName ? baseTitle(filename) : now);
}

function changedColumns(call: WriteCall, document: DocumentRow, changes: FieldChanges): Columns {
  const requested: Columns = {
    title: titleAfter(document, changes),
    description: changes.description,
    visibility: changes.visibility,
    listing: changes.listing,
    tags: changes.tags && parseTags(changes.tags),
    attrs: changes.attrs && replaceAttrs(document.attrs, changes.attrs),
    filename: changes.filename === undefined ? undefined : parseDocumentName(changes.filename),
    retention_days: changes.retention_days,
  };
  const columns: Columns = {};
  for (const [name, value] of Object.entries(requested)) {
    if (value !== undefined && !Bun.deepEquals(value, Reflect.get(document, name)))
      Object.assign(columns, { [name]: value });
  }
  // From now on it follows the content no more.
  if (changes.title !== undefined && columns.title !== undefined && !document.title_set) columns.title_set = true;
  // Setting the retention again starts its days anew, which is how an expired document comes back (rules: documents/retention).
  if (changes.retention_days !== undefined && (changes.retention_days > 0 || document.retention_days > 0)) {
    columns.retention_days = changes.retention_days;
    const { retention_days } = changes;
    columns.expires_at = expiryOf({ ...document, retention_days }, call.now);
  }
  Object.assign(columns, passwordColumns(document, changes));
  return columns;
}

/** What becomes of the password with another visibility. Throws 400 for a password without its visibility, and the other way round. */
export function passwordColumns(
  document: Pick<DocumentRow, "visibility" | "password_hash">,
  changes: Partial<Pick<FieldChanges, "visibility">> & Pick<FieldChanges, "password_hash">,
): Pick<Columns, "password_hash"> {
  const visibility = changes.visibility ?? document.visibility;
  if (changes.password_hash !== null) {
    if (visibility !== "password") {
      throw refuse.invalid(`a password goes with visibility password; this document is ${visibility}`);
    }
    return { password_hash: changes.password_hash };
  }
  if (visibility === "password" && document.password_hash === null) {
    throw refuse.invalid("visibility password needs a password; send one along");
  }
  // A password that nothing asks for any more is forgotten.
  return visibility !== "password" && document.password_hash !== null ? { password_hash: null } : {};
}

function columnNames(columns: Columns): (keyof Columns)[] {
  const names: (keyof Columns)[] = [
    "title",
    "title_set",
    "description",
    "visibility",
    "listing",
    "retention_days",
    "expires_at",
    "tags",
    "attrs",
    "filename",
    "password_hash",
  ];
  return names.filter((name) => name in columns);
}

/** One audit row for each kind of change. */
export function noteFields(
  call: WriteCall,
  done: {
    before: DocumentRow;
    after: DocumentRow;
    content_changed: boolean;
    moved: boolean;
    changed: readonly (keyof Columns)[];
  },
): void {
  const { before, after, changed } = done;
  const target = { target_type: "doc", target_id: before.doc_id };
  const plain = changed.filter((name) => ["title", "description", "listing", "attrs", "filename"].includes(name));
  if (done.content_changed || plain.length > 0) {
    const version = done.content_changed ? { version: after.version } : {};
    call.note("doc.update", { ...target, meta: { ...version, fields: plain } });
  }
  if (changed.includes("visibility") || changed.includes("password_hash")) {
    call.note("doc.visibility", { ...target, meta: { from: before.visibility, to: after.visibility } });
  }
  if (changed.includes("tags")) call.note("doc.tags", { ...target, meta: { tags: after.tags } });
  if (done.moved) call.note("doc.move", { ...target, meta: { from: placeOf(before), to: placeOf(after) } });
  if (changed.includes("retention_days")) {
    call.note("doc.retention", { ...target, meta: { from: before.retention_days, to: after.retention_days } });
  }
}

function placeOf({ root_slug, folder }: DocumentRow): { root: string; folder: string } {
  return { root: root_slug ?? "~", folder };
}
