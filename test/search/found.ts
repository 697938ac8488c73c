// Searching in tests: the index brought up to now, and what each search answers.
import type { Harness, ParsedBody, Person } from "../harness.ts";

/** Runs what is due until the index has everything that was published. */
export async function indexAll(h: Harness): Promise<void> {
  h.clock.advance(1000);
  await h.house.jobs.runDue();
}

// Tests look into answers of every shape.
type Results = ParsedBody;

export async function grep(h: Harness, as: Person, query: Record<string, string | number | boolean>): Promise<Results> {
  return (await h.call(`GET /api/search?${parameters(query)}`, { as })).body;
}

export async function rank(h: Harness, as: Person, query: Record<string, string | number | boolean>): Promise<Results> {
  return (await h.call(`GET /api/search/ranked?${parameters(query)}`, { as })).body;
}

export function parameters(query: Record<string, string | number | boolean>): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
