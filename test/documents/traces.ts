// What a request may leave behind, counted, so that a refusal can be held to leaving nothing.
import { expect } from "bun:test";
import { MINUTE_MS } from "../../kernel/plugin.ts";
import type { Answer, Harness } from "../harness/harness.ts";

const TABLES = [
  "documents",
  "document_versions",
  "document_files",
  "blobs",
  "audit_events",
  "upload_tickets",
  "upload_parts",
];

/** Rows of every table that an upload writes, and the contents in rows and in the store, unfinished ones included. */
export async function countTraces(h: Harness): Promise<Record<string, number>> {
  const [small] = await h.runtime.database.sql<{ n: number }[]>`
    select count(*)::int as n from blobs where bytes is not null`;
  let objects = small?.n ?? 0;
  for await (const _object of h.runtime.blobs.list()) objects += 1;
  return { ...(await h.rows(...TABLES)), objects };
}

/** Runs a request that must be refused, and expects it to leave nothing. */
export async function expectTraceless(h: Harness, status: number, request: () => Promise<Answer>): Promise<Answer> {
  const before = await countTraces(h);
  const answer = await request();
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  expect(await countTraces(h)).toEqual(before);
  return answer;
}

/** Lets every recurring job run once, past each of their waits. */
export async function sweep(h: Harness, after_ms: number): Promise<void> {
  h.clock.advance(after_ms);
  await h.runtime.jobs.runDue();
  h.clock.advance(MINUTE_MS);
  await h.runtime.jobs.runDue();
}
