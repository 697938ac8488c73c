// The operations on what somebody opened last: reading it, and forgetting it.
import { nextCursor, paging, signedIn, t } from "../../kernel/plugin.ts";
import { DocumentShape, showDocument } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";
import { operation } from "../operation.ts";
import { clearOpened, findRecent, RECENT } from "./store.ts";

const KEPT = manifest.caps.recent_documents;

export const listRecent = operation({
  id: "recent.list",
  route: "GET /api/me/recent",
  tool: { name: "list_recent", wording: "List the documents that you opened last in the app.", idempotent: true },
  summary: "List the documents that you opened last, the latest first",
  description: `The last ${KEPT} that were opened in the app. Nobody else sees them; what you may not open any more is left out.`,
  query: t.Object({ ...paging({ maximum: KEPT, default: KEPT }) }),
  output: t.Object({
    recent: t.Array(
      t.Object({ opened_at: t.Instant({ description: "When you opened it last." }), doc: DocumentShape }),
    ),
    ...nextCursor,
  }),
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { actor, sql, now } = call;
    const { rows, next } = RECENT.page(await findRecent(sql, { actor, now, ...RECENT.options(query) }), query);
    const recent = rows.map((row) => ({ opened_at: row.opened_at.toISOString(), doc: showDocument(row, call) }));
    return { recent, ...next };
  },
});

export const clearRecent = operation({
  id: "recent.clear",
  route: "DELETE /api/me/recent",
  tool: { name: "clear_recent", wording: "Forget which documents you opened last in the app.", idempotent: true },
  summary: "Forget which documents you opened last",
  output: t.Object({ forgotten: t.Integer({ description: "How many there were." }) }),
  permit: signedIn(),
  opens: null,
  audit: {
    "recent.clear": {
      says: { en: "cleared what they had opened last", de: "hat geleert, was zuletzt geöffnet war" },
      since: "2026-11-29",
      on: ["user"],
      meta: { count: "integer" },
    },
  },
  run: async ({ actor, sql, note }) => {
    const forgotten = await clearOpened(sql, actor);
    if (forgotten > 0)
      note("recent.clear", { target_type: "user", target_id: actor.user_id, meta: { count: forgotten } });
    return { forgotten };
  },
});
