// How the routes of sign-in say that somebody tried too often.
import { Refusal, refuse } from "../../kernel/plugin.ts";

/** Throttles that a route raises answer `{detail}`, whatever their bucket counts (rules: requests/error_and_detail). */
export function speakAsFramework(error: unknown): never {
  if (error instanceof Refusal && error.kind === "limited") throw refuse.throttled(error.message, error.detail);
  throw error;
}
