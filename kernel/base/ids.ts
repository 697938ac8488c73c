// Random names that nobody can guess: tokens for credentials, slugs for addresses.
import { alphabet } from "oslo/crypto";
import { base64url } from "oslo/encoding";

const RANDOM_BITS_MIN = 128;
const SLUG_ALPHABET = alphabet("a-z", "0-9");
const FAIR_BYTES = 256 - (256 % SLUG_ALPHABET.length);
const SLUG_LENGTH = Math.ceil(RANDOM_BITS_MIN / Math.log2(SLUG_ALPHABET.length));

/**
 * A random token in base64url (letters, digits, `-`, `_`), whole bytes, at least 128 bits.
 * Throws a RangeError for fewer bits: a shorter secret is a mistake of the caller.
 */
export function randomToken(bits = RANDOM_BITS_MIN): string {
  if (!(bits >= RANDOM_BITS_MIN)) {
    throw new RangeError(`a token of ${bits} bits can be guessed: ask for at least ${RANDOM_BITS_MIN}`);
  }
  const bytes = crypto.getRandomValues(new Uint8Array(Math.ceil(bits / 8)));
  return base64url.encode(bytes, { includePadding: false });
}

/** A random name for an address: 25 lower-case letters and digits, 129 bits, safe in host names, paths and file names. */
export function randomSlug(): string {
  let slug = "";
  while (slug.length < SLUG_LENGTH) {
    // A few more than are needed, since some will not do.
    for (const byte of crypto.getRandomValues(new Uint8Array(SLUG_LENGTH + 7))) {
      // Above the last whole round of the alphabet its first letters would come more often than the others.
      if (byte < FAIR_BYTES && slug.length < SLUG_LENGTH) slug += SLUG_ALPHABET[byte % SLUG_ALPHABET.length];
    }
  }
  return slug;
}
