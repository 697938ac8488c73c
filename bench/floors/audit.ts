// The least that reading the log can cost:
// one indexed select for a page, and COPY for the export, with nobody asking who may see them.
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();
const EXPORTED = 100_000;

/** The bounds in time come as ids here, which is what an index over both would cost. */
type Filters = Partial<Record<"action" | "actor" | "target_id" | "first_id" | "last_id", string>>;

function readEvents(workspace: number, { action, actor, target_id, first_id, last_id }: Filters, limit: number) {
  return sql`
    select event_id as id, action, actor, actor_user_id, target_type, target_id, workspace_id, meta, ip, created_at
    from audit_events where workspace_id = ${workspace}
      ${action ? sql`and action = ${action}` : sql``}
      ${actor ? sql`and lower(actor) = ${actor}` : sql``}
      ${target_id ? sql`and target_id = ${target_id}` : sql``}
      ${first_id ? sql`and event_id >= ${first_id}` : sql``}
      ${last_id ? sql`and event_id <= ${last_id}` : sql``}
    order by event_id desc limit ${limit}`;
}

async function* copyEvents(workspace: number): AsyncGenerator<Uint8Array> {
  yield* await sql`
    copy (
      select event_id, created_at, action, actor, target_type, target_id, ip, meta from audit_events
      where workspace_id = ${sql.unsafe(String(workspace))} order by event_id desc limit ${sql.unsafe(String(EXPORTED))}
    ) to stdout (format csv, header)`.readable();
}

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .get("/api/audit", async ({ query: { workspace, limit, ...filters } }) => ({
    events: await readEvents(Number(workspace), filters, Number(limit)),
  }))
  .get("/api/audit/export.csv", ({ query }) => {
    const pieces = copyEvents(Number(query["workspace"]));
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
    });
    return new Response(body);
  })
  .listen(Number(process.env["PORT"]));
