// Staged uploads: files that came ahead of the write that takes them, each for one write of the person who sent it.
import { type Actor, refuse } from "../../../kernel/plugin.ts";
import { readFile } from "../../documents/port/read.ts";
import type { PrepareCall, StagedFile, WriteCall } from "../../documents/port/write.ts";
import { isLimitedToRoots } from "../../places/port.ts";
import { completeTicket, findStored, findTicket, lockTicket, type Ticket } from "./store.ts";

/** Finds the caller's staged upload. Throws 404 for one that is not theirs, 409 without its file, 410 once it is used or over. */
export async function loadStaged(call: PrepareCall, uploadId: number): Promise<StagedFile> {
  const ticket = await findTicket(call.sql, { ticket_id: uploadId, user_id: call.actor.user_id });
  refuseUnusable(call, { upload_id: uploadId, ticket });
  const found = await findStored(call.sql, uploadId);
  if (!found) throw refuseOver(uploadId);
  const { blob_id, ...stored } = found;
  return { upload_id: uploadId, stored, read: () => readFile(call, { blob_id }) };
}

/**
 * Locks the caller's uploads in the transaction of the write that takes them, and answers what ends them with it. A second write
 * waits here for the first, and is refused when that succeeds. Throws as `loadStaged` does.
 */
export async function lockUploads(call: WriteCall, uploadIds: readonly number[]) {
  const tickets: Ticket[] = [];
  for (const uploadId of [...uploadIds].sort((one, other) => one - other)) {
    const ticket = await lockTicket(call.sql, { ticket_id: uploadId, user_id: call.actor.user_id });
    tickets.push(refuseUnusable(call, { upload_id: uploadId, ticket }));
  }
  return async ({ doc_id, version }: { doc_id: string; version: number }): Promise<void> => {
    for (const { ticket_id, offset } of tickets) {
      await completeTicket(call.sql, { ticket_id, doc_id, version, received_bytes: offset });
    }
  };
}

/** Whose upload it is not, hears that there is none. */
function refuseUnusable(
  { actor, now }: Pick<PrepareCall, "actor" | "now">,
  { upload_id, ticket }: { upload_id: number; ticket: Ticket | null },
): Ticket {
  if (!ticket || !isSentBy(actor, ticket)) {
    throw refuse.notFound(
      `upload ${upload_id} not found; make one by create_upload with stage: true and send its file`,
    );
  }
  if (!ticket.options.stage) {
    throw refuse.invalid(`upload ${upload_id} publishes by itself; make one with stage: true to hand its file over`);
  }
  if (ticket.state === "done") {
    throw refuse.gone(`upload ${upload_id} was used already, for ${ticket.doc_id}; each is good for one write`);
  }
  if (ticket.expires_at <= now) throw refuseOver(upload_id);
  if (ticket.state !== "staged") {
    throw refuse.conflict(`upload ${upload_id} has no file yet; send it to its upload_url first`);
  }
  return ticket;
}

/** Whether a file is for the caller to read: a token that is limited to roots has it only when it made the ticket itself. */
export function isSentBy(actor: Actor, ticket: Ticket): boolean {
  if (ticket.workspace_id !== actor.workspace.id) return false;
  return !isLimitedToRoots(actor) || (actor.token !== null && actor.token.id === ticket.token_id);
}

function refuseOver(uploadId: number): Error {
  return refuse.gone(`upload ${uploadId} has expired; send the file again`);
}
