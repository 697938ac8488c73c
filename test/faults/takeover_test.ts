// A job whose server was killed in the middle is done by another one, as if nothing had happened.
import { expect, test } from "bun:test";
import { until } from "../harness/until.ts";
import { openStand } from "./stand.ts";

const stand = await openStand();
const { sql } = stand.runtime.database;
const KIND = "documents.renew_pages";
/** Rendering this takes long enough to be killed in the middle of it. */
const SLOW = "*a_".repeat(2 * 1024);

interface Row {
  attempts: number;
  held: boolean;
}

async function jobRow(): Promise<Row> {
  const [row] = await sql<Row[]>`
    select attempts, lease_until is not null as held from jobs where kind = ${KIND} and failed_at is null`;
  if (!row) throw new Error(`no job of kind ${KIND} waits`);
  return row;
}

/** Waits until a server has taken the job. */
function untilHeld(): Promise<void> {
  return until(async () => (await jobRow()).held);
}

test("a page that a killed server was making anew is made by the next one, once its lease is over", async () => {
  const response = await fetch(`${stand.place.base_url}/api/docs`, {
    method: "POST",
    headers: { ...stand.headers, "content-type": "application/json" },
    body: JSON.stringify({ markdown: SLOW }),
  });
  expect(response.status).toBe(201);
  await sql`update document_files set renderer = 0 where renderer is not null`;
  await sql`update jobs set due_at = to_timestamp(0) where kind = ${KIND}`;
  await untilHeld();
  expect(await stand.killAndReadErrors()).toEqual([]);
  expect(await jobRow()).toEqual({ attempts: 1, held: true });
  expect(await sql`select 1 from document_files where renderer = 0`).toHaveLength(1);
  await stand.runtime.jobs.runDue();
  expect(await sql`select 1 from document_files where renderer = 0`).toHaveLength(0);
  expect(await jobRow()).toEqual({ attempts: 0, held: false });
  const { objects, blobs, unfinished } = await stand.traces();
  expect({ objects, unfinished }).toEqual({ objects: blobs ?? 0, unfinished: 0 });
});
