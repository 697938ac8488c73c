// What programs that answer by themselves are kept away with:
// a computation that costs a browser a moment, and each answer anew.
import { refuse, sha256Bytes } from "../../kernel/plugin.ts";

/** So many leading zero bits has SHA-256 of `<token>.<work>` to have. */
export const WORK_BITS = 15;
const WORK_CHARS_MAX = 40;

/** Whether somebody computed for this ticket; one hash, however it ends. */
export function hasWorked(token: string, work: string): boolean {
  if (work === "" || work.length > WORK_CHARS_MAX) return false;
  const [first = 255, second = 255] = sha256Bytes(`${token}.${work}`);
  return ((first << 8) | second) >>> (16 - WORK_BITS) === 0;
}

/** 403 for what comes without it, which tells programs how they come by it. */
export function refuseUnworked(): Error {
  return refuse.forbidden(
    `this form takes answers only from a page that has computed for a moment; load it again, or, as a program, send as work a text with which SHA-256 of <token>.<work> begins with ${WORK_BITS} zero bits`,
    { code: "work_required", work_bits: WORK_BITS },
  );
}

/** 403 for a proof that has bought an answer already. */
export function refuseSpent(): Error {
  return refuse.forbidden(
    "the computation of this page has been used for an answer; load the page again for another one",
    {
      code: "work_required",
      work_bits: WORK_BITS,
    },
  );
}
