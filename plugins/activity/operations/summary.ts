// How much documents were read and changed, by day, by document and by person.
import { nextCursor, pageOfSorted, paging, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { permitScope, readScope, scopeFields } from "../scope.ts";
import { DOCUMENTS, sumByActor, sumByDay, sumByDocument } from "../store/summary.ts";
import { daysOf, instantsOf, keptDays, rangeFields, readRange } from "../windows.ts";

const PAGE_MAX = 100;
const PAGE_DEFAULT = 10;

const counts = {
  views: t.Integer(),
  unique_viewers: t.Integer({ description: "Readers told apart within each day." }),
  downloads: t.Integer(),
  edits: t.Integer(),
  comments: t.Integer(),
  shares: t.Integer(),
};

const Top = t.Object(
  {
    doc_id: t.Optional(t.String()),
    title: t.Optional(t.String()),
    actor: t.Optional(
      t.Nullable(t.String({ description: "E-mail address; null for everybody whose name is not yours to see." })),
    ),
    day: t.Optional(t.String()),
    ...counts,
    unique_viewers: t.Optional(counts.unique_viewers),
  },
  { $id: "ActivityTop" },
);

export const readSummary = operation({
  id: "activity.summary",
  route: "GET /api/activity/summary",
  planned_each_time: true,
  tool: {
    name: "activity_summary",
    wording: "How often documents were viewed, downloaded and changed, by day, with the most read ones.",
    idempotent: true,
  },
  summary: "How much documents are read and changed",
  description:
    "Days are those of UTC, 30 of them unless you choose. Views are of people with browsers and of signed-in programs; the owner's own do not count. `unique_viewers` of a document over several days adds up those of each. `by=actor` looks at what the plan keeps in detail, and names readers to those who may edit.",
  query: t.Object({
    ...scopeFields,
    ...rangeFields,
    by: t.Optional(t.OneOf(["doc", "day", "actor"], { default: "doc", description: "What top lists." })),
    ...paging({ maximum: PAGE_MAX, default: PAGE_DEFAULT }),
  }),
  output: t.Object(
    {
      from: t.String(),
      to: t.String(),
      clamped: t.Boolean({ description: "True: your plan does not keep the first of the days asked for." }),
      series: t.Array(t.Object({ day: t.String(), ...counts }, { $id: "ActivityDay" })),
      top: t.Array(Top),
      ...nextCursor,
    },
    { $id: "ActivitySummary" },
  ),
  rules: ({ query }) => {
    readRange(query);
    DOCUMENTS.after(query.by === undefined || query.by === "doc" ? query.cursor : undefined);
  },
  permit: ({ query }) => permitScope(query),
  connection_limit: "places",
  gate: { name: "activity_detail", when: ({ query }) => query.by === "actor" },
  quota: "activity",
  run: async (call, { query }) => {
    const { sql, actor, now, runtime } = call;
    const { by = "doc", limit = PAGE_DEFAULT, cursor } = query;
    const scope = readScope(call, query);
    const range = daysOf(query, { now, days_max: keptDays(runtime, actor, "activity_days") });
    const summed = sumByDay(sql, scope, range);
    // Waited for beside what top lists.
    summed.catch(() => {});
    const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
    if (by === "day") {
      const series = await summed;
      const busy = series.filter((one) => one.views + one.downloads + one.edits + one.comments + one.shares > 0);
      busy.sort((one, other) => other.views - one.views || (one.day < other.day ? 1 : -1));
      const { rows, next } = pageOfSorted("activity_days", busy, {
        ...page,
        keysOf: (row) => [-row.views, -Date.parse(row.day)],
      });
      return { ...range, series, top: rows, ...next };
    }
    if (by === "actor") {
      const days_max = keptDays(runtime, actor, "activity_detail_days");
      const detail = instantsOf({ ...query, from: query.from || range.from }, { now, days_max });
      const [found, series] = await Promise.all([sumByActor(sql, scope, detail), summed]);
      const busiest = (one: (typeof found)[number]) =>
        -(one.views + one.downloads + one.edits + one.comments + one.shares);
      found.sort((one, other) => busiest(one) - busiest(other) || one.user_id - other.user_id);
      const { rows, next } = pageOfSorted("activity_actors", found, {
        ...page,
        keysOf: (row) => [busiest(row), row.user_id],
      });
      return {
        ...range,
        clamped: range.clamped || detail.clamped,
        series,
        top: rows.map(({ user_id: _id, ...row }) => row),
        ...next,
      };
    }
    const documents = sumByDocument(sql, scope, { ...range, ...DOCUMENTS.options(page) });
    const [found, series] = await Promise.all([documents, summed]);
    const { rows, next } = DOCUMENTS.page(found, { limit });
    return { ...range, series, top: rows.map(({ document_id: _id, ...row }) => row), ...next };
  },
});
