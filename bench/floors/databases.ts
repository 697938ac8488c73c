// The least that a table of records can cost:
// the same rows in real columns, as JSONB and with a trigram index, asked by plain SQL; COPY and the bare driver's rows.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();
const ROWS_AT_ONCE = 1000;
const COLUMNS = `name text, email text, age numeric, joined date, seen timestamptz, active boolean, level text, city text, score numeric,
  notes text`;

await sql.unsafe(`
  create extension if not exists pg_trgm;
  create table if not exists made (id bigint generated always as identity primary key, data jsonb not null);
  create table if not exists people (id bigint generated always as identity primary key, ${COLUMNS});
  create table if not exists objects (id bigint generated always as identity primary key, data jsonb not null);
  create table if not exists texts (id bigint generated always as identity primary key, text text not null, data jsonb not null);
  create index if not exists people_level_score on people (level, score, id);
  create index if not exists people_score on people (score, id);
  create index if not exists texts_trigrams on texts using gin (text gin_trgm_ops);`);

/** COPY of a CSV file into a table; answers how many rows it has. */
async function copy(table: string, body: ReadableStream | null): Promise<number> {
  const columns = "name, email, age, joined, seen, active, level, city, score, notes";
  const target = await sql.unsafe(`copy ${table} (${columns}) from stdin (format csv, header)`).writable();
  if (body) await pipeline(Readable.fromWeb(body as never), target);
  const [row] = await sql`select count(*)::int as created from ${sql(table)}`;
  return row?.["created"];
}

async function fill(body: ReadableStream | null): Promise<number> {
  await sql`truncate people, objects, texts restart identity`;
  const created = await copy("people", body);
  await sql`insert into objects (data) select to_jsonb(p) - 'id' from people p order by id`;
  await sql`
    insert into texts (text, data) select lower(concat_ws(E'\n', name, email, city, notes)), to_jsonb(p) - 'id' from people p order by id`;
  await sql`vacuum analyze people, objects, texts`;
  return created;
}

async function* readObjects(): AsyncGenerator<string> {
  for await (const piece of sql`select id, data from objects order by id`.cursor(ROWS_AT_ONCE)) {
    yield piece.map((row) => `${JSON.stringify(row)}\n`).join("");
  }
}

const answer = ([found]: readonly Record<string, unknown>[]) => found ?? {};

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .post("/create", async ({ body }) => {
    const [row] = await sql`insert into made (data) values (${JSON.stringify(body)}::text::jsonb) returning id, data`;
    return row ?? {};
  })
  .post("/change", async ({ body }) => {
    const { id, data } = body as { id: number; data: object };
    const [row] =
      await sql`update made set data = data || ${JSON.stringify(data)}::text::jsonb where id = ${id} returning id, data`;
    return row ?? {};
  })
  .post("/page", async () =>
    answer(
      await sql`
      select (select json_agg(p) from (select * from people where level = 'mid' order by score, id limit 50) as p) as records,
        (select count(*)::int from people where level = 'mid') as total`,
    ),
  )
  .post("/ordered", async () =>
    answer(
      await sql`
      select (select json_agg(p) from (select * from people order by score, id limit 50) as p) as records,
        (select count(*)::int from people) as total`,
    ),
  )
  .post("/adhoc", async () =>
    answer(
      await sql`
      with found as (select id, data from objects where (data ->> 'age')::numeric > 80)
      select (select json_agg(o) from (select * from found order by (data ->> 'seen') desc, id desc limit 50) as o) as records,
        (select count(*)::int from found) as total`,
    ),
  )
  .post("/groups", async () =>
    answer(
      await sql`
      select json_agg(g) as groups from (
        select level, sum(score)::text as value, count(*)::int as count from people group by level order by 3 desc, 1) as g`,
    ),
  )
  .post("/search", async ({ query }) => {
    const pattern = `%${query["q"]}%`;
    return answer(
      await sql`
      with found as materialized (select id from texts where text like ${pattern})
      select (select json_agg(o) from (
          select t.id, t.data from found join texts t using (id) order by id limit 50) as o) as records,
        (select count(*)::int from found) as total`,
    );
  })
  .post("/fill", async ({ request }) => ({ created: await fill(request.body) }), { parse: "none" })
  .post(
    "/import",
    async ({ request }) => {
      await sql`drop table if exists imported`;
      await sql.unsafe(`create table imported (${COLUMNS})`);
      return { created: await copy("imported", request.body) };
    },
    { parse: "none" },
  )
  .get("/export", () => {
    const pieces = readObjects();
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
