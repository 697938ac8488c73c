// The answer to `tools/list` as bytes that are made once and sent many times:
// the id of the request is spliced in behind them.

import { promisify } from "node:util";
import { constants, crc32, deflateRaw, brotliCompress as packBrotli } from "node:zlib";
import { LRUCache } from "lru-cache";
import { once } from "../../../kernel/plugin.ts";
import type { KeptEncoding } from "../../../kernel/ports/http.ts";

/** A result that is ready to answer any request. */
export interface ReadyList {
  /** The whole answer to the message of that id, plain or in an encoding. The first of an encoding waits until it is made. */
  answer(id: string | number, encoding: KeptEncoding | null): Blob | Promise<Blob>;
}

const toRawDeflate = promisify(deflateRaw);
const toBrotli = promisify(packBrotli);

/** Clients count their messages from 0 or 1 and ask for the list early: a few ids are nearly all there are, and need no copy. */
const ANSWERS_MAX = 8;

/** Longer ids do not fit the block that they are spliced in as. */
const TAIL_BYTES_MAX = 0xffff;

export function readyList(result: string): ReadyList {
  const head = Buffer.from(`{"jsonrpc":"2.0","result":${result}`);
  const plain = new Blob([head]);
  const packers = { br: once(() => openBrotli(head)), gzip: once(() => openGzip(head)) };
  const recent = new LRUCache<string, Blob>({ max: ANSWERS_MAX });

  function make(tail: Buffer<ArrayBuffer>, encoding: KeptEncoding | null): Blob | Promise<Blob> {
    if (encoding === null || tail.length > TAIL_BYTES_MAX) return new Blob([plain, tail]);
    return packers[encoding]().then((pack) => pack(tail));
  }

  return {
    answer: (id, encoding) => {
      const end = `,"id":${JSON.stringify(id)}}`;
      const key = `${encoding}${end}`;
      const known = recent.get(key);
      if (known) return known;
      const made = make(Buffer.from(end), encoding);
      if (made instanceof Blob) recent.set(key, made);
      else
        void made.then(
          (blob) => recent.set(key, blob),
          () => {},
        );
      return made;
    },
  };
}

type Pack = (tail: Buffer<ArrayBuffer>) => Blob;

/** Compressed up to a whole byte, then the tail as a block that is stored, and the checksum of both (RFC 1951, 3.2.4; RFC 1952, 2.3). */
async function openGzip(head: Buffer): Promise<Pack> {
  const packed = await toRawDeflate(head, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const before = new Blob([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]), packed]);
  const sum = crc32(head);
  return (tail) => {
    const stored = Buffer.alloc(5);
    stored.writeUInt8(1);
    stored.writeUInt16LE(tail.length, 1);
    stored.writeUInt16LE(~tail.length & 0xffff, 3);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(tail, sum));
    end.writeUInt32LE(head.length + tail.length, 4);
    return new Blob([before, stored, tail, end]);
  };
}

/** Compressed up to a whole byte, then the tail as an uncompressed meta-block and an empty last one (RFC 7932, 9.2). */
async function openBrotli(head: Buffer): Promise<Pack> {
  const packed = await toBrotli(head, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: head.length },
  });
  const before = new Blob([packed]);
  return (tail) => {
    const stored = Buffer.alloc(3);
    // From the lowest bit: not the last block, its length less one in four nibbles, uncompressed.
    stored.writeUIntLE(((tail.length - 1) << 3) | (1 << 19), 0, 3);
    return new Blob([before, stored, tail, Buffer.from([3])]);
  };
}
