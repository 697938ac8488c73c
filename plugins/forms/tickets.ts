// Tickets: what a form's page carries, signed, to send answers with.
// A ticket names what it was issued for, and dies with any change of that.
import { HOUR_MS, later, MINUTE_MS, type Runtime, randomToken, sha256Hex } from "../../kernel/plugin.ts";
import type { FormRow } from "./store/rows.ts";

/** `submit` sends one whole answer; `draft` saves one as it is written. */
export type TicketKind = "submit" | "draft";

const LIFETIMES_MS: Readonly<Record<TicketKind, number>> = { submit: 30 * MINUTE_MS, draft: 8 * HOUR_MS };

/** What a ticket says. */
export interface Ticket {
  /** Tells it from every other one. */
  id: string;
  /** The reader for whom the gate was opened, where that is a person who signed in. */
  user_id: number | null;
}

/** A ticket for whoever has just been let in to the form's page. */
export function issueTicket(
  runtime: Pick<Runtime, "signer">,
  form: FormRow,
  { kind, user_id, now }: { kind: TicketKind; user_id: number | null; now: Date },
): string {
  const payload = { i: randomToken(), u: user_id, f: fingerprintOf(form) };
  return runtime.signer.sign(purposeOf(kind), payload, later(now, LIFETIMES_MS[kind]));
}

/** A ticket that holds for the form as it is; null for any other text. */
export function readTicket(
  runtime: Pick<Runtime, "signer">,
  form: FormRow,
  { kind, text, now }: { kind: TicketKind; text: string; now: Date },
): Ticket | null {
  const payload = runtime.signer.verify(purposeOf(kind), text, now);
  const id = payload?.["i"];
  const user = payload?.["u"];
  if (typeof id !== "string" || payload?.["f"] !== fingerprintOf(form)) return null;
  return { id, user_id: typeof user === "number" ? user : null };
}

function purposeOf(kind: TicketKind): string {
  return `form_${kind}`;
}

/**
 * Stands for what a ticket depends on: the form and its page, who may open it, where it and its database lie, and the table's fields. What
 * is changed and changed back is another by how often it was changed.
 */
export function fingerprintOf(form: FormRow): string {
  const { document_id, workspace_id, version, document_version, visibility, password_hash, place_id } = form;
  const { gate_changes, database, table } = form;
  const parts = [
    document_id,
    workspace_id,
    version,
    document_version,
    visibility,
    password_hash,
    place_id,
    gate_changes,
  ];
  const destination = [
    database.document_id,
    database.place_id,
    database.gate_changes,
    table.table_id,
    table.schema_version,
  ];
  return sha256Hex(JSON.stringify([...parts, ...destination])).slice(0, 32);
}
