// The question that tells whoever wanted a certificate that an order has ended, one way or the other.
import { type Hook, hook } from "../../kernel/plugin.ts";

/** Asked after an order, outside of a transaction; `readCertificate` says how it ended. Handlers leave names that are not theirs. */
export const settledHook: Hook<{ hostname: string }, void> = hook("certificates.settled");
