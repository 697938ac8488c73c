// The ticket as a credential:
// who holds the address may send one file as the person who made it, while that person could.
import {
  type Actor,
  demandActor,
  HOUR_MS,
  type IdentifyCall,
  later,
  type Permit,
  type PermitCall,
  Refusal,
  refuse,
} from "../../../kernel/plugin.ts";
import {
  type Author,
  identifyAuthor,
  type MakingSession,
  readSessionClaims,
  sessionClaims,
} from "../../../kernel/ports/access.ts";
import type { Target } from "../../documents/port/create.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import { documentNamed, loadWith } from "../../documents/port/read.ts";
import { isLimitedToRoots, loadPlace } from "../../places/port.ts";
import { uploadTarget } from "../operations/upload.ts";
import { arrivingFor, refuseUnstorable } from "../receive.ts";
import { arrivingBytes, type Part } from "./parts.ts";
import { isSentBy } from "./staged.ts";
import { findTicket, markFailed, sumOtherParts, type Ticket } from "./store.ts";

const PURPOSE = "upload";
const LIFETIME_MS = HOUR_MS;

/** When a ticket made now ends. */
export function expiryOfTicket(now: Date): Date {
  return later(now, LIFETIME_MS);
}

/** The address's last segment. It is genuine or not by itself, and says which session it came of; its row says whose it is and what for. */
export function signTicket(
  { runtime }: Pick<PermitCall, "runtime">,
  { ticket_id, expires_at, author }: Pick<Ticket, "ticket_id" | "expires_at"> & { author: Author },
) {
  return runtime.signer.sign(PURPOSE, { id: ticket_id, user: author.user_id, ...sessionClaims(author) }, expires_at);
}

interface Held {
  ticket: Ticket;
  session: MakingSession | null;
}

async function readTicket(call: IdentifyCall, text: string): Promise<Held | null> {
  const claims = call.runtime.signer.verify(PURPOSE, text, call.now);
  if (!claims) return null;
  const { id, user } = claims;
  if (typeof id !== "number" || typeof user !== "number") return null;
  const ticket = await findTicket(call.sql, { ticket_id: id, user_id: user });
  return ticket && { ticket, session: readSessionClaims(claims) };
}

/**
 * The person who made the ticket, as long as they are active and the token or the session that made it holds. Throws 403, and 429 for an
 * address that keeps trying: only tickets that do not hold are counted, so that nobody's good ticket is in their way.
 */
export async function identifyHolder(call: IdentifyCall, params: Readonly<Record<string, string>>): Promise<Actor> {
  const held = await readTicket(call, params["ticket"] ?? "");
  if (!held) throw await refuseTicket(call);
  const author = await identifyAuthor(call, { ...held.ticket, session: held.session });
  if (author === "person") {
    throw refuse.framework("forbidden", "the account that made this upload ticket is not available any more");
  }
  if (author === "credential") throw await refuseTicket(call);
  return author;
}

async function refuseTicket(call: IdentifyCall): Promise<Error> {
  await call.runtime.quotas.takeFor("bad_ticket", call);
  return refuse.framework("forbidden", "this upload ticket is not valid or has expired; ask for a new one");
}

/** A ticket's upload about to be received. */
export interface Arriving {
  ticket: Ticket;
  /** The place of the new document, or the document whose file is to be replaced; null for a finished or staged ticket. */
  target: Target | LoadedDocument | null;
  /** The document of a finished ticket. */
  document: LoadedDocument | null;
  part: Part | null;
}

/**
 * Checks a ticket's upload before its first byte, as if the person sent it now: they may still write there, the length
 * fits, a part begins where the last one ended. A finished ticket needs its document alone.
 */
export function arrivingByTicket(): Permit<Arriving> {
  return {
    needs: "the ticket's maker to hold edit where it leads",
    check: async (call, input) => {
      const { ticket, actor } = await holderOf(call, String(input.params["ticket"]));
      if (ticket.state === "done")
        return { ticket, target: null, document: await finishedDocument(call, ticket), part: null };
      if (ticket.state === "staged") return { ticket, target: null, document: null, part: null };
      const { part, size } = arrivingBytes(call, ticket);
      const { stage } = ticket.options;
      const target = stage ? null : await orFail(call, ticket, () => uploadTarget(ticket.options).check(call, input));
      const otherBytes = part || stage ? await sumOtherParts(call.sql, ticket) : 0;
      await refuseUnstorable(
        { ...call, actor },
        { size: size === null ? null : size + otherBytes, for: target && arrivingFor(target) },
      );
      return { ticket, target, document: null, part };
    },
  };
}

async function orFail<T>(call: PermitCall, ticket: Ticket, check: () => Promise<T> | T): Promise<T> {
  try {
    return await check();
  } catch (error) {
    return failEarly(call, ticket, error);
  }
}

/** A conflict that shows before the first byte is the ticket's end as much as one that shows after the last. */
async function failEarly(call: PermitCall, ticket: Ticket, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.kind === "conflict") {
    await markFailed(call.runtime.database.sql, { ticket_id: ticket.ticket_id, error: error.message, drop: false });
  }
  throw error;
}

/** The ticket alone, for its page. The document is there once the upload is done and for as long as it may be opened. */
export function heldTicket(): Permit<{ ticket: Ticket; document: LoadedDocument | null }> {
  return {
    needs: "a ticket",
    check: async (call, input) => {
      const { ticket } = await holderOf(call, String(input.params["ticket"]));
      const document = ticket.state === "done" ? await finishedDocument(call, ticket).catch(() => null) : null;
      return { ticket, document };
    },
  };
}

/** The document that a ticket's first upload made, for its maker as they are now; throws 404 or 403. */
export async function finishedDocument(call: PermitCall, ticket: Ticket): Promise<LoadedDocument> {
  const permit = documentNamed("edit", ticket.doc_id ?? "");
  return permit.check(call, { params: {}, query: {}, body: undefined, form: undefined });
}

async function holderOf(call: PermitCall, text: string): Promise<{ ticket: Ticket; actor: Actor }> {
  const held = await readTicket(call, text);
  if (!held || !call.actor) throw new Error("a ticket that had been identified is gone");
  return { ticket: held.ticket, actor: call.actor };
}

/** A ticket that the caller made, by its number; throws 404. */
export function ownTicket(): Permit<Ticket> {
  return {
    needs: "to have made the ticket",
    check: async (call, input) => {
      const { user_id } = demandActor(call.actor);
      const found = await findTicket(call.sql, { ticket_id: Number(input.params["ticket_id"]), user_id });
      if (!found || !(await isInReach(call, found))) throw refuse.notFound("upload ticket not found");
      return found;
    },
  };
}

/** A token that is limited to roots follows what goes there, whichever token of its person has asked for it. */
async function isInReach(call: PermitCall, ticket: Ticket): Promise<boolean> {
  const actor = demandActor(call.actor);
  if (!isLimitedToRoots(actor)) return true;
  const { doc_id, options } = ticket;
  if (options.stage && doc_id === null) return isSentBy(actor, ticket);
  const known = doc_id ?? options.doc_id;
  const found = known === undefined ? loadPlace(call, options) : loadWith(call, { needed: "view", doc_id: known });
  return found.then(
    ({ level }) => level !== "none",
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}
