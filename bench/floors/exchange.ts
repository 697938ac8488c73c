// The least that moving 50,000 records can cost: COPY into a plain table on the way in, the bare driver's rows as JSON on the way out.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();
const ROWS_AT_ONCE = 1000;

async function* readRecords(table: string): AsyncGenerator<string> {
  const rows = sql`
    select record_id, version, schema_version, form_status, data, created_at, updated_at from database_records
    where table_id = ${table} order by record_id`;
  for await (const piece of rows.cursor(ROWS_AT_ONCE)) yield piece.map((row) => `${JSON.stringify(row)}\n`).join("");
}

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .post(
    "/import",
    async ({ request }) => {
      await sql`drop table if exists floor_people`;
      await sql`
      create table floor_people (name text, email text, age numeric, joined date, seen timestamptz, active boolean, level text, city text,
        score numeric, notes text)`;
      const target = await sql`copy floor_people from stdin (format csv, header)`.writable();
      if (request.body) await pipeline(Readable.fromWeb(request.body as never), target);
      return (await sql`select count(*)::int as created from floor_people`)[0];
    },
    { parse: "none" },
  )
  .get("/export", ({ query }) => {
    const pieces = readRecords(String(query["table"]));
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      },
    });
    return new Response(body);
  })
  .listen(Number(process.env["PORT"]));
