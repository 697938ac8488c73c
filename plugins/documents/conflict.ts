// What a writer with a stale version is told: who was faster, and what they changed (part 1, "409 stale base_version body").
import { findContents, type House, refuse, type Sql, sharedWorkers } from "../../kernel/mod.ts";
import type { FileRow } from "./rows.ts";
import { findVersionFiles } from "./store/documents.ts";
import { findVersionAuthor } from "./store/versions.ts";
import { decodeText, TEXT_BYTES_MAX } from "./text.ts";
import type { tasks } from "./text_worker.ts";

const texts = () => sharedWorkers().module<typeof tasks>(new URL("./text_worker.ts", import.meta.url));

/** More changed files than these are not compared: the writer has to read the whole version anyway. */
const FILES_COMPARED_MAX = 20;

/** A document as the check sees it. */
export interface Versioned {
  document_id: number;
  version: number;
  files: FileRow[];
}

type Context = { sql: Sql; house: House };

/** Throws 409 when `base_version` was given and is not the current one; the diff is of the files that were to be written. */
export async function refuseStale(
  context: Context,
  current: Versioned,
  wish: { base_version: number | undefined; paths: readonly string[] },
): Promise<void> {
  const { base_version, paths } = wish;
  if (base_version === undefined || base_version === current.version) return;
  const changed_by = await findVersionAuthor(context.sql, current);
  const diff = await diffSince(context, current, { base_version, paths });
  throw refuse.conflict(
    `the document is at version ${current.version}, your change was made on version ${base_version}; read the current version and merge`,
    { current_version: current.version, base_version, changed_by, diff },
  );
}

/**
 * The unified diff of the given files from the writer's version to the current one: `""` when they are unchanged, null
 * when one of them is not text on either side, or when there is no such version.
 */
async function diffSince(
  { sql, house }: Context,
  current: Versioned,
  { base_version, paths }: { base_version: number; paths: readonly string[] },
): Promise<string | null> {
  const base = await findVersionFiles(sql, { document_id: current.document_id, version: base_version });
  if (!base || paths.length === 0) return null;
  const pairs = paths.map((path) => ({ path, before: fileAt(base, path), after: fileAt(current.files, path) }));
  const changed = pairs.filter(({ before, after }) => before?.sha256 !== after?.sha256);
  if (changed.length > FILES_COMPARED_MAX) return null;
  const read = await textReader(
    { sql, house },
    changed.flatMap(({ before, after }) => [before, after]),
  );
  const diffs: string[] = [];
  for (const { path, before, after } of changed) {
    const [old, fresh] = await Promise.all([read(before), read(after)]);
    if (old === null || fresh === null) return null;
    diffs.push(await texts()("unifiedDiff", { path, before: old, after: fresh }));
  }
  return diffs.join("");
}

function fileAt(files: readonly FileRow[], path: string): FileRow | undefined {
  return files.find((file) => file.path === path);
}

/** Reads files as text, null for what is none; a file that one side lacks is an empty one to the diff. */
async function textReader({ sql, house }: Context, files: readonly (FileRow | undefined)[]) {
  const contents = await findContents(
    sql,
    files.flatMap((file) => (file ? [file.blob_id] : [])),
  );
  return async (file: FileRow | undefined): Promise<string | null> => {
    if (!file) return "";
    const content = contents.get(file.blob_id);
    if (content === undefined || file.size_bytes > TEXT_BYTES_MAX) return null;
    return decodeText(content.bytes ?? (await house.blobs.bytes(content.storage_key)));
  };
}
