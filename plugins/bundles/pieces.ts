// What the writers of archives hand on: small pieces gathered into larger ones, made as they are read.

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The same bytes in pieces of at least so many, and a last one; headers are small, and each write of an answer costs. `spend` is told
 * of each piece that is needed no more.
 */
export async function* gather(
  pieces: AsyncIterable<Bytes>,
  least: number,
  spend?: (piece: Bytes) => void,
): AsyncGenerator<Bytes> {
  let pending: Bytes[] = [];
  let size = 0;
  for await (const piece of pieces) {
    pending.push(piece);
    size += piece.length;
    if (size < least) continue;
    const gathered = Buffer.concat(pending, size);
    if (spend) pending.forEach(spend);
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
