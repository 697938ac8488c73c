// The pages of workflows: what acts in whose name and when, and of one its steps and what became of every run.
import { type Actor, type Html, html, momentOf, type Page } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import type { RunRow } from "../store/runs.ts";
import type { WorkflowRow } from "../store/workflows.ts";
import { PAGE_PATH, STYLE_PATH } from "./assets.ts";

export function workflowsPage(shown: {
  actor: Actor;
  workflows: readonly WorkflowRow[];
  last: ReadonlyMap<number, RunRow>;
  next_cursor: string | undefined;
}): Page {
  const { actor, workflows, last, next_cursor } = shown;
  return {
    ...pageFor(actor, STYLE_PATH),
    title: "Workflows",
    body: html`
    <h1>Workflows</h1>
    <p class="soft">Steps that are taken for people of ${actor.workspace.name}, in their name.</p>
    ${
      workflows.length === 0
        ? html`<div class="empty"><h2>No workflows yet</h2>
    <p>Make one with the API, and what it does shows here:</p><p><code>POST /api/workflows</code></p></div>`
        : html`<ul class="flows">${workflows.map((one) => listItem(one, last.get(one.workflow_id), actor))}</ul>`
    }
    ${next_cursor && furtherLink(`${PAGE_PATH}?${new URLSearchParams({ after: next_cursor }).toString()}`, "Newer ones")}
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function listItem(row: WorkflowRow, last: RunRow | undefined, actor: Actor): Html {
  return html`
      <li class="card"><a href="${PAGE_PATH}/${row.workflow_id}"><bdi>${row.name}</bdi></a>${marksOf(row, actor)}
      ${last && html`<p class="soft">Last run ${momentOf(last.created_at)}: ${WORDS[last.status].toLowerCase()}</p>`}</li>`;
}

export function workflowPage(shown: {
  actor: Actor;
  workflow: WorkflowRow;
  runs: readonly RunRow[];
  next_cursor: string | undefined;
  /** The newest run by hand, 0 for none. */
  last_by_hand: number;
}): Page {
  const { actor, workflow, runs, next_cursor, last_by_hand } = shown;
  const at = `${PAGE_PATH}/${workflow.workflow_id}`;
  return {
    ...pageFor(actor, STYLE_PATH),
    title: workflow.name,
    body: html`
    <p class="fine"><a href="${PAGE_PATH}">All workflows</a></p>
    <h1><bdi>${workflow.name}</bdi></h1>
    ${marksOf(workflow, actor)}
    ${controlsOf(workflow, { at, actor, last_by_hand })}
    <section class="card steps"><h2>Steps</h2><ol start="0">${workflow.steps.map(stepItem)}</ol></section>
    <h2>Runs</h2>
    ${workflow.dropped_runs > 0 && html`<p class="notice">${workflow.dropped_runs} more would have been over the bound of an hour, and were left out.</p>`}
    ${
      runs.length === 0
        ? html`<div class="empty"><h3>None so far</h3><p>Runs are kept for 30 days.</p></div>`
        : html`<ul class="runs">${runs.map(runItem)}</ul>`
    }
    ${next_cursor && furtherLink(`${at}?${new URLSearchParams({ older: next_cursor }).toString()}`, "Older ones")}`,
  };
}

function furtherLink(href: string, text: string): Html {
  return html`<p class="actions"><a class="button plain" href="${href}">${text}</a></p>`;
}

function marksOf({ enabled, trigger, owner_id, owner_email, next_run_at }: WorkflowRow, actor: Actor): Html {
  const next = enabled && next_run_at ? html`<li>next ${momentOf(next_run_at)}</li>` : null;
  return html`<ul class="marks"><li class="${enabled ? "good" : "bad"}">${enabled ? "On" : "Off"}</li><li>${whenOf(trigger)}</li>${next}
      <li>acts as ${owner_id === actor.user_id ? "you" : owner_email}</li></ul>`;
}

function whenOf({ type, event, filter, cron, timezone = "UTC" }: WorkflowRow["trigger"]): string {
  if (type === "event") return filter?.length ? `at ${event}, filtered` : `at ${event}`;
  return type === "schedule" ? `at ${cron} (${timezone})` : "by hand";
}

function controlsOf(
  { enabled, owner_id }: WorkflowRow,
  { at, actor, last_by_hand }: { at: string; actor: Actor; last_by_hand: number },
): Html {
  const own = html`<form method="post" action="${at}">
        <input type="hidden" name="last_by_hand" value="${last_by_hand}">
        <button name="action" value="run">Run now</button>
        ${
          enabled
            ? html`<button class="plain" name="action" value="off">Switch off</button>`
            : html`<button class="plain" name="action" value="on">Switch on</button>`
        }
      </form>`;
  return html`
    <div class="controls">${owner_id === actor.user_id && own}
      <details><summary>Remove</summary>
        <form method="post" action="${at}/remove"><button class="plain">Remove it with its runs, for good</button></form>
      </details>
    </div>`;
}

function stepItem({ tool, args = {}, when = [] }: WorkflowRow["steps"][number]): Html {
  return html`
      <li><p><b>${tool}</b>${when.length > 0 && html` <span class="soft">on a condition</span>`}</p>
      ${Object.keys(args).length > 0 && html`<pre tabindex="0">${JSON.stringify(args, null, 2)}</pre>`}</li>`;
}

const WORDS = { queued: "Waiting", running: "Under way", done: "Done", failed: "Failed" };
const LOOKS = { queued: "", running: "", done: "good", failed: "bad" };
const CAUSES = { manual: "by hand", event: "at an event", schedule: "at its time" };

function runItem({ cause, status, error, results, created_at, event_id }: RunRow): Html {
  return html`
      <li class="card"><h3>${momentOf(created_at)}, ${CAUSES[cause]} <span class="mark ${LOOKS[status]}">${WORDS[status]}</span></h3>
      ${event_id !== null && html`<p class="soft">Event ${event_id}</p>`}
      ${error !== null && html`<p>${error}</p>`}
      ${
        results.length > 0 &&
        html`<ol start="0">${results.map(
          (one) =>
            html`<li>${one.tool}: ${STEP_WORDS[one.status]} <span class="soft">${one.duration_ms} ms</span></li>`,
        )}</ol>`
      }</li>`;
}

const STEP_WORDS = { done: "done", left_out: "left out, its condition did not hold", failed: "failed" };
