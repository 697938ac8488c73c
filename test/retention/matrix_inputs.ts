// Inputs of the permission matrix for keeping a document by the link in a mail.
import { keepLink } from "../../plugins/retention/ticket.ts";
import type { Inputs, Made } from "../permission/input.ts";
import { type Caller, made, type Stage } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "doc.keep_link.show": { about: "document", make: keepTicket },
  "doc.keep_link.use": { about: "document", make: keepTicket },
};

/** The link of a warning that went to the caller, whether or not they may still keep the document. */
async function keepTicket({ h, people, doc }: Stage, caller: Caller): Promise<Made> {
  const at = `PATCH /api/docs/${doc.doc_id}`;
  const { expires_at } = await made(h.call(at, { as: people.owner, json: { retention_days: 10 } }));
  const [row] = await h.runtime.database.sql`select document_id from documents where doc_id = ${doc.doc_id}`;
  const user_id = caller === "stranger" ? 0 : people[caller].user_id;
  const ticket = { document_id: Number(row?.["document_id"]), user_id, expires_at: new Date(expires_at) };
  const link = keepLink(h.runtime, ticket);
  return { params: { token: link.slice(link.lastIndexOf("/") + 1) } };
}
