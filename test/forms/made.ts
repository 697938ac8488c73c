// Forms for the tests to act on, made through the API, and what their pages would send.
import type { TicketKind } from "../../plugins/forms/tickets.ts";
import { databasesOf, type Made } from "../databases/made.ts";
import type { Answer, Harness, ParsedBody, Send } from "../harness/harness.ts";
import { slugOf, ticketFor } from "./tickets.ts";

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

  /** Open to whoever has its link, unless told otherwise. */
  async function makeForm(options: object = {}, made?: Made): Promise<MadeForm> {
    const db = made ?? (await makeDatabase());
    const fields = ["name", "amount"];
    const json = { table_id: db.table.id, title: "Register", fields, visibility: "unlisted", ...options };
    const form = await must(h.call(`POST ${db.at}/forms`, { as: db.as, json }));
    return { ...db, form, form_at: `${db.at}/forms/${form.doc_id}`, slug: slugOf(form.url) };
  }

  /** A ticket as the form's page would hold it now. */
  const ticket = (
    { slug }: Pick<MadeForm, "slug">,
    options: { kind?: TicketKind; user_id?: number | null } = {},
  ): Promise<string> => ticketFor(h, { slug, ...options });

  const send = ({ slug }: Pick<MadeForm, "slug">, json: object, more: Send = {}): Promise<Answer> =>
    h.open(`/d/${slug}/_submit`, { method: "POST", json, ...more });

  /** An answer through a fresh page. */
  const submit = async (form: Pick<MadeForm, "slug">, data: object): Promise<Answer> =>
    send(form, { token: await ticket(form), data });

  const records = async ({ in: at, as }: Made): Promise<ParsedBody[]> =>
    (await must(h.call(`POST ${at}/query`, { as, json: {} }))).records;

  return { ...databases, makeForm, ticket, send, submit, records };
}
