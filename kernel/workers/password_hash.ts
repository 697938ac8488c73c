// Passwords as argon2id hashes, made and checked in threads beside the event loop, a few at once.
import { refuse } from "../base/refusal.ts";

const ARGON = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** Each takes a core for tens of milliseconds and 19 MiB. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 100;

/** Hashes a password for storing. Throws 503 where too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(composed(password), ARGON));
}

/** Whether a password is the one behind a hash. Throws 503 where too many wait already. */
export function verifyPassword(given: string, hash: string): Promise<boolean> {
  return inTurn(() => Bun.password.verify(composed(given), hash).catch(() => false));
}

/** Keyboards differ in how they compose an accented letter, and RFC 8265 says which form counts. */
function composed(password: string): string {
  return password.normalize("NFC");
}

let working = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX)
      throw refuse.unavailable("too many passwords are being checked at this moment; try again in a moment");
    await new Promise<void>((resolve) => void waiting.push(resolve));
  } else working++;
  try {
    return await work();
  } finally {
    // Whoever waits takes over this turn.
    const next = waiting.shift();
    if (next) next();
    else working--;
  }
}
