// What waits for the caller's decision, on whatever document (rules: sharing/pending).
import { nextCursor, paging, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { findWaiting, WAITING } from "../requests/waiting.ts";

const LISTED_MAX = 100;

export const readWaiting = operation({
  id: "access_request.waiting",
  route: "GET /api/access-requests",
  tool: {
    name: "list_waiting_access_requests",
    wording: "List who waits for you to decide on access, on any document.",
    idempotent: true,
  },
  summary: "List the requests for access that wait for your decision, the latest first",
  query: t.Object({ ...paging({ maximum: LISTED_MAX, default: LISTED_MAX }) }),
  output: t.Object({
    requests: t.Array(
      t.Object({
        id: t.Integer(),
        doc_id: t.String(),
        title: t.String({ description: "The document's." }),
        requester: t.Object({ id: t.Integer(), email: t.String(), name: t.Nullable(t.String()) }),
        message: t.String(),
        created_at: t.Instant(),
        expires_at: t.Instant(),
      }),
    ),
    ...nextCursor,
  }),
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ actor, sql, now }, { query }) => {
    const { rows, next } = WAITING.page(await findWaiting(sql, { actor, now, ...WAITING.options(query) }), query);
    const requests = rows.map(({ doc_id, title, message, created_at, expires_at, ...row }) => ({
      ...{ id: row.request_id, doc_id, title, message },
      requester: { id: row.user_id, email: row.email, name: row.name },
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
    }));
    return { requests, ...next };
  },
});
