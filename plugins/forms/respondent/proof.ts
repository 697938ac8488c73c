// What a respondent proves themselves by: a ticket of the form's page, and what goes on with one answer.
import { type Runtime, refuse, type Sql } from "../../../kernel/plugin.ts";
import { type AddressedForm, demandTicket } from "../answers/gate.ts";
import { readTicket, type Ticket } from "../tickets.ts";
import { RESUME_PATTERN, resumeHash } from "./cookie.ts";

/** Who answers: by a ticket of the page, and by what goes on with one answer. */
export interface Respondent {
  ticket: Ticket;
  resume_sha256: Buffer;
  /** Work was done for the ticket, which buys this answer. */
  is_proving: boolean;
}

export interface Proof {
  token: string;
  resume_token: string;
}

const RESUME = new RegExp(RESUME_PATTERN);

/** Whoever holds a ticket of the page, of either kind: scripts find the one for a whole answer in its form. Throws 403, and 400 for what is no capability. */
export async function demandRespondent(
  call: { runtime: Runtime; sql: Sql; now: Date; subject: AddressedForm },
  { token: text, resume_token }: Proof,
): Promise<Respondent> {
  const { runtime, now, subject } = call;
  const { form } = subject;
  const isDraft = readTicket(runtime, form, { kind: "draft", text, now }) !== null;
  const ticket = await demandTicket(call, subject, { kind: isDraft ? "draft" : "submit", text });
  if (!form.autosave) {
    throw refuse.forbidden("this form keeps no drafts; send the whole answer at once", { code: "ticket_invalid" });
  }
  if (!RESUME.test(resume_token)) throw refuse.invalid("the resume token is not 43 letters, digits, - and _");
  return { ticket, resume_sha256: resumeHash(resume_token), is_proving: false };
}
