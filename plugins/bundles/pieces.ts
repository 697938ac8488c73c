// What the writers of archives hand on: small pieces gathered into larger ones, made as they are read.

type Bytes = Uint8Array<ArrayBuffer>;

/** A text in parts, one after the other; what many texts share is UTF-8 already. */
export type Parts = readonly (string | Uint8Array)[];

const utf8 = new TextEncoder();
/** UTF-8 of a character of a string, at most. */
const CHAR_BYTES = 3;

/** How many bytes the parts may take. */
export function bytesMax(parts: Parts): number {
  return parts.reduce((sum, part) => sum + part.length * (typeof part === "string" ? CHAR_BYTES : 1), 0);
}

/** Writes them in UTF-8 to where there is room for `bytesMax`, and answers how many bytes that took. */
export function putParts(parts: Parts, into: Uint8Array): number {
  let size = 0;
  for (const part of parts) {
    if (typeof part === "string") size += utf8.encodeInto(part, into.subarray(size)).written;
    else {
      into.set(part, size);
      size += part.length;
    }
  }
  return size;
}

/** The same bytes in pieces of at least so many, and a last one; headers are small, and each write of an answer costs. */
export async function* gather(pieces: AsyncIterable<Bytes>, least: number): AsyncGenerator<Bytes> {
  let pending: Bytes[] = [];
  let size = 0;
  for await (const piece of pieces) {
    pending.push(piece);
    size += piece.length;
    if (size < least) continue;
    const gathered = Buffer.concat(pending, size);
    pending = [];
    size = 0;
    yield gathered;
  }
  yield Buffer.concat(pending, size);
}

/** The pieces as the body of an answer: each is made when it is asked for, and who stops reading ends the making. */
export function streamOf(pieces: AsyncGenerator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** What tells by calling back whether it is done, as a promise. */
export function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}
