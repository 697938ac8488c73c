// Which events a webhook asks for.
import type { Expression, Sql } from "../../kernel/plugin.ts";

/** All events. */
const EVERYTHING = "*";

/** Families that are asked for by their names alone: what happens in databases and forms is not among everything. */
const NAMED_ALONE: readonly string[] = ["database", "form", "record"];

/** Families of which only connections are told. */
const CONNECTED_ALONE: readonly string[] = ["record"];

/** Whether only a connection may ask for the event, by its name or its family's. */
export function isConnectedAlone(event: string): boolean {
  return CONNECTED_ALONE.includes(event.split(".")[0] ?? "");
}

/** Whether `*` stands for the action too. */
export function isAmongEverything(action: string): boolean {
  return !NAMED_ALONE.includes(action.split(".")[0] ?? "");
}

/** Over events `e`: the texts of which a webhook names one that asks for the event. */
export function patternsOf(sql: Sql): Expression {
  return sql`array[case when split_part(e.action, '.', 1) <> all(${[...NAMED_ALONE]}::text[]) then ${EVERYTHING}::text end,
    e.action, split_part(e.action, '.', 1) || '.*']`;
}

/** Over events `e`: it is one of the database and table that a connection is to; both are null for a webhook that is none. */
export function isConnected(sql: Sql, database_doc_id: Expression, table_id: Expression): Expression {
  return sql`case when ${database_doc_id}::text is null
    then split_part(e.action, '.', 1) <> all(${[...CONNECTED_ALONE]}::text[])
    else e.meta ->> 'database_id' = ${database_doc_id}
      and (${table_id}::bigint is null or e.meta ->> 'table_id' = ${table_id}::text) end`;
}

/** An action, a family with `.*` behind it, or `*`. */
export const EVENT_PATTERN = "^(\\*|[a-z][a-z0-9_]*\\.\\*|[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+)$";

/** The events of a webhook as they are kept: each once, and everything for none. */
export function readEvents(events: readonly string[] = []): string[] {
  return events.length === 0 ? [EVERYTHING] : [...new Set(events)];
}

/** Those that nothing of this server is called, so that a slip shows; they are kept, since a plugin may come that has them. */
export function findUnknown(events: readonly string[], actions: readonly string[]): string[] {
  const known = new Set([EVERYTHING, ...actions, ...actions.map((action) => `${action.split(".")[0]}.*`)]);
  return events.filter((event) => !known.has(event));
}
