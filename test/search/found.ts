// Searching in tests: the index brought up to now, and what each search answers.
import type { Harness, ParsedBody, Person } from "../harness/harness.ts";

/** Runs what is due until the index has everything that was published. */
export async function indexAll(h: Harness): Promise<void> {
  h.clock.advance(1000);
  await h.runtime.jobs.runDue();
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

/**
 * Adds documents without any file that were changed after all others of a workspace, more than a search looks at before it
 * asks its index.
 */
export async function bury(
  h: Harness,
  { workspace_id, user_id }: Pick<Person, "workspace_id" | "user_id">,
  documents = 150,
): Promise<void> {
  const later = new Date(h.clock.now().getTime() + 60_000);
  await h.runtime.database.sql`
    insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, place_id, source_path, tags,
      visibility, listing, retention_days, description, attrs, version, size_bytes, created_at, updated_at)
    select workspace_id, 'doc_later_' || workspace_id || '_' || number, 'later' || workspace_id || 'x' || number, owner_id, created_by,
      'Later', kind, doc_type, place_id, source_path, '{}', 'restricted', 'private', 0, '', '{}', 1, 0, ${later}, ${later}
    from (select * from documents where workspace_id = ${workspace_id} and owner_id = ${user_id} limit 1) as one,
      generate_series(1, ${documents}::integer) as number`;
}
