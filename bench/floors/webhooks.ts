// The least that sending events can cost:
// rows claimed from an outbox in batches, each signed and posted, and the batch marked as done.
import { createHmac } from "node:crypto";
import { openFloorDatabase } from "./database.ts";

const BATCH = 200;
const sql = openFloorDatabase();
await sql`drop table if exists floor_outbox`;
await sql`create table floor_outbox (id bigint generated always as identity primary key, url text not null, body jsonb not null, done boolean not null default false)`;
await sql`create index on floor_outbox (id) where not done`;

Bun.serve({ port: Number(process.env["PORT"]), fetch: () => new Response("ready") });

for (;;) {
  const count = await sql.begin(async (transaction) => {
    const rows = await transaction`
      select id, url, body from floor_outbox where not done order by id limit ${BATCH} for update skip locked`;
    await Promise.all(rows.map(send));
    if (rows.length > 0)
      await transaction`update floor_outbox set done = true where id = any(${rows.map((row) => row["id"])})`;
    return rows.length;
  });
  if (count === 0) await Bun.sleep(5);
}

async function send(row: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify(row["body"]);
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", "whsec_bench").update(`${seconds}.${body}`).digest("hex");
  const headers = { "content-type": "application/json", "x-signature": `t=${seconds},v1=${signature}` };
  const answer = await fetch(String(row["url"]), { method: "POST", headers, body });
  await answer.arrayBuffer();
}
