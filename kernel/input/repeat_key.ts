// The key under which a request may be repeated:
// a member where the operation declares one, a header or a tool's argument elsewhere (rules: requests/idempotency).

import type { PlainSchema } from "../base/plain_schema.ts";
import { refuse } from "../base/refusal.ts";
import { KERNEL_BOUNDS } from "../base/request_limits.ts";

/** As in draft-ietf-httpapi-idempotency-key-header. */
export const KEY_HEADER = "idempotency-key";
const { idempotency_key_chars: KEY_CHARS_MAX } = KERNEL_BOUNDS;

/** The argument of every tool that writes; of those whose operation has such a member it is that one. */
export const KEY_ARGUMENT: Readonly<Record<"idempotency_key", PlainSchema>> = {
  idempotency_key: { type: "string", description: "Makes a repeat safe." },
};

/** The part of an operation that says whether its requests may be repeated under a key. */
interface Repeatable {
  effect: "read" | "write";
  raw: string | null;
  anonymous: boolean;
  unrepeatable: string | null;
}

/** Whether a request may carry a key beside its input. */
export function takesKey({ effect, raw, anonymous, unrepeatable }: Repeatable): boolean {
  return effect === "write" && raw === null && !anonymous && unrepeatable === null;
}

/**
 * The key in a request's headers; null without one, and where none is taken. What takes one as a member, such as a raw upload,
 * takes it here too. Throws 400 for a text that is no key.
 */
export function keyInHeaders(operation: Repeatable & { once: string | null }, headers: Headers): string | null {
  const sent = headers.get(KEY_HEADER);
  const isTaken = takesKey(operation) || operation.once !== null;
  return sent === null || !isTaken ? null : readKey(sent, "Idempotency-Key");
}

/** Throws 400 for a text that is no key. */
export function readKey(sent: string, name: string): string {
  if (sent.length < 1 || sent.length > KEY_CHARS_MAX || !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(sent)) {
    throw refuse.invalid(`${name} "${sent.slice(0, 80)}" is not valid; send 1 to ${KEY_CHARS_MAX} plain characters`);
  }
  return sent;
}
