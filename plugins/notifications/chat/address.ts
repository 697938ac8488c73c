// The address of a person's chat: secret, sealed where it is kept, and shown by its host and its last characters alone.
import type { Encrypter } from "../../../kernel/ports/base.ts";

const PURPOSE = "chat";
const SHOWN_CHARS = 4;

export function sealAddress(encrypter: Encrypter, url: URL): Uint8Array {
  return encrypter.seal(PURPOSE, url.href);
}

/** Throws, in words, for one that was sealed under another SECRET. */
export function openAddress(encrypter: Encrypter, sealed: Uint8Array): URL {
  const text = encrypter.open(PURPOSE, sealed);
  if (text === null) throw new Error("the address was kept under another SECRET; give it again");
  return new URL(text);
}

/** What of an address tells its owner which one it is: its end, and of a short one less. */
export function hintOf({ host, pathname, search }: URL): string {
  const secret = pathname + search;
  return `${host}/…${secret.slice(secret.length - Math.min(SHOWN_CHARS, Math.floor(secret.length / 4)))}`;
}
