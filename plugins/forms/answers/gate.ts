// Who may answer: the form at an address, and a ticket that was issued behind its gate and still would be.
import {
  actorOf,
  findPerson,
  type Permit,
  type PermitCall,
  type RequestFacts,
  type Runtime,
  refuse,
  type Sql,
} from "../../../kernel/plugin.ts";
import { countingMissing, findDocument, mayRead, type ServedDocument, servedPort } from "../../content/port.ts";
import { findForm } from "../store/forms.ts";
import { type FormRow, isForStrangers } from "../store/rows.ts";
import { readTicket, type Ticket, type TicketKind } from "../tickets.ts";

/** A form as it is addressed on the content host, whoever asks: what it answers is for tickets to say. */
export interface AddressedForm {
  form: FormRow;
  served: ServedDocument;
}

/** The live form that the path names as `slug`. Throws the neutral 404, which counts, and what the workspace's rule on networks says. */
export function addressedForm(): Permit<AddressedForm> {
  return {
    needs: "nothing; a ticket of the form's page says who may",
    check: async (call: PermitCall, { params }) => {
      const { runtime, request, now, sql } = call;
      const asked = { runtime, documents: call.use(servedPort), request, now, slug: String(params["slug"]) };
      return countingMissing(asked, async () => {
        const served = await findDocument(asked);
        const form = served?.doc_type === "form" ? await findForm(sql, served) : null;
        if (!served || !form) throw refuse.notFound("not found");
        return { form, served };
      });
    },
  };
}

interface Asking {
  runtime: Runtime;
  request: RequestFacts;
  now: Date;
  sql: Sql;
}

/** A ticket that holds for the form as it is, and whose holder the gate would let in again. Throws 403 for any other. */
export async function demandTicket(
  { runtime, now, sql }: Omit<Asking, "request">,
  { form, served }: AddressedForm,
  { kind, text }: { kind: TicketKind; text: string },
): Promise<Ticket> {
  const ticket = readTicket(runtime, form, { kind, text, now });
  if (!ticket || !(await isLetIn({ runtime, sql }, { form, served }, ticket))) throw refuseTicket();
  return ticket;
}

/** A link and a password are part of what a ticket is issued for; what a person may open is looked at anew. */
export async function isLetIn(
  { runtime, sql }: Pick<Asking, "runtime" | "sql">,
  { form, served }: AddressedForm,
  { user_id }: Pick<Ticket, "user_id">,
): Promise<boolean> {
  if (isForStrangers(form)) return true;
  const reader = user_id === null ? null : await findPerson(sql, user_id);
  return reader !== null && !reader.disabled && mayRead(runtime, served, actorOf(reader, runtime), sql);
}

export function refuseTicket(): Error {
  return refuse.forbidden("this page of the form is out of date; load it again, and send your answers from there", {
    code: "ticket_invalid",
  });
}
