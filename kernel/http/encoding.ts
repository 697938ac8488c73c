// How bytes are compressed on their way out:
// which way a client takes (RFC 9110, 12.5.3), and the work off the event loop.
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import { LRUCache } from "lru-cache";

/** What is compressed once and sent to many is in one of these. */
export type KeptEncoding = "br" | "gzip";
/** What is compressed for one answer, in one of these: zstd takes a third of the time that brotli does for as few bytes. */
export type Encoding = KeptEncoding | "zstd";
type Bytes = Uint8Array<ArrayBuffer>;

/** The ones we write, the better first. */
const KEPT: readonly KeptEncoding[] = ["br", "gzip"];
const QUICK: readonly Encoding[] = ["zstd", ...KEPT];

const toGzip = promisify(gzip);
const toZstd = promisify(zstdCompress);
const toBrotli = promisify(brotliCompress);

/**
 * The encoding of what is kept that an `Accept-Encoding` likes best, of those that it likes as well as the bytes as they are; null for
 * none.
 */
export const chooseEncoding = chooserOf(KEPT);

/** The same for what is compressed for one answer. */
export const chooseQuickEncoding = chooserOf(QUICK);

function chooserOf<E extends Encoding>(encodings: readonly E[]): (accepted: string | null) => E | null {
  // Clients say the same over and over, and there are few kinds of them.
  const chosen = new LRUCache<string, { encoding: E | null }>({ max: 256 });
  return (accepted) => {
    if (!accepted) return null;
    const known = chosen.get(accepted);
    if (known) return known.encoding;
    const encoding = weigh(encodings, accepted);
    chosen.set(accepted, { encoding });
    return encoding;
  };
}

function weigh<E extends Encoding>(encodings: readonly E[], accepted: string): E | null {
  const weights = readWeights(accepted);
  // Who takes anything may well know no zstd, which is the youngest: it has to be named.
  const weightOf = (name: string) => weights.get(name) ?? (name === "zstd" ? undefined : weights.get("*"));
  const plain = weights.get("identity") ?? 0;
  let best: E | null = null;
  let weight = 0;
  for (const encoding of encodings) {
    const own = weightOf(encoding) ?? 0;
    if (own > weight && own >= plain) {
      best = encoding;
      weight = own;
    }
  }
  return best;
}

/** Whether an `Accept-Encoding` names an encoding and does not refuse it. */
export function acceptsEncoding(accepted: string | null, encoding: string): boolean {
  return (readWeights(accepted ?? "").get(encoding) ?? 0) > 0;
}

/** What cannot be read counts for nothing. */
function readWeights(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [, name, sent] = /^\s*([a-z0-9*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/.exec(part) ?? [];
    if (name !== undefined) weights.set(name === "x-gzip" ? "gzip" : name, Number(sent ?? 1));
  }
  return weights;
}

/** So few bytes take a fifth of a millisecond at most, which is less than it costs to hand them to another thread. */
const INLINE_BYTES_MAX = 32 * 1024;

/** On the thread pool, unless there is little to do. `often` is what is made once and sent many times: it is worth more work. */
export async function compress(bytes: Bytes, encoding: Encoding, { often }: { often: boolean }): Promise<Bytes> {
  const isInline = !often && bytes.length <= INLINE_BYTES_MAX;
  if (encoding === "zstd") {
    const options = { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } };
    return isInline ? zstdCompressSync(bytes, options) : await toZstd(bytes, options);
  }
  if (encoding === "gzip") {
    const options = { level: often ? 9 : 5 };
    return isInline ? gzipSync(bytes, options) : await toGzip(bytes, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: often ? 9 : 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return isInline ? brotliCompressSync(bytes, { params }) : await toBrotli(bytes, { params });
}

const ZSTD_LEVEL = 3;
const PIECE_BYTES = 64 * 1024;

/**
 * The body compressed as it is taken, so that memory holds a few pieces of it however long it is. Who stops reading lets go of
 * the body, and a body that breaks off breaks off what is read of it.
 */
export function compressStream(body: ReadableStream<Bytes>, encoding: Encoding): ReadableStream<Bytes> {
  const packer = createPacker(encoding);
  // A failure reaches the reader through the packer, which ends with it.
  const packed: AsyncIterator<Bytes> = pipeline(body, packer, () => {})[Symbol.asyncIterator]();
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await packed.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        packer.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function createPacker(encoding: Encoding) {
  if (encoding === "gzip") return createGzip({ level: 5, chunkSize: PIECE_BYTES });
  if (encoding === "br")
    return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 }, chunkSize: PIECE_BYTES });
  return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL }, chunkSize: PIECE_BYTES });
}
