// Asking for access, and deciding on it, through the API (rules: sharing/requests, sharing/pending).
import {
  nextCursor,
  type Permit,
  pageOfSorted,
  paging,
  type SortKeys,
  type Static,
  sortedByKeys,
  t,
} from "../../../kernel/plugin.ts";
import { documentWith } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { addressed, askable } from "../permits.ts";
import { askForAccess, readStanding } from "../requests/ask.ts";
import { askedOf } from "../requests/asked.ts";
import { DECISIONS, decide, findDecidable, refuseNoRequest } from "../requests/decide.ts";
import { stateOfRequest } from "../requests/rows.ts";
import { listRequests } from "../requests/store.ts";
import { AccessRequest, asked, docId, Standing } from "../schemas.ts";

const LISTED_MAX = 100;

export const requestAccess = operation({
  id: "access_request.create",
  route: "POST /api/access-requests",
  tool: {
    name: "request_access",
    wording: "Ask for view access to a restricted document whose link you have.",
    idempotent: true,
    requires_one: ["slug", "doc_id"],
  },
  summary: "Ask for access to a document",
  description:
    "For members of the document's workspace. A request that is pending already is reused; it stands for 30 days. The answer tells nothing of the document: an id that leads nowhere is answered as one that is closed to you.",
  body: t.Object({
    ...asked,
    message: t.Optional(t.String({ maxLength: 1000, description: "What you need it for; whoever decides reads it." })),
  }),
  output: Standing,
  status: 201,
  permit: ({ body }) => askable(body),
  connection_limit: "places",
  opens: null,
  quota: "access_request",
  audit: "access.request",
  refuses: [409],
  run: (call, { body }) => {
    const { message = "" } = body;
    return askForAccess(call, { actor: call.actor, asked: askedOf(body), message: message.trim() });
  },
});

export const readRequestStatus = operation({
  id: "access_request.status",
  route: "GET /api/access-requests/status",
  tool: {
    name: "access_request_status",
    wording: "See how your request for access to a document stands.",
    idempotent: true,
    requires_one: ["slug", "doc_id"],
  },
  summary: "How your request for a document stands",
  description:
    "A slug or an id that leads nowhere is answered as a document that is closed to you. Poll only while pending.",
  query: t.Object(asked),
  output: Standing,
  permit: ({ query }) => addressed(query),
  connection_limit: "places",
  // Whoever tries a slug that leads nowhere has not asked for anything; whoever names an id is told nothing, not even so.
  quota: {
    name: "access_request_status",
    when: ({ query }, document) => document !== null || query.doc_id !== undefined,
  },
  run: (call, { query }) => readStanding(call, askedOf(query), call.subject),
});

export const readRequests = operation({
  id: "access_request.list",
  route: "GET /api/docs/{doc_id}/access-requests",
  tool: {
    name: "list_access_requests",
    wording: "List who asked for access to a document that you may share.",
    idempotent: true,
  },
  summary: "List who asked for access to a document",
  description: "Up to 100, what is pending first, then the newest.",
  params: t.Object(docId),
  query: t.Object({ ...paging({ maximum: LISTED_MAX }) }),
  output: t.Object({
    requests: t.Array(AccessRequest),
    ...nextCursor,
    email_available: t.Boolean({ description: "Whether the server sends mail about requests." }),
  }),
  permit: documentWith("own"),
  connection_limit: "places",
  run: async ({ subject, sql, runtime, now }, { query }) => {
    const { workspace_id, document_id, doc_id } = subject;
    const rows = await listRequests(sql, { workspace_id, document_id, limit: LISTED_MAX });
    const requests = rows.map((row) => ({
      id: row.request_id,
      doc_id,
      requester: { id: row.user_id, email: row.email, name: row.name },
      message: row.message,
      status: stateOfRequest(row, subject, now),
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
      decided_by: row.decider_email,
    }));
    // What waits in the table may have expired or been overtaken; it stands behind what can be decided.
    const sorted = sortedByKeys(requests, sortKeysOf);
    const { rows: page, next } = pageOfSorted("access-requests", sorted, { ...query, keysOf: sortKeysOf });
    return { requests: page, ...next, email_available: runtime.mail.kind === "smtp" };
  },
});

export const decideRequest = operation({
  id: "access_request.decide",
  route: "POST /api/access-requests/{request_id}/decision",
  tool: {
    name: "decide_access_request",
    wording: "Approve or deny a request for access to a document that you may share.",
    idempotent: true,
  },
  summary: "Approve or deny a request for access",
  description:
    "Approving gives view on the document and lowers nothing; denying takes nothing away. The first decision stands: a later one is answered with it and `already_decided`.",
  params: t.Object({ request_id: t.Id({ description: "The request's id, as list_access_requests shows it." }) }),
  body: t.Object({ decision: t.OneOf(DECISIONS, { description: "What becomes of the request." }) }),
  output: t.Object({ status: t.OneOf(["approved", "denied"]), already_decided: t.Boolean() }),
  permit: ({ params }) => decidable(params.request_id),
  connection_limit: "places",
  opens: () => "restricted",
  audit: ["access.decide", "access.grant"],
  refuses: [410],
  run: (call, { params, body }) =>
    decide(call, { actor: call.actor, request_id: params.request_id, decision: body.decision }),
});

/** What can be decided first, then the latest. */
function sortKeysOf({ status, id }: Pick<Static<typeof AccessRequest>, "status" | "id">): SortKeys {
  return [status === "pending" ? 0 : 1, -id];
}

/** A request that the caller may decide on; the 404 of an unknown one for everybody else. */
function decidable(requestId: number): Permit<null> {
  return {
    needs: "own on the document, or managing its root",
    check: async ({ actor, sql, now }) => {
      const found = actor && (await findDecidable(sql, { actor, request_id: requestId, now }));
      if (!found) throw refuseNoRequest();
      return null;
    },
  };
}
