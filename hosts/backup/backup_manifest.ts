// What a backup says about itself: the shape of manifest.json, and the names of the files around it.
import { compileValidator } from "../../kernel/host.ts";
import { type Static, t } from "../../kernel/plugin.ts";

import { BackupError } from "./backup_error.ts";

/** The first file: tells what the container is before anything else is believed. */
export const FORMAT_FILE = "format.json";
/** The last but one: everything that is known only when the rest is written. */
export const MANIFEST_FILE = "manifest.json";
/** The last: the manifest's own hash, as `sha256sum` prints it. */
export const MANIFEST_SUM_FILE = "manifest.json.sha256";

const FORMAT = "docsvc-backup";
const FORMAT_VERSION = 1;

const Sha256 = t.String({ pattern: "^[0-9a-f]{64}$" });
const Count = t.Integer({ minimum: 0 });
const Name = t.String({ minLength: 1, maxLength: 63 });

const Migration = t.Object({ plugin: Name, number: t.Integer({ minimum: 1 }), name: t.String(), sha256: Sha256 });

const Table = t.Object({
  name: Name,
  columns: t.Array(Name, { minItems: 1 }),
  rows: Count,
  /** Independent of the rows' order; see sumTable. */
  checksum: t.String({ pattern: "^-?[0-9]+$" }),
  size_bytes: Count,
  /** Of all parts together. */
  sha256: Sha256,
});

const Manifest = t.Object({
  format: t.String(),
  format_version: t.Integer(),
  app_version: t.String(),
  edition: t.String(),
  created_at: t.String(),
  postgres_version: t.String(),
  migrations: t.Array(Migration),
  tables: t.Array(Table),
  sequences: t.Array(t.Object({ name: Name, last_value: t.Integer() })),
  /** `sha256` is that of the lines `<sha256> <size_bytes> <key>` of all blobs in their order in the file. */
  blobs: t.Object({ count: Count, size_bytes: Count, sha256: Sha256 }),
  totals: t.Object({ rows: Count, size_bytes: Count }),
});

/** `manifest.json` of a backup. Sizes are of what it holds, without the container. */
export type BackupManifest = Static<typeof Manifest>;
export type BackupTable = Static<typeof Table>;

const validator = compileValidator(Manifest);

/** The members that are the same in every backup of this release. */
export const FORMAT_FIELDS = { format: FORMAT, format_version: FORMAT_VERSION };

/** Throws BackupError when `text` opens something else, or a backup that this release cannot read. */
export function checkFormat(text: string): void {
  const value = parseJson(text);
  if (!(value instanceof Object) || !("format" in value) || value.format !== FORMAT) {
    throw new BackupError('the file is not a backup: give one that "docsvc backup" made');
  }
  const version = "format_version" in value ? value.format_version : null;
  if (version === FORMAT_VERSION) return;
  throw new BackupError(
    `the backup is in format ${String(version)} and this release reads format ${FORMAT_VERSION}: restore it with a newer docsvc`,
  );
}

/** Throws BackupError for a text that is not a whole manifest. */
export function readManifest(text: string): BackupManifest {
  const value = parseJson(text);
  if (isManifest(value)) return value;
  throw new BackupError(`${MANIFEST_FILE} is damaged (${validator.explain(value)}): take another copy of the file`);
}

function isManifest(value: unknown): value is BackupManifest {
  return validator.matches(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Where a part of a table lies in the container. Parts count from 1; together they are one COPY stream. */
export function tablePartName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(8, "0")}.copy`;
}

/** Where a blob lies in the container. */
export function blobName(blob: { sha256: string; key: string }): string {
  return `blobs/${blob.sha256}/${blob.key}`;
}

/** One line of what `blobs.sha256` sums up. */
export function blobLine(blob: { sha256: string; size_bytes: number; key: string }): string {
  return `${blob.sha256} ${blob.size_bytes} ${blob.key}\n`;
}
