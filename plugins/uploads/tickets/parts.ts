// Uploads that come in parts: which bytes a request carries (RFC 9110, 14.4), and the parts as one stream again.

import { type PermitCall, refuse } from "../../../kernel/plugin.ts";
import type { BlobStore } from "../../../kernel/ports/blobs.ts";
import { declaredLength, uploadBytesMax } from "../receive.ts";
import type { Ticket } from "./store.ts";

/** One part of a whole; both ends count, as in the header. */
export interface Part {
  start: number;
  end: number;
  total: number;
  /** With it the whole is here. */
  last: boolean;
}

const CONTENT_RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/;

/**
 * What a request to a ticket's address brings: a part, or with `part` null the whole. `size` is that of the whole, where it
 * is known. Throws 413 and 400 for what does not fit the ticket, 409 for a part that does not begin where the last one ended.
 */
export function arrivingBytes(
  call: Pick<PermitCall, "runtime" | "request">,
  ticket: Ticket,
): { part: Part | null; size: number | null } {
  const declared = declaredLength(call, ticket.options);
  const part = readPart(call.request.headers);
  const size = part ? part.total : declared;
  const most = uploadBytesMax(call, ticket.options);
  if (size !== null && size > most) throw refuse.tooLarge(`the file has ${size} bytes; at most ${most} are taken here`);
  if (size !== null && ticket.size_bytes !== null && size !== ticket.size_bytes) {
    throw refuse.invalid(`the file has ${size} bytes; the ticket was made for ${ticket.size_bytes}`);
  }
  if (!part) return { part, size };
  const length = part.end - part.start + 1;
  if (declared !== null && declared !== length) {
    throw refuse.invalid(`content-range names ${length} bytes and content-length ${declared}; they must agree`);
  }
  if (ticket.total_bytes !== null && part.total !== ticket.total_bytes) {
    throw refuse.invalid(`content-range names ${part.total} bytes in all; earlier parts said ${ticket.total_bytes}`);
  }
  refuseGap(ticket, part);
  // One part that is everything is an ordinary upload.
  return part.start === 0 && part.last ? { part: null, size } : { part, size };
}

/** Throws 409 with the byte to go on from. */
export function refuseGap(ticket: Ticket, part: Part): void {
  if (part.start === ticket.offset) return;
  throw refuse.conflict(`the part begins at byte ${part.start}; go on from byte ${ticket.offset}`, {
    upload_offset: ticket.offset,
  });
}

function readPart(headers: Headers): Part | null {
  const header = headers.get("content-range");
  if (header === null) return null;
  const [, start, end, total] = (CONTENT_RANGE.exec(header.trim()) ?? []).map(Number);
  if (start === undefined || end === undefined || total === undefined || end < start || end >= total) {
    throw refuse.invalid(
      `content-range "${header.slice(0, 80)}" is not valid; send "bytes <first>-<last>/<size of the whole file>"`,
    );
  }
  return { start, end, total, last: end === total - 1 };
}

/** The parts in the store and then the body that brings the last one, as one stream that holds little in memory. */
export function joinParts(
  store: BlobStore,
  from: { keys: readonly string[]; last: ReadableStream<Uint8Array> | null },
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(store, from);
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => void (await chunks.return()),
  });
}

async function* chunksOf(
  store: BlobStore,
  { keys, last }: { keys: readonly string[]; last: ReadableStream<Uint8Array> | null },
): AsyncGenerator<Uint8Array, void, void> {
  for (const key of keys) {
    const stored = await store.get(key);
    yield* readChunks(stored instanceof Blob ? stored.stream() : stored);
  }
  if (last) yield* readChunks(last);
}

async function* readChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Whoever stops early wants no more of it; a stream that has ended takes no notice.
    void reader.cancel().catch(() => {});
  }
}
