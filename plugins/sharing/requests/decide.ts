// Deciding on a request: one outcome, committed together with the grant that it gives.
import {
  type Actor,
  actorOf,
  findPerson,
  type Person,
  refuse,
  type Sql,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { holds, type LoadedDocument, readLoaded, stateOf } from "../../documents/port/read.ts";
import { lockLoaded } from "../../documents/port/write.ts";
import { reaches } from "../../places/port.ts";
import { give } from "../give.ts";
import { queueOutcome } from "./queue.ts";
import { type RequestRow, type RequestState, stateOfRequest } from "./rows.ts";
import { findRequest, keepDecision, lockRequest } from "./store.ts";

export const DECISIONS = ["approve", "deny"] as const;
export type Decision = (typeof DECISIONS)[number];

/** A request with its document, for somebody who may decide on it. */
export interface Decidable {
  request: RequestRow;
  document: LoadedDocument;
  state: RequestState;
}

/** The request of an id if the person may decide on it; null for everybody else. */
export async function findDecidable(
  sql: Sql,
  by: { actor: Actor; request_id: number; now: Date },
): Promise<Decidable | null> {
  const { actor, request_id, now } = by;
  const request = await findRequest(sql, { workspace_id: actor.workspace.id, request_id });
  const document = request && (await readLoaded(sql, request.document_id, actor));
  if (!request || !document || !maySettle(document, now)) return null;
  return { request, document, state: stateOfRequest(request, document, now) };
}

export interface Outcome {
  status: "approved" | "denied";
  /** Somebody decided before; that decision is the one answered. */
  already_decided: boolean;
}

/**
 * Decides on a request. Approving gives view on the document unless its asker may open it already; a decision that was made
 * before stands and gives nothing anew. Throws 404 for who may not decide, 410 for a request that is over.
 */
export async function decide(
  call: WriteCall<unknown, boolean>,
  options: { actor: Actor; request_id: number; decision: Decision },
): Promise<Outcome> {
  const { sql, now, runtime } = call;
  const { actor, request_id, decision } = options;
  const by = { workspace_id: actor.workspace.id, request_id };
  const found = await findRequest(sql, by);
  const document = found && (await lockLoaded(sql, found.document_id, actor));
  const request = document && (await lockRequest(sql, by));
  if (!request || !maySettle(document, now)) throw refuseNoRequest();
  const state = stateOfRequest(request, document, now);
  if (state === "approved" || state === "denied") return { status: state, already_decided: true };
  if (state !== "pending") throw refuseOver(state);
  const status = decision === "approve" ? "approved" : "denied";
  const asker = await findPerson(sql, request.user_id);
  if (!asker || asker.disabled || asker.workspace.id !== request.workspace_id) throw refuseOver("left");
  const { doc_id } = document;
  const target = { target_type: "doc", target_id: doc_id, meta: { doc_id, access_request_id: request_id } };
  const grant_id = decision === "approve" ? await openTo(call, { document, asker, target }) : null;
  await keepDecision(sql, request, { status, grant_id, decided_by: actor.user_id, now });
  await queueOutcome(sql, { ...by, now });
  call.afterCommit(() => runtime.jobs.wake());
  const meta = { ...target.meta, user_id: request.user_id, decision, status };
  call.note("access.decide", { ...target, meta });
  return { status, already_decided: false };
}

/** Gives view; somebody who holds more by whatever road keeps just that, and a workspace document is not narrowed to them. */
async function openTo(
  call: WriteCall<unknown, boolean>,
  to: { document: LoadedDocument; asker: Person; target: { target_type: string; target_id: string; meta: object } },
): Promise<number | null> {
  const { document, asker, target } = to;
  const loaded = await readLoaded(call.sql, document.document_id, actorOf(asker, call.runtime));
  if (loaded && reaches(loaded.level, "view")) return null;
  const row = await give(call, {
    on: { document_id: document.document_id },
    named: { type: "user", id: asker.user_id },
    level: "view",
    target: { ...target, meta: { ...target.meta } },
  });
  return row.grant_id;
}

function maySettle(document: LoadedDocument | null, now: Date): document is LoadedDocument {
  return (
    document !== null && document.deleted_at === null && stateOf(document, now) === "live" && holds(document, "own")
  );
}

export function refuseNoRequest(): Error {
  return refuse.notFound("access request not found");
}

function refuseOver(why: RequestState | "left"): Error {
  if (why === "expired") return refuse.gone("the request has expired; whoever asked may ask again");
  if (why === "left") return refuse.gone("whoever asked is not an active member of the workspace any more");
  return refuse.gone("the document has changed its place, owner or visibility since; whoever asked may ask again");
}
