// Messages between processes in pieces, so that no large one holds the loop of its sender or its receiver for long.
import { deserialize, serialize } from "bun:jsc";

export interface Piece {
  bytes: Uint8Array;
  last: boolean;
}

const PIECE_BYTES = 512 * 1024;

/** Sends a structured-cloneable value. The next message may be sent once this has ended; it throws at once for what cannot be cloned. */
export function sendInPieces(value: unknown, send: (piece: Piece) => void): Promise<void> {
  const whole = new Uint8Array(serialize(value, { binaryType: "arraybuffer" }));
  return sendFrom(whole, 0, send);
}

async function sendFrom(whole: Uint8Array, from: number, send: (piece: Piece) => void): Promise<void> {
  for (let at = from; ; at += PIECE_BYTES) {
    const last = at + PIECE_BYTES >= whole.length;
    // A view of all would take all along.
    send({ bytes: whole.length > PIECE_BYTES ? whole.slice(at, at + PIECE_BYTES) : whole, last });
    if (last) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Takes pieces in their order and hands on each message once it is whole. */
export function createInbox<Message>(handOn: (message: Message) => void): (piece: Piece) => void {
  let pieces: Uint8Array[] = [];
  return ({ bytes, last }) => {
    pieces.push(bytes);
    if (!last) return;
    const whole = join(pieces);
    pieces = [];
    handOn(deserialize(whole));
  };
}

function join(pieces: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.buffer;
}
