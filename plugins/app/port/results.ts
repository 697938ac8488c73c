// What became of each file of a form, for the page that the form came from.
import type { RequestFacts } from "../../../kernel/plugin.ts";

export interface FileResult {
  /** As the browser called it. */
  name: string;
  /** What the operation answered; null for a file that was refused. */
  answer: unknown;
  /** Why it was refused, in a sentence. */
  refusal: string | null;
}

interface Results {
  operation: string;
  results: readonly FileResult[];
}

const shown = new WeakMap<RequestFacts, Results>();

/** Says to the page that is made for this request what to show. */
export function setResults(facts: RequestFacts, results: Results): void {
  shown.set(facts, results);
}

/** What became of the files of a form of this operation; nothing where none was sent. */
export function resultsOf(facts: RequestFacts, operation: string): readonly FileResult[] {
  const results = shown.get(facts);
  return results?.operation === operation ? results.results : [];
}
