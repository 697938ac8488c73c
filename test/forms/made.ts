// Forms for the tests to act on, made through the API, and what their pages would send.
import { findForm } from "../../plugins/forms/store/forms.ts";
import { issueTicket, type TicketKind } from "../../plugins/forms/tickets.ts";
import { databasesOf, type Made } from "../databases/made.ts";
import type { Answer, Harness, ParsedBody, Send } from "../harness.ts";

/** A form with its database. */
export interface MadeForm extends Made {
  form: ParsedBody;
  /** Path of the form in the API. */
  form_at: string;
  /** The last part of its address. */
  slug: string;
}

export function formsOf(h: Harness) {
  const databases = databasesOf(h);
  const { must, makeDatabase } = databases;

  async function makeForm(options: object = {}, made?: Made): Promise<MadeForm> {
    const db = made ?? (await makeDatabase());
    const json = { table_id: db.table.id, title: "Register", fields: ["name", "amount"], ...options };
    const form = await must(h.call(`POST ${db.at}/forms`, { as: db.as, json }));
    return { ...db, form, form_at: `${db.at}/forms/${form.doc_id}`, slug: slugOf(form.url) };
  }

  /** A ticket as the form's page would hold it now. */
  async function ticket(
    { slug }: Pick<MadeForm, "slug">,
    { kind = "submit", user_id = null }: { kind?: TicketKind; user_id?: number | null } = {},
  ): Promise<string> {
    const { sql } = h.house.database;
    const [row] = await sql<{ document_id: number }[]>`select document_id from documents where slug = ${slug}`;
    const form = row && (await findForm(sql, row));
    if (!form) throw new Error(`no form at ${slug}`);
    return issueTicket(h.house, form, { kind, user_id, now: h.house.clock.now() });
  }

  const send = ({ slug }: Pick<MadeForm, "slug">, json: object, more: Send = {}): Promise<Answer> =>
    h.open(`/d/${slug}/_submit`, { method: "POST", json, ...more });

  /** An answer through a fresh page. */
  const submit = async (form: Pick<MadeForm, "slug">, data: object): Promise<Answer> =>
    send(form, { token: await ticket(form), data });

  const records = async ({ in: at, as }: Made): Promise<ParsedBody[]> =>
    (await must(h.call(`POST ${at}/query`, { as, json: {} }))).records;

  return { ...databases, makeForm, ticket, send, submit, records };
}

export function slugOf(url: string): string {
  return new URL(url).pathname.split("/")[2] ?? "";
}
