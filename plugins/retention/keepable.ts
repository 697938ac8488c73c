// Who a keep link acts as, and how the document stands towards it.
import { type Actor, demandActor, type IdentifyCall, type Permit, refuse } from "../../kernel/plugin.ts";
import { holds, isPurgeDue, type LoadedDocument, readLoaded } from "../documents/port/read.ts";
import { type KeepTicket, readKeepTicket } from "./ticket.ts";

export interface Keepable {
  ticket: KeepTicket;
  document: LoadedDocument;
  /** `changed`: it has another expiry than the mail spoke of. */
  state: "expiring" | "kept" | "changed";
}

/**
 * The person whom the mail went to, as long as they are active. Throws 404 for a link that is not ours, with 429 for an address
 * that keeps trying such, and 410 for one whose person has gone.
 */
export async function identifyKeeper(call: IdentifyCall, params: Readonly<Record<string, string>>): Promise<Actor> {
  const ticket = readKeepTicket(call.runtime, params["token"] ?? "", call.now);
  if (!ticket) {
    await call.runtime.quotas.takeFor("bad_ticket", call);
    throw refuse.notFound("this link is not complete; open it from the mail once more, or copy all of it");
  }
  const person = await call.runtime.identifier.identifyId(ticket.user_id);
  if (!person) throw refuse.gone("this link is over: the account that it was sent to is not available any more");
  return { ...person, credential: "ticket", token: null };
}

/** The link's document, while whoever got the mail may still keep it and it is not too late; throws 410. */
export function keepable(): Permit<Keepable> {
  return {
    needs: "own on the document, or edit on its folder in a root",
    check: async (call, input) => {
      const ticket = readKeepTicket(call.runtime, String(input.params["token"]), call.now);
      if (!ticket) throw new Error("a keep link that had been identified is gone");
      const document = await readLoaded(call.sql, ticket.document_id, demandActor(call.actor));
      if (!document || !holds(document, "settings") || isPurgeDue(document, call.now)) {
        throw refuse.gone("this link is over: the document is gone, or no longer yours to keep");
      }
      if (document.deleted_at) {
        throw refuse.gone("the document has been deleted since; bring it back from the trash instead");
      }
      return { ticket, document, state: stateOf(ticket, document) };
    },
  };
}

function stateOf(ticket: KeepTicket, { expires_at }: LoadedDocument): Keepable["state"] {
  if (expires_at === null) return "kept";
  return expires_at.getTime() === ticket.expires_at.getTime() ? "expiring" : "changed";
}
