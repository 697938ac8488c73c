// Who read and changed what, one by one, for as long as the plan keeps it.
import { nextCursor, paging, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { permitScope, readScope, scopeFields } from "../scope.ts";
import { EVENTS, findEvents, KINDS } from "../store/events.ts";
import { instantsOf, keptDays, rangeFields, readRange } from "../windows.ts";

const PAGE_MAX = 100;
const PAGE_DEFAULT = 50;

export const readEvents = operation({
  id: "activity.events",
  route: "GET /api/activity/events",
  planned_each_time: true,
  tool: {
    name: "activity_events",
    wording: "Who viewed, downloaded, changed, commented on or shared documents, newest first.",
    idempotent: true,
  },
  summary: "Who read and changed documents",
  description:
    "Readings of one person within a quarter of an hour are one event with their `count`; those of visitors whom nobody knows are one together. Who may edit a document sees who read it, others see themselves.",
  query: t.Object({
    ...scopeFields,
    ...rangeFields,
    kind: t.Optional(t.OneOf(KINDS, { description: "Only these." })),
    ...paging({ maximum: PAGE_MAX, default: PAGE_DEFAULT }),
  }),
  output: t.Object(
    {
      from: t.Instant(),
      to: t.Instant(),
      clamped: t.Boolean({ description: "True: your plan does not keep the beginning of what was asked for." }),
      events: t.Array(
        t.Object(
          {
            id: t.Integer(),
            at: t.Instant(),
            last_at: t.Instant({ description: "Of several readings, the last." }),
            kind: t.OneOf(KINDS),
            count: t.Integer(),
            doc_id: t.String(),
            title: t.String(),
            actor: t.Nullable(
              t.String({ description: "E-mail address; null for a visitor, and where it is not yours to see." }),
            ),
            via: t.String({ description: "web for a browser, else api, mcp, workflow or system." }),
          },
          { $id: "ActivityEvent" },
        ),
      ),
      ...nextCursor,
    },
    { $id: "ActivityEvents" },
  ),
  rules: ({ query }) => {
    readRange(query);
    EVENTS.after(query.cursor);
  },
  permit: ({ query }) => permitScope(query),
  connection_limit: "places",
  gate: "activity_detail",
  quota: "activity",
  run: async (call, { query }) => {
    const { sql, actor, now, runtime } = call;
    const { limit = PAGE_DEFAULT } = query;
    const range = instantsOf(query, { now, days_max: keptDays(runtime, actor, "activity_detail_days") });
    const found = await findEvents(sql, readScope(call, query), {
      ...range,
      kind: query.kind ?? null,
      ...EVENTS.options({ ...query, limit }),
    });
    const { rows, next } = EVENTS.page(found, { limit });
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      clamped: range.clamped,
      events: rows.map(({ event_id: id, at, last_at, ...row }) => ({
        id,
        at: at.toISOString(),
        last_at: last_at.toISOString(),
        ...row,
      })),
      ...next,
    };
  },
});
