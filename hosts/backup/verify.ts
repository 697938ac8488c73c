// Reads a backup from end to end and holds every byte against its hashes, without touching any database or store.
import type { FileHandle } from "node:fs/promises";
import { sha256Hex } from "../../kernel/plugin.ts";
import { BackupError } from "./backup_error.ts";
import { type BackupManifest, blobLine, blobName, MANIFEST_FILE, readManifest } from "./backup_manifest.ts";
import { type BackupPart, readParts, withBackupFile } from "./backup_parts.ts";
import type { ReportProgress } from "./progress.ts";

export interface VerifyOptions {
  report?: ReportProgress;
  signal?: AbortSignal;
}

interface Found {
  sha256: Bun.CryptoHasher;
  size_bytes: number;
}

/** Answers the manifest of a backup that is whole. Throws BackupError with the name of the first part that is not. */
export async function verifyBackup(path: string, options: VerifyOptions = {}): Promise<BackupManifest> {
  return withBackupFile(path, async (file) => {
    const { size } = await file.stat();
    return verifyParts(file, { ...options, total: size });
  });
}

async function verifyParts(file: FileHandle, options: VerifyOptions & { total: number }): Promise<BackupManifest> {
  const tables = new Map<string, Found>();
  const lines = new Bun.CryptoHasher("sha256");
  const blobs = { count: 0, size_bytes: 0 };
  let manifestText = "";
  let read = 0;

  async function consume(body: AsyncIterable<Uint8Array>, use: (chunk: Uint8Array) => void): Promise<void> {
    for await (const chunk of body) {
      options.signal?.throwIfAborted();
      use(chunk);
      read += chunk.byteLength;
      options.report?.({ step: "checking", done: read, total: options.total });
    }
  }

  for await (const part of readParts(file)) {
    if (part.kind === "table") {
      const found = tables.get(part.table) ?? { sha256: new Bun.CryptoHasher("sha256"), size_bytes: 0 };
      tables.set(part.table, found);
      await consume(part.body, (chunk) => {
        found.sha256.update(chunk);
        found.size_bytes += chunk.byteLength;
      });
    } else if (part.kind === "blob") {
      await verifyBlob(part, consume);
      lines.update(blobLine(part));
      blobs.count += 1;
      blobs.size_bytes += part.size_bytes;
    } else if (part.kind === "manifest") {
      manifestText = part.text;
    } else if (part.text !== `${sha256Hex(manifestText)}  ${MANIFEST_FILE}\n`) {
      throw new BackupError(
        `${MANIFEST_FILE} is damaged: its sha256 is not the one beside it; take another copy of the file`,
      );
    }
  }
  options.report?.({ step: "checking", done: options.total, total: options.total });
  const manifest = readManifest(manifestText);
  compareTables(manifest, tables);
  const sha256 = lines.digest("hex");
  const { count, size_bytes } = manifest.blobs;
  if (count !== blobs.count || size_bytes !== blobs.size_bytes || sha256 !== manifest.blobs.sha256) {
    throw new BackupError(
      `blobs are damaged: the file holds ${blobs.count} with ${blobs.size_bytes} bytes and the manifest lists ${count} with ${size_bytes}; take another copy of the file`,
    );
  }
  return manifest;
}

async function verifyBlob(
  blob: Extract<BackupPart, { kind: "blob" }>,
  consume: (body: AsyncIterable<Uint8Array>, use: (chunk: Uint8Array) => void) => Promise<void>,
): Promise<void> {
  const hasher = new Bun.CryptoHasher("sha256");
  await consume(blob.body, (chunk) => hasher.update(chunk));
  const sha256 = hasher.digest("hex");
  if (sha256 !== blob.sha256) {
    throw new BackupError(`${blobName(blob)} is damaged: its sha256 is ${sha256}; take another copy of the file`);
  }
}

function compareTables(manifest: BackupManifest, found: ReadonlyMap<string, Found>): void {
  for (const table of manifest.tables) {
    const seen = found.get(table.name);
    const sha256 = seen?.sha256.digest("hex") ?? sha256Hex("");
    const size = seen?.size_bytes ?? 0;
    if (size === table.size_bytes && sha256 === table.sha256) continue;
    throw new BackupError(
      `table ${table.name} is damaged: it has ${size} bytes with sha256 ${sha256}, and the manifest says ${table.size_bytes} with ${table.sha256}; take another copy of the file`,
    );
  }
  const known = new Set(manifest.tables.map((table) => table.name));
  const stray = [...found.keys()].find((name) => !known.has(name));
  if (stray !== undefined)
    throw new BackupError(`table ${stray} is not in the manifest: take another copy of the file`);
}
