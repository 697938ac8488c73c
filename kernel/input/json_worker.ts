// Parses JSON within bounds, as a worker thread loads it.
import { findLostNumber } from "./decimals.ts";
import { findJsonCost } from "./json_cost.ts";

/** A value, or why there is none: the text costs too much or has a number that would be another one, in words, or is no JSON in UTF-8. */
export type ParsedJson = { value: unknown } | { costs: string } | { loses: string } | { invalid: true };

/** Parses at once: a long text belongs on a thread. */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const costs = findJsonCost(bytes);
  if (costs !== null) return { costs };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const loses = findLostNumber(text);
    return loses === null ? { value } : { loses };
  } catch {
    return { invalid: true };
  }
}

export const tasks = { parse: parseJson };
