// What becomes of rows when a person moves or goes, and when a document is gone for good.
import { DELETED_PERSON, type PersonEnd, type PersonMove, type Sql } from "../../../kernel/plugin.ts";

/** Removes everybody's notices about a document that is gone for good, and the watches on it. */
export async function dropOfDocument(sql: Sql, gone: { workspace_id: number; doc_id: string }): Promise<void> {
  await sql`delete from notifications where workspace_id = ${gone.workspace_id} and doc_id = ${gone.doc_id}`;
  await sql`delete from watches where workspace_id = ${gone.workspace_id} and doc_id = ${gone.doc_id}`;
}

/** A person's notifications and choices go with them, and so do watches but those in the roots that they leave. */
export async function moveTold({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  await sql`
    delete from watches where user_id = ${user_id} and place_id in (select place_id from places where root_id is not null)`;
  for (const table of ["notifications", "notification_settings", "notification_channels", "watches"]) {
    await sql`
      update ${sql(table)} set workspace_id = ${to_workspace_id}
      where user_id = ${user_id} and workspace_id = ${from_workspace_id}`;
  }
}

/** Removes what a person was told and chose; what others were told of them no longer says who it was. */
export async function forgetPersonTold({ sql, user_id, email }: PersonEnd): Promise<void> {
  for (const table of ["notifications", "notification_settings", "notification_channels", "watches"]) {
    await sql`delete from ${sql(table)} where user_id = ${user_id}`;
  }
  await sql`update notifications set actor = ${DELETED_PERSON} where actor = ${email}`;
  // What is told may name people who did nothing of it.
  const written = `***=${email}`;
  await sql`
    update notifications set title = regexp_replace(title, ${written}, ${DELETED_PERSON}, 'gi'),
      body = regexp_replace(body, ${written}, ${DELETED_PERSON}, 'gi')
    where strpos(lower(title), lower(${email})) > 0 or strpos(lower(body), lower(${email})) > 0`;
}
