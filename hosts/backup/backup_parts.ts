// Reads the container of a backup part by part, and says no to whatever does not belong there or is out of place.
import { type FileHandle, open } from "node:fs/promises";
import { BackupError } from "./backup_error.ts";
import { checkFormat, FORMAT_FILE, MANIFEST_FILE, MANIFEST_SUM_FILE } from "./backup_manifest.ts";
import { readTar, type TarMember } from "./tar.ts";

/** A piece of a backup in the order of the file: parts of tables, blobs, the manifest, its hash. */
export type BackupPart =
  | { kind: "table"; table: string; part: number; body: AsyncIterable<Uint8Array> }
  | { kind: "blob"; sha256: string; key: string; size_bytes: number; body: AsyncIterable<Uint8Array> }
  | { kind: "manifest"; text: string }
  | { kind: "manifest_sum"; text: string };

const TABLE_PART = /^tables\/([^/]+)\/(\d{8})\.copy$/;
const BLOB = /^blobs\/([0-9a-f]{64})\/([0-9a-f]{32,64})$/;
/** A manifest has a few hundred bytes a table; more is no manifest of ours. */
const TEXT_BYTES_MAX = 16 * 1024 * 1024;
const ORDER = ["table", "blob", "manifest", "manifest_sum"] as const;

/** Opens the file for `use` and closes it after. Throws BackupError when there is none. */
export async function withBackupFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, "r").catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${path} cannot be read (${reason}): name a file that "docsvc backup" made`);
  });
  try {
    if (!(await file.stat()).isFile()) {
      throw new BackupError(`${path} is no file: name one that "docsvc backup" made`);
    }
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Throws BackupError for what is no file, or does not begin as a backup does; what follows is not looked at. */
export async function refuseNoBackup(path: string): Promise<void> {
  await withBackupFile(path, async (file) => {
    for await (const _part of readParts(file)) return;
  });
}

/** Yields every part. Throws BackupError for a file that is no backup, is cut off, or has its parts in disorder. */
export async function* readParts(file: FileHandle): AsyncGenerator<BackupPart, void, void> {
  let before: BackupPart | null = null;
  let isFirst = true;
  for await (const member of readTar(file)) {
    if (isFirst) {
      checkFormat(member.name === FORMAT_FILE ? await readText(member) : "");
      isFirst = false;
      continue;
    }
    const part = await readPart(member);
    refuseDisorder(part, { before, name: member.name });
    yield part;
    before = part;
  }
  if (before?.kind === "manifest_sum") return;
  throw new BackupError(`the file ends before ${MANIFEST_SUM_FILE}: it was cut off; take another copy of it`);
}

async function readPart(member: TarMember): Promise<BackupPart> {
  const { name, size_bytes, body } = member;
  if (name === MANIFEST_FILE) return { kind: "manifest", text: await readText(member) };
  if (name === MANIFEST_SUM_FILE) return { kind: "manifest_sum", text: await readText(member) };
  const [, table, part] = TABLE_PART.exec(name) ?? [];
  if (table !== undefined) return { kind: "table", table, part: Number(part), body };
  const [, sha256, key] = BLOB.exec(name) ?? [];
  if (sha256 !== undefined && key !== undefined) return { kind: "blob", sha256, key, size_bytes, body };
  throw new BackupError(`the file holds "${name}", which no backup does: take another copy of it`);
}

/** A part that is missing in the middle, or there twice, would otherwise load as a shorter or longer table. */
function refuseDisorder(part: BackupPart, { before, name }: { before: BackupPart | null; name: string }): void {
  const isNext = part.kind !== "table" || part.part === (continues(part, before) ? before.part + 1 : 1);
  const stages = [before, part].map((one) => (one ? ORDER.indexOf(one.kind) : -1));
  const [from = -1, to = -1] = stages;
  const isSingle = part.kind === "manifest" || part.kind === "manifest_sum";
  if (isNext && (isSingle ? to > from : to >= from)) return;
  throw new BackupError(`${name} is out of place: a part before it is missing; take another copy of the file`);
}

function continues(
  part: Extract<BackupPart, { kind: "table" }>,
  before: BackupPart | null,
): before is Extract<BackupPart, { kind: "table" }> {
  return before?.kind === "table" && before.table === part.table;
}

async function readText({ name, size_bytes, body }: TarMember): Promise<string> {
  if (size_bytes > TEXT_BYTES_MAX) throw new BackupError(`${name} has ${size_bytes} bytes, which no backup's has`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
