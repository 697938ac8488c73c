// A body of 64 MiB without a declared length, and how much of it somebody has asked for.

const MIB = 1024 ** 2;
const CHUNKS = 64;

export function endlessBody(): { stream: ReadableStream<Uint8Array>; pulled_mib: () => number } {
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      if (pulled > CHUNKS) controller.close();
      else controller.enqueue(new Uint8Array(MIB).fill(97));
    },
  });
  return { stream, pulled_mib: () => pulled };
}
