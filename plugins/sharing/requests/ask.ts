// Asking for access to a closed document (rules: sharing/requests).
import { type Actor, type Call, refuse, type Sql, type WriteCall } from "../../../kernel/plugin.ts";
import type { ViewerOptions } from "../../../kernel/ports/auth.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import { type Asked, findAsked } from "./asked.ts";
import { queueAnnouncement } from "./queue.ts";
import { isClosed, type Standing, standingOf } from "./rows.ts";
import { findBySlug, findLastRequest, insertRequest, voidRequest } from "./store.ts";
import { findUnmet, keepUnmet } from "./unmet.ts";

/** The page on the app host to ask for a document on. */
export function askPath(slug: string): string {
  return `/auth/request-access/${slug}`;
}

/** Where a member goes to whom a document is closed; null for everybody else, who may go on to its address. */
export async function leadAsker(sql: Sql, { actor, slug, now }: ViewerOptions): Promise<string | null> {
  const document = await findBySlug(sql, { actor, slug, now });
  return document && isClosed(document) ? askPath(slug) : null;
}

/** How the caller stands with what they named; `document` is null where that leads nowhere. */
export async function readStanding(
  call: Pick<Call, "sql" | "now"> & { actor: Actor },
  asked: Asked,
  document: LoadedDocument | null,
): Promise<Standing> {
  const { sql, actor, now } = call;
  const request = document && (await findLastRequest(sql, askedBy(actor, document.document_id)));
  const unmet = document || "slug" in asked ? null : await findUnmet(sql, { actor, doc_id: asked.doc_id, now });
  return unmet ?? standingOf(document, request, now);
}

/**
 * Asks for a document; a request that waits already stays the one. An id that leads nowhere in the caller's workspace is answered
 * as one that is closed to them. Throws 404 for such a slug, and 409 where there is nothing to ask for or it is too early.
 */
export async function askForAccess(
  call: WriteCall<unknown, boolean>,
  options: { actor: Actor; asked: Asked; message: string },
): Promise<Standing> {
  const { sql, now, runtime } = call;
  const { actor, asked, message } = options;
  const document = await findAsked(sql, { actor, asked, now });
  if (!document) return askInVain(call, { actor, asked });
  const last = await findLastRequest(sql, askedBy(actor, document.document_id));
  const standing = standingOf(document, last, now);
  if (standing.status === "pending") return standing;
  if (!standing.can_request) throw refuseAsking(standing);
  if (last?.status === "pending") await voidRequest(sql, last);
  const request_id = await insertRequest(sql, { actor, document, message, now });
  if (request_id !== null) {
    const { doc_id, workspace_id } = document;
    await queueAnnouncement(sql, { workspace_id, request_id, now });
    call.afterCommit(() => runtime.jobs.wake());
    const meta = { doc_id, access_request_id: request_id, user_id: actor.user_id };
    call.note("access.request", { target_type: "doc", target_id: doc_id, meta });
  }
  return standingOf(document, await findLastRequest(sql, askedBy(actor, document.document_id)), now);
}

async function askInVain(
  call: WriteCall<unknown, boolean>,
  { actor, asked }: { actor: Actor; asked: Asked },
): Promise<Standing> {
  if ("slug" in asked) throw refuseUnknown();
  const { sql, now } = call;
  const { doc_id } = asked;
  const standing = await findUnmet(sql, { actor, doc_id, now });
  if (standing?.status === "pending") return standing;
  call.note("access.request", { target_type: "doc", target_id: doc_id, meta: { doc_id, user_id: actor.user_id } });
  return keepUnmet(sql, { actor, doc_id, now });
}

/** The 404 of a slug that leads nowhere in the caller's workspace. */
export function refuseUnknown(): Error {
  return refuse.notFound("document not found");
}

function askedBy(actor: Actor, document_id: number) {
  return { workspace_id: actor.workspace.id, document_id, user_id: actor.user_id };
}

function refuseAsking({ status, retry_at }: Standing): Error {
  if (status === "denied") {
    return refuse.conflict(`your request was denied; you may ask again after ${retry_at}`, { status, retry_at });
  }
  if (status === "revoked") {
    return refuse.conflict(`your access was taken away; you may ask again after ${retry_at}`, { status, retry_at });
  }
  return refuse.conflict("there is nothing to ask for: open the document's address", { status });
}
