// Compressed forms of published text that is not ready in memory as it is: large files, and what only some may read. Each is made once.
import { LRUCache } from "lru-cache";
import { type BlobStore, chooseEncoding, compress, isCompressible, type KeptEncoding } from "../../kernel/mod.ts";

/** What is to be known of a file. */
interface Packable {
  storage_key: string;
  size_bytes: number;
  content_type: string;
}

/** A file's bytes in one encoding. */
export interface PackedFile {
  encoding: KeptEncoding;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Below this the headers weigh as much as what is saved. */
const FILE_BYTES_MIN = 1024;
/** Larger ones go out as they are: they would be held in memory whole. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;
const FORMS_BYTES_MAX = 32 * 1024 * 1024;
/** Who comes while others are made gets the bytes as they are. */
const MAKING_MAX = 2;

/**
 * Finds the form that a client likes best, if it is made; else starts to make it. A file is the same for everybody who may read
 * it and repeats nothing that a request says, so its length tells nobody what stands in it (BREACH).
 */
export function packedFiles(
  blobs: Pick<BlobStore, "bytes">,
): (file: Packable, accepted: string | null) => PackedFile | null {
  // By the name of the stored bytes, which no two workspaces share: nobody learns from a form that others have the same file.
  const forms = new LRUCache<string, PackedFile | "being made" | "not worth it">({
    maxSize: FORMS_BYTES_MAX,
    sizeCalculation: (form) => (typeof form === "string" ? 1 : form.bytes.length + 1),
  });
  let making = 0;

  async function make(key: string, { storage_key, size_bytes }: Packable, encoding: KeptEncoding): Promise<void> {
    making += 1;
    forms.set(key, "being made");
    try {
      const bytes = await compress(await blobs.bytes(storage_key), encoding, { often: size_bytes <= OFTEN_BYTES_MAX });
      const isWorthIt = bytes.length < size_bytes && bytes.length <= FORMS_BYTES_MAX / 8;
      forms.set(key, isWorthIt ? { encoding, bytes } : "not worth it");
    } catch {
      // It is tried again with the next request.
      forms.delete(key);
    } finally {
      making -= 1;
    }
  }

  return (file, accepted) => {
    const isFit = file.size_bytes >= FILE_BYTES_MIN && file.size_bytes <= FILE_BYTES_MAX;
    const encoding = isFit && isCompressible(file.content_type) ? chooseEncoding(accepted) : null;
    if (encoding === null) return null;
    const key = `${encoding} ${file.storage_key}`;
    const form = forms.get(key);
    if (form === undefined && making < MAKING_MAX) void make(key, file, encoding);
    return typeof form === "object" ? form : null;
  };
}

/** The best that can be made of more takes seconds of a thread. */
const OFTEN_BYTES_MAX = 1024 * 1024;
