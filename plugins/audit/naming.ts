// What the people and things of the log are called, for readers who know no ids.
import type { Call, JsonObject, Static } from "../../kernel/plugin.ts";
import { findDocuments } from "../documents/port/read.ts";
import { type AuditEvent, type Names, showEvent } from "./schemas.ts";
import { type EventRow, findPeople } from "./store.ts";

type Event = Static<typeof AuditEvent>;
type Asking = Pick<Call, "sql" | "actor" | "now" | "runtime">;

/** Rows with names: of documents those that the reader may open, of people those who are here; else what a row itself says. */
export async function nameEvents(call: Asking, rows: readonly EventRow[]): Promise<Event[]> {
  const doc_ids = rows.flatMap((row) => docOf(row) ?? []);
  const user_ids = rows.flatMap((row) => [row.actor_user_id ?? [], personOf(row) ?? []].flat());
  const [documents, people] = await Promise.all([
    findDocuments(call, [...new Set(doc_ids)]),
    findPeople(call.sql, call.actor, user_ids),
  ]);
  const called = (user_id: number | null) => {
    const person = user_id === null ? undefined : people.get(user_id);
    return person ? (person.name ?? person.email) : null;
  };
  return rows.map((row): Event => {
    const doc_id = docOf(row);
    const document = doc_id === null ? undefined : documents.get(doc_id);
    const user_id = personOf(row);
    const names: Names = {
      actor: called(row.actor_user_id),
      target: document?.title ?? called(user_id) ?? nameInRow(row, call),
      doc_id: document ? document.doc_id : null,
      user_id: user_id !== null && people.has(user_id) ? user_id : null,
    };
    return { ...showEvent(row), names };
  });
}

/** The document that a row is about; null for one that is about none. */
function docOf({ target_type, target_id, meta }: EventRow): string | null {
  if (target_type === "doc" || target_type === "brain") return target_id;
  return target_type === "workspace" ? null : textIn(meta, "doc_id");
}

function personOf({ target_type, target_id }: EventRow): number | null {
  return target_type === "user" && /^[0-9]{1,15}$/.test(target_id) ? Number(target_id) : null;
}

/** Members of a row's meta that say what its target is called, the best first. */
const NAMING = [
  "name",
  "title",
  "hostname",
  "domain",
  "host",
  "label",
  "email",
  "client",
  "slug",
  "folder",
  "root",
  "url",
];

function nameInRow({ target_type, target_id, meta }: EventRow, { actor }: Asking): string | null {
  if (target_type === "workspace") return actor.workspace.name;
  if (target_type === "folder") return target_id;
  return NAMING.map((name) => textIn(meta, name)).find((name) => name !== null) ?? null;
}

function textIn(meta: JsonObject, name: string): string | null {
  const value = meta[name];
  return typeof value === "string" && value !== "" ? value : null;
}
