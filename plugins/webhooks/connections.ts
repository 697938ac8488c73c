// Connections: webhooks of one database, which are sent its events alone, and with them the fields that they name,
// as far as their owner may read them then.
import { type Actor, hook, refuse, type Sql } from "../../kernel/plugin.ts";
import { isConnectedAlone } from "./filter.ts";
import type { KeptEvent } from "./payload.ts";

/** What a connection is to: a database by its id on the wire, one of its tables or all, and the fields that may be received. */
export interface Connection {
  database_doc_id: string;
  table_id: number | null;
  fields: readonly string[] | null;
}

/** A connection that somebody wants to make or change. */
export interface ConnectionAsked {
  sql: Sql;
  now: Date;
  actor: Actor;
  connection: Connection;
}

/** Filled by the plugin that knows databases: throws 404 or 400 for what the actor may not have, or what there is not. */
export const connectionHook = hook<ConnectionAsked, true>("webhooks.connection");

/** An event that is about to be sent to a connection. */
export interface ConnectedEvent {
  now: Date;
  owner_id: number | null;
  connection: Connection;
  event: KeptEvent;
}

/** Filled by the same: what was answered, as it is now and as far as the fields go; null where the owner may not read it any more. */
export const connectedDataHook = hook<ConnectedEvent, { data: Record<string, unknown> | null } | null>(
  "webhooks.connected_data",
);

/** The events that a connection may ask for; those of records are told to the connections of their table alone. */
const FAMILIES = ["form", "record"];

/** The members of a body that make a webhook a connection. */
export interface SentConnection {
  events?: readonly string[];
  database_id?: string;
  table_id?: number;
  fields?: readonly string[];
  provider?: string;
}

/** Throws 400 for what does not go together. */
export function checkConnection({ events = [], database_id, table_id, fields, provider }: SentConnection): void {
  if (database_id === undefined) {
    const beside = Object.entries({ table_id, fields, provider }).find(([, value]) => value !== undefined);
    if (beside) throw refuse.invalid(`${beside[0]} goes with database_id; send that too, or leave it out`);
  } else if (fields !== undefined && table_id === undefined) {
    throw refuse.invalid("fields are those of one table; send its table_id too");
  }
  checkEvents(events, { database_doc_id: database_id ?? null, table_id: table_id ?? null });
}

/** Throws 400 for events that a webhook, or a connection, is not told of. */
export function checkEvents(
  events: readonly string[],
  { database_doc_id, table_id }: Pick<Connection, "table_id"> & { database_doc_id: string | null },
): void {
  const ofTables = table_id === null ? events.find(isConnectedAlone) : undefined;
  if (ofTables !== undefined)
    throw refuse.invalid(`"${ofTables}" is told to the webhook of one table; make it with database_id and table_id`);
  if (database_doc_id === null) return;
  const other = events.find((event) => !FAMILIES.includes(event.split(".")[0] ?? ""));
  if (events.length > 0 && other === undefined) return;
  throw refuse.invalid(
    `events of a connection are those of forms and records, such as form.submitted and record.created${other === undefined ? "; send some" : `, and "${other}" is none`}`,
  );
}
