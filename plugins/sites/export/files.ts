// The files of documents that an export takes along: those that its pages show, and all of a page that somebody sent.

import type { Runtime } from "../../../kernel/plugin.ts";
import { isCompressible } from "../../../kernel/ports/http.ts";
import { pathsBelow, type ZipEntry } from "../../bundles/port.ts";
import { FRAME_SCRIPT, frameTail } from "../../rendering/port.ts";
import { encodeSegments } from "../paths.ts";
import type { ExportedFile } from "../store/exported.ts";

/** Of one document. */
export interface DocumentFiles {
  /** The address of a file from the top; null where the document has none of that name. */
  take(path: string): string | null;
  takeAll(): void;
  has(path: string): boolean;
}

export interface FilesTaken {
  /** Of a document, whose directory is named by its id. */
  of(doc_id: string, files: readonly ExportedFile[]): DocumentFiles;
  /** Those that were taken and are not written yet. */
  entries(modified: Date): Generator<ZipEntry>;
}

export function takeFiles({ blobs }: Pick<Runtime, "blobs">): FilesTaken {
  const waiting: { name: string; file: ExportedFile }[] = [];
  const known = new Map<string, DocumentFiles>();
  function of(doc_id: string, files: readonly ExportedFile[]): DocumentFiles {
    const before = known.get(doc_id);
    if (before) return before;
    const byPath = new Map(files.map((file) => [file.path, file]));
    const names = pathsBelow();
    const taken = new Map<string, string>();
    const take = (path: string) => {
      const file = byPath.get(path);
      if (!file) return null;
      const name = taken.get(path) ?? `files/${doc_id}/${names.take(path)}`;
      if (!taken.has(path)) waiting.push({ name, file });
      taken.set(path, name);
      return encodeSegments(name);
    };
    const one = {
      take,
      takeAll: () => void files.map(({ path }) => take(path)),
      has: (path: string) => byPath.has(path),
    };
    // Of a page that leads to none of its files they are not read; another page may show one.
    if (files.length > 0) known.set(doc_id, one);
    return one;
  }
  return {
    of,
    entries: function* (modified) {
      for (const { name, file } of waiting.splice(0)) {
        const { content_type, size_bytes, generated } = file;
        const isPage = !generated && /^text\/html\b/.test(content_type);
        yield {
          ...{ name, size_bytes, modified, deflate: isCompressible(content_type) },
          open: () => (isPage ? withTail(blobs, name, file) : blobs.get(file.storage_key)),
        };
      }
    },
  };
}

/** A page that is framed tells how high it is. */
async function withTail(blobs: Runtime["blobs"], name: string, { storage_key }: ExportedFile) {
  const up = "../".repeat(name.split("/").length - 1);
  const tail = frameTail(up + FRAME_SCRIPT.slice(1));
  return new Uint8Array(Buffer.concat([await blobs.bytes(storage_key), Buffer.from(tail)]));
}
