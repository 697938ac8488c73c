// What a writer with a stale version is told: who was faster, and what they changed (part 1, "409 stale base_version body").
import { type House, refuse, type Sql, sharedWorkers } from "../../kernel/mod.ts";
import type { FileRow } from "./rows.ts";
import { findVersionFiles } from "./store/documents.ts";
import { decodeText, TEXT_BYTES_MAX } from "./text.ts";
import type { tasks } from "./text_worker.ts";

const texts = () => sharedWorkers().module<typeof tasks>(new URL("./text_worker.ts", import.meta.url));

interface Stale {
  document_id: number;
  current_version: number;
  current_files: FileRow[];
  base_version: number;
  /** The file that was to be written; null when the write is about several. */
  path: string | null;
}

/** Throws 409 when `base_version` was given and is not the current one. */
export async function refuseStale(
  context: { sql: Sql; house: House },
  stale: Omit<Stale, "base_version"> & { base_version: number | undefined },
): Promise<void> {
  const { base_version } = stale;
  if (base_version === undefined || base_version === stale.current_version) return;
  const diff = await diffSince(context, { ...stale, base_version });
  const [newest] = await context.sql<{ email: string | null }[]>`
    select u.email from document_versions v left join users u on u.user_id = v.created_by
    where v.document_id = ${stale.document_id} and v.version = ${stale.current_version}`;
  throw refuse.conflict(
    `the document is at version ${stale.current_version}, your change was made on version ${base_version}; read the current version and merge`,
    { current_version: stale.current_version, base_version, changed_by: newest?.email ?? null, diff },
  );
}

/** The unified diff of one file from the writer's version to the current one; null when either side is not text. */
async function diffSince({ sql, house }: { sql: Sql; house: House }, stale: Stale): Promise<string | null> {
  if (stale.path === null) return null;
  const { path } = stale;
  const base = await findVersionFiles(sql, { document_id: stale.document_id, version: stale.base_version });
  if (!base) return null;
  const before = base.find((file) => file.path === path);
  const after = stale.current_files.find((file) => file.path === path);
  if (before?.sha256 === after?.sha256) return "";
  const [old, current] = await Promise.all([readText({ sql, house }, before), readText({ sql, house }, after)]);
  if (old === null || current === null) return null;
  return texts()("unifiedDiff", { path, before: old, after: current });
}

async function readText({ sql, house }: { sql: Sql; house: House }, file: FileRow | undefined): Promise<string | null> {
  // A file that one side lacks is an empty one to the diff.
  if (!file) return "";
  if (file.size_bytes > TEXT_BYTES_MAX) return null;
  return decodeText(await readFile({ sql, house }, file));
}

/** The bytes of a small file. */
export async function readFile(
  { sql, house }: { sql: Sql; house: House },
  file: Pick<FileRow, "blob_id">,
): Promise<Uint8Array<ArrayBuffer>> {
  return house.blobs.bytes(await storageKey(sql, file.blob_id));
}

/** Where a blob lies in the store. */
export async function storageKey(sql: Sql, blobId: number): Promise<string> {
  const [row] = await sql<{ storage_key: string }[]>`select storage_key from blobs where blob_id = ${blobId}`;
  if (!row) throw new Error(`blob ${blobId} has no row`);
  return row.storage_key;
}
