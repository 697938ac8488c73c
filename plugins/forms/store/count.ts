// How many forms a database may have: made or copied, they are all shown with it.
import { type Runtime, refuse, type Sql } from "../../../kernel/plugin.ts";
import { capOf } from "../../operation.ts";

/** Throws 409 for a database that has as many forms as there may be. */
export async function refuseTooMany(
  { runtime, sql }: { runtime: Pick<Runtime, "caps">; sql: Sql },
  { database_id }: { database_id: number },
): Promise<void> {
  const limit = capOf(runtime, "forms_per_database");
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from forms f join documents d using (document_id)
    where f.database_id = ${database_id} and d.deleted_at is null`;
  if (row.count < limit) return;
  throw refuse.conflict(`a database has at most ${limit} forms; delete one that nobody needs`, {
    code: "limit_reached",
    limit,
  });
}
