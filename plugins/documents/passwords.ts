// A document's password: kept as an argon2id hash, checked off the event loop, remembered for a while once it was right.
import { type House, hmacSha256, refuse } from "../../kernel/mod.ts";

/** Hashes a password for storing; undefined stays null. */
export async function hashPassword(password: string | undefined): Promise<string | null> {
  return password === undefined
    ? null
    : Bun.password.hash(password, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
}

const REMEMBERED_MAX = 5000;
const remembered = new Set<string>();

/**
 * Whether `given` opens the document. Wrong tries are counted by document and address, and past the limit everything is
 * refused with 429, so that guessing is slow (part 3, "Rate limits").
 */
export async function checkPassword(
  house: House,
  asked: { slug: string; password_hash: string; given: string; ip: string; now: Date },
): Promise<boolean> {
  // A page brings its pictures and scripts along: each is a request, and argon2 is slow by design.
  const proof = Buffer.from(hmacSha256(house.config.secret, `${asked.password_hash}\0${asked.given}`)).toString(
    "base64",
  );
  if (remembered.has(proof)) return true;
  const bucket = `${asked.slug} ${asked.ip}`;
  await house.quotas.peek("password_failure", bucket, asked.now);
  if (await Bun.password.verify(asked.given, asked.password_hash).catch(() => false)) {
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.add(proof);
    return true;
  }
  await house.quotas.take("password_failure", bucket, asked.now);
  return false;
}

/** The 401 that makes a browser ask for the password. */
export function refusePassword(slug: string): Error {
  return refuse.unauthenticated("a password is needed", { realm: `docsvc-${slug}` });
}
