// A document's password: kept as a hash.
import { hashPassword as hash } from "../../../kernel/ports/workers.ts";

export { verifyPassword } from "../../../kernel/ports/workers.ts";

/** Hashes a password for storing; undefined stays null. */
export async function hashPassword(password: string | undefined): Promise<string | null> {
  return password === undefined ? null : hash(password);
}
