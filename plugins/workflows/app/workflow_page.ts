// The page of one workflow: its steps, what became of every run, running it now, switching it off and removing it.
import { type Html, html, KERNEL_BOUNDS, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { movedPage } from "../../app/port/moved.ts";
import { settingsPath, workflowPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readRuns, runWorkflow } from "../operations/runs.ts";
import { readWorkflow, removeWorkflow, updateWorkflow } from "../operations/workflows.ts";
import { workflowNamed } from "../permits.ts";
import { RUN_LOOKS, whenWords } from "./showing.ts";
import { workflowWords } from "./words.ts";

const PAGE = 50;
const LIST_PATH = settingsPath("agents/workflows");

export const showWorkflowPage = operation({
  id: "workflow.page",
  route: `GET ${LIST_PATH}/{id}`,
  summary: "A workflow with its runs, as a page",
  params: t.Object({ id: t.Id({ description: "The workflow." }) }),
  query: t.Object({
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: workflowNamed(),
  run: async (call, { params, query }) => {
    const words = workflowWords(call);
    const [workflow, listed] = await Promise.all([
      ask(call, readWorkflow, { params }),
      ask(call, readRuns, { params, query: { limit: PAGE, cursor: query.older } }),
    ]);
    const { name, trigger, next_run_at, runs_as, can_edit, enabled } = workflow;
    const told = html`<bdi>${whenWords(words, trigger)}</bdi>${next_run_at !== null && html`, ${words.next} ${when(call, next_run_at)}`}. ${words.runs_as} <bdi>${can_edit ? words.you : runs_as}</bdi>.`;
    const beside = html`<span class="${enabled ? "chip good" : "chip"}">${enabled ? words.on : words.off}</span>`;
    const body = html`<div class="stack loose">${controls(call, workflow)}${steps(call, workflow)}${runs(call, workflow, listed)}</div>`;
    const crumbs = [{ href: LIST_PATH, label: words.workflows }];
    return settingsScreen(call, { title: name, told, beside, crumbs, line: LIST_PATH, body });
  },
});

export const formerWorkflows = movedPage({
  id: "workflow.page.list.former",
  route: "GET /auth/workflows",
  to: LIST_PATH,
});

export const formerWorkflow = movedPage({
  id: "workflow.page.former",
  route: "GET /auth/workflows/{id}",
  to: `${LIST_PATH}/{id}`,
});

type Shown = AnswerOf<typeof readWorkflow>;

function controls(call: Asking, { id, name, enabled, can_edit, last_run }: Shown): Html {
  const words = workflowWords(call);
  // Two presses of one button are one run: what the page knows stands in the key.
  const run = formFor(
    call,
    runWorkflow,
    { fixed: { id }, done: words.began, look: "one-button" },
    () =>
      html`<input type="hidden" name="~key" value="page-run-${id}-${last_run?.id ?? 0}"><button class="btn primary">${icon("play")}<span>${words.run}</span></button>`,
  );
  const turn = buttonFor(call, updateWorkflow, {
    fixed: { id, enabled: String(!enabled) },
    button: enabled ? words.switch_off : words.switch_on,
    kind: "btn",
    done: enabled ? words.is_off(name) : words.is_on(name),
  });
  const remove = askFirst({
    open: words.remove,
    told: words.remove_told,
    form: buttonFor(call, removeWorkflow, {
      fixed: { id },
      then: LIST_PATH,
      button: words.remove_it,
      kind: "btn danger",
      done: words.removed(name),
    }),
  });
  return html`<div class="line">${can_edit && run}${can_edit && turn}${remove}</div>`;
}

function steps(call: Asking, { steps }: Shown): Html {
  const words = workflowWords(call);
  return html`<section aria-labelledby="steps"><h2 id="steps">${words.steps}</h2><ol class="rows roomy still">${steps.map(
    ({ tool, name, args = {}, when: conditions = [] }) =>
      html`<li>${icon("right", "turn")}<div class="main"><code class="name">${tool}</code><span class="what">${name !== undefined && html`${words.named} <code>${name}</code>`}${conditions.length > 0 && html` ${words.on_condition}`}</span>${Object.keys(args as object).length > 0 && html`<pre tabindex="0" dir="auto">${JSON.stringify(args, null, 2)}</pre>`}</div></li>`,
  )}</ol></section>`;
}

function runs(call: Asking, { id, dropped_runs }: Shown, { runs, next_cursor }: AnswerOf<typeof readRuns>): Html {
  const words = workflowWords(call);
  return html`<section aria-labelledby="runs"><h2 id="runs">${words.runs}</h2>
${dropped_runs > 0 && html`<p class="note warn">${icon("warn")}<span>${words.dropped(dropped_runs)}</span></p>`}
${runs.length > 0 ? html`<table class="data fold-down"><thead><tr><th scope="col">${words.when}</th><th scope="col">${words.began_by}</th><th scope="col">${words.state}</th><th scope="col" class="num">${words.took}</th></tr></thead><tbody>${runs.map((run) => runRow(call, run))}</tbody></table>` : html`<p class="soft">${words.no_runs}</p>`}
${next_cursor && html`<p class="line"><a class="btn small" rel="next" href="${workflowPath(id)}?${new URLSearchParams({ older: next_cursor }).toString()}">${words.older}</a></p>`}</section>`;
}

function runRow(call: Asking, run: AnswerOf<typeof readRuns>["runs"][number]): Html {
  const words = workflowWords(call);
  const { created_at, cause, status, error, steps, started_at, ended_at } = run;
  const took = started_at && ended_at ? Date.parse(ended_at) - Date.parse(started_at) : null;
  return html`<tr><td>${when(call, created_at)}</td><td class="soft" data-label="${words.began_by}">${words[`cause_${cause}`]}</td><td><details class="fold"><summary>${icon("right", "turn")}<span class="${RUN_LOOKS[status]}">${words[status]}</span></summary>${error !== null && html`<p class="bad-ink" dir="auto">${error}</p>`}${
    steps.length > 0
      ? html`<ol class="stack tight">${steps.map(({ tool, status: became, error: why, duration_ms }) => html`<li><code>${tool}</code>: ${words[`step_${became}`]} <span class="fine">${duration_ms} ms</span>${why !== null && why !== error && html`<br><span dir="auto">${why}</span>`}</li>`)}</ol>`
      : html`<p class="soft">${words.no_steps}</p>`
  }</details></td><td class="num soft" data-label="${words.took}">${took !== null && `${(took / 1000).toFixed(1)} s`}</td></tr>`;
}
