// The least that looking for members can cost:
// the bare select, with nobody asking who may see them, how many seats there are or who keeps their accounts.
import { Elysia } from "elysia";
import { openFloorDatabase } from "./database.ts";

const sql = openFloorDatabase();

new Elysia()
  .get("/ready", async () => (await sql`select 1 as ready`)[0])
  .get("/api/members", async ({ query: { workspace, q, limit } }) => ({
    members: await sql`
      select user_id as id, email, name, role, coalesce(joined_at, created_at) as joined,
        disabled_at is not null as disabled, last_sign_in_at as last_sign_in
      from users where workspace_id = ${Number(workspace)}
        ${q ? sql`and (strpos(lower(email), lower(${q})) > 0 or strpos(lower(name), lower(${q})) > 0)` : sql``}
      order by coalesce(joined_at, created_at), user_id limit ${limit ? Number(limit) : null}`,
  }))
  .listen(Number(process.env["PORT"]));
