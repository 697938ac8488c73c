// What webhooks that are connected to a database are let have of its records and answers:
// what their owner may read there at that moment.
import { actorOf, findPerson, type Runtime, refuse } from "../../kernel/plugin.ts";
import { findRecord, findTable, own, refuseMissingTable } from "../databases/port.ts";
import { holds, stateOf } from "../documents/port/read.ts";
import type { ConnectedEvent, ConnectionAsked } from "../webhooks/port.ts";

/** Throws 404 for a database or table that is not there or not the actor's to read, and 400 for a field that it does not have. */
export async function checkConnection({ sql, now, actor, connection }: ConnectionAsked): Promise<true> {
  const { database_doc_id: doc_id, table_id, fields } = connection;
  const found = await findTable(sql, { actor, doc_id, table_id: table_id ?? 0 });
  if (!found?.database || stateOf(found, now) !== "live" || !holds(found, "view"))
    throw refuse.notFound("document not found");
  if (table_id === null) return true;
  if (!found.table) throw refuseMissingTable(table_id);
  const keys = found.table.fields.map(({ key }) => key);
  const unknown = fields?.find((key) => !keys.includes(key));
  if (unknown === undefined) return true;
  throw refuse.invalid(`fields: the table has no field "${unknown}"; it has ${keys.join(", ").slice(0, 2000)}`);
}

/**
 * The named fields of a record as it is; none of a record that is gone, nor for an owner who manages the workspace no more, and null where
 * the owner may not read the database any more.
 */
export async function connectedData(
  runtime: Runtime,
  { now, owner_id, connection, event }: ConnectedEvent,
): Promise<{ data: Record<string, unknown> | null } | null> {
  const { sql } = runtime.database;
  const person = owner_id === null ? null : await findPerson(sql, owner_id);
  // What happened goes on to be told until somebody takes the connection over; what was answered does not (rules: webhooks/owners).
  if (!person || person.disabled || person.workspace.id !== event.workspace_id || person.role === "member")
    return { data: null };
  const actor = actorOf(person, runtime);
  const { database_doc_id: doc_id, fields } = connection;
  const [table_id, record_id] = [Number(event.meta["table_id"]), Number(event.meta["record_id"])];
  // A test that is sent again is of no table, and holds no value.
  if (!Number.isSafeInteger(table_id)) return { data: null };
  const found = await findTable(sql, { actor, doc_id, table_id });
  if (!found?.database || stateOf(found, now) !== "live" || !holds(found, "view")) return null;
  if (!fields || !found.table || !Number.isSafeInteger(record_id)) return { data: null };
  const record = await findRecord(sql, { ...found, table_id, record_id });
  if (!record) return { data: null };
  return {
    data: Object.fromEntries(
      fields.flatMap((key) => {
        const value = own(record.data, key);
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  };
}
