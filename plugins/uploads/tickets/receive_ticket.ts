// What a ticket's address does with bytes: keeps a part, or makes the document once the whole is here;
// a repeat changes nothing.

import { Refusal, refuse } from "../../../kernel/plugin.ts";
import type { StoredBytes } from "../../../kernel/ports/blobs.ts";
import { isInterrupted } from "../../../kernel/ports/input.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import type { ContentFile, PrepareCall, WriteCall } from "../../documents/port/write.ts";
import { requestedConditions } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { writeReceived } from "../operations/upload.ts";
import {
  type Received,
  receiveNew,
  receiveReplacement,
  receiveStaged,
  refuseUnstorable,
  type SentBody,
} from "../receive.ts";
import { type Arriving, expiryOfTicket } from "./holder.ts";
import { joinParts, type Part, refuseGap } from "./parts.ts";
import {
  completeTicket,
  countParts,
  findTicket,
  insertPart,
  listPartKeys,
  markFailed,
  markReceiving,
  stageTicket,
  sumOtherParts,
  type Ticket,
} from "./store.ts";

/** What came: the whole, one part that is not the last, or the whole of a file that is to wait. */
export type Arrived = { whole: Received } | { part: StoredBytes } | { staged: StoredBytes };

type ArrivingCall = PrepareCall & { subject: Arriving };
type ArrivedCall = WriteCall & { subject: Arriving };

/** With parts of 256 KiB this is more than the largest upload needs; smaller ones cost more rows than they are worth. */
const PARTS_MAX = manifest.caps.parts_per_upload;

/** Stores what comes, ahead of the transaction; null when the ticket is done and nothing is to be read. */
export async function receiveArriving(call: ArrivingCall): Promise<Arrived | null> {
  const { ticket, target, part } = call.subject;
  const document = target && "doc_id" in target ? target : null;
  if (ticket.state === "done" || ticket.state === "staged") return null;
  const { stage } = ticket.options;
  await markReceiving(call.sql, ticket.ticket_id);
  call.afterFailure((error) => noteFailure(call, error));
  if (part && !part.last) return { part: await receivePart(call, part) };
  try {
    const body = await wholeBody(call, ticket, part);
    if (stage) return { staged: await receiveStaged(call, ticket.options, body) };
    return { whole: await receiveWhole(call, document, body) };
  } catch (error) {
    // Another sender of the last part was first, and took the parts before it along.
    const current = part && (await findTicket(call.sql, ticket));
    if (current?.state === "done" || current?.state === "staged") return null;
    throw error;
  }
}

async function receivePart(call: ArrivingCall, part: Part): Promise<StoredBytes> {
  const length = part.end - part.start + 1;
  const { ticket_id } = call.subject.ticket;
  if ((await countParts(call.sql, ticket_id)) >= PARTS_MAX) {
    throw refuse.tooLarge(`an upload comes in at most ${PARTS_MAX} parts; begin again with larger ones`);
  }
  const stored = await call.store(call.request.body ?? new Uint8Array(), { size_max: length });
  if (stored.size_bytes !== length) {
    throw refuse.invalid(`${stored.size_bytes} bytes came, content-range names ${length}; send the part again`);
  }
  return stored;
}

async function wholeBody(call: ArrivingCall, ticket: Ticket, part: Part | null): Promise<SentBody> {
  const { sha256 } = ticket;
  const stream = call.request.body;
  if (!part) return { stream, size_bytes: ticket.size_bytes, sha256 };
  const keys = await listPartKeys(call.sql, ticket.ticket_id);
  return { stream: joinParts(call.runtime.blobs, { keys, last: stream }), size_bytes: part.total, sha256 };
}

function receiveWhole(call: ArrivingCall, document: LoadedDocument | null, body: SentBody): Promise<Received> {
  const { options } = call.subject.ticket;
  return document ? receiveReplacement(call, { ...options, document }, body) : receiveNew(call, options, body);
}

/**
 * A ticket that failed says why. A part that did not come through, and a last part that broke off, are no failure: the
 * sender goes on from where the parts end. A whole that was refused for what it is takes the parts in it along.
 */
async function noteFailure(call: ArrivingCall, error: unknown): Promise<void> {
  const { ticket, part } = call.subject;
  if (part && (!part.last || isInterrupted(error))) return;
  const refused = error instanceof Refusal ? error : null;
  await markFailed(call.runtime.database.sql, {
    ticket_id: ticket.ticket_id,
    error: refused?.message ?? "something went wrong on our side; send the file again",
    drop: part !== null && refused?.kind === "invalid",
  });
}

/** Keeps a part under the ticket's lock and answers the byte to go on from. */
export async function keepPart(call: ArrivedCall, current: Ticket, stored: StoredBytes): Promise<number> {
  const { part } = call.subject;
  if (!part) throw new Error("a part was received without its place");
  // Another request may have brought the same part meanwhile.
  refuseGap(current, part);
  const { start, total } = part;
  await insertPart(call.sql, { ticket: current, start, total, stored, now: call.now });
  return part.end + 1;
}

/** Keeps a whole file under the ticket's lock for the write that is to take it. */
export async function keepStaged(call: ArrivedCall, current: Ticket, stored: StoredBytes): Promise<Ticket> {
  const { part } = call.subject;
  if (part) refuseGap(current, part);
  // Nobody may have said how much would come.
  const otherBytes = await sumOtherParts(call.sql, current);
  await refuseUnstorable(call, { size: stored.size_bytes + otherBytes, for: null });
  const expires_at = expiryOfTicket(call.now);
  await stageTicket(call.sql, { ticket: current, stored, expires_at, now: call.now });
  call.note("upload.stage", {
    target_type: "upload",
    target_id: current.ticket_id,
    meta: { filename: current.options.filename, size: stored.size_bytes },
  });
  return { ...current, state: "staged", offset: stored.size_bytes, expires_at };
}

/** Makes the document, or its next version, and ends the ticket with it. */
export async function finishTicket(call: ArrivedCall, current: Ticket, received: Received) {
  const { part, target } = call.subject;
  if (!target) throw new Error("a finished ticket was to be finished again");
  if (part) refuseGap(current, part);
  const shown = await writeReceived(call, received, {
    ...current.options,
    permitted: target,
    conditions: requestedConditions(current.options),
  });
  const { doc_id, version } = shown;
  const received_bytes = filesOf(received)[0]?.stored.size_bytes ?? 0;
  await completeTicket(call.sql, { ticket_id: current.ticket_id, doc_id, version, received_bytes });
  return shown;
}

/** The file that came, and after it what was made from it. */
function filesOf(received: Received): ContentFile[] {
  return "content" in received ? received.content.files : received.put;
}
