// What every change of a form has in common: the database's turn, the row in its feed, and the audit row.
import type { Static, WriteCall } from "../../kernel/plugin.ts";
import {
  type LoadedDatabase,
  type LoadedTable,
  lockDatabase,
  noteChange,
  readTable,
  refuseMissingTable,
} from "../databases/port.ts";
import { readLoaded, refuseMissing, refuseWithout } from "../documents/port/read.ts";
import type { Form } from "./schemas.ts";
import { showForm, targetOf } from "./showing.ts";
import { findForm } from "./store/forms.ts";

/** The table as it is when nobody else writes into its database, until the transaction ends. Throws 404 and 403 for what has ended. */
export async function takeTable<Subject>(call: WriteCall<Subject>, held: LoadedTable): Promise<LoadedTable> {
  await takeTurn(call, held);
  const current = await readTable(call.sql, { ...held, table_id: held.table.table_id });
  if (!current || current.deleted_at) throw refuseMissingTable(held.table.table_id);
  return { ...held, table: current };
}

/** From here on nobody else writes into the database, and the caller still may. Throws 404 and 403 for a right that has ended. */
export async function takeTurn<Subject>(call: WriteCall<Subject>, held: LoadedDatabase): Promise<void> {
  // Its turn alone: whoever writes records takes the turn first, and the document's row after it.
  await lockDatabase(call.sql, held);
  const current = await readLoaded(call.sql, held.document_id, call.actor);
  if (!current) throw refuseMissing();
  refuseWithout("edit", call.now, current);
}

/** Tells the feed and the audit log of a form that was made or changed, and answers it as it is now. */
export async function settle<Subject>(
  call: WriteCall<Subject>,
  database: Pick<LoadedDatabase, "workspace_id" | "document_id">,
  {
    document_id,
    action,
    changed,
  }: { document_id: number; action: "form.create" | "form.update"; changed?: readonly string[] },
): Promise<Static<typeof Form>> {
  const form = await findForm(call.sql, { document_id });
  if (!form) throw new Error("a form that was written is there");
  await noteChange(call, database, { op: "form", table_id: form.table.table_id, version: form.version });
  const { meta, ...target } = targetOf(form);
  call.note(action, { ...target, meta: { ...meta, title: form.title, ...(changed && { changed }) } });
  return showForm(call, form);
}
