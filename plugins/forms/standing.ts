// Whether a form takes answers now: what its own row says, and whether who made it may still write in its database.
import type { Actor, House, Sql } from "../../kernel/mod.ts";
import { findTable, type LoadedTable } from "../databases/port.ts";
import { holds, stateOf } from "../documents/port/read.ts";
import type { FormRow } from "./store/rows.ts";

/** Why a form takes no answers; people who answer are not told which it is. */
export type Closed = "gone" | "inactive" | "early" | "over" | "full" | "revoked";

/** What its rows alone say; null where nothing stands against an answer. A draft that is going on is none that a full form would refuse. */
export function closedBy(form: FormRow, now: Date, options: { going_on?: boolean } = {}): Closed | null {
  const { database, table } = form;
  if (stateOf(form, now) !== "live" || stateOf(database, now) !== "live" || table.deleted_at !== null) return "gone";
  if (!form.active) return "inactive";
  if (form.opens_at !== null && form.opens_at > now) return "early";
  if (form.closes_at !== null && form.closes_at <= now) return "over";
  const isFull = form.max_responses !== null && form.accepted >= form.max_responses;
  return isFull && !options.going_on ? "full" : null;
}

/** Who made the form, with its table as they hold it; null once they may not write there any more. */
export async function findWriter(
  { house, sql, now }: { house: House; sql: Sql; now: Date },
  form: Pick<FormRow, "creator_id" | "database" | "table">,
): Promise<{ actor: Actor; table: LoadedTable } | null> {
  const actor = form.creator_id === null ? null : await house.identifier.identifyId(form.creator_id);
  if (!actor) return null;
  const { doc_id } = form.database;
  const found = await findTable(sql, { actor, doc_id, table_id: form.table.table_id });
  if (!found?.table || stateOf(found, now) !== "live" || !holds(found, "edit")) return null;
  return { actor, table: { ...found, table: found.table } };
}
