// Reads a body once, counting and hashing what passes, so that every store enforces the same cap the same way.
import { addToHash } from "../base/bytes.ts";
import { refuse } from "../base/refusal.ts";
import type { PutOptions } from "./blob_store.ts";

/** A body being read: iterate `chunks` to the end, then ask for the `sum`. */
export interface Intake {
  /** Ends normally only after the last byte; throws `refuse.tooLarge`, the signal's reason or the stream's error. */
  chunks: AsyncGenerator<Uint8Array, void, void>;
  sum(): { sha256: string; size_bytes: number };
}

/** Starts reading `body`. Leaving `chunks` early cancels the stream, so that its sender stops. */
export function openIntake(body: ReadableStream<Uint8Array> | Uint8Array, options: PutOptions): Intake {
  const hasher = new Bun.CryptoHasher("sha256");
  const sizeMax = options.size_max ?? Number.POSITIVE_INFINITY;
  let size = 0;
  async function count(chunk: Uint8Array): Promise<void> {
    size += chunk.byteLength;
    if (size > sizeMax) throw refuse.tooLarge(`body is larger than ${sizeMax} bytes: send at most ${sizeMax}`);
    await addToHash(hasher, chunk);
  }
  return {
    chunks: body instanceof Uint8Array ? countWhole(body, count) : countStream(body, { count, signal: options.signal }),
    sum: () => ({ sha256: hasher.digest("hex"), size_bytes: size }),
  };
}

/** Reads a body to its end for its sum alone, and keeps nothing. Throws as `openIntake` does. */
export async function sumBody(
  body: ReadableStream<Uint8Array> | Uint8Array,
  options: PutOptions,
): Promise<ReturnType<Intake["sum"]>> {
  const intake = openIntake(body, options);
  for await (const _chunk of intake.chunks);
  return intake.sum();
}

async function* countWhole(body: Uint8Array, count: (chunk: Uint8Array) => Promise<void>): AsyncGenerator<Uint8Array> {
  await count(body);
  yield body;
}

async function* countStream(
  body: ReadableStream<Uint8Array>,
  options: { count: (chunk: Uint8Array) => Promise<void>; signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  const { count, signal } = options;
  const reader = body.getReader();
  let ended = false;
  function cancel(): void {
    reader.cancel(signal?.reason).catch(() => {});
  }
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    while (true) {
      signal?.throwIfAborted();
      const { done, value } = await reader.read();
      // A cancelled reader answers "done", which must not be taken for the end of the body.
      signal?.throwIfAborted();
      if (done) break;
      await count(value);
      yield value;
    }
    ended = true;
  } finally {
    signal?.removeEventListener("abort", cancel);
    if (!ended) cancel();
    reader.releaseLock();
  }
}
