// What plugins above databases may use: permits, and the slots by which they add to what a database shows.
import { type Actor, type JsonValue, type Sql, slot } from "../../kernel/mod.ts";

/** A database whose forms are asked for. */
export interface FormsAsked {
  sql: Sql;
  actor: Actor;
  now: Date;
  workspace_id: number;
  document_id: number;
}

/** Filled by the plugin that brings forms: those of a database, as its detail shows them. */
export const databaseFormsSlot = slot<FormsAsked, readonly Record<string, JsonValue>[]>("databases.forms");
