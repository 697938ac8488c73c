// The encoding that is chosen from an Accept-Encoding, by its weights (RFC 9110, 12.5.3).
import { expect, test } from "bun:test";
import { chooseEncoding, type Encoding } from "./encoding.ts";

test.each<[string | null, Encoding | null]>([
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
