// What a file for an attachment field is let in by:
// the table, the field's rules, the folder that it goes to, and its upload id.
import { demandActor, type Permit, type PermitCall, type PrepareCall, refuse } from "../../kernel/plugin.ts";
import { sumBody } from "../../kernel/ports/blobs.ts";
import { publishTarget, type Target } from "../documents/port/create.ts";
import { endingOf, parseFileName } from "../documents/port/read.ts";
import { declaredLength, refuseUnstorable, uploadBytesMax } from "../uploads/port.ts";
import { accepts, type Field, fieldOf } from "./fields/mod.ts";
import { loadTable } from "./permits.ts";
import { findUpload, type UploadNamed, type UploadRow } from "./store/media.ts";
import type { LoadedTable } from "./store/rows.ts";

/** An upload that is let in. */
export interface MediaUpload {
  table: LoadedTable;
  field: Field;
  filename: string;
  target: Target;
  named: UploadNamed;
  /** What has come under the same id before. */
  done: Done | null;
}

/** An upload whose document is there. */
export type Done = UploadRow & { doc_id: string };

const UPLOAD_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Edit on the database and on the folder, and nothing that what is known of the file rules out before its bytes. */
export function mediaUpload(): Permit<MediaUpload> {
  return {
    needs: "edit on the database and on the folder of the field's files",
    check: async (call, { params }) => {
      const { upload_id, filename } = sentName(call.request.headers);
      const ids = { doc_id: String(params["database_id"]), table_id: Number(params["table_id"]) };
      const table = await loadTable(call, { needed: "edit", ...ids });
      const field = attachmentField(table, String(params["field"]));
      refuseEnding(field, filename);
      const declared = declaredLength(call, uploadOptions({ field, filename }));
      const actor = demandActor(call.actor);
      const named = { user_id: actor.user_id, table_id: ids.table_id, field_key: field.key, upload_id };
      const target = await loadFolder(call, table, field);
      const before = await findUpload(call.sql, { ...named, now: call.now });
      const done = before && refuseOther(before, { filename, size_bytes: declared });
      if (!done) await refuseUnstorable({ ...call, actor }, { size: declared, for: "new" });
      return { table, field, filename, target, named, done };
    },
  };
}

/** What is told of the file to what receives it: nothing is rendered, and the field's bound counts where it is the lower. */
export function uploadOptions({ field, filename }: Pick<MediaUpload, "field" | "filename">) {
  return { filename, render: false, ...(field.max_file_bytes && { bytes_max: field.max_file_bytes }) };
}

/** The upload that the id stands for. Throws 409 where another file has come under it, or what it has made is gone. */
export function refuseOther(
  before: UploadRow | null,
  sent: { filename: string; size_bytes: number | null; sha256?: string },
): Done {
  const isOther =
    before?.filename !== sent.filename ||
    (sent.size_bytes !== null && before.size_bytes !== sent.size_bytes) ||
    (sent.sha256 !== undefined && before.sha256 !== sent.sha256);
  if (isOther) throw refuse.conflict("X-Service-Upload-Id has been used for another file; send a new id");
  const { doc_id } = before;
  if (doc_id === null) {
    throw refuse.conflict("the file that came under this X-Service-Upload-Id has gone since; send it under a new id");
  }
  return { ...before, doc_id };
}

/**
 * Reads what comes under an id that has been used: by its name and length alone another file would be told that it is there. Throws as
 * `refuseOther` does.
 */
export async function demandRepeat(
  call: Pick<PrepareCall<unknown, true>, "runtime" | "request">,
  { done, ...sent }: Pick<MediaUpload, "field" | "filename"> & { done: Done },
): Promise<void> {
  const { body, signal } = call.request;
  const size_max = uploadBytesMax(call, uploadOptions(sent));
  refuseOther(done, { ...sent, ...(await sumBody(body ?? new Uint8Array(), { size_max, signal })) });
}

/** What a file that is sent is called, and under which id of its sender's. Throws 400. */
export function sentName(headers: Headers): { upload_id: string; filename: string } {
  return { upload_id: uploadIdOf(headers), filename: filenameOf(headers) };
}

function uploadIdOf(headers: Headers): string {
  const id = headers.get("x-service-upload-id");
  if (id !== null && UPLOAD_ID.test(id)) return id;
  throw refuse.framework(
    "invalid",
    "X-Service-Upload-Id is missing or not 8 to 64 letters, digits, _ or -; send an id of this upload, the same for each try",
  );
}

function filenameOf(headers: Headers): string {
  const sent = headers.get("x-service-filename") ?? "";
  let name = "";
  try {
    name = decodeURIComponent(sent);
  } catch {
    name = "";
  }
  if (name !== "") return parseFileName(name.normalize("NFC"));
  throw refuse.framework(
    "invalid",
    "X-Service-Filename is missing or not percent-encoded; send the file's name, such as plan%20b.pdf",
  );
}

function attachmentField({ table }: LoadedTable, key: string): Field {
  const field = fieldOf(table.fields, key);
  if (field?.type === "attachment") return field;
  const keys = table.fields.filter(({ type }) => type === "attachment").map((one) => one.key);
  const known = keys.length === 0 ? "it has none" : `it has ${keys.join(", ")}`;
  throw refuse.notFound(`"${key.slice(0, 80)}" is no attachment field of the table; ${known}`);
}

/** Throws 415 for what the field does not accept, also by the name that HTML is kept under. */
export function refuseEnding(field: Field, filename: string): void {
  const kept = ["html", "htm"].includes(endingOf(filename)) ? "index.html" : filename;
  if (accepts(field, filename) && accepts(field, kept)) return;
  throw refuse.unsupported(
    `"${filename.slice(0, 200)}" is not taken here; the field accepts ${(field.accept ?? []).join(", ")}`,
  );
}

/** The folder of the field, or that of the database, in the root where the database lies. */
export async function loadFolder(call: PermitCall, table: LoadedTable, field: Field): Promise<Target> {
  const { root_id, root_slug, owner_id } = table;
  if (root_id === null && owner_id !== demandActor(call.actor).user_id) {
    throw refuse.forbidden(
      "the database lies in somebody's My documents, where its owner alone puts files; publish the file where you may, and name it in the record",
    );
  }
  const folder = field.folder ?? table.folder;
  return publishTarget({ root: root_slug, folder }).check(call, { params: {}, query: {}, body: null, form: null });
}
