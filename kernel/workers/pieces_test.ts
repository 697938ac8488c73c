// Messages in pieces: what comes out is what went in, one message after the other.
import { expect, test } from "bun:test";
import { createInbox, type Piece, sendInPieces } from "./pieces.ts";

const MIB = 1024 * 1024;

test("messages of any size come out whole and in their order, in pieces that stay small", async () => {
  const came: unknown[] = [];
  const sizes: number[] = [];
  const take = createInbox<unknown>((message) => came.push(message));
  const send = (piece: Piece) => {
    sizes.push(piece.bytes.length);
    take(piece);
  };
  const bytes = new Uint8Array(3 * MIB + 1).map((_, index) => index % 251);
  const messages = [{ a: 1 }, { text: "é".repeat(MIB), bytes }, null, { text: "x".repeat(MIB / 2) }, "end"];
  for (const message of messages) await sendInPieces(message, send);
  expect(came).toEqual(messages);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MIB / 2);
});
