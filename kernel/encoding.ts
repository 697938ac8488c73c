// How bytes are compressed on their way out: which way a client takes (RFC 9110, 12.5.3), and the work off the event loop.
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip";
type Bytes = Uint8Array<ArrayBuffer>;

/** The ones we write, the better first. */
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/** The encoding that an `Accept-Encoding` likes best, of those that it likes as well as the bytes as they are; null for none. */
export function chooseEncoding(accepted: string | null): Encoding | null {
  if (!accepted) return null;
  const known = CHOSEN.get(accepted);
  if (known) return known.encoding;
  const encoding = weigh(accepted);
  CHOSEN.set(accepted, { encoding });
  return encoding;
}

/** Clients say the same over and over, and there are few kinds of them. */
const CHOSEN = new LRUCache<string, { encoding: Encoding | null }>({ max: 256 });

function weigh(accepted: string): Encoding | null {
  const weights = readWeights(accepted);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*");
  const plain = weights.get("identity") ?? 0;
  let best: Encoding | null = null;
  let weight = 0;
  for (const encoding of ENCODINGS) {
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

const PIECE_BYTES = 64 * 1024;

/**
 * The body compressed as it is taken, so that memory holds a few pieces of it however long it is. Who stops reading lets go of
 * the body, and a body that breaks off breaks off what is read of it.
 */
export function compressStream(body: ReadableStream<Bytes>, encoding: Encoding): ReadableStream<Bytes> {
  const packer =
    encoding === "gzip"
      ? createGzip({ level: 5, chunkSize: PIECE_BYTES })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 }, chunkSize: PIECE_BYTES });
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
