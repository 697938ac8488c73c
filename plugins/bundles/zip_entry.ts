// What all writers of archives are given: a file with its name, its time and how its bytes are opened.

import type { Parts } from "./pieces.ts";

/** One file of a zip, or of a tar. */
export interface ZipEntry {
  name: string;
  /** At most, where it has `parts`. */
  size_bytes: number;
  modified: Date;
  /** False for what is compressed already; a tar is compressed as a whole. */
  deflate: boolean;
  /** What it opens to, for who puts it together: its length is known then. */
  parts?: Parts;
  /** Opened when its turn has come. */
  open(): Promise<Blob | ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>>;
}

/** Of deflate. Half the time of the usual 6 for a zip a tenth larger; 1 is faster yet, and its zips are half as large again. */
export const LEVEL = 2;

/** An entry that holds JSON, two spaces deep. */
export function jsonEntry(name: string, value: unknown, modified: Date): ZipEntry {
  const bytes = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  return { name, size_bytes: bytes.length, modified, deflate: true, open: async () => bytes };
}

/** An entry by which a directory is there although nothing is in it: its name ends in a slash (APPNOTE 4.3.8). */
export function directoryEntry(path: string, modified: Date): ZipEntry {
  return { name: `${path}/`, size_bytes: 0, modified, deflate: false, open: async () => new Uint8Array() };
}
