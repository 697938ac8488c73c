// The encoding that is chosen from an Accept-Encoding, by its weights (RFC 9110, 12.5.3).
import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  chooseEncoding,
  chooseQuickEncoding,
  compress,
  compressStream,
  type Encoding,
  type KeptEncoding,
} from "./encoding.ts";

test.each<[string | null, KeptEncoding | null]>([
  [null, null],
  ["", null],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP , Br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0.5, gzip", "gzip"],
  ["br;q=0.5,gzip;q=0.5", "br"],
  ["br; q=0, gzip; Q=0.1", "gzip"],
  ["gzip;q=0", null],
  ["gzip;q=0.000, br;q=0.0", null],
  ["*", "br"],
  ["*;q=0", null],
  ["br;q=0, *", "gzip"],
  ["*;q=0, gzip", "gzip"],
  ["identity", null],
  ["identity, gzip;q=0.5", null],
  ["identity;q=0.5, gzip", "gzip"],
  ["deflate, zstd", null],
  ["gzip;q=2", null],
  ["gzip;level=1", null],
  ["gzipped, not br", null],
])("%p takes %p", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test.each<[string | null, Encoding | null]>([
  [null, null],
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br", "br"],
  ["zstd;q=0.5, br", "br"],
  ["zstd;q=0, gzip", "gzip"],
  ["*", "br"],
  ["zstd;q=0.5, *", "br"],
  ["identity", null],
])("of what is packed for one answer %p takes %p", (accepted, encoding) => {
  expect(chooseQuickEncoding(accepted)).toBe(encoding);
});

const BACK = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };

test.each<Encoding>(["br", "gzip", "zstd"])(
  "%s packs short and long answers, whole and as they are taken",
  async (encoding) => {
    for (const times of [1, 10, 100_000]) {
      const bytes = new TextEncoder().encode("many words, and the same again\n".repeat(times));
      const whole = await compress(bytes, encoding, { often: false });
      const taken = await new Response(compressStream(new Blob([bytes]).stream(), encoding)).bytes();
      for (const packed of [whole, taken]) expect(Buffer.compare(BACK[encoding](packed), bytes)).toBe(0);
    }
  },
);
