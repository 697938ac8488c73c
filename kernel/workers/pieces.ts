// Messages between processes in pieces, so that no large one holds the loop of its sender or its receiver for long.
import { deserialize, serialize } from "bun:jsc";

export interface Piece {
  bytes: Uint8Array;
  /** Bytes of the whole message. */
  of: number;
}

const PIECE_BYTES = 512 * 1024;

/** Sends a structured-cloneable value. The next message may be sent once this has ended; it throws at once for what cannot be cloned. */
export function sendInPieces(value: unknown, send: (piece: Piece) => void): Promise<void> {
  const whole = new Uint8Array(serialize(value, { binaryType: "arraybuffer" }));
  return sendEach(whole, send);
}

async function sendEach(whole: Uint8Array, send: (piece: Piece) => void): Promise<void> {
  for (let at = 0; ; at += PIECE_BYTES) {
    // A view of all would take all along.
    send({ bytes: whole.length > PIECE_BYTES ? whole.slice(at, at + PIECE_BYTES) : whole, of: whole.length });
    if (at + PIECE_BYTES >= whole.length) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Takes pieces in their order, each to its place as it comes, and hands on each message once it is whole. */
export function createInbox<Message>(handOn: (message: Message) => void): (piece: Piece) => void {
  let whole = new Uint8Array();
  let filled = 0;
  return ({ bytes, of }) => {
    if (filled === 0) whole = new Uint8Array(of);
    whole.set(bytes, filled);
    filled += bytes.length;
    if (filled < of) return;
    const { buffer } = whole;
    whole = new Uint8Array();
    filled = 0;
    handOn(deserialize(buffer));
  };
}
