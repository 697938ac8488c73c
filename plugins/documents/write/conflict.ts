// What a writer with a stale version is told: who was faster, and what they changed (rules: writes/stale).
import { type Actor, Refusal, type Runtime, refuse, type Sql, sha256Hex, type Via } from "../../../kernel/plugin.ts";
import { findContents } from "../../../kernel/ports/blobs.ts";
import { decodeExactly, inTextTurn, TEXT_BYTES_MAX, textTasks } from "../../texts/port.ts";
import { type DocType, type FileRow, fileAt } from "../model/rows.ts";
import { findVersionFiles } from "../store/reading/documents.ts";
import { findVersionAuthor, findVersionWith } from "../store/reading/versions.ts";
import { contentWriteHook } from "./content_write.ts";

/** More changed files than these are not compared: the writer has to read the whole version anyway. */
const FILES_COMPARED_MAX = 20;

/** A document as the check sees it. */
export interface Versioned {
  document_id: number;
  doc_type: DocType;
  leased_until: Date | null;
  version: number;
  files: FileRow[];
}

/** What a writer claims to have read or to hold. */
export interface Conditions {
  /** The version that the change was made on. */
  base_version?: number | undefined;
  /** What the one file written must hold now, any of these: SHA-256 in hex, `""` for a file that is not there. */
  base_sha256?: readonly string[] | undefined;
  lock_token?: string | undefined;
  /** In place of `lock_token`, where a token is not kept in clear: its SHA-256 in hex. */
  lock_hash?: string | undefined;
}

type Context = { sql: Sql; runtime: Runtime };
type Writer = Context & { actor: Actor; now: Date };
type Asking = Writer & { via?: Via };

/** Throws 423 for a lease of somebody else, then 409 for a stale condition, in that order (rules: writes/order). */
export async function refuseConflict(
  writer: Asking,
  current: Versioned,
  options: Conditions & { paths: readonly string[] },
): Promise<void> {
  await askToWrite(writer, current, options);
  await refuseStale(writer, current, options);
}

/** Throws what the plugins above have against the write. */
export async function askToWrite(
  { sql, runtime, actor, now, via }: Asking,
  { document_id, doc_type, leased_until }: Pick<Versioned, "document_id" | "doc_type" | "leased_until">,
  { paths, ...claimed }: Conditions & { paths: readonly string[]; past_leases?: boolean | undefined },
): Promise<void> {
  const { lock_token, lock_hash = lock_token === undefined ? null : sha256Hex(lock_token) } = claimed;
  const write = {
    document_id,
    doc_type,
    leased_until,
    paths,
    lock_hash,
    past_leases: via === "system" && claimed.past_leases === true,
  };
  await runtime.callHook(contentWriteHook, { sql, now, actor, by_service: via === "system", ...write });
}

/**
 * Throws 409 when `base_version` was given and is not the current one, or the written file does not hold what `base_sha256`
 * says; the diff is of the files that were to be written.
 */
export async function refuseStale(
  context: Writer,
  current: Versioned,
  options: Pick<Conditions, "base_version" | "base_sha256"> & { paths: readonly string[] },
): Promise<void> {
  const { base_version, paths } = options;
  if (base_version !== undefined && base_version !== current.version) {
    const diff = await diffSince(context, current, { base_version, paths });
    throw refuse.conflict(
      `the document is at version ${current.version}, your change was made on version ${base_version}; read the current version and merge`,
      { code: "version_conflict", ...(await describeCurrent(context, current)), base_version, diff },
    );
  }
  await refuseOtherContent(context, current, options);
}

/** One file's own precondition: writers of other files never collide with it. */
async function refuseOtherContent(
  context: Writer,
  current: Versioned,
  { base_sha256, paths }: Pick<Conditions, "base_sha256"> & { paths: readonly string[] },
): Promise<void> {
  const [path] = paths;
  if (base_sha256 === undefined || path === undefined) return;
  const currentHash = fileAt(current.files, path)?.sha256 ?? "";
  if (base_sha256.includes(currentHash) || (currentHash !== "" && base_sha256.includes("*"))) return;
  const base_version = await findVersionWith(context.sql, { ...current, path, hashes: base_sha256 });
  const diff = base_version === null ? null : await diffSince(context, current, { base_version, paths: [path] });
  throw refuse.conflict(describeOther(path, currentHash), {
    code: "version_conflict",
    ...(await describeCurrent(context, current)),
    base_version,
    path,
    current_sha256: currentHash === "" ? null : currentHash,
    diff,
  });
}

function describeOther(path: string, currentHash: string): string {
  if (currentHash === "") return `"${path}" is not there; your change was made on a file that has gone`;
  return `"${path}" is not what your change was made on; its sha256 is ${currentHash} now, so read it again and merge`;
}

async function describeCurrent(context: Context, current: Versioned) {
  const changed_by = await findVersionAuthor(context.sql, current);
  return { current_version: current.version, changed_by };
}

/**
 * The unified diff of the given files from the writer's version to the current one: `""` when they are unchanged, null
 * when one of them is not text on either side, or when there is no such version.
 */
async function diffSince(
  writer: Writer,
  current: Versioned,
  { base_version, paths }: { base_version: number; paths: readonly string[] },
): Promise<string | null> {
  const { sql } = writer;
  const base = await findVersionFiles(sql, { document_id: current.document_id, version: base_version });
  if (!base || paths.length === 0) return null;
  const pairs = paths.map((path) => ({ path, before: fileAt(base, path), after: fileAt(current.files, path) }));
  const changed = pairs.filter(({ before, after }) => before?.sha256 !== after?.sha256);
  if (changed.length > FILES_COMPARED_MAX) return null;
  const sides = changed.flatMap(({ before, after }) => [before, after]);
  const bytes = sides.reduce((sum, file) => sum + Math.min(file?.size_bytes ?? 0, TEXT_BYTES_MAX), 0);
  const owner = `user:${writer.actor.user_id}`;
  try {
    return await inTextTurn({ owner, lane: "publish", bytes }, () => diffFiles(writer, changed));
  } catch (error) {
    // A conflict is a conflict, also when nobody has the time to say what it is about.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function diffFiles(
  { sql, runtime }: Context,
  pairs: readonly { path: string; before: FileRow | undefined; after: FileRow | undefined }[],
): Promise<string | null> {
  const read = await textReader(
    { sql, runtime },
    pairs.flatMap(({ before, after }) => [before, after]),
  );
  const diffs: string[] = [];
  for (const { path, before, after } of pairs) {
    const [old, fresh] = await Promise.all([read(before), read(after)]);
    if (old === null || fresh === null) return null;
    const bytes = Buffer.byteLength(old) + Buffer.byteLength(fresh);
    diffs.push(await textTasks()("unifiedDiff", { path, before: old, after: fresh }, { bytes }));
  }
  return diffs.join("");
}

/** Reads files as text, null for what is none; a file that one side lacks is an empty one to the diff. */
async function textReader({ sql, runtime }: Context, files: readonly (FileRow | undefined)[]) {
  const contents = await findContents(
    sql,
    files.flatMap((file) => (file ? [file.blob_id] : [])),
  );
  return async (file: FileRow | undefined): Promise<string | null> => {
    if (!file) return "";
    const content = contents.get(file.blob_id);
    if (content === undefined || file.size_bytes > TEXT_BYTES_MAX) return null;
    return decodeExactly(content.bytes ?? (await runtime.blobs.bytes(content.storage_key)));
  };
}
