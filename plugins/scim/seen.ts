// What is known of a request beyond what it says, for its entry in the log:
// whose token it came with, and what it asked for.
import type { RequestFacts } from "../../kernel/plugin.ts";

interface Holder {
  workspace_id: number;
  token_id: number;
}

const holders = new WeakMap<RequestFacts, Holder>();
const asked = new WeakMap<RequestFacts, string>();

/** Notes the token that a request came with; known even where that does not hold any more. */
export function noteHolder(request: RequestFacts, holder: Holder): void {
  holders.set(request, holder);
}

/** Null where the request came with no token that we know. */
export function holderOf(request: RequestFacts): Holder | null {
  return holders.get(request) ?? null;
}

/** Says in a few words what a write asks for. */
export function describeRequest(request: RequestFacts, words: string): void {
  asked.set(request, words);
}

export function wordsOf(request: RequestFacts): string | null {
  return asked.get(request) ?? null;
}
