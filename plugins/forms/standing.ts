// Whether a form takes answers now: what its own row says, and whether who made it may still write in its database.
import { type Actor, actorOf, findPerson, type Runtime, type Sql } from "../../kernel/plugin.ts";
import { findTable, type LoadedTable } from "../databases/port.ts";
import { holds, stateOf } from "../documents/port/read.ts";
import type { Closed } from "./closed.ts";
import { findUnfillable } from "./page/stored.ts";
import { findUnasked } from "./settings.ts";
import { type FormRow, isForStrangers } from "./store/rows.ts";

/** What its rows alone say; null where nothing stands against an answer. An answer that was begun is no further one to a full form. */
export function closedBy(form: FormRow, now: Date, options: { going_on?: boolean } = {}): Closed | null {
  const { database, table } = form;
  // Either may have gone to another workspace with the person whose it is.
  if (form.workspace_id !== database.workspace_id) return "gone";
  if (stateOf(form, now) !== "live" || stateOf(database, now) !== "live" || table.deleted_at !== null) return "gone";
  if (!form.active) return "inactive";
  if (form.opens_at !== null && form.opens_at > now) return "early";
  if (form.closes_at !== null && form.closes_at <= now) return "over";
  if (findUnasked(form.fields, table.fields).length > 0) return "incomplete";
  if (form.one_per_user && isForStrangers(form)) return "anonymous";
  const isFull = form.max_responses !== null && form.accepted >= form.max_responses;
  return isFull && !options.going_on ? "full" : null;
}

/** Who made a form, with its table as they hold it. */
export interface Writer {
  actor: Actor;
  table: LoadedTable;
}

type Asking = { runtime: Runtime; sql: Sql; now: Date };

/** Whose right its answers are written by; null once they may not write there any more. Inside a transaction, as of it. */
export async function findWriter(
  { runtime, sql, now }: Asking,
  { creator_id, database, table: { table_id } }: Pick<FormRow, "creator_id" | "database" | "table">,
): Promise<Writer | null> {
  const person = creator_id === null ? null : await findPerson(sql, creator_id);
  if (!person || person.disabled) return null;
  const actor = actorOf(person, runtime);
  const found = await findTable(sql, { actor, doc_id: database.doc_id, table_id });
  if (!found?.table || stateOf(found, now) !== "live" || !holds(found, "edit")) return null;
  return { actor, table: { ...found, table: found.table } };
}

/** Why it takes no answers now; null where it does. */
export async function findClosed(call: Asking, form: FormRow): Promise<Closed | null> {
  return (await findAllClosed(call, [form])).get(form.document_id) ?? null;
}

/** The same of several forms of one database, by their documents: each person who made some is looked up once. */
export async function findAllClosed(
  call: Asking,
  forms: readonly FormRow[],
): Promise<ReadonlyMap<number, Closed | null>> {
  const writers = new Map<number | null, Promise<boolean>>();
  const mayWrite = (form: FormRow): Promise<boolean> => {
    const known = writers.get(form.creator_id);
    if (known) return known;
    const asked = findWriter(call, form).then((writer) => writer !== null);
    writers.set(form.creator_id, asked);
    return asked;
  };
  const standing = new Map(forms.map((form) => [form.document_id, closedBy(form, call.now)]));
  const lost = await findUnfillable(
    call,
    forms.filter(({ document_id }) => standing.get(document_id) === null),
  );
  const found = forms.map(async (form): Promise<[number, Closed | null]> => {
    const { document_id } = form;
    const closed = standing.get(document_id) ?? (lost.has(document_id) ? "unfillable" : null);
    return [document_id, closed ?? ((await mayWrite(form)) ? null : "revoked")];
  });
  return new Map(await Promise.all(found));
}
