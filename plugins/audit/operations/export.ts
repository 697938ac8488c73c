// The log as a file for a spreadsheet, streamed; that somebody took it stands in the log itself.

import { type Sql, signedIn, t } from "../../../kernel/plugin.ts";
import { csvLine, csvResponse } from "../../../kernel/ports/http.ts";
import { operation } from "../../operation.ts";
import { filterFields, readFilters } from "../filters.ts";
import { type EventQuery, EXPORTED, findBounds, findExported, scopeOf } from "../store.ts";

type ExportQuery = Pick<EventQuery, "actor" | "filters" | "bounds">;

const ROWS_MAX = 100_000;
/** Few, since what is read and written faster than memory is cleared away adds up. */
const ROWS_A_PIECE = 200;

export const exportEvents = operation({
  id: "audit.export",
  route: "GET /api/audit/export.csv",
  planned_each_time: true,
  summary: "Download the audit log as CSV",
  description:
    "The newest 100,000 rows that fit the filters, as RFC 4180 in UTF-8; for older ones set `to`. A cell that a spreadsheet would take for a formula begins with an apostrophe.",
  query: t.Object(filterFields),
  raw: "download",
  rules: ({ query }) => void readFilters(query),
  permit: signedIn(),
  gate: "audit_log",
  quota: "audit_export",
  records: "export.audit",
  run: async (call, { query }) => {
    const { actor, runtime } = call;
    const filters = readFilters(query);
    const sent = Object.fromEntries(Object.entries(query).filter(([, value]) => value));
    await call.record({
      target_type: "workspace",
      target_id: actor.workspace.slug,
      meta: { scope: scopeOf(actor), filters: sent },
    });
    return csvResponse("audit-log.csv", linesOf(runtime.database.sql, { actor, filters }));
  },
});

/** No transaction stays open while a slow client reads: each piece goes on behind the last row of the one before. */
async function* linesOf(sql: Sql, query: ExportQuery): AsyncGenerator<string> {
  yield csvLine(EXPORTED);
  const asked = { ...query, bounds: await findBounds(sql, query) };
  let next = findPiece(sql, asked, null);
  for (let left = ROWS_MAX; left > 0; left -= ROWS_A_PIECE) {
    const rows = await next;
    const last = rows.at(-1);
    const isMore = last !== undefined && rows.length === ROWS_A_PIECE && left > ROWS_A_PIECE;
    // Asked for while the client takes what is there.
    if (isMore) next = findPiece(sql, asked, Number(last[0]));
    if (rows.length > 0) yield rows.map(csvLine).join("");
    if (!isMore) return;
  }
}

function findPiece(sql: Sql, query: ExportQuery, before_id: number | null) {
  const found = findExported(sql, { ...query, before_id, limit: ROWS_A_PIECE });
  // Whoever goes away leaves it behind unread.
  found.catch(() => {});
  return found;
}
