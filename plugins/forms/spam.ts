// What programs that answer by themselves are kept away with: a computation that costs a browser a moment, and each answer anew.
import { sha256Bytes } from "../../kernel/mod.ts";

/** So many leading zero bits has SHA-256 of `<token>.<work>` to have. */
export const WORK_BITS = 15;
const WORK_CHARS_MAX = 40;

/** Whether somebody computed for this ticket; one hash, however it ends. */
export function hasWorked(token: string, work: string): boolean {
  if (work === "" || work.length > WORK_CHARS_MAX) return false;
  const [first = 255, second = 255] = sha256Bytes(`${token}.${work}`);
  return ((first << 8) | second) >>> (16 - WORK_BITS) === 0;
}
