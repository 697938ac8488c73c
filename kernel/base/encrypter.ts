// Keeps secrets that the service has to read again, such as signing keys:
// sealed in the database under the deployment's secret.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { hmacSha256 } from "./digest.ts";

/** Seals texts; every server with the same secret opens them. */
export interface Encrypter {
  /** `text` in a form that only a server with the same `SECRET` reads; what was sealed for one purpose opens for no other. */
  seal(purpose: string, text: string): Uint8Array;
  /** The text again; null for what was sealed under another secret or for another purpose, and for what was changed since. */
  open(purpose: string, sealed: Uint8Array): string | null;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Makes the encrypter: AES-256-GCM (NIST SP 800-38D) with a random nonce before the text and the tag behind it. */
export function createEncrypter(secret: string): Encrypter {
  const keys = new Map<string, Uint8Array>();

  function keyOf(purpose: string): Uint8Array {
    const key = keys.get(purpose) ?? hmacSha256(secret, `seal:${purpose}`);
    keys.set(purpose, key);
    return key;
  }

  return {
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(purpose), nonce);
      return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, sealed) {
      if (sealed.byteLength < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, keyOf(purpose), sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
