// The page of the audit log: who did what to what, with titles and links, and the filters in the address.
import { type Html, html, signedIn, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { movedPage } from "../../app/port/moved.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { whenExactly } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { filterFields, readFilters } from "../filters.ts";
import { readActions } from "../operations/actions.ts";
import { readEvents } from "../operations/list.ts";
import { addressOf, filterForm } from "./filter_form.ts";
import { type Event, type Sentences, sentenceFor, sentencesOf } from "./sentence.ts";
import { auditWords } from "./words.ts";

const ROWS = 50;
const PATH = settingsPath("company/audit");

export const showLog = operation({
  id: "audit.page",
  route: `GET ${PATH}`,
  summary: "The audit log, as a page",
  query: t.Object({ ...filterFields, before_id: t.Optional(t.Id({ description: "Rows before this one." })) }),
  ...screen,
  rules: ({ query }) => void readFilters(query),
  gate: "audit_log",
  permit: signedIn(),
  run: async (call, { query }) => {
    const { before_id, ...filters } = query;
    const words = auditWords(call);
    const [{ events, next_before_id, scope }, { actions }] = await Promise.all([
      ask(call, readEvents, { query: { ...filters, limit: ROWS, names: "1", ...(before_id && { before_id }) } }),
      ask(call, readActions, { query: { detail: "1" } }),
    ]);
    const sentences = sentencesOf(call, actions);
    const told = scope === "workspace" ? words.told_all(call.actor.workspace.name) : words.told_own;
    const body = html`<div class="stack">${filterForm(call, filters, sentences)}
${events.length > 0 ? table(call, events, sentences) : html`<p class="empty">${words.nothing}</p>`}
<nav class="line" aria-label="${words.pages}">${before_id !== undefined && html`<a class="btn small" href="${addressOf(PATH, filters)}">${words.newest}</a>`}${next_before_id !== null && html`<a class="btn small" rel="next" href="${addressOf(PATH, { ...filters, before_id: String(next_before_id) })}">${words.older}</a>`}</nav></div>`;
    const actions_here = html`<a class="btn" href="${addressOf("/api/audit/export.csv", filters)}" download>${icon("download")}<span>${words.csv}</span></a>`;
    return settingsScreen(call, { title: words.audit, told, actions: actions_here, body });
  },
});

/** Where the page was. */
export const formerLog = movedPage({ id: "audit.page.former", route: "GET /auth/audit", to: PATH });

/** Members see what was done to their own documents, on a plan that has the log. */
export function auditSettings(call: Asking): SettingsLine[] {
  if (!call.runtime.plans.carries("audit_log", call.actor.workspace.plan)) return [];
  return [{ group: "company", order: 70, href: PATH, icon: "history", label: auditWords(call).audit }];
}

function table(call: Asking, events: AnswerOf<typeof readEvents>["events"], sentences: Sentences): Html {
  const words = auditWords(call);
  return html`<table class="data fold-down"><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.what}</th><th scope="col">${words.way}</th><th scope="col"><span class="only">${words.more}</span></th></tr></thead><tbody>
${events.map(
  (event) =>
    html`<tr><td class="soft nowrap">${whenExactly(call, event.created_at)}</td><td>${sentenceFor(call, event, sentences)}</td><td class="soft" data-label="${words.way}">${wayOf(words, event)}</td><td>${details(call, event)}</td></tr>`,
)}</tbody></table>`;
}

type Words = ReturnType<typeof auditWords>;

function wayOf(words: Words, { meta }: Event): Html {
  const { via, client, token } = meta as Record<string, unknown>;
  const program = [client, token].find((one) => typeof one === "string");
  return html`${typeof via === "string" && words.way_of(via)}${program !== undefined && html` <bdi>${program as string}</bdi>`}`;
}

/** What the log itself has of a row, and ways to what else was done to the same, or by the same. */
function details(call: Asking, event: Event): Html {
  const words = auditWords(call);
  const { action, target_type, target_id, actor, ip } = event;
  const { via: _via, client: _client, token: _token, request_id, ...said } = event.meta as Record<string, unknown>;
  const more = Object.entries(said);
  return html`<details class="fold"><summary>${icon("right", "turn")}<code class="nowrap">${action}</code></summary><dl class="facts">
<dt>${words.who}</dt><dd><a href="${addressOf(PATH, { actor })}" dir="auto">${actor}</a></dd>
<dt>${words.on}</dt><dd><a href="${addressOf(PATH, { target_type, target_id })}"><code>${target_type} ${target_id}</code></a></dd>
${ip !== null && html`<dt>${words.address}</dt><dd><code>${ip}</code></dd>`}${typeof request_id === "string" && html`<dt>${words.request}</dt><dd><code>${request_id}</code></dd>`}
${more.map(([name, value]) => html`<dt><code>${name}</code></dt><dd dir="auto">${typeof value === "string" ? value : JSON.stringify(value)}</dd>`)}</dl></details>`;
}
