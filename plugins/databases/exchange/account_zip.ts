// The databases of a person in the zip of everything that is theirs:
// what the JSON export holds, or why it is not there.
import { Refusal } from "../../../kernel/plugin.ts";
import type { FurtherFiles, FurtherFilesAsked, ZipEntry } from "../../bundles/port.ts";
import { listOwnDatabases, type OwnDatabase } from "../store/own_databases.ts";
import { exportFile, isBeyondExport } from "./exporting.ts";
import { streamFile } from "./temp_file.ts";

export async function addDatabases({ runtime, actor, now, documents }: FurtherFilesAsked): Promise<FurtherFiles> {
  const owner = `user:${actor.user_id}`;
  const by = { workspace_id: actor.workspace.id, document_ids: documents.map((document) => document.document_id) };
  const rows = await listOwnDatabases(runtime.database.sql, by);
  return new Map(rows.map((row) => [row.document_id, [entryOf({ runtime, now, owner }, row)]]));
}

type Making = Pick<FurtherFilesAsked, "runtime" | "now"> & { owner: string };

function entryOf(call: Making, row: OwnDatabase): ZipEntry {
  const named = { size_bytes: row.record_bytes, modified: row.changed_at, deflate: true };
  if (isBeyondExport(call, row.record_bytes)) {
    const text = `${row.title} holds ${row.record_bytes} bytes of record data, which is more than one export takes. Export its tables one by one as CSV.\n`;
    const bytes = new TextEncoder().encode(text);
    return { ...named, name: "export_notice.txt", size_bytes: bytes.length, open: async () => bytes };
  }
  return { ...named, name: "database.json", open: () => openJson(call, row) };
}

/** What has become too large, or was deleted, since the zip began does not keep back the rest of it. */
async function openJson(call: Making, row: OwnDatabase) {
  try {
    return streamFile(await exportFile(call, row, { format: "json" }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new TextEncoder().encode(`${JSON.stringify({ notice: error.message })}\n`);
  }
}
