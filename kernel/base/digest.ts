// SHA-256, HMAC and the comparison that tells nothing by its timing, in one place and synchronous.
// oslo's digests go through WebCrypto's promises (30 to 60 microseconds a call here), so Bun's hasher computes and oslo compares.
import { constantTimeEqual as bytesEqual } from "oslo/crypto";

const utf8 = new TextEncoder();

/** SHA-256 of a text (as UTF-8) or of bytes, 32 bytes (FIPS 180-4). */
export function sha256Bytes(data: string | Uint8Array): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(data).digest();
}

/** SHA-256 of a text (as UTF-8) or of bytes, 64 lower-case hexadecimal digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}

/** HMAC-SHA256 (RFC 2104), 32 bytes. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): Uint8Array {
  return new Bun.CryptoHasher("sha256", key).update(data).digest();
}

/** Compares two secrets in time that depends on their length alone. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return bytesEqual(toBytes(a), toBytes(b));
}

function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? utf8.encode(value) : value;
}
