// The page of workflows: what is done in whose name and when, and beginning a new one.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { settingsPath, workflowPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { makeWorkflow, readWorkflows } from "../operations/workflows.ts";
import { RUN_LOOKS, whenWords } from "./showing.ts";
import { workflowWords } from "./words.ts";

const PAGE = 50;
const PATH = settingsPath("agents/workflows");

export const showWorkflows = operation({
  id: "workflow.page.list",
  route: `GET ${PATH}`,
  summary: "Your workflows, and as an owner or admin those of the workspace, as a page",
  query: t.Object({
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const words = workflowWords(call);
    const listed = await ask(call, readWorkflows, { query: { limit: PAGE, cursor: query.after } });
    const { workflows, next_cursor, can_create, limit } = listed;
    const body = html`<div class="stack loose">${workflows.length > 0 ? html`<ul class="rows roomy">${workflows.map((one) => row(call, one))}</ul>` : html`<div class="empty"><h2>${words.none}</h2><p>${words.none_told}</p></div>`}
${next_cursor && html`<p class="line"><a class="btn" rel="next" href="${PATH}?${new URLSearchParams({ after: next_cursor }).toString()}">${words.more}</a></p>`}
${can_create ? makePart(call, workflows.length === 0 && query.after === undefined) : html`<p class="note">${icon("info")}<span>${words.full(limit ?? 0)}</span></p>`}</div>`;
    return settingsScreen(call, { title: words.workflows, told: words.told, body });
  },
});

export function workflowSettings(call: Asking): SettingsLine[] {
  return [{ group: "agents", order: 20, href: PATH, icon: "flow", label: workflowWords(call).workflows }];
}

type Listed = AnswerOf<typeof readWorkflows>["workflows"][number];

function row(call: Asking, { id, name, enabled, trigger, runs_as, can_edit, next_run_at, last_run }: Listed): Html {
  const words = workflowWords(call);
  return html`<li>${icon("flow")}<div class="main"><a class="name" href="${workflowPath(id)}" dir="auto">${name}</a>
<span class="what"><bdi>${whenWords(words, trigger)}</bdi>${next_run_at !== null && html`, ${words.next} ${when(call, next_run_at)}`} · ${words.runs_as} <bdi>${can_edit ? words.you : runs_as}</bdi>${last_run && html` · ${words.last_run} ${when(call, last_run.created_at)}`}</span></div>
<div class="acts">${last_run && html`<span class="${RUN_LOOKS[last_run.status]}">${words[last_run.status]}</span>`}${!enabled && html`<span class="chip">${words.off}</span>`}</div></li>`;
}

/** One step to begin with; agents make those that have more. */
function makePart(call: Asking, isFirst: boolean): Html {
  const words = workflowWords(call);
  const types = (["manual", "event", "schedule"] as const).map((value) => ({ value, label: words[`by_${value}`] }));
  const form = formFor(
    call,
    makeWorkflow,
    { then: `${PATH}/{id}`, done: words.made, label: words.make },
    (fields) => html`${fields.text("name", { label: words.name, required: true, maxlength: 100, autocomplete: "off" })}
<div class="pair">${fields.choice("trigger.type", { label: words.begins, value: "manual", options: types })}
${fields.text("trigger.event", { label: words.event, hint: words.event_hint, maxlength: 100, autocomplete: "off" })}
${fields.text("trigger.cron", { label: words.cron, hint: words.cron_hint, maxlength: 100, autocomplete: "off" })}
${fields.text("trigger.timezone", { label: words.timezone, hint: words.timezone_hint, maxlength: 60, autocomplete: "off" })}</div>
${fields.text("steps.0.tool", { label: words.tool, hint: words.tool_hint, required: true, maxlength: 100, autocomplete: "off" })}
${fields.lines("steps.0.args", { label: words.args, hint: words.args_hint, rows: 3 })}
<p class="fine">${words.make_told}</p><p class="line"><button class="btn primary">${words.make}</button></p>`,
  );
  return html`<details class="fold boxed"${isFirst && html` open`}><summary>${icon("right", "turn")}${words.make}</summary>${form}</details>`;
}
