// Bytes of published files that are kept in memory, as they are and compressed, under one bound.
// They are never another content: no age, no stamp.
import { LRUCache } from "lru-cache";
import type { BlobStore } from "../../kernel/ports/blobs.ts";
import { chooseEncoding, compress, isCompressible, type KeptEncoding } from "../../kernel/ports/http.ts";

/** What is to be known of a file. */
export interface KeptFile {
  storage_key: string;
  size_bytes: number;
  content_type: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A file's bytes in one encoding. */
export interface PackedFile {
  encoding: KeptEncoding;
  bytes: Bytes;
}

export interface KeptBytes {
  /** Keeps the bytes of a file as they are. */
  keep(file: KeptFile, bytes: Bytes): void;
  /** Those that are kept, without waiting for anything. */
  recall(file: KeptFile): Bytes | null;
  /** The form that a client likes best, if it is made; else it is begun to be made. */
  findForm(file: KeptFile, accepted: string | null): PackedFile | null;
}

/** Below this the headers weigh as much as what is saved. */
const PACKED_BYTES_MIN = 1024;
/** Larger ones go out as they are: they would be held in memory whole. */
const PACKED_BYTES_MAX = 8 * 1024 * 1024;
/** The best that can be made of more takes seconds of a thread. */
const OFTEN_BYTES_MAX = 1024 * 1024;
const KEPT_BYTES_MAX = 40 * 1024 * 1024;
/** From here on texts are packed as they come: among thousands of pages that are read at random none is read soon again. */
const PACKED_ABOVE = KEPT_BYTES_MAX / 2;
/** What an entry costs beside its bytes. */
const ENTRY_BYTES = 400;
/** What takes a few dozen microseconds is packed where it is kept. */
const PACKED_AT_ONCE_MAX = 16 * 1024;
/** Who comes while others are made gets the bytes as they are. */
const MAKING_MAX = 2;

interface Form {
  bytes: Bytes;
  is_text: boolean;
}

/**
 * A file is the same for everybody who may read it and repeats nothing that a request says, so the length of a form tells nobody
 * what stands in it (BREACH). Text that is not read for long stays packed, of which up to four times as much fits.
 */
export function createKeptBytes(blobs: Pick<BlobStore, "bytes">): KeptBytes {
  // By the name of the stored bytes, which no two workspaces share: nobody learns from a form that others have the same file.
  const forms = new LRUCache<string, Form | "being made" | "not worth it">({
    maxSize: KEPT_BYTES_MAX,
    // One does not push out all others.
    maxEntrySize: KEPT_BYTES_MAX / 8,
    sizeCalculation: (form) => (typeof form === "string" ? 0 : form.bytes.length) + ENTRY_BYTES,
    disposeAfter: (form, key, reason) => {
      const isPlain = typeof form === "object" && key.startsWith(PLAIN);
      if (reason === "evict" && isPlain && form.is_text) packAway(key.slice(PLAIN.length), form.bytes);
    },
  });
  let making = 0;

  /** False where it is not worth it. */
  function packAway(storage_key: string, plain: Bytes): boolean {
    const key = keyOf("zstd", storage_key);
    if (plain.length < PACKED_BYTES_MIN) return false;
    if (typeof forms.peek(key) === "object") return true;
    const bytes = new Uint8Array(Bun.zstdCompressSync(plain, { level: 1 }));
    const isWorthIt = bytes.length < plain.length * WORTH_IT;
    if (isWorthIt) forms.set(key, { bytes, is_text: true });
    return isWorthIt;
  }

  async function bytesOf(file: KeptFile): Promise<Bytes> {
    return recall(file) ?? (await blobs.bytes(file.storage_key));
  }

  function recall({ storage_key }: KeptFile): Bytes | null {
    const plain = forms.get(keyOf("", storage_key));
    if (typeof plain === "object") return plain.bytes;
    // It takes two thirds of the time that gzip does.
    const packed = forms.get(keyOf("zstd", storage_key));
    return typeof packed === "object" ? new Uint8Array(Bun.zstdDecompressSync(packed.bytes)) : null;
  }

  async function make(key: string, { file, encoding }: { file: KeptFile; encoding: KeptEncoding }): Promise<void> {
    making += 1;
    forms.set(key, "being made");
    try {
      const { size_bytes } = file;
      const bytes = await compress(await bytesOf(file), encoding, { often: size_bytes <= OFTEN_BYTES_MAX });
      forms.set(key, bytes.length < size_bytes ? { bytes, is_text: true } : "not worth it");
    } catch {
      // It is tried again with the next request.
      forms.delete(key);
    } finally {
      making -= 1;
    }
  }

  return {
    keep: (file, bytes) => {
      const { storage_key } = file;
      const is_text = isCompressible(file.content_type);
      const isSmall = bytes.length <= PACKED_AT_ONCE_MAX;
      if (is_text && isSmall && forms.calculatedSize > PACKED_ABOVE && packAway(storage_key, bytes)) return;
      forms.set(keyOf("", storage_key), { bytes, is_text });
    },
    recall,
    findForm: (file, accepted) => {
      const { size_bytes, content_type, storage_key } = file;
      const isFit = size_bytes >= PACKED_BYTES_MIN && size_bytes <= PACKED_BYTES_MAX;
      const encoding = isFit && isCompressible(content_type) ? chooseEncoding(accepted) : null;
      if (encoding === null) return null;
      const key = keyOf(encoding, storage_key);
      const form = forms.get(key);
      if (form === undefined && making < MAKING_MAX) void make(key, { file, encoding });
      return typeof form === "object" ? { encoding, bytes: form.bytes } : null;
    },
  };
}

const PLAIN = " ";
/** Of the plain bytes. */
const WORTH_IT = 0.8;

function keyOf(encoding: KeptEncoding | "zstd" | "", storage_key: string): string {
  return `${encoding} ${storage_key}`;
}
