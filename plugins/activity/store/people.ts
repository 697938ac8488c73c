// Activity when a person goes elsewhere or is no more.
import type { PersonEnd, PersonMove } from "../../../kernel/plugin.ts";
import { ownDocuments } from "../../documents/port/sql.ts";

/** What happened to a person's own documents goes along with those; what they did with others' stays there. */
export async function moveActivity({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  for (const table of ["activity_days", "activity_readers", "activity_events"]) {
    const renumbered = table === "activity_days" ? sql`, changed = 0` : sql``;
    await sql`
      update ${sql(table)} set workspace_id = ${to_workspace_id}${renumbered}
      where workspace_id = ${from_workspace_id} and document_id in (${ownDocuments(sql, user_id)})`;
  }
}

/** What they did stays counted, and was done by nobody. */
export async function forgetPerson({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update activity_events set user_id = null where user_id = ${user_id}`;
}
