// A document's password: kept as an argon2id hash, checked off the event loop.

/** Hashes a password for storing; undefined stays null. */
export async function hashPassword(password: string | undefined): Promise<string | null> {
  return password === undefined
    ? null
    : Bun.password.hash(composed(password), { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
}

/** Whether a password is the one behind a hash. */
export function verifyPassword(given: string, hash: string): Promise<boolean> {
  return Bun.password.verify(composed(given), hash).catch(() => false);
}

/** Keyboards differ in how they compose an accented letter, and RFC 8265 says which form counts. */
function composed(password: string): string {
  return password.normalize("NFC");
}
