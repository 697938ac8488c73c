// The audit log as a page; under /auth beside the other pages for people who are signed in.

import { answerPage, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { servePageFile, signedInPage } from "../../pages.ts";
import { actionsPort } from "../actions.ts";
import { filterFields, readFilters } from "../filters.ts";
import { auditStyle } from "../pages/assets.ts";
import { auditPage } from "../pages/audit_page.ts";
import { findEvents, findTargeted, scopeOf } from "../store.ts";

const ROWS = 50;

export const showLog = operation({
  id: "audit.page",
  route: "GET /auth/audit",
  planned_each_time: true,
  summary: "The audit log, as a page",
  query: t.Object({ ...filterFields, before_id: t.Optional(t.Id({ description: "Rows before this one." })) }),
  ...signedInPage,
  rules: ({ query }) => void readFilters(query),
  gate: "audit_log",
  permit: signedIn(),
  async run({ actor, sql, use }, { query }) {
    const { before_id = null, ...filters } = query;
    const events = await findEvents(sql, { actor, filters: readFilters(filters), before_id, limit: ROWS });
    const next_before_id = events.length < ROWS ? null : (events.at(-1)?.id ?? null);
    const { names: actions } = use(actionsPort);
    const people = await findTargeted(sql, actor, events);
    return answerPage(auditPage({ actor, scope: scopeOf(actor), actions, filters, events, people, next_before_id }), {
      holds_no_secret: true,
    });
  },
});

export const readStyle = servePageFile({
  id: "audit.style",
  route: "GET /audit/pages/audit.css",
  summary: "The stylesheet of the audit page",
  file: auditStyle,
});
