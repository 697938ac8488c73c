// Whether a reader knows a document's password:
// remembered for a while once it was right, and counted when it was wrong.
import { LRUCache } from "lru-cache";
import { hmacSha256, type Runtime, refuse } from "../../kernel/plugin.ts";
import { verifyPassword } from "../documents/port/read.ts";

/** A password that somebody sent for a document. */
export interface Attempt {
  slug: string;
  password_hash: string;
  given: string;
  /** Of the reader; wrong tries are counted by it. */
  network: string;
  now: Date;
}

/**
 * Whether the password of an attempt opens the document. Wrong tries are counted by document and address, and past the
 * limit everything but a password that was right before is refused with 429 (rules: content/wrong_passwords).
 */
export type PasswordCheck = (attempt: Attempt) => Promise<boolean>;

const REMEMBERED_MAX = 5000;

export function createPasswordCheck(runtime: Runtime): PasswordCheck {
  // A page brings its pictures and scripts along: each is a request, and argon2 is slow by design.
  const right = new LRUCache<string, true>({ max: REMEMBERED_MAX });
  const queues = new Map<string, Promise<unknown>>();

  async function verify(attempt: Attempt, proof: string): Promise<boolean> {
    if (right.has(proof)) return true;
    const bucket = `${attempt.slug} ${attempt.network}`;
    await runtime.quotas.peek("password_failure", bucket, attempt.now);
    if (!(await verifyPassword(attempt.given, attempt.password_hash))) {
      await runtime.quotas.take("password_failure", bucket, attempt.now);
      return false;
    }
    right.set(proof, true);
    return true;
  }

  return (attempt) => {
    const proof = proofOf(runtime, attempt);
    if (right.get(proof)) return Promise.resolve(true);
    // One after the other for each guesser: a burst would be let through whole before its first failure is counted.
    const bucket = `${attempt.slug} ${attempt.network}`;
    const turn = (queues.get(bucket) ?? Promise.resolve()).catch(() => {}).then(() => verify(attempt, proof));
    queues.set(bucket, turn);
    const leave = () => {
      if (queues.get(bucket) === turn) queues.delete(bucket);
    };
    turn.then(leave, leave);
    return turn;
  };
}

/** The 401 that makes a browser ask for the password. */
export function refusePassword(slug: string): Error {
  return refuse.unauthenticated("a password is needed", { realm: `docsvc-${slug}` });
}

/** Names a right password without holding it; a new hash makes the old proofs worthless. */
function proofOf(runtime: Runtime, { password_hash, given }: Attempt): string {
  return Buffer.from(hmacSha256(runtime.config.secret, `${password_hash}\0${given}`)).toString("base64");
}
